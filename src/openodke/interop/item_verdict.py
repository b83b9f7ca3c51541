"""What is written beside one item of a native object, from the verdicts on its rows?

Flat texts, none of them empty: stores drop falsy values, maps and nulls. A key with nothing to say
is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from openodke.ground.stamp import ground_record, reason_of
from openodke.interop.claim_verdicts import deciding, representative
from openodke.model import CANONICAL, CHECK, REVIEW, SCORE, Fact, GroundingVerdict

VERDICT_KEYS: Final = (
    "odke_verdict",
    "odke_reason",
    "odke_evidence",
    "odke_support",
    "odke_confidence",
)
"""The keys that say what is known of an item; `odke_verdict__<field>` says it of one claim."""

NAME_KEYS: Final = ("odke_subject_name", "odke_object_name", "odke_links")
"""The keys that say by which names an item's ends are known, once names were resolved."""

REVIEW_KEY: Final = "odke_review"
"""The key that says why a person should look at an item."""

ITEM_KEYS: Final = (*VERDICT_KEYS, *NAME_KEYS, REVIEW_KEY)
"""Every key that may be written on an item, beside `odke_verdict__<field>`."""

_OF_A_FIELD = "odke_verdict__"
_OURS = frozenset(ITEM_KEYS)
WORST_FIRST: Final = (
    GroundingVerdict.CONTRADICTED.value,
    GroundingVerdict.NOT_FOUND.value,
    GroundingVerdict.UNCHECKED.value,
    GroundingVerdict.SUPPORTED.value,
)
"""The verdicts, the least favourable first."""


@dataclass(frozen=True, slots=True)
class ItemVerdict:
    """What is known of one claim, from all of its texts.

    Attributes:
        verdict: the verdict that its texts give together.
        reason: the code of the reason, from the row that speaks for it (see `representative`).
        evidence: where was looked, `doc:start-end`, half-open, several joined by `|`.
        support: how many independent sources state it, once that was counted.
        confidence: its score, once it has one.
        subject: the canonical name of its subject, where it was written otherwise.
        object: that of its object.
        links: what a resolver says of either, `<kind>:<entity key>`, several joined by `|`.
        review: why a person should look at it: the passage spoke to the judge, say.
    """

    verdict: str
    reason: str | None = None
    evidence: str | None = None
    support: str | None = None
    confidence: str | None = None
    subject: str | None = None
    object: str | None = None
    links: str | None = None
    review: str | None = None

    @classmethod
    def of(cls, parts: Sequence[Fact]) -> ItemVerdict:
        """Return the verdict of a claim from the facts of its rows.

        Raises:
            ValueError: when there is no fact.
        """
        parts = sorted(parts, key=_place)  # so that it does not depend on their order
        decisive, speaker = deciding(parts), representative(parts)
        places = dict.fromkeys(place for part in decisive for place in looked_at(part))
        support = max(part.support for part in parts)
        merged = support > 1 or any(part.supported_by for part in parts)
        scored = [part.confidence for part in decisive if SCORE in part.qualifiers]
        return cls(
            verdict=speaker.verdict.value,
            reason=reason_code(speaker),
            evidence="|".join(places) or None,
            support=str(support) if merged else None,
            confidence=str(max(scored)) if scored else None,
            review=next(filter(None, map(_review, (speaker, *decisive))), None),
            **speaker.qualifiers.get(CANONICAL, {}),
        )

    @classmethod
    def left_out(cls, code: str) -> ItemVerdict:
        """Return what is said of an item that gave no row, for the code of its reason."""
        return cls(GroundingVerdict.UNCHECKED.value, code)

    def values(self) -> dict[str, str]:
        """Return those of ITEM_KEYS that have something to say."""
        known = (self.verdict, self.reason, self.evidence, self.support, self.confidence)
        more = (self.subject, self.object, self.links, self.review)
        return {key: text for key, text in zip(ITEM_KEYS, (*known, *more), strict=True) if text}


def flat_verdicts(claims: Mapping[str, ItemVerdict]) -> dict[str, str]:
    """Return what is written beside an item that makes several claims.

    The item carries what is known of its least favourable claim, and each claim's own verdict as
    `odke_verdict__<field>`.

    Args:
        claims: what is known of each claim, by the field that makes it; "" is the claim of the
            item as a whole, which has no key of its own.
    """
    if not claims:
        return {}
    worst = min(claims.values(), key=lambda claim: WORST_FIRST.index(claim.verdict))
    fields = {f"{_OF_A_FIELD}{name}": claim.verdict for name, claim in claims.items() if name}
    return worst.values() | fields


def with_verdicts(properties: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    """Return an item's properties with what is known now in place of what was written before."""
    rest = {key: value for key, value in properties.items() if not is_verdict_key(key)}
    return {**rest, **values}


def is_verdict_key(key: object) -> bool:
    """Tell whether a property is a verdict of ours: not `odke_predicate`, which is content."""
    return isinstance(key, str) and (key in _OURS or key.startswith(_OF_A_FIELD))


def reason_code(fact: Fact) -> str | None:
    """Return the code of the reason for a fact's verdict, None where nobody gave one."""
    check = fact.qualifiers.get(CHECK)
    return str(check["check"]) if check else reason_of(fact) or None


def _place(fact: Fact) -> tuple[int, ...]:
    """Return the numbers in the id of a row: of its document, the item, and the part."""
    return tuple(int(step) for step in fact.id.split("/") if step.isdecimal())


def _review(fact: Fact) -> str | None:
    held = fact.qualifiers.get(REVIEW)
    return held if isinstance(held, str) else None


def looked_at(fact: Fact) -> Iterator[str]:
    """Yield `doc:start-end` for what was looked at, or else for the spans the fact cites."""
    places = ground_record(fact).get("looked_at")
    if places:
        yield from map(str, places)
        return
    for evidence in fact.evidence:
        if evidence.span is not None:
            yield f"{evidence.span.doc_id}:{evidence.span.start}-{evidence.span.end}"
