"""Which claims are worth reading first, and how is one shown on a line?"""

from __future__ import annotations

from collections.abc import Callable

from openodke.ground.claim_texts import missing_parts
from openodke.ground.stamp import ground_record, reason_of
from openodke.interop.summary import Example
from openodke.model import Document, Fact, GroundingVerdict
from openodke.model.keys import CHECK, CLAIM

REFUSING = (GroundingVerdict.CONTRADICTED, GroundingVerdict.NOT_FOUND)
"""The verdicts that say that a text does not make a claim."""

_SENTENCE = 240  # characters of a sentence shown
_NAME = 80  # characters of a name shown


def claim_line(fact: Fact) -> str:
    """Return `<subject> —<predicate>→ <object>  [<verdict>, <document>]`."""
    names = (_cut(name, _NAME) for name in (fact.subject.name, fact.predicate, fact.object_name))
    ends = "{} —{}→ {}".format(*names)
    doc_id = _cut(_document(fact), _NAME)
    return f"{ends}  [{fact.verdict.value}, {doc_id}]"


def _document(fact: Fact) -> str:
    """Return the document of the claim: cited, or looked at where the citation was dropped."""
    if fact.evidence:
        return fact.evidence[0].doc_id
    looked_at = ground_record(fact).get("looked_at") or ("no document",)
    return str(looked_at[0]).rpartition(":")[0] or str(looked_at[0])


def claim_of(fact: Fact) -> tuple[str, str, str, object]:
    """Return what tells one claim from another to a reader, whatever its text and its id."""
    stated = fact.qualifiers.get(CLAIM)
    return fact.subject.name, fact.predicate, fact.object_name, stated


def _why(fact: Fact) -> str:
    """Return the reason code, with the values of the claim that stand nowhere."""
    check = fact.qualifiers.get(CHECK)
    if check:
        return _cut(str(check["reason"]))
    missing = missing_parts(ground_record(fact).get("seen", ()))
    values = sorted(s.removeprefix("value:") for s in missing if s.startswith("value:"))
    reason = reason_of(fact)
    if reason == fact.verdict.value:  # a model gives no other
        return ""
    shown = values and reason in ("value_absent", "unit_mismatch")
    return f"{reason} ({', '.join(values)})" if shown else reason


def example_of(fact: Fact, find: Callable[[str], Document | None]) -> Example:
    """Return a fact as an example, with the sentences that were looked at."""
    stated = fact.qualifiers.get(CLAIM)
    return Example(
        claim_line(fact),
        _why(fact),
        _cut(stated) if isinstance(stated, str) else "",
        _sentences(fact, find),
    )


def _sentences(fact: Fact, find: Callable[[str], Document | None]) -> str:
    """Return the sentences looked at; "" where the whole text was looked at in vain."""
    if fact.verdict in REFUSING:
        return ""
    shown = []
    for place in ground_record(fact).get("looked_at", ()):
        doc_id, _, offsets = str(place).rpartition(":")
        start, _, end = offsets.partition("-")
        doc = find(doc_id)
        if doc and (int(start), int(end)) != (0, len(doc.text)):
            shown.append(_cut(doc.text[int(start) : int(end)]))
    return " … ".join(shown)


def _cut(text: str, longest: int = _SENTENCE) -> str:
    """Return a text on one line, cut where it is long."""
    shown = (c if c.isprintable() else " " for c in text[: 4 * longest])  # no terminal codes
    line = " ".join("".join(shown).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
