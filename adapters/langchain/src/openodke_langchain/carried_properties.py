"""In which shape does an item carry properties, and how are verdicts written among them?

GraphDocument has a dict. What a model was asked for is often a list of `{key, value}`, and may be
null: what is written has the shape that was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from openodke.interop import VERDICT_KEYS, with_verdicts
from openodke_langchain.graph_mapping import GraphMapping
from openodke_langchain.judged_triple import judged
from openodke_langchain.native_fields import field, has, with_fields

REVIEW = "odke_review"
"""The property that says why a person should look at an item."""

OURS = "odke_"
"""How the keys begin that are ours."""


def properties_of(item: object, mapping: GraphMapping) -> list[tuple[str, Any]]:
    """Return the properties of an item that are not ours, as pairs; [] where it has none."""
    return list(_pairs(field(item, mapping.properties)))


def property_of(item: object, mapping: GraphMapping, name: str) -> Any:
    """Return one property, of ours too; None where there is none."""
    held = field(item, mapping.properties)
    if isinstance(held, Mapping):
        return held.get(name)
    return None


def _pairs(held: object) -> Iterator[tuple[str, Any]]:
    if isinstance(held, Mapping):
        for key, value in held.items():
            if isinstance(key, str) and not key.startswith(OURS):
                yield key, value
    elif isinstance(held, list | tuple):
        for pair in held:
            key = field(pair, "key")
            if isinstance(key, str) and not key.startswith(OURS):
                yield key, field(pair, "value")


def written(item: Any, mapping: GraphMapping, values: Mapping[str, str]) -> Any:
    """Return the item with verdicts in place of those it had; itself where there are neither."""
    name = mapping.properties
    if name is not None and has(item, name):
        held = field(item, name)
        if isinstance(held, Mapping):
            if not values and not any(map(_is_ours, held)):
                return item
            return with_fields(item, {name: with_verdicts(held, values)})
        if isinstance(held, list | tuple):
            return _with_pairs(item, name, held, values)
        if not isinstance(item, Mapping):
            return with_fields(item, {name: dict(values)}) if values else item
    return _beside(item, values)


def without_property(item: Any, mapping: GraphMapping, gone: set[int]) -> Any:
    """Return the item without those of its properties, counted as `properties_of` has them."""
    name = str(mapping.properties)
    held = field(item, name)
    lost = {key for at, (key, _) in enumerate(_pairs(held)) if at in gone}
    if isinstance(held, Mapping):
        return with_fields(item, {name: {k: v for k, v in held.items() if k not in lost}})
    left, at = [], 0
    for pair in held:
        key = field(pair, "key")
        is_counted = isinstance(key, str) and not key.startswith(OURS)
        if not (is_counted and at in gone):
            left.append(pair)
        at += is_counted
    return with_fields(item, {name: left})


def _with_pairs(item: Any, name: str, held: Any, values: Mapping[str, str]) -> Any:
    rest = [pair for pair in held if not _is_ours(field(pair, "key"))]
    if not values and len(rest) == len(held):
        return item
    made = _pair_class(item, name, held)
    new = [*rest, *(made(key=key, value=value) for key, value in values.items())]
    return with_fields(item, {name: tuple(new) if isinstance(held, tuple) else new})


def _pair_class(item: object, name: str, held: Any) -> Any:
    """Return what makes a further pair: the class of those there, else the one declared."""
    if held:
        return dict if isinstance(held[0], Mapping) else type(held[0])
    declared = getattr(type(item), "model_fields", {}).get(name)
    return _declared_class(getattr(declared, "annotation", None)) or dict


def _declared_class(annotation: Any) -> Any:
    """Return the class with a key and a value that a list is declared to hold."""
    if {"key", "value"} <= set(getattr(annotation, "model_fields", {})):
        return annotation
    return next(filter(None, map(_declared_class, get_args(annotation))), None)


def _beside(item: Any, values: Mapping[str, str]) -> Any:
    """Write verdicts beside the other fields of an item that has no properties."""
    if isinstance(item, Mapping):
        if not values and not any(map(_is_ours, item)):
            return item
        return with_verdicts(item, values)
    if isinstance(item, tuple):
        return judged(item, values)
    if item is None or isinstance(item, str | bytes | int | float | list):
        return item
    # An attribute that no dump has: a class of a user's own that has nowhere to put it.
    stale = {key: "" for key in VERDICT_KEYS if has(item, key) and key not in values}
    return with_fields(item, stale | dict(values)) if stale or values else item


def _is_ours(key: object) -> bool:
    return isinstance(key, str) and (
        key in VERDICT_KEYS or key == REVIEW or key.startswith("odke_verdict__")
    )
