"""What does a text show of one claim, when only its words are looked at?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from openodke.ground.claim_ends import End, EndFinder
from openodke.ground.stamp import IN_TITLE, OTHER_SCRIPT, PARTLY_ABSENT
from openodke.model import Document, Fact, Polarity
from openodke.model.keys import CLAIM
from openodke.text.folding import visible
from openodke.text.memo import remembered
from openodke.text.mentions import PART, WHOLE
from openodke.text.names import inflected
from openodke.text.proximity import Meeting, Nearness
from openodke.text.reading import Reading, read
from openodke.text.scripts import scripts_of
from openodke.text.sentences import sentences
from openodke.text.values import values_in
from openodke.text.word_index import words_of
from openodke.text.word_lists import CLIPPED, FUNCTION_WORDS, HEDGES, NEGATIONS

# How suspicious a claim looks by where its names stand, and what is added for what was seen. Set by
# hand on the development half of the labelled triples; `bench/grounding.py` prints how it sorts.
_NEARNESS = {Nearness.SENTENCE: 0.2, Nearness.NEIGHBOURS: 0.35, Nearness.APART: 0.55}
_PARTLY = 0.15
_REVERSED = 0.05
_PLAIN = {
    (nearness.value, turned): (
        round(suspicion + _REVERSED * turned, 3),
        (nearness.value, "object_first") if turned else (nearness.value,),
    )
    for nearness, suspicion in _NEARNESS.items()
    for turned in (False, True)
}
"""Suspicion and signals of a claim of which only the nearness is to be noted."""
_NEGATED = 0.75
_MISSING = 0.8
_HEDGED = 0.5
_UNKNOWN = 0.5
_PROSE = 0.2
_UNWORDED = 0.2  # added for a claim none of whose own words is in the text
_PROSE_UNWORDED = 0.6  # the same for free text, of which the words are all there is to go by
_MOST = 0.95

_LONGEST_GLUED = 24  # letters of a word that its number may be glued to
_NAME_BEFORE = re.compile(r"(?<!\w)([A-Z][^\W\d_]*)[ -]$")
_FIELDS = re.compile(r"[;\n]\s*\w[\w ]{1,30}:")

_UNRESOLVED, _NEGATION, _HEDGE, _PART = "unresolved", "negated", "hedged", "partly_named"


@dataclass(slots=True)
class Look:
    """What a text shows of a claim.

    Attributes:
        reason: the code of the strongest thing seen.
        suspicion: in [0, 1]; 1 for what is refuted.
        seen: every signal, as `signal` or `signal:detail`.
        spans: raw half-open offsets of what was looked at.
        refuted: whether the text cannot have made the claim.
        names_looked_up: whether there was a name or value to look up.
        shares_script: whether a name is written in a script of the text.
    """

    reason: str
    suspicion: float
    seen: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    refuted: bool = False
    names_looked_up: bool = True
    shares_script: bool = True

    @property
    def absent(self) -> bool:
        """Whether a name or object is nowhere in the text; a known leak does not count."""
        if not self.refuted or self.reason == "prompt_example":
            return False
        return any(s.endswith(":absent") for s in self.seen)


class ClaimReader:
    """Looks at a claim's names and values in its text."""

    def __init__(self, examples: Iterable[str] = ()) -> None:
        """Know the names in the examples of the extractor's prompt."""
        self._examples = frozenset(filter(None, map(words_of, examples)))

    def read(self, fact: Fact, doc: Document) -> Look:
        """Return what the document shows of the fact."""
        if not doc.text or doc.text.isspace():  # strip() would copy the text for every claim
            return Look("no_text", _UNKNOWN, names_looked_up=False)
        reading = read(doc.text)
        ends = reading.part(EndFinder)
        subject, obj = ends.entity(fact.subject), ends.object(fact)
        refuted = self._refuted(fact, subject, obj, reading, doc.title or "")
        return refuted or _unrefuted(fact, subject, obj, reading)

    def _refuted(
        self, fact: Fact, subject: End, obj: End, reading: Reading, title: str
    ) -> Look | None:
        """Return what is said of a claim with a name or value that stands nowhere, else None."""
        if not (subject.is_absent or obj.is_absent or CLAIM in fact.qualifiers):
            return None
        ends = (("subject", subject), ("object", obj))
        absent = [(side, end) for side, end in ends if end.is_absent]
        is_leak = any(self._is_example(end) for _, end in absent)
        excused = {} if is_leak else _excused(absent, reading, title)
        seen = [f"{side}:{excused.get(side, 'absent')}" for side, _ in absent]
        reasons = ["prompt_example"] if is_leak else []
        reasons += [end.reason(side) for side, end in absent if side not in excused]
        missing = _missing_values(fact, reading)
        seen += [f"value:{value}" for value, _ in missing]
        if missing and not reasons and _has_sentences(str(fact.qualifiers[CLAIM])):
            # One sentence of a description may be made up, and the others not.
            return Look(PARTLY_ABSENT, _MISSING, tuple(seen), ((0, len(reading.text)),))
        reasons += [reason for _, reason in missing]
        whole = ((0, len(reading.text)),)
        shares = _shares_script(subject, obj, reading)
        if excused and not reasons:
            reason = next(iter(excused.values()))
            return Look(reason, _UNKNOWN, tuple(seen), whole, shares_script=shares)
        if not reasons:
            return None
        return Look(reasons[0], 1.0, tuple(seen), whole, refuted=True, shares_script=shares)

    def _is_example(self, end: End) -> bool:
        return any(name.words in self._examples for name in end.names)


