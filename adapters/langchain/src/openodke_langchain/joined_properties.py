"""What are the properties of a node that was several?

None is lost: where two nodes say different things under one key, the node has a list of both, each
of which is a claim of its own, with its own verdict.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from openodke.interop import MERGED_KEY, merged_value, whole_values, worst_values
from openodke_langchain.carried_properties import (
    is_list_of_values,
    names_of,
    pairs_of,
    properties_of,
    property_of,
    verdicts_of,
    with_property,
    written,
)
from openodke_langchain.graph_mapping import GraphMapping
from openodke_langchain.native_fields import field, has, with_fields

_OF_A_FIELD = "odke_verdict__"
_NAME = "name"  # of a node whose id is none


def joined(node: Any, others: Sequence[Any], mapping: GraphMapping) -> Any:
    """Return a node with the properties of others besides its own, and what is known of all.

    What it says itself comes first. Of two embeddings, and of two names, it keeps its own.
    """
    if not others:
        return node
    every = [node, *others]
    new = _with_pairs(node, others, mapping)
    values = worst_values([verdicts_of(one, mapping) for one in every])
    if values:
        values |= dict(_of_fields(new, every, mapping))
        new = written(new, mapping, values)
    held = [property_of(one, mapping, MERGED_KEY) for one in others]
    names = [name for one in held if isinstance(one, str) for name in json.loads(one)]
    return with_names(new, names, mapping)


def with_names(node: Any, ids: Iterable[str], mapping: GraphMapping) -> Any:
    """Return a node that says which others went into it; itself where none did."""
    names = list(ids)
    if not names:
        return node
    value = merged_value(property_of(node, mapping, MERGED_KEY), names)
    return with_property(node, mapping, MERGED_KEY, value)


def _with_pairs(node: Any, others: Iterable[Any], mapping: GraphMapping) -> Any:
    """Return a node with all properties, in the shape that its own have."""
    name = mapping.properties
    if name is None or not has(node, name):
        return node
    held = field(node, name)
    if isinstance(held, list | tuple) and held:
        return with_fields(node, {name: _more_pairs(held, others, name)})
    new = dict(held) if isinstance(held, Mapping) else {}
    for other in others:
        for key, value in pairs_of(other, mapping):
            if new.get(key) is None:
                new[key] = value
            elif key != _NAME:
                new[key] = _both(new[key], value)
    return with_fields(node, {name: new}) if new else node


def _more_pairs(held: Sequence[Any], others: Iterable[Any], name: str) -> Sequence[Any]:
    """Return `{key, value}` pairs and those of others that say more."""
    pairs = list(held)
    said = {(field(pair, "key"), repr(field(pair, "value"))) for pair in pairs}
    for other in others:
        given = field(other, name)
        for pair in given if isinstance(given, list | tuple) else ():
            key, value = field(pair, "key"), field(pair, "value")
            is_ours = isinstance(key, str) and key.startswith("odke_")
            is_another_name = key == _NAME and any(field(pair, "key") == _NAME for pair in pairs)
            if not is_ours and not is_another_name and (key, repr(value)) not in said:
                said.add((key, repr(value)))
                pairs.append(pair)
    return tuple(pairs) if isinstance(held, tuple) else pairs


def _both(mine: Any, theirs: Any) -> Any:
    """Return what two nodes say under one key: once where it is the same, else both in a list."""
    if mine == theirs or not (_can_be_listed(mine) and _can_be_listed(theirs)):
        return mine
    listed = list(mine) if isinstance(mine, list | tuple) else [mine]
    more = list(theirs) if isinstance(theirs, list | tuple) else [theirs]
    both = [*listed, *(one for one in more if one not in listed)]
    return both if len(both) > len(listed) else mine


def _can_be_listed(value: object) -> bool:
    return isinstance(value, str | int | float) or is_list_of_values(value)


def _of_fields(new: Any, every: Iterable[Any], mapping: GraphMapping) -> Iterator[tuple[str, str]]:
    """Yield the verdict on each property of a node: of all that say the same."""
    said: dict[tuple[str, str], list[dict[str, str]]] = {}
    for one in every:
        verdicts = verdicts_of(one, mapping)
        held = properties_of(one, mapping)
        for name, each in zip(names_of(held), held, strict=True):
            if verdict := verdicts.get(_OF_A_FIELD + name):
                key = (each.key, repr(each.value))
                said.setdefault(key, []).append({"odke_verdict": verdict})
    held = properties_of(new, mapping)
    for name, each in zip(names_of(held), held, strict=True):
        if verdicts_of_it := said.get((each.key, repr(each.value))):
            yield _OF_A_FIELD + name, whole_values(verdicts_of_it)["odke_verdict"]
