"""What of a text does a judge read for a claim?"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from openodke.ground.judge_address import speaks_to_judge
from openodke.ground.span_check import SpanStatus, check_span
from openodke.model import Document, Evidence, Fact
from openodke.text.memo import Memo

_MOST = 4096  # passages remembered as speaking to the judge, or not
_MOST_CLAIMS = 65_536  # claims: those of a batch are looked at before the first is asked about


class Passage(NamedTuple):
    """What of a text a judge reads: the evidence it is from, and its half-open offsets."""

    evidence: Evidence
    start: int
    end: int


def passage_of(fact: Fact, doc: Document, *, whole: bool) -> Passage | None:
    """Return what is read for a fact: its first span that holds, or the whole text."""
    for evidence in fact.evidence:
        span = evidence.span
        if span is not None and check_span(evidence, doc) is SpanStatus.LOCATED:
            if whole:
                return Passage(evidence, 0, len(doc.text))
            return Passage(evidence, span.start, span.end)
    return None


class PassageAddresses:
    """Remembers which passages and claims speak to the judge: each is looked up more than once."""

    def __init__(self) -> None:
        """Remember none."""
        self._held: Memo[tuple[str, int, int], tuple[Document, bool]] = Memo(_MOST)
        self._claims: Memo[bytes, bool] = Memo(_MOST_CLAIMS)

    def found(self, doc: Document, passage: Passage) -> bool:
        """Tell whether a passage speaks to the judge."""
        key = (doc.id, passage.start, passage.end)
        held = self._held.get(key)
        if held is None or held[0] is not doc:
            found = speaks_to_judge(doc.text[passage.start : passage.end])
            held = self._held[key] = (doc, found)
        return held[1]

    def in_claim(self, words: str) -> bool:
        """Tell whether what a claim says speaks to the judge."""
        key = blake2b(words.encode("utf-8", "surrogatepass"), digest_size=20).digest()
        held = self._claims.get(key)
        if held is None:
            held = self._claims[key] = speaks_to_judge(words)
        return held


class PassageKeys:
    """Tells passages apart by their words, in whichever text they stand."""

    def __init__(self) -> None:
        """Remember none."""
        self._held: Memo[tuple[str, int, int], tuple[Document, bytes]] = Memo(_MOST)

    def of(self, doc: Document, passage: Passage) -> bytes:
        """Return the key of a passage's words: 20 bytes."""
        key = (doc.id, passage.start, passage.end)
        held = self._held.get(key)
        if held is None or held[0] is not doc:
            words = doc.text[passage.start : passage.end].encode("utf-8", "surrogatepass")
            held = self._held[key] = (doc, blake2b(words, digest_size=20).digest())
        return held[1]