def _excused(absent: list[tuple[str, End]], reading: Reading, title: str) -> dict[str, str]:
    """Return the absent ends that no text like this one can refute, each with the reason."""
    found: dict[str, str] = {}
    for side, end in absent:
        if _is_in_other_script(end, reading):
            found[side] = OTHER_SCRIPT
        elif title and any(_titled(title).names.find(n).presence is WHOLE for n in end.names):
            found[side] = IN_TITLE
    return found


@lru_cache(maxsize=1024)
def _titled(title: str) -> Reading:
    return Reading(title)


def _is_in_other_script(end: End, reading: Reading) -> bool:
    """Whether a thing has no name in the letters of the text, which then calls it otherwise."""
    if not end.names or not reading.main_scripts:
        return False
    written = [scripts_of(name.raw) for name in end.names]
    return all(scripts and scripts.isdisjoint(reading.main_scripts) for scripts in written)


def _missing_values(fact: Fact, reading: Reading) -> list[tuple[str, str]]:
    """Return the values of the claim's own sentence that stand nowhere, each with its reason."""
    claim = fact.qualifiers.get(CLAIM)
    if not isinstance(claim, str):
        return []
    missing: list[tuple[str, str]] = []
    for value, glued in _claim_values(claim):
        match = reading.values.look_up(value)
        if not match.found and not (glued and reading.index.find(glued)):
            missing.append((value, match.reason or "value_absent"))
    return missing


@remembered(65536)
def _has_sentences(claim: str) -> bool:
    """Whether a claim says several things: in sentences, or in fields ("Value: 3; Unit: m")."""
    return len(sentences(claim)) > 1 or bool(_FIELDS.search(claim))


