"""How do the sentences of one description, each asked about in several texts, make one verdict?

A description that was merged from several texts takes half of what it says from each, so no text
supports all of it. Over the sentences of one text: supported only if all are, else the least
favourable, with the reason `partly_supported k/n`. A sentence that another text of the claim
supports says nothing against this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from openodke.ground.claim_texts import texts_key
from openodke.ground.stamp import ELSEWHERE, ground_record, restamped, seen_of
from openodke.model import Fact, GroundingVerdict, Polarity
from openodke.model.keys import CLAIM

_MARK = "sentence:"
_OURS = re.compile(rf"{_MARK}\d+:(?P<verdict>{'|'.join(each.value for each in GroundingVerdict)})")
_MOST = 50
_HERE = (GroundingVerdict.SUPPORTED, GroundingVerdict.CONTRADICTED)
_WORST_FIRST = (
    GroundingVerdict.CONTRADICTED,
    GroundingVerdict.NOT_FOUND,
    GroundingVerdict.UNCHECKED,
    GroundingVerdict.SUPPORTED,
)


def sentences_of(fact: Fact) -> tuple[str, ...]:
    """Return the sentences in which the source states the claim.

    A denial is asked as a whole, and so is a claim of very many sentences: each costs a call.
    """
    stated = fact.qualifiers.get(CLAIM)
    if not isinstance(stated, str):
        return ()
    if fact.polarity is not Polarity.ASSERTED:
        return (stated,)
    from openodke.text.sentences import sentences  # reads text, which an import need not pay for

    found = sentences(stated)
    if len(found) > _MOST:
        return (stated,)
    return tuple(stated[start:end] for start, end in found)


def together(verdicts: list[GroundingVerdict]) -> tuple[GroundingVerdict, str]:
    """Return the verdict of a description and its reason, from those of its sentences."""
    verdict = next(verdict for verdict in _WORST_FIRST if verdict in verdicts)
    supported = verdicts.count(GroundingVerdict.SUPPORTED)
    if verdict is GroundingVerdict.SUPPORTED or not supported:
        return verdict, verdict.value
    return verdict, f"partly_supported {supported}/{len(verdicts)}"


def seen_sentences(verdicts: list[GroundingVerdict]) -> list[str]:
    """Return what a record says of each sentence: `sentence:<number>:<verdict>`, from 1."""
    return [f"{_MARK}{number}:{verdict.value}" for number, verdict in enumerate(verdicts, 1)]


class ClaimSentences:
    """Remembers which sentences of each claim any of its texts supports."""

    def __init__(self) -> None:
        """Know of no claim yet."""
        self._supported: dict[tuple[str, ...], set[int]] = {}
        self.disagree = False

    def note(self, fact: Fact) -> None:
        """Note one text of a claim that was asked about sentence by sentence."""
        verdicts = _verdicts(fact)
        key = texts_key(fact) if verdicts else None
        if key is None:
            return
        supported = set(_supported(verdicts))
        held = self._supported.get(key)
        self.disagree = self.disagree or (held is not None and held != supported)
        self._supported[key] = supported | (held or set())

    def settled(self, fact: Fact) -> Fact:
        """Return the fact as all texts of its claim have it; asked twice, it says the same."""
        verdicts = _verdicts(fact)
        key = texts_key(fact) if verdicts else None
        anywhere = self._supported.get(key, set()) if key else set()
        own = [v for at, v in enumerate(verdicts) if v in _HERE or at not in anywhere]
        if len(own) == len(verdicts):
            return fact
        if fact.verdict is GroundingVerdict.UNCHECKED and own:
            return fact  # a sentence got no answer, as the reason says: the next run asks again
        if not own:
            return restamped(fact, GroundingVerdict.UNCHECKED, ELSEWHERE)
        return restamped(fact, *together(own))


def _supported(verdicts: list[GroundingVerdict]) -> Iterator[int]:
    return (at for at, verdict in enumerate(verdicts) if verdict is GroundingVerdict.SUPPORTED)


def _verdicts(fact: Fact) -> list[GroundingVerdict]:
    """Return the verdict of each sentence, as the record has it; empty where none was asked.

    A record may come from elsewhere: what does not read as `seen_sentences` writes it is no mark.
    """
    if not ground_record(fact):
        return []
    marks = [found for found in map(_OURS.fullmatch, seen_of(fact)) if found]
    verdicts = [GroundingVerdict(mark["verdict"]) for mark in marks]
    return verdicts if [mark[0] for mark in marks] == seen_sentences(verdicts) else []
