"""Which claims were judged before, on the same texts, so that nobody need be asked again?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from openodke import __version__ as openodke_version
from openodke.ground import LexicalGrounder, LLMGrounder
from openodke.interop import RowPlace
from openodke.model import Document, Fact, GroundingVerdict
from openodke_graphrag.claim_keys import ClaimKeys, claim_of, text_hash
from openodke_graphrag.export import Export
from openodke_graphrag.prompt_examples import EXAMPLES
from openodke_graphrag.remembered_verdicts import RememberedVerdict, read_verdicts
from openodke_graphrag.row_kinds import KINDS
from openodke_graphrag.run_folder import SIDECAR

Pair = tuple[list[Fact], Document]

_MODEL = "model"
_WORDS = frozenset({"span", "lexical"})
_ELSEWHERE = "elsewhere"
"""Why a model leaves open what another text of the claim says; else it left it for the next run."""

_MISMATCH = "text_mismatch"
"""Why the words are left open where texts and graph do not belong together."""


class RememberingGrounder:
    """Grounds what was not grounded before, and takes the rest from the table `odke_verdicts`.

    For `ground_graph(export, grounder=RememberingGrounder(export))`, after `graphrag update` has
    dropped the columns. A claim is known again by what it says and by its texts, whatever ids it
    has now. What a model said stands, whoever asks now, unless with `reground`; what the words
    alone showed is taken where no model asks and openodke's version is the same: to look again
    costs nothing. What was left open (a call that failed, texts that did not match) is asked again.

    Attributes:
        grounder: who judges the rest.
    """

    def __init__(
        self,
        memory: Export | Iterable[Any],
        grounder: Any = None,
        *,
        examples: Iterable[str] = EXAMPLES,
    ) -> None:
        """Build a grounder.

        Args:
            memory: an export that has the table, or pyarrow tables of its form; of two rows on one
                claim the later one counts.
            grounder: left out, a LexicalGrounder that knows `examples`.
            examples: the names in the examples of the extraction prompt.
        """
        self.grounder = LexicalGrounder(examples=examples) if grounder is None else grounder
        tables = [memory.table(SIDECAR)] if isinstance(memory, Export) else list(memory)
        self._memory: dict[str, RememberedVerdict] = {}
        for data in tables:
            if data is not None:
                held = read_verdicts(data)
                self._memory.update((key, v) for key, v in held if self._may_take(v))
        self._settled: set[str] = set()
        self._counts: Counter[str] = Counter(taken=0, asked=0)  # of this grounder and its runs

    @property
    def taken(self) -> int:
        """How many rows were taken from the table."""
        return self._counts["taken"]

    @property
    def asked(self) -> int:
        """How many rows were not."""
        return self._counts["asked"]

    @property
    def stats(self) -> dict[str, object]:
        """The counts of the grounder behind, and `remembered`."""
        return {**getattr(self.grounder, "stats", {}), "remembered": self.taken}

    @property
    def breaker(self) -> Any:
        """The mismatch breaker of the grounder behind, where it has one."""
        return getattr(self.grounder, "breaker", None)

    @property
    def unsettled(self) -> bool:
        """Whether `settle` may change what was looked at."""
        return bool(getattr(self.grounder, "unsettled", False))

    def begun(self) -> RememberingGrounder:
        """Return this grounder for one run."""
        run = copy(self)
        begun = getattr(self.grounder, "begun", None)
        run.grounder = begun() if begun else self.grounder
        run._settled = set()
        return run

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return one fact, remembered or grounded."""
        run = self.begun()
        return run.settle(run.look_documents([([fact], doc)])[0][0])

    def look_documents(self, pairs: Iterable[Pair]) -> list[list[Fact]]:
        """Return the facts of each pair, those that nobody remembers as their own texts have them.

        All rows of a claim have to be among them: it is known by all of its texts, and where one of
        them is open all are asked about, since they are judged together.
        """
        split = _Split(pairs, self._memory)
        self._note(split)
        look = getattr(self.grounder, "look_documents", None)
        answers = look(split.open) if look else self._each(split.open)
        return split.joined(answers)

    async def alook_documents(self, pairs: Iterable[Pair]) -> list[list[Fact]]:
        """As `look_documents`, awaiting the grounder behind; else in a thread."""
        split = _Split(pairs, self._memory)
        self._note(split)
        look = getattr(self.grounder, "alook_documents", None)
        if look is not None:
            return split.joined(await look(split.open))
        from asyncio import to_thread

        look = getattr(self.grounder, "look_documents", None) or self._each
        return split.joined(await to_thread(look, split.open))

    def settle(self, fact: Fact) -> Fact:
        """Return the fact as the whole run has it; what is remembered was settled then.

        A model's grounder marks again what a person should look at.
        """
        settle = getattr(self.grounder, "settle", None)
        remembered = fact.id in self._settled and not isinstance(self.grounder, LLMGrounder)
        if settle is None or remembered:
            return fact
        settled: Fact = settle(fact)
        return settled

    def _each(self, pairs: Sequence[Pair]) -> list[list[Fact]]:
        return [[self.grounder.ground(fact, doc) for fact in facts] for facts, doc in pairs]

    def _note(self, split: _Split) -> None:
        self._settled.update(split.taken)
        self._counts["taken"] += len(split.taken)
        self._counts["asked"] += sum(len(facts) for facts, _ in split.open)

    def _may_take(self, held: RememberedVerdict) -> bool:
        if getattr(self.grounder, "reground", False):
            return False
        judge = held.grounder.partition("@")[0]
        decided = held.verdict is not GroundingVerdict.UNCHECKED
        asks_model = isinstance(self.grounder, LLMGrounder)
        if judge in _WORDS:  # the span check comes first, whoever judges after it
            by_words = isinstance(self.grounder, LexicalGrounder)
            stands = by_words or (asks_model and judge == "span" and decided)
            same = held.openodke == openodke_version and held.reason != _MISMATCH
            return stands and same
        settled = decided or (asks_model and held.reason == _ELSEWHERE)
        return judge == _MODEL and settled


