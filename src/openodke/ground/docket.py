"""Which questions does a run put, each once, in which order, and whose are the answers?

A question is a claim on a passage: rows that make the same claim on the same words share one, also
when it fails. Source: the pages name no sharing; one answer a question is openodke's own.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import NamedTuple

from openodke.ground.examination import Examiner
from openodke.ground.query import Answer, Inquiry, Query
from openodke.ground.run_facts import At
from openodke.llm.in_flight import Errand
from openodke.llm.judge import Question
from openodke.model import Fact

Heard = dict[bytes, Answer]
"""The answers of a run, by what was asked."""

_KEY_BYTES = 20
_UNKNOWN = Answer(None, "", "")


class Order(NamedTuple):
    """When a question's turn comes: the least first.

    Attributes:
        late: whether it only checks what is settled.
        trust: 1 less the suspicion of the claim.
        number: its place among the questions of the run.
    """

    late: bool = False
    trust: float = 0.0
    number: int = 0


class Case:
    """One fact whose inquiry is under way, and what stands if it never ends."""

    __slots__ = ("answers", "fallback", "inquiry", "late", "place", "trust", "waiting")

    def __init__(
        self, place: At, inquiry: Inquiry, *, fallback: Fact | None, late: bool, trust: float
    ) -> None:
        self.place = place
        self.inquiry = inquiry
        self.fallback = fallback
        self.late = late
        self.trust = trust
        self.answers: list[Answer | None] | None = None
        self.waiting = 0

    def advanced(self) -> list[Query]:
        """Return what is asked next, once all that was asked before is answered.

        Raises:
            StopIteration: holding the settled fact.
        """
        if self.answers is None:
            return next(self.inquiry)
        return self.inquiry.send([answer for answer in self.answers if answer is not None])


class Matter:
    """One question, and every case that waits for its answer."""

    __slots__ = ("askers", "claim", "is_alone", "key", "order", "passage_key", "query")

    def __init__(self, key: bytes, passage_key: bytes, claim: str, query: Query) -> None:
        self.key = key
        self.passage_key = passage_key
        self.claim = claim
        self.query = query
        self.is_alone = False
        self.order = Order()
        self.askers: list[tuple[Case, int]] = []

    def asked_by(self, case: Case, at: int, order: Order) -> None:
        """Have a case wait for the answer; the matter takes the earliest turn of its askers."""
        self.order = min(self.order, order) if self.askers else order
        self.askers.append((case, at))


class Docket(Iterator[tuple[None, Errand[None]]]):
    """The questions of one run: an iterator of errands, to which answers may add."""

    def __init__(
        self,
        examiner: Examiner,
        put: Callable[[At, Fact], None],
        heard: Heard,
        counts: Counter[str],
        *,
        joint: int = 1,
        ordered: bool = False,
    ) -> None:
        """Write questions by `examiner`, put each settled fact in its place.

        Args:
            examiner: writes questions and reads answers.
            put: gets a place and its settled fact.
            heard: what the run has heard before; what it hears from now on is added.
            counts: gets `shared` (answers that a question asked before gave), and of joint calls
                `joint` (how many), `claims` (put in them) and `again` (of those, asked once more
                alone).
            joint: claims on one passage in one call, at most.
            ordered: ask the most suspicious first, and so nothing before all is filed.
        """
        self._counts = counts
        self._examiner = examiner
        self._put = put
        self._heard = heard
        self._joint = joint
        self._ordered = ordered
        self._filing: Iterator[object] = iter(())
        self._filed: list[Matter] | None = [] if joint > 1 or ordered else None
        self._queue: deque[list[Matter]] = deque()
        self._pending: dict[bytes, Matter] = {}
        self._open: dict[At, Case] = {}
        self._number = 0

    def fill(self, filing: Iterator[object]) -> None:
        """Take what opens the cases, a few each time that it is advanced."""
        self._filing = filing

    def open(
        self,
        place: At,
        inquiry: Inquiry,
        *,
        fallback: Fact | None = None,
        late: bool = False,
        suspicion: float = 1.0,
    ) -> None:
        """Begin the inquiry of one fact, in its place."""
        case = Case(place, inquiry, fallback=fallback, late=late, trust=1.0 - suspicion)
        self._open[place] = case
        self._go_on(case)

    @property
    def fallbacks(self) -> list[tuple[At, Fact]]:
        """What stands of the cases that are still open, where there is something."""
        cases = list(self._open.values())
        return [(case.place, case.fallback) for case in cases if case.fallback is not None]

    def planned(self) -> list[tuple[Question, list[Query]]]:
        """Return each call that would be made, with what it asks; take them for answered."""
        for _ in self._filing:
            pass
        if self._filed is not None:
            self._arrange()
        calls = [(self._question(call), [matter.query for matter in call]) for call in self._queue]
        self._heard.update(dict.fromkeys(self._pending, _UNKNOWN))
        self._pending.clear()
        return calls

    def __next__(self) -> tuple[None, Errand[None]]:
        """Return the next errand; one that asks nothing where a case more was filed."""
        is_filing = self._filed is not None or not self._queue
        if is_filing and next(self._filing, self) is not self:
            if self._filed is not None or not self._queue:
                return None, _nothing()
        elif self._filed is not None:
            self._arrange()
        if not self._queue:
            raise StopIteration
        return None, self._errand(self._queue.popleft())

    def _arrange(self) -> None:
        """Put what was filed into calls, those in front that are the most worth asking."""
        matters, self._filed = self._filed or [], None
        if self._joint < 2:
            self._queue.extend([matter] for matter in sorted(matters, key=_turn))
            return
        calls: list[list[Matter]] = []
        together: dict[bytes, list[Matter]] = {}
        for matter in sorted(matters, key=_turn):
            if matter.is_alone:
                calls.append([matter])
            else:
                together.setdefault(matter.passage_key, []).append(matter)
        for group in together.values():
            calls.extend(_even(group, self._joint))
        self._queue.extend(sorted(calls, key=lambda call: call[0].order))

    def _go_on(self, case: Case) -> None:
        """Take an inquiry as far as what is known takes it, and file what it asks."""
        while not case.waiting:
            try:
                queries = case.advanced()
            except StopIteration as done:
                del self._open[case.place]
                self._put(case.place, done.value)
                return
            added = self._await(case, queries)
            if self._filed is not None:
                self._filed.extend(added)
            else:
                self._queue.extendleft([matter] for matter in reversed(added))

    def _await(self, case: Case, queries: list[Query]) -> list[Matter]:
        """Have a case wait for the answers to its queries; return those nobody asked before."""
        added = []
        answers: list[Answer | None] = [None] * len(queries)
        case.answers = answers
        for at, query in enumerate(queries):
            claim = self._examiner.claim(query.fact)
            passage_key = self._examiner.passage_key(query)
            key = _digest(passage_key, claim.encode("utf-8", "surrogatepass"))
            held = self._heard.get(key)
            if held is not None:
                self._counts["shared"] += 1
                answers[at] = held
                continue
            case.waiting += 1
            matter = self._pending.get(key)
            if matter is None:
                matter = self._pending[key] = Matter(key, passage_key, claim, query)
                if self._filed is not None and self._joint > 1:
                    # Here, a case at a time: for all at once it would hold up an event loop.
                    matter.is_alone = self._examiner.is_alone(claim, query)
                added.append(matter)
            else:
                self._counts["shared"] += 1
            self._number += 1
            trust = case.trust if self._ordered else 0.0
            matter.asked_by(case, at, Order(case.late, trust, self._number))
        return added

    def _question(self, call: list[Matter]) -> Question:
        first = call[0]
        if len(call) == 1:
            return self._examiner.question(first.claim, first.query)
        return self._examiner.joint_question([matter.claim for matter in call], first.query)

    def _errand(self, call: list[Matter]) -> Errand[None]:
        """Ask one question of one matter, or one of several together."""
        reply = yield self._question(call)
        if len(call) == 1:
            self._answered(call[0], self._examiner.answer(reply))
            return
        answers = self._examiner.joint_answers([matter.claim for matter in call], reply)
        doubtful = [matter for matter, answer in zip(call, answers, strict=True) if answer is None]
        self._counts.update(joint=1, claims=len(call), again=len(doubtful))
        self._queue.extendleft([matter] for matter in reversed(doubtful))
        for matter, answer in zip(call, answers, strict=True):
            if answer is not None:
                self._answered(matter, answer)

    def _answered(self, matter: Matter, answer: Answer) -> None:
        """Tell every case that waits for an answer."""
        del self._pending[matter.key]
        self._heard[matter.key] = answer
        for case, at in matter.askers:
            if case.answers is not None:
                case.answers[at] = answer
            case.waiting -= 1
            self._go_on(case)


def _turn(matter: Matter) -> Order:
    return matter.order


def _even(group: list[Matter], most: int) -> Iterator[list[Matter]]:
    """Cut a list into as few pieces of up to `most` as there can be, of about one length."""
    pieces = -(-len(group) // most)
    for piece in range(pieces):
        yield group[piece * len(group) // pieces : (piece + 1) * len(group) // pieces]


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"\0".join(parts), digest_size=_KEY_BYTES).digest()


def _nothing() -> Errand[None]:
    """Ask nothing."""
    return
    yield
