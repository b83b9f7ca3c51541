"""What is left of annotated documents without what a gate refuses?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from openodke.interop import ItemGate
from openodke_langextract.extraction_claim import ATTRIBUTE, RELATIONSHIP, ExtractionClaim
from openodke_langextract.extraction_verdicts import (
    JudgedClaim,
    with_extractions,
    with_verdicts_in,
)
from openodke_langextract.extraction_view import DocumentView, ExtractionView
from openodke_langextract.native_forms import Native, documents_of, field_of, with_field
from openodke_langextract.saved_documents import SavedDocuments

Values = dict[str, set[int | None]]


@dataclass
class _Dropped:
    """What goes.

    Attributes:
        extractions: the indices of the extractions that go as a whole.
        values: of the others, which values go, by extraction and attribute.
    """

    extractions: set[int] = field(default_factory=set)
    values: dict[int, Values] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))

    def goes(self, claim: ExtractionClaim) -> bool:
        """Tell whether a claim goes, itself or with its extraction."""
        index = claim.view.index
        if index in self.extractions:
            return True
        held = self.values.get(index)
        return held is not None and claim.place in held.get(claim.key, ())

    def __str__(self) -> str:
        """Return how much goes, a line each."""
        values = sum(
            len(places)
            for index, held in self.values.items()
            if index not in self.extractions
            for places in held.values()
        )
        counts = (len(self.extractions), "extraction"), (values, "attribute value")
        return "\n".join(
            f"dropped       {count} {name}{'' if count == 1 else 's'}"
            for count, name in counts
            if count
        )


def kept(
    native: Native, views: list[DocumentView], claims: list[JudgedClaim], gate: ItemGate
) -> Native:
    """Return the native object, annotated, without the claims that a gate refuses."""
    dropped, reviews = _asked(claims, gate)
    _drop_with_heads(claims, dropped)
    left = [judged for judged in claims if not dropped.goes(judged.claim)]
    for judged in left:
        _renumber(judged.claim, dropped.values.get(judged.claim.view.index))
    extractions = {
        view.index: _without(view, dropped.values.get(view.index))
        for document in views
        for view in document.extractions
        if view.index not in dropped.extractions
    }
    changed = with_extractions(native, views, extractions)
    annotated = with_verdicts_in(changed, _moved(changed, views, extractions), left, reviews)
    if isinstance(annotated, SavedDocuments):
        return replace(annotated, leftovers=str(dropped))
    return annotated


def _asked(claims: Iterable[JudgedClaim], gate: ItemGate) -> tuple[_Dropped, dict[int, str]]:
    """Return what the gate refuses, and the reasons to look at an extraction that it lets stand."""
    dropped = _Dropped()
    marks: dict[int, dict[str, None]] = defaultdict(dict)
    for judged in claims:
        if not judged.facts:
            continue
        answer, index = gate.ask(judged.facts), judged.claim.view.index
        if answer.action == "refuse":
            _drop(judged.claim, dropped)
        elif answer.reason:
            marks[index][answer.reason] = None
    _drop_bare_relationships(claims, dropped)
    return dropped, {index: "; ".join(reasons) for index, reasons in marks.items()}


def _drop(claim: ExtractionClaim, dropped: _Dropped) -> None:
    """Note what goes with a claim: a value of an attribute, or else the extraction."""
    if claim.kind == ATTRIBUTE or (claim.kind == RELATIONSHIP and claim.place is not None):
        dropped.values[claim.view.index][claim.key].add(claim.place)
    else:
        dropped.extractions.add(claim.view.index)


def _drop_bare_relationships(claims: Iterable[JudgedClaim], dropped: _Dropped) -> None:
    """An extraction goes whose relationships, one for each item of a list, are all refused."""
    left = {
        judged.claim.view.index
        for judged in claims
        if judged.claim.kind == RELATIONSHIP and not dropped.goes(judged.claim)
    }
    for judged in claims:
        if judged.claim.kind == RELATIONSHIP and judged.claim.view.index not in left:
            dropped.extractions.add(judged.claim.view.index)


def _drop_with_heads(claims: Iterable[JudgedClaim], dropped: _Dropped) -> None:
    """What says something of an extraction goes with it."""
    for judged in claims:
        if judged.claim.head in dropped.extractions:
            dropped.extractions.add(judged.claim.view.index)


def _without(view: ExtractionView, values: Values | None) -> Any:
    """Return an extraction without some values of its attributes; itself where all stay."""
    if not values:
        return view.native
    attributes: Mapping[str, Any] = field_of(view.native, "attributes")
    left = {}
    for key, held in attributes.items():
        gone = values.get(key)
        if gone is None:
            left[key] = held
        elif None not in gone and (items := [v for at, v in enumerate(held) if at not in gone]):
            left[key] = tuple(items) if isinstance(held, tuple) else items
    return with_field(view.native, "attributes", left)


def _renumber(claim: ExtractionClaim, values: Values | None) -> None:
    """Give a value of a list the place it has when others are gone."""
    if claim.place is not None and values:
        gone = values.get(claim.key, set())
        claim.place -= sum(at is not None and at < claim.place for at in gone)


def _moved(
    native: Native, views: Iterable[DocumentView], extractions: Mapping[int, Any]
) -> list[DocumentView]:
    """Return the views of what is left, under the indices that they had."""
    moved = []
    for view, document in zip(views, documents_of(native), strict=True):
        left = [
            replace(item, native=extractions[item.index])
            for item in view.extractions
            if item.index in extractions
        ]
        moved.append(replace(view, native=document, extractions=left))
    return moved