class _Split:
    """The facts of a call: those that are remembered, and those that are open."""

    def __init__(self, pairs: Iterable[Pair], memory: dict[str, RememberedVerdict]) -> None:
        self._pairs = [(list(facts), doc) for facts, doc in pairs]
        hashes = [_text_of(doc) for _, doc in self._pairs]
        places = [[_place(fact) for fact in facts] for facts, _ in self._pairs]
        keys = ClaimKeys(
            (place, fact, text)
            for (facts, _), text, held in zip(self._pairs, hashes, places, strict=True)
            for fact, place in zip(facts, held, strict=True)
        )
        found = [
            [
                memory.get(keys.of(place, fact, text) or "")
                for fact, place in zip(facts, held, strict=True)
            ]
            for (facts, _), text, held in zip(self._pairs, hashes, places, strict=True)
        ]
        asked = {
            claim_of(place)
            for held, verdicts in zip(places, found, strict=True)
            for place, verdict in zip(held, verdicts, strict=True)
            if verdict is None
        }
        self.taken: dict[str, Fact] = {}
        self.open: list[Pair] = []
        for (facts, doc), held, verdicts in zip(self._pairs, places, found, strict=True):
            left = []
            for fact, place, verdict in zip(facts, held, verdicts, strict=True):
                if verdict is None or claim_of(place) in asked:
                    left.append(fact)
                else:
                    self.taken[fact.id] = verdict.on(fact, doc)
            self.open.append((left, doc))

    def joined(self, answers: list[list[Fact]]) -> list[list[Fact]]:
        """Return one list of facts a pair, each answer in its place."""
        joined = []
        for (facts, _), given in zip(self._pairs, answers, strict=True):
            rest = iter(given)
            joined.append([self.taken.get(fact.id) or next(rest) for fact in facts])
        return joined


def _place(fact: Fact) -> RowPlace:
    return RowPlace.parse(fact.id, KINDS)


def _text_of(doc: Document) -> str:
    """Return the hash of the text unit that a document is, its header included."""
    return text_hash(f"{doc.metadata.get('header', '')}{doc.text}")
