"""In which shape does an item carry properties, and how are verdicts written among them?

GraphDocument has a dict. What a model was asked for is often a list of `{key, value}`, and may be
null: what is written has the shape that was there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from openodke.interop import ITEM_KEYS, is_verdict_key, with_verdicts
from openodke_langchain.graph_mapping import GraphMapping
from openodke_langchain.judged_triple import JudgedTriple, judged
from openodke_langchain.native_fields import field, has, with_fields

OURS = "odke_"
"""How the keys begin that are ours."""

_VECTOR = 16  # floats from which a list is taken for an embedding


@dataclass(frozen=True, slots=True)
class Property:
    """One value among an item's properties.

    Attributes:
        key: the property's key.
        value: its value, or one of those in its list.
        position: which one of the list, None where it is no list.
    """

    key: str
    value: Any
    position: int | None = None


def names_of(held: Iterable[Property]) -> Iterator[str]:
    """Yield what each property is called beside others: `award`, or `award_0` in a list.

    The values of a list are counted as they are handed in, whatever else the list held.
    """
    seen: Counter[str] = Counter()
    for each in held:
        yield each.key if each.position is None else f"{each.key}_{seen[each.key]}"
        seen[each.key] += 1


def properties_of(item: object, mapping: GraphMapping) -> list[Property]:
    """Return the properties of an item that are not ours; a list of values is one each."""
    return [held for key, value in pairs_of(item, mapping) for held in _values(key, value)]


def pairs_of(item: object, mapping: GraphMapping) -> list[tuple[str, Any]]:
    """Return the properties of an item that are not ours, as they are; [] where it has none."""
    return list(_pairs(field(item, mapping.properties)))


def _values(key: str, value: object) -> Iterator[Property]:
    if is_list_of_values(value):
        yield from (Property(key, one, at) for at, one in enumerate(value))  # type: ignore[arg-type,var-annotated]
    else:
        yield Property(key, value)


def is_list_of_values(value: object) -> bool:
    """Whether a property holds several values; an embedding is one, and no claim."""
    if not isinstance(value, list | tuple) or not value:
        return False
    if not all(isinstance(one, str | int | float) for one in value):
        return False
    return len(value) < _VECTOR or not all(isinstance(one, float) for one in value)


def property_of(item: object, mapping: GraphMapping, name: str) -> Any:
    """Return one property, of ours too; None where there is none."""
    if isinstance(item, JudgedTriple):
        return item.verdicts.get(name)
    held = field(item, mapping.properties)
    if isinstance(held, Mapping):
        return held.get(name)
    pairs = held if isinstance(held, list | tuple) else ()
    return next((field(pair, "value") for pair in pairs if field(pair, "key") == name), None)


def verdicts_of(item: object, mapping: GraphMapping) -> dict[str, str]:
    """Return what is known of an item: its verdict keys, in whatever shape it carries them."""
    held = field(item, mapping.properties)
    if isinstance(held, Mapping):
        pairs = list(held.items())
    elif isinstance(held, list | tuple):
        pairs = [(field(pair, "key"), field(pair, "value")) for pair in held]
    else:
        pairs = list(item.items()) if isinstance(item, Mapping) else []
        pairs += list(item.verdicts.items()) if isinstance(item, JudgedTriple) else []
    return {k: v for k, v in pairs if is_verdict_key(k) and isinstance(v, str)}


def with_property(item: Any, mapping: GraphMapping, key: str, value: str) -> Any:
    """Return an item with one property of ours, in the shape that its properties have."""
    name = mapping.properties
    held = field(item, name)
    if isinstance(held, list | tuple) and all(map(_is_pair, held)) and name is not None:
        rest = [pair for pair in held if field(pair, "key") != key]
        try:
            new = [*rest, _pair_class(item, name, held)(key=key, value=value)]
        except Exception:  # a class that asks for more than a key and a value
            return item
        return with_fields(item, {name: tuple(new) if isinstance(held, tuple) else new})
    if name is not None and has(item, name):
        return with_fields(
            item, {name: {**(held if isinstance(held, Mapping) else {}), key: value}}
        )
    if isinstance(item, tuple):
        held = item.verdicts if isinstance(item, JudgedTriple) else {}
        return judged(item, {**held, key: value})
    return with_fields(item, {key: value}) if isinstance(item, Mapping) else item


def _pairs(held: object) -> Iterator[tuple[str, Any]]:
    if isinstance(held, Mapping):
        for key, value in held.items():
            if not _is_passed_over(key):
                yield key, value
    elif isinstance(held, list | tuple):
        for pair in held:
            key = field(pair, "key")
            if not _is_passed_over(key):
                yield key, field(pair, "value")


def written(item: Any, mapping: GraphMapping, values: Mapping[str, str]) -> Any:
    """Return the item with verdicts in place of those it had; itself where there are neither."""
    name = mapping.properties
    if name is not None and has(item, name):
        held = field(item, name)
        if isinstance(held, Mapping):
            if not values and not any(map(is_verdict_key, held)):
                return item
            return with_fields(item, {name: with_verdicts(held, values)})
        if isinstance(held, list | tuple) and all(map(_is_pair, held)):
            return _with_pairs(item, name, held, values)
        if not isinstance(item, Mapping) and not isinstance(held, list | tuple):
            return with_fields(item, {name: dict(values)}) if values else item
    return _beside(item, values)


def without_properties(item: Any, mapping: GraphMapping, gone: Collection[int]) -> Any:
    """Return the item without those of its properties, counted as `properties_of` has them."""
    name = str(mapping.properties)
    held = field(item, name)
    left: dict[int, Any] = {}  # by the place of the pair, what is left of its value
    count = 0
    for at, (key, value) in enumerate(_pairs(held)):
        values = list(_values(key, value))
        kept = [one.value for which, one in enumerate(values, count) if which not in gone]
        count += len(values)
        if len(kept) == len(values):
            left[at] = value
        elif kept:
            left[at] = tuple(kept) if isinstance(value, tuple) else kept
    return with_fields(item, {name: _left(held, left)})


def _left(held: Any, left: Mapping[int, Any]) -> Any:
    """Return properties with those values that are left, by the place of their pair."""
    places = iter(range(len(held)))
    if isinstance(held, Mapping):
        kept = {}
        for key, value in held.items():
            at = None if _is_passed_over(key) else next(places)
            if at is None or at in left:
                kept[key] = value if at is None else left[at]
        return kept
    pairs = []
    for pair in held:
        at = None if _is_passed_over(field(pair, "key")) else next(places)
        if at is None:
            pairs.append(pair)
        elif at in left:
            same = left[at] is field(pair, "value")
            pairs.append(pair if same else with_fields(pair, {"value": left[at]}))
    return pairs


def _is_passed_over(key: object) -> bool:
    """Whether a key is ours, or none at all: what `_pairs` passes over."""
    return not isinstance(key, str) or key.startswith(OURS)


def _is_pair(pair: object) -> bool:
    return isinstance(field(pair, "key"), str)


def _with_pairs(item: Any, name: str, held: Any, values: Mapping[str, str]) -> Any:
    rest = [pair for pair in held if not is_verdict_key(field(pair, "key"))]
    if not values and len(rest) == len(held):
        return item
    made = _pair_class(item, name, held)
    try:
        new = [*rest, *(made(key=key, value=value) for key, value in values.items())]
    except Exception:  # a class that asks for more than a key and a value
        return _beside(item, values)
    return with_fields(item, {name: tuple(new) if isinstance(held, tuple) else new})


def _pair_class(item: object, name: str, held: Any) -> Any:
    """Return what makes a further pair: the class of those there, else the one declared."""
    if held and not isinstance(held[0], Mapping):
        return type(held[0])
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
        if not values and not any(map(is_verdict_key, item)):
            return item
        return with_verdicts(item, values)
    if isinstance(item, tuple):
        held = item.verdicts if isinstance(item, JudgedTriple) else {}
        return judged(item, with_verdicts(held, values))
    if item is None or isinstance(item, str | bytes | int | float | list):
        return item
    # An attribute that no dump has: a class of a user's own that has nowhere to put it.
    stale = {key: "" for key in ITEM_KEYS if has(item, key) and key not in values}
    try:
        return with_fields(item, stale | dict(values)) if stale or values else item
    except (AttributeError, TypeError):  # a class with slots: the facts alone hold its verdict
        return item