@remembered(65536)
def _claim_values(claim: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the values of a sentence, each with its words as one with the word before: RCP2.6."""
    found, claim = [], visible(claim).text
    for start, end in values_in(claim):
        name = _NAME_BEFORE.search(claim, max(0, start - _LONGEST_GLUED), start)
        glued = words_of(f"{name[1]}{claim[start:end]}") if name else ()
        found.append((claim[start:end], glued))
    return tuple(found)


def _shares_script(subject: End, obj: End, reading: Reading) -> bool:
    if not reading.scripts:
        return True  # figures are in no language
    found = [scripts_of(name.raw) for end in (subject, obj) for name in end.names]
    written = list(filter(None, found))
    return not written or any(not scripts.isdisjoint(reading.scripts) for scripts in written)


def _unrefuted(fact: Fact, subject: End, obj: End, reading: Reading) -> Look:
    """Return how suspicious a claim looks whose names and values are all there."""
    meeting = _meeting(subject, obj, reading)
    if meeting and _is_plain(meeting, subject, obj, fact):
        # The enumeration's own `value` and hash are slow.
        suspicion, seen = _PLAIN[meeting.nearness._value_, meeting.reversed]
        return Look(seen[0], suspicion, seen, meeting.spans)
    signs = _Signs(*_nearness(meeting, obj))
    _note_ends(signs, subject, obj)
    claim = fact.qualifiers.get(CLAIM)
    stated = f"{fact.predicate} {claim}" if isinstance(claim, str) else fact.predicate
    if meeting:
        _note_meeting(signs, meeting, fact, stated)
    if isinstance(claim, str):
        weight = _UNWORDED if meeting else _PROSE_UNWORDED
        _note_words(signs, claim, subject, obj, reading, weight)
    return Look(
        signs.reason,
        round(min(signs.suspicion, _MOST), 3),
        tuple(signs.seen),
        meeting.spans if meeting else _single_spans(subject, obj, reading),
        names_looked_up=subject.is_looked_up or obj.is_looked_up,
    )


def _is_plain(meeting: Meeting, subject: End, obj: End, fact: Fact) -> bool:
    """Whether there is nothing to note but how near the names come: so it is of nearly all."""
    if meeting.negation or meeting.hedge or CLAIM in fact.qualifiers:
        return False
    return subject.is_whole and obj.is_whole


@dataclass(slots=True)
class _Signs:
    """What has been seen so far of a claim."""

    reason: str
    suspicion: float
    seen: list[str]

    def overrule(self, reason: str, suspicion: float) -> None:
        """Take a stronger reason, and at least its suspicion."""
        self.reason, self.suspicion = reason, max(self.suspicion, suspicion)


def _meeting(subject: End, obj: End, reading: Reading) -> Meeting | None:
    if subject.mentions and obj.mentions and subject.is_named and obj.is_named:
        return reading.proximity.meet(subject.mentions, obj.mentions)
    return None


def _nearness(meeting: Meeting | None, obj: End) -> tuple[str, float, list[str]]:
    if meeting:
        return meeting.nearness.value, _NEARNESS[meeting.nearness], [meeting.nearness.value]
    if obj.mentions is None:
        return "free_text", _PROSE, ["free_text"]
    return _UNRESOLVED, _UNKNOWN, []


def _note_ends(signs: _Signs, subject: End, obj: End) -> None:
    for side, end in (("subject", subject), ("object", obj)):
        if end.is_pronoun:
            signs.seen.append(f"{side}:pronoun")
            signs.overrule(f"{_UNRESOLVED}_{side}", _UNKNOWN)
        elif end.mentions is not None and end.mentions.presence is PART:
            relation = end.mentions.relation
            signs.seen.append(f"{side}:{relation or 'part'}:{' '.join(end.mentions.parts)}")
            signs.overrule(relation or _PART, signs.suspicion + _PARTLY)


def _note_meeting(signs: _Signs, meeting: Meeting, fact: Fact, stated: str) -> None:
    """Note the order of the names and what stands beside them, unless the claim says so too."""
    if meeting.reversed:
        signs.seen.append("object_first")
        signs.suspicion += _REVERSED
    is_plain = fact.polarity is Polarity.ASSERTED
    if meeting.hedge and is_plain and not _has(stated, HEDGES):
        signs.seen.append(f"hedge:{meeting.hedge}")
        signs.overrule(_HEDGE, _HEDGED)
    if meeting.negation and is_plain and not _has(stated, NEGATIONS | CLIPPED):
        signs.seen.append(f"negation:{meeting.negation}")
        signs.overrule(_NEGATION, _NEGATED)


def _note_words(
    signs: _Signs, claim: str, subject: End, obj: End, reading: Reading, weight: float
) -> None:
    """Note how many of the claim's own words the text holds; `weight` is for holding none."""
    named = {word for end in (subject, obj) for name in end.names for word in name.words}
    words = {w for w in words_of(claim) if w not in FUNCTION_WORDS and w not in named}
    if words:
        held = sum(_stands(word, reading) for word in words)
        signs.seen.append(f"claim_words:{held}/{len(words)}")
        signs.suspicion += weight * (len(words) - held) / len(words)


def _stands(word: str, reading: Reading) -> bool:
    return word in reading.index or any(form in reading.index for form in inflected(word))


def _single_spans(subject: End, obj: End, reading: Reading) -> tuple[tuple[int, int], ...]:
    """Return the sentence of the end that is named, the whole text where none is."""
    for end in (subject, obj):
        if end.mentions and end.is_named:
            return reading.proximity.sentence_spans(end.mentions)
    return ((0, len(reading.text)),)


def _has(text: str, cues: frozenset[str]) -> bool:
    return not cues.isdisjoint(words_of(text.replace("_", " ")))
