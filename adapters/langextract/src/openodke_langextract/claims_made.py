"""Which claims do the extractions of a native object make?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from openodke.errors import InputError
from openodke.interop import LITERAL_TYPES
from openodke.model import Polarity
from openodke_langextract.attribute_values import arrow_ends, scalar_of, text_of, values_of
from openodke_langextract.extraction_claim import (
    ATTRIBUTE,
    CLAIM,
    GROUP,
    IS_A,
    MENTION,
    RELATIONSHIP,
    ExtractionClaim,
    Scalar,
)
from openodke_langextract.extraction_reading import Reading
from openodke_langextract.extraction_view import (
    UNQUOTED,
    DocumentView,
    ExtractionView,
    writable,
)
from openodke_langextract.figure_values import is_figure, is_of_the_answer
from openodke_langextract.read_fields import ReadFields
from openodke_langextract.star_groups import Star, StarGroups

_FREE = "text"
_PREDICATE, _POLARITY = "odke_predicate", "odke_polarity"
_TYPES = ("subject_type", "object_type")
_TRIPLE = 3


class ClaimsMade:
    """Reads the documents of one native object in order: claims are counted over all of them."""

    def __init__(self, reading: Reading) -> None:
        """Begin to count."""
        self._reading = reading
        self._counts = dict.fromkeys((ATTRIBUTE, CLAIM, RELATIONSHIP), 0)

    def of(self, document: DocumentView) -> Iterator[ExtractionClaim]:
        """Yield the claims of a document, in the order of its extractions."""
        by = self._reading.by
        groups = StarGroups(document, self._reading) if by in ("auto", "groups") else None
        types = self._types(document) if by in ("auto", "relationships") else {}
        for view in document.extractions:
            if not view.problem:
                yield from self._claims(view, document, groups, types)

    def _claims(
        self,
        view: ExtractionView,
        document: DocumentView,
        groups: StarGroups | None,
        types: Mapping[str, str],
    ) -> Iterator[ExtractionClaim]:
        reading = self._reading
        if reading.function is not None:
            yield from self._own(view, document)
            return
        if reading.by in ("auto", "relationships"):
            relationships = list(self._relationships(view, types))
            if relationships:
                if UNQUOTED not in view.attributes:
                    yield _mention(view, if_unplaced=True)
                yield from relationships
                yield from self._further(view, relationships[0], groups)
                return
        star = groups.star_of(view) if groups else None
        yield _mention(view, if_unplaced=star is not None)
        if star:
            yield _of_group(view, star)
        if reading.by in ("auto", "attributes"):
            yield from self._attributes(view, groups.key_of(view) if groups else "")

    # ── subject, predicate, object ───────────────────────────────────────────────────────────

    def _relationships(
        self, view: ExtractionView, types: Mapping[str, str]
    ) -> Iterator[ExtractionClaim]:
        """Yield what attributes claim that name subject and object; nothing without both.

        An object that is a list makes a claim of each of its items. An end without a type has that
        of the extraction whose text it is.
        """
        held = view.attributes
        ends = self._ends(view)
        if ends is None:
            return
        subject, end = ends
        predicate = self._predicate(view)
        used = self._parts(view)
        further = {writable(k): _plain(v) for k, v in held.items() if k not in used}
        qualifiers = {key: value for key, value in further.items() if value is not None}
        for place, value in values_of(held[end]):
            yield ExtractionClaim(
                view=view,
                kind=RELATIONSHIP,
                index=self._next(RELATIONSHIP),
                subject=_name(held[subject]),
                predicate=_name(held[predicate]) if predicate else view.name,
                object=value,
                subject_type=_name(held.get("subject_type")) or types.get(_name(held[subject])),
                object_type=_name(held.get("object_type")) or _entity_type(types, value),
                polarity=_polarity(held.get(_POLARITY)),
                qualifiers=qualifiers,
                key=end,
                place=place,
            )

    def _ends(self, view: ExtractionView) -> tuple[str, str] | None:
        """Return the attributes that name subject and object, None where one is missing."""
        held, reading = view.attributes, self._reading
        if len(held) < 2:
            return None
        subject = next((key for key in reading.subject if _name(held.get(key))), None)
        end = next((key for key in reading.object if any(values_of(held.get(key)))), None)
        return None if subject is None or end is None else (subject, end)

    def _predicate(self, view: ExtractionView) -> str:
        """Return the attribute that names the predicate, "" for none."""
        keys = (_PREDICATE, *self._reading.predicate)
        return next((key for key in keys if _name(view.attributes.get(key))), "")

    def _parts(self, view: ExtractionView) -> set[str]:
        """Return the attributes that are read as parts of a relationship."""
        ends = self._ends(view) or ()
        return {*ends, self._predicate(view), _POLARITY, UNQUOTED, *_TYPES}

    def _further(
        self, view: ExtractionView, of: ExtractionClaim, groups: StarGroups | None
    ) -> Iterator[ExtractionClaim]:
        """Yield what the further attributes of a relationship claim of its extraction's text.

        Where its document does not hold that, they claim it of the subject.
        """
        used = {*self._parts(view), groups.key_of(view) if groups else ""}
        named = {*self._reading.names, *self._reading.values}
        for key, attribute in view.attributes.items():
            if key in used or key.startswith("odke_"):
                continue
            if key in named or not is_of_the_answer(key):
                for place, value in values_of(attribute):
                    claim = self._attribute(view, key, place, value)
                    if claim.subject == view.text:
                        claim.stand_in = of.subject
                    if claim.object_type == _FREE and is_figure(value):
                        claim.object_type = "string" if isinstance(value, str) else None
                    yield claim

    def _types(self, document: DocumentView) -> dict[str, str]:
        """Return the class of each text that was extracted, where it is of one class only."""
        found: dict[str, str] = {}
        for view in document.extractions:
            if view.problem or self._ends(view):
                continue  # the class of a relationship is not that of what it is about
            if found.setdefault(view.text, view.name) != view.name:
                found[view.text] = ""
        return {text: name for text, name in found.items() if name}

    # ── attributes ───────────────────────────────────────────────────────────────────────────

    def _attributes(self, view: ExtractionView, group: str) -> Iterator[ExtractionClaim]:
        for key, attribute in view.attributes.items():
            if key != group and not key.startswith("odke_"):
                for place, value in values_of(attribute):
                    yield self._attribute(view, key, place, value)

    def _attribute(
        self, view: ExtractionView, key: str, place: int | None, value: Scalar
    ) -> ExtractionClaim:
        arrow = arrow_ends(value)
        subject, end = arrow or (view.text, value)
        return ExtractionClaim(
            view=view,
            kind=ATTRIBUTE,
            index=self._next(ATTRIBUTE),
            subject=subject,
            predicate=writable(key.strip()),
            object=end,
            subject_type=None if arrow else view.name,
            object_type=None if arrow else self._object_type(key, value),
            key=key,
            place=place,
        )

    def _object_type(self, key: str, value: Scalar) -> str | None:
        if key in self._reading.names:
            return None
        if key in self._reading.values:
            return "string" if isinstance(value, str) else None
        return _FREE

    def _next(self, kind: str) -> int:
        self._counts[kind] += 1
        return self._counts[kind] - 1

    # ── the user's own reader ────────────────────────────────────────────────────────────────

    def _own(self, view: ExtractionView, document: DocumentView) -> Iterator[ExtractionClaim]:
        reader = self._reading.function
        assert reader is not None
        item = ReadFields.of_extraction(view.native)
        for triple in reader(item, ReadFields.of_document(document.native)) or ():
            fields = _fields(triple, view)
            yield ExtractionClaim(
                view=view,
                kind=CLAIM,
                index=self._next(CLAIM),
                subject=fields["subject"],
                predicate=fields["predicate"],
                object=fields["object"],
                subject_type=fields.get("subject_type"),
                object_type=fields.get("object_type"),
                polarity=Polarity(fields.get("polarity") or Polarity.ASSERTED),
                qualifiers=fields.get("qualifiers") or {},
            )


def _entity_type(types: Mapping[str, str], value: Scalar) -> str | None:
    """Return the type of an object that is a name, None for an unknown one."""
    kind = types.get(value) if isinstance(value, str) else None
    return None if kind is None or kind.casefold() in LITERAL_TYPES else kind


def _mention(view: ExtractionView, *, if_unplaced: bool) -> ExtractionClaim:
    return ExtractionClaim(
        view=view,
        kind=MENTION,
        index=view.index,
        subject=view.text,
        predicate=IS_A,
        object=view.name,
        subject_type=view.name,
        object_type=_FREE,
        key="extraction_text",
        if_unplaced=if_unplaced,
    )


def _of_group(view: ExtractionView, star: Star) -> ExtractionClaim:
    return ExtractionClaim(
        view=view,
        kind=GROUP,
        index=view.index,
        subject=star.head.text,
        predicate=view.name,
        object=view.text,
        subject_type=star.head.name,
        object_type=None if view.name.casefold() in LITERAL_TYPES else view.name,
        head=star.head.index,
    )


def _name(value: object) -> str:
    """Return a name, "" for what is none: a list, a dict, a boolean, nothing."""
    if value is None or (not isinstance(value, str) and isinstance(value, list | tuple | Mapping)):
        return ""
    return text_of(value)


def _plain(value: object) -> object:
    """Return a further attribute as a qualifier: text, number or boolean, or a list of those."""
    if isinstance(value, list | tuple):
        return [item for item in map(scalar_of, value) if item is not None]
    return scalar_of(value)


def _polarity(given: object) -> Polarity:
    if given is None:
        return Polarity.ASSERTED
    try:
        return Polarity(str(given))
    except ValueError:
        return Polarity.ASSERTED


def _fields(triple: object, view: ExtractionView) -> dict[str, Any]:
    """Return the fields of what a user's reader returned.

    Raises:
        InputError: for what is neither three values nor a dict with them.
    """
    if isinstance(triple, Mapping):
        fields = dict(triple)
    elif isinstance(triple, Iterable) and not isinstance(triple, str):
        items = list(triple)
        if len(items) != _TRIPLE:
            raise InputError(_no_triple(triple, view))
        fields = dict(zip(("subject", "predicate", "object"), items, strict=True))
    else:
        raise InputError(_no_triple(triple, view))
    end = scalar_of(fields.get("object"))
    named = {name: text_of(fields.get(name)) for name in ("subject", "predicate")}
    if end is None or not all(named.values()):
        raise InputError(_no_triple(triple, view))
    return {**fields, **named, "object": end}


def _no_triple(triple: object, view: ExtractionView) -> str:
    return (
        f"the reading returned {triple!r:.200} for extraction {view.index} ({view.name!r}): it has "
        "to return (subject, predicate, object), or dicts with these keys"
    )
