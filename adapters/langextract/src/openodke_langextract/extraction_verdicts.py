"""What is written among the attributes of an extraction?

LangExtract saves and shows an extraction's attributes and nothing else that is not its own, so
verdicts stand there: flat texts, as its own values are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openodke.errors import InputError
from openodke.interop import REVIEW_KEY, ItemVerdict, RowPlace, flat_verdicts
from openodke.model import Fact, GroundingVerdict
from openodke_langextract.claims_made import ClaimsMade
from openodke_langextract.extraction_claim import ATTRIBUTE, GROUP, KINDS, MENTION, ExtractionClaim
from openodke_langextract.extraction_rows import PLACE, SPAN
from openodke_langextract.extraction_texts import document_names
from openodke_langextract.extraction_view import DocumentView, ExtractionView, is_finding
from openodke_langextract.native_forms import (
    Native,
    field_of,
    is_extraction,
    with_documents,
    with_field,
)

PLACE_KEY, SPAN_KEY = "odke_place", "odke_span"
"""The attributes that say where an extraction's text stands: how it does, and `start-end`."""

DOCUMENT_KEY = "odke_document"
"""The attribute that says under which id `odke_evidence` names the document, where that is not its
own."""

ABSENT = "absent: it is supported, and the text does not hold these words"
"""Why a person should look at an extraction that a model found in a text without its words."""

_WRITTEN = {PLACE_KEY: PLACE, SPAN_KEY: SPAN}


@dataclass(slots=True)
class JudgedClaim:
    """A claim, and the facts that its rows became."""

    claim: ExtractionClaim
    facts: list[Fact] = field(default_factory=list)


def placed(
    views: Iterable[DocumentView], made: ClaimsMade, facts: Iterable[Fact]
) -> list[JudgedClaim]:
    """Return every claim of the documents, each with its facts.

    Raises:
        InputError: for a fact of a claim that they do not make.
    """
    claims = [JudgedClaim(claim) for document in views for claim in made.of(document)]
    at = {(judged.claim.kind, judged.claim.index): judged for judged in claims}
    for fact in facts:
        place = RowPlace.parse(fact.id, KINDS)
        judged = at.get((place.kind, place.index))
        if judged is None:
            raise InputError(
                f"the fact {fact.id!r} is of other documents, or of another reading: these make no "
                f"{place.kind} {place.index}"
            )
        judged.facts.append(fact)
    return claims


def with_verdicts_in(
    native: Native,
    views: Iterable[DocumentView],
    claims: Iterable[JudgedClaim],
    reviews: Mapping[int, str] | None = None,
) -> Native:
    """Return the native object with the verdicts in it; what nothing is known of stays as it is.

    Args:
        native: what is annotated.
        views: its documents.
        claims: their claims.
        reviews: why a person should look at an extraction, by its index.
    """
    of_view: dict[int, list[JudgedClaim]] = {}
    for judged in claims:
        if judged.facts:
            of_view.setdefault(judged.claim.view.index, []).append(judged)
    views = list(views)
    names = document_names(views)
    annotated = {}
    for document in views:
        name = names.get(document.position, document.id)
        for view in document.extractions:
            known = _known(view, of_view.get(view.index, ()), (reviews or {}).get(view.index))
            if known and name != document.id and not view.problem:
                known[DOCUMENT_KEY] = name
            annotated[view.index] = _annotated(view, known)
    return with_extractions(native, views, annotated)


def with_extractions(
    native: Native, views: Iterable[DocumentView], extractions: Mapping[int, Any]
) -> Native:
    """Return the native object with these extractions, by index; what has none is dropped."""
    documents = []
    for document in views:
        held = [(view, extractions.get(view.index, _GONE)) for view in document.extractions]
        if all(new is view.native for view, new in held):
            documents.append(document.native)
            continue
        items = [new for _, new in held if new is not _GONE]
        old = field_of(document.native, "extractions")
        documents.append(
            with_field(
                document.native, "extractions", tuple(items) if isinstance(old, tuple) else items
            )
        )
    return with_documents(native, documents)


_GONE = object()


def _annotated(view: ExtractionView, known: Mapping[str, str]) -> Any:
    """Return the extraction with what is known of it; itself where nothing is or was."""
    attributes = field_of(view.native, "attributes")
    if not isinstance(attributes, Mapping | None) or not is_extraction(view.native):
        return view.native
    held = attributes or {}
    if not known and not any(map(is_finding, held)):
        return view.native
    rest = {key: value for key, value in held.items() if not is_finding(key)}
    return with_field(view.native, "attributes", {**rest, **known})


def _known(
    view: ExtractionView, claims: Sequence[JudgedClaim], review: str | None
) -> dict[str, str]:
    """Return what is known of an extraction, and why a person should look at it."""
    known = _found(view, claims)
    marks = [known.get(REVIEW_KEY), review, *map(_doubt, claims)]
    reasons = dict.fromkeys(reason for reason in marks if reason)
    return {**known, REVIEW_KEY: "; ".join(reasons)} if reasons else known


def _doubt(judged: JudgedClaim) -> str | None:
    """Return why a support of words that the text does not hold is to be doubted.

    A model may know them in other words, and may have looked at none.
    """
    if judged.claim.kind not in (MENTION, GROUP):
        return None
    for fact in judged.facts:
        is_absent = fact.qualifiers.get(PLACE) in ("absent", "partial")
        if is_absent and fact.verdict is GroundingVerdict.SUPPORTED:
            return ABSENT
    return None


def _found(view: ExtractionView, claims: Sequence[JudgedClaim]) -> dict[str, str]:
    if view.problem:
        return flat_verdicts({"": ItemVerdict.left_out(view.problem.partition(":")[0])})
    if not claims:
        return {}
    verdicts = dict(zip(_fields(claims), (ItemVerdict.of(c.facts) for c in claims), strict=True))
    said = claims[0].facts[0].qualifiers
    places = {key: str(said[name]) for key, name in _WRITTEN.items() if said.get(name)}
    return {**flat_verdicts(verdicts), **places}


def _fields(claims: Sequence[JudgedClaim]) -> list[str]:
    """Return under which name each claim of an extraction has its verdict; one alone has none."""
    if len(claims) == 1:
        return [""]
    names = [_field(judged.claim) for judged in claims]
    counts = Counter(names)
    seen: Counter[str] = Counter()
    fields = []
    for name, judged in zip(names, claims, strict=True):
        place = judged.claim.place
        if place is None and counts[name] > 1:
            place = seen[name]
            seen[name] += 1
        fields.append(name if place is None else f"{name}[{place}]")
    return fields


def _field(claim: ExtractionClaim) -> str:
    return claim.key if claim.kind in (ATTRIBUTE, MENTION) else claim.kind
