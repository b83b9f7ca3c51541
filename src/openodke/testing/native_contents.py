"""What does a native object hold, as plain data that can be compared?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from pydantic import BaseModel

from openodke.interop.item_verdict import is_verdict_key

CLASS = "<class>"
"""The key under which the contents of an object name its class."""

_OURS = "odke_"
_AROUND = "<seen above>"

Path = tuple[Any, ...]


def contents_of(native: object, _above: tuple[int, ...] = ()) -> Any:
    """Return a native object as dicts, lists and scalars.

    An object becomes a dict of its public attributes, with its class under CLASS; a pydantic model
    a dict of its fields. NaN, which is not equal to itself, becomes a word.
    """
    if native is None or isinstance(native, str | int | bool | bytes):
        return native
    if isinstance(native, float):
        return native if native == native else "<NaN>"
    if id(native) in _above:
        return _AROUND
    above = (*_above, id(native))
    if isinstance(native, Enum):
        return str(native)
    if isinstance(native, Mapping):
        return {key: contents_of(value, above) for key, value in native.items()}
    if isinstance(native, list | tuple):
        return [contents_of(item, above) for item in native]
    fields = _fields(native)
    if fields is None:
        return repr(native)
    inside = {name: contents_of(value, above) for name, value in fields.items()}
    return {CLASS: f"{type(native).__module__}.{type(native).__qualname__}", **inside}


def _fields(native: object) -> dict[str, Any] | None:
    if isinstance(native, BaseModel):
        extra = native.__pydantic_extra__ or {}
        return {name: getattr(native, name) for name in type(native).model_fields} | extra
    held = getattr(native, "__dict__", None)
    if not isinstance(held, dict):
        return None
    return {name: value for name, value in held.items() if not name.startswith("_")}


def differences(before: Any, after: Any, at: Path = ()) -> Iterator[str]:
    """Yield what else than `odke_*` keys differs between the contents of two native objects.

    Verdicts that were there before may have been replaced; anything else has to be equal, in order.
    A mapping that holds nothing but `odke_*` keys may stand where there was nothing.
    """
    if isinstance(after, Mapping) and (isinstance(before, Mapping) or before is None):
        yield from _key_differences({} if before is None else before, after, at)
    elif isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            yield f"{shown(at)}: {len(before)} items became {len(after)}"
        for index, pair in enumerate(zip(before, after, strict=False)):
            yield from differences(*pair, (*at, index))
    elif type(before) is not type(after) or before != after:
        yield f"{shown(at)}: {before!r} became {after!r}"


def _key_differences(
    before: Mapping[Any, Any], after: Mapping[Any, Any], at: Path
) -> Iterator[str]:
    for key, value in before.items():
        if is_verdict_key(key):
            continue
        if key in after:
            yield from differences(value, after[key], (*at, key))
        else:
            yield f"{shown((*at, key))}: {value!r} went"
    for key, value in after.items():
        if key not in before and not (isinstance(key, str) and key.startswith(_OURS)):
            yield f"{shown((*at, key))}: {value!r} came"
    ours = [key for key in after if key in before and not is_verdict_key(key)]
    if ours != [key for key in before if not is_verdict_key(key)]:
        yield f"{shown(at)}: the order of the keys changed"


@dataclass(frozen=True, slots=True)
class Mark:
    """The verdicts that stand in one mapping of a native object's contents.

    Attributes:
        path: the keys and indices that lead there.
        values: the verdict keys and what they hold.
        around: the scalars of the item: those of the mapping, and of the object whose field it is.
    """

    path: Path
    values: Mapping[str, Any]
    around: tuple[str, ...]


def marks(contents: Any, at: Path = (), around: tuple[str, ...] = ()) -> Iterator[Mark]:
    """Yield each mapping that holds verdicts, in order; a table of our own is passed over."""
    if isinstance(contents, Mapping):
        own = tuple(_scalars(contents))
        values = {key: value for key, value in contents.items() if is_verdict_key(key)}
        if values:
            yield Mark(at, values, (*own, *around))
        for key, value in contents.items():
            if not (isinstance(key, str) and key.startswith(_OURS)):
                yield from marks(value, (*at, key), own)
    elif isinstance(contents, Sequence) and not isinstance(contents, str | bytes):
        for index, item in enumerate(contents):
            yield from marks(item, (*at, index))


def _scalars(contents: Any) -> Iterator[str]:
    """Yield the texts and numbers of an object, and those of the objects that it names."""
    if isinstance(contents, Mapping):
        for value in contents.values():
            yield from _scalars(value)
    elif isinstance(contents, list):
        for item in contents:
            yield from _scalars(item)
    elif contents is not None:
        yield str(contents)


def shown(path: Path) -> str:
    """Return a path as a person would write it."""
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in path]
    return "".join(steps).lstrip(".") or "the object"
