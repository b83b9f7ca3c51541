"""What does one relation claim, and is it a claim at all?"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openodke.interop import LITERAL_TYPES, says_nothing
from openodke.model import Polarity
from openodke_llama_index.native_shapes import SOURCE_ID
from openodke_llama_index.native_shapes import field as field_of

PREDICATE = "odke_predicate"
"""The property that holds the predicate, where the label had to be another."""

OBJECT = "odke_object"
"""The property that holds, as JSON, a value that is the object; the entity's name is its text."""

OBJECT_TYPE = "odke_object_type"
"""The property that holds the type of such a value, or "text"."""

POLARITY = "odke_polarity"
"""The property that says "denied" or "partial"; without it the claim is asserted."""

CLAIM = "odke_claim"
"""The property that holds the sentence in which the source states the claim."""

QUOTE = "odke_quote"
"""The property that holds what the source quoted."""

SPAN = "odke_span"
"""The property that holds the offsets of the claim in its text: `start-end`, half-open."""

TEXTS = "odke_doc_ids"
"""The property that names, as a JSON list, the nodes in which a relation stands."""

_UNTYPED = frozenset({"entity", "node", "__Entity__", "__Node__"})
_RESERVED = frozenset({SOURCE_ID, "vector_source_id", "ref_doc_id", "doc_id", "document_id"})


@dataclass(frozen=True, slots=True)
class RelationClaim:
    """One claim, in the fields of a row.

    Attributes:
        names: the subject's, and the object's where it is an entity: what a text has to name.
        texts: the ids of the nodes that it was read in, as far as they are known.
        fields: what the row has besides its id and its text.
    """

    names: tuple[str, ...]
    fields: Mapping[str, Any]
    texts: tuple[str, ...] = ()

    def fields_on(self, first: bool) -> Mapping[str, Any]:
        """Return the row's fields on the first of its texts, to which alone its offsets belong."""
        if first or "start" not in self.fields:
            return self.fields
        return {key: held for key, held in self.fields.items() if key not in ("start", "end")}


@dataclass(frozen=True, slots=True)
class Named:
    """An end of a relation: an entity's name, and its type where it has one of its own."""

    name: object
    type: str | None = None


def relation_claim(
    subject: Named,
    relation: object,
    obj: Named,
    *,
    own_text: str | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> RelationClaim | str:
    """Return the claim of a relation between two entities, or why it is none.

    Args:
        subject: the end it starts from.
        relation: the relation, an object or a dict.
        obj: the end it leads to.
        own_text: the id of the node that it lies in.
        metadata: the node's metadata, which the extractors copy into a relation's properties.
    """
    held = field_of(relation, "properties")
    properties: Mapping[str, Any] = held if isinstance(held, Mapping) else {}
    predicate = _text(properties, PREDICATE) or without_marks(field_of(relation, "label"))
    problem = names_problem(subject.name, predicate, obj.name)
    if problem:
        return problem
    fields = _row_fields(subject, predicate, obj, properties)
    fields["qualifiers"] = dict(_qualifiers(properties, metadata or {}))
    texts = _texts(own_text or _text(properties, SOURCE_ID), properties)
    return RelationClaim((str(subject.name), str(obj.name)), fields, texts)


def without_marks(label: object) -> object:
    """Return a label without the backticks that keep it whole in a query, as stores leave them."""
    return label.strip("` \t\n") or label if isinstance(label, str) else label


def plain_claim(subject: Named, predicate: object, obj: Named) -> RelationClaim | str:
    """Return the claim of a (subject, predicate, object), or why it is none."""
    problem = names_problem(subject.name, predicate, obj.name)
    if problem:
        return problem
    names = tuple(name for name in (subject.name, obj.name) if isinstance(name, str))
    return RelationClaim(names, _row_fields(subject, predicate, obj, {}))


def names_problem(subject: object, predicate: object, obj: object) -> str:
    """Return why names make no claim, with the code of the reason first; "" where they do."""
    for part, name in (("subject", subject), ("predicate", predicate), ("object", obj)):
        if isinstance(name, int | float) and part == "object":
            if not math.isfinite(name):
                return f"malformed: the object is {name}, which is no number"
        elif not isinstance(name, str):
            return f"malformed: the {part} is {type(name).__name__}, and not a text"
        elif says_nothing(name):
            return f"empty_{part}: {name!r} names nothing"
        elif not _is_writable(name):
            return f"malformed: the {part} {name!a} cannot be written as UTF-8"
    return ""


def _row_fields(
    subject: Named, predicate: object, obj: Named, properties: Mapping[str, Any]
) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "subject": subject.name,
        "predicate": predicate,
        "object": obj.name,
        "subject_type": own_type(subject.type),
        "object_type": _object_type(obj.type),
    }
    if properties:
        fields |= _told(properties)
    return {name: value for name, value in fields.items() if value is not None}


def _told(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return what openodke's own properties say of a relation."""
    fields: dict[str, Any] = {}
    if kind := _text(properties, OBJECT_TYPE):
        fields["object_type"] = kind
    value = _decoded(properties.get(OBJECT))
    if isinstance(value, str | int | float) and value != "":
        fields["object"] = value
    if (polarity := properties.get(POLARITY)) in list(Polarity):
        fields["polarity"] = Polarity(polarity)
    fields["claim"] = _text(properties, CLAIM)
    fields["quote"] = _text(properties, QUOTE)
    start, _, end = (_text(properties, SPAN) or "").partition("-")
    if start.isdecimal() and end.isdecimal():
        fields["start"], fields["end"] = int(start), int(end)
    return fields


def _object_type(label: str | None) -> str | None:
    """Return the type of an object; a label such as DATE says that its name is a value."""
    own = own_type(label)
    if own is None or own.casefold() == "text":  # of prose nothing could be looked up
        return None
    return own.casefold() if own.casefold() in LITERAL_TYPES else own


def own_type(label: str | None) -> str | None:
    """Return the type that a label says, None for one that LlamaIndex gives when nobody did."""
    return None if label in _UNTYPED else label


def _texts(own: str | None, properties: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the nodes that a relation is known to stand in, its own first."""
    listed = _decoded(properties.get(TEXTS))
    named = [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []
    return tuple(dict.fromkeys([own, *named] if own else named))


def _qualifiers(
    properties: Mapping[str, Any], metadata: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    """Yield what the properties say of the claim itself, and not of its node or its verdict."""
    for key, value in properties.items():
        if not isinstance(key, str) or key in _RESERVED or key.startswith(("odke_", "odke.", "_")):
            continue
        if not key or (key in metadata and metadata[key] == value) or not _is_writable(key):
            continue
        if isinstance(value, str):
            if _is_writable(value):
                yield key, value
        elif isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
            yield key, value


def _decoded(value: object) -> Any:
    """Return what JSON says, None for what is none."""
    if not isinstance(value, str):
        return None
    try:
        return json.loads(value)
    except ValueError:
        return None


def _text(properties: Mapping[str, Any], key: str) -> str | None:
    value = properties.get(key)
    return value if isinstance(value, str) and value and _is_writable(value) else None


def _is_writable(text: str) -> bool:
    """Whether a text holds no lone surrogate."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
