"""What do the words of a text settle before a model is asked, and does a model agree with them?

Source: openodke's own. The lexical grounder refutes what no text of a claim names, for nothing, and
its refusals were measured; so a model need not be asked about those, and a careless one cannot
support them. A sample may be put to the model all the same, to see how far the two agree.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from hashlib import sha256

from openodke.errors import InputError
from openodke.ground.lexical import LexicalGrounder
from openodke.ground.mismatch import MismatchBreaker
from openodke.ground.review import marked
from openodke.ground.stamp import (
    LEXICAL,
    UNASKED,
    ground_record,
    judge_of,
    reason_of,
    seen_of,
    stamped,
    suspicion_of,
)
from openodke.model import Document, Fact, GroundingVerdict
from openodke.model.fact import qualified
from openodke.model.frozen import FrozenDict, FrozenList
from openodke.model.keys import GROUND

RECHECK = "recheck:"
"""What was seen of a claim that the words refute and a model was asked about: then its verdict."""

OVERRULED = f"{RECHECK}{GroundingVerdict.SUPPORTED.value}"
"""What was seen of a claim that the words refute and the model supports."""

RECHECKED = ("asked", "agreed", "disagreed", "unanswered")
"""What is counted of claims that were asked about again."""

_EXAMPLES = 5
_HASHED = 2**64


class WordCascade:
    """The words' part of one run.

    Attributes:
        counts: `refuted` by words, and what was `left` to the model.
        rechecks: `asked`, `agreed`, `disagreed` and `unanswered`.
        examples: the first few claims on which words and model disagree.
    """

    def __init__(self, lexical: LexicalGrounder, share: float, *, reground: bool) -> None:
        """Ask the words first, and of what they refute a share in [0, 1] of the model too.

        Raises:
            InputError: for a share that is none.
        """
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            raise InputError(f"recheck={share!r}: it is a share between 0 and 1")
        self.lexical = copy(lexical)
        self.lexical.reground = lexical.reground or reground
        self.counts = Counter(refuted=0, left=0)
        self.rechecks = Counter(dict.fromkeys(RECHECKED, 0))
        self.examples: list[str] = []
        self._share = share

    def begun(self) -> WordCascade:
        """Return the words' part of another run, which shares settings and counts."""
        run = copy(self)
        run.lexical = self.lexical.begun()
        return run

    def apart(self) -> WordCascade:
        """Return the words' part of another run, with counts of its own."""
        return WordCascade(self.lexical.apart(), self._share, reground=self.lexical.reground)

    @property
    def stats(self) -> dict[str, object]:
        """The counts, under `cascade` and, where a share was asked about again, `recheck`."""
        cascade = {**self.counts, "reasons": self.lexical.stats["reasons"]}
        if not self._share:
            return {"cascade": cascade}
        rechecks = {**self.rechecks, "examples": list(self.examples)}
        return {"cascade": cascade, "recheck": rechecks}

    @property
    def breaker(self) -> MismatchBreaker:
        """The mismatch breaker of the run."""
        return self.lexical.breaker

    def weighed(self, looked: Fact) -> Fact:
        """Return a fact as all of the run that was looked at has it, and count it so."""
        seen = self.lexical.weighed(looked)
        is_open = seen.verdict is GroundingVerdict.UNCHECKED
        if is_open or _by_words(seen):
            self.counts["left" if is_open else "refuted"] += 1
        return seen

    def is_rechecked(self, weighed: Fact) -> bool:
        """Tell whether the model is asked about what the words refute.

        The sample is drawn by the hash of the fact's id, so that it is the same in every run, and
        a larger share holds a smaller one.
        """
        if not self._share or not _by_words(weighed):
            return False
        drawn = int.from_bytes(sha256(weighed.id.encode("utf-8", "surrogatepass")).digest()[:8])
        return drawn < self._share * _HASHED

    def compared(self, refuted: Fact, judged: Fact) -> Fact:
        """Return what stands of a fact that the words refute, once a model was asked too.

        The words' verdict, where the model refutes the claim as well or says nothing; the model's,
        where it supports the claim, since a stronger judge's verdict wins; then the fact is marked
        for a person.
        """
        if reason_of(judged) == UNASKED:
            return refuted
        self.rechecks["asked"] += 1
        said = judged.verdict
        if said is not GroundingVerdict.SUPPORTED:
            is_open = said is GroundingVerdict.UNCHECKED
            self.rechecks["unanswered" if is_open else "agreed"] += 1
            return _with_seen(refuted, f"{RECHECK}{said.value}")
        self.rechecks["disagreed"] += 1
        reason = reason_of(refuted)
        if len(self.examples) < _EXAMPLES:
            obj = judged.object_name
            self.examples.append(f"{judged.subject.name} —{judged.predicate}→ {obj}  [{reason}]")
        told = _with_seen(judged, *seen_of(refuted), reason, OVERRULED)
        return marked(told, f"{RECHECK} the words refute it ({reason}), the model supports it")

    def unasked(self, weighed: Fact) -> Fact:
        """Return a fact that the words leave open and that the model was not asked about."""
        record = ground_record(weighed)
        return stamped(
            weighed,
            GroundingVerdict.UNCHECKED,
            grounder=LEXICAL,
            reason=UNASKED,
            suspicion=suspicion_of(weighed),
            seen=(*seen_of(weighed), reason_of(weighed)),
            looked_at=record.get("looked_at", ()),
        )

    def settle(self, fact: Fact) -> Fact:
        """Return the fact as the words of the whole run have it; a model's verdict is its own."""
        return self.lexical.settle(fact) if judge_of(fact) in ("lexical", "span") else fact

    def look(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact as the words of its own text have it."""
        return self.lexical.look(fact, doc)


def _by_words(fact: Fact) -> bool:
    """Whether the words refute a fact."""
    return fact.verdict is GroundingVerdict.NOT_FOUND and judge_of(fact) == "lexical"


def _with_seen(fact: Fact, *codes: str) -> Fact:
    """Return the fact with more codes among what was seen, each once."""
    seen = FrozenList(dict.fromkeys((*seen_of(fact), *codes)))
    return qualified(fact, GROUND, FrozenDict({**ground_record(fact), "seen": seen}))
