"""Which range, and how many values, does the annotation of a field stand for?"""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from typing import Annotated, Any, ForwardRef, Union, get_args, get_origin

from pydantic import BaseModel, RootModel, TypeAdapter
from pydantic.errors import PydanticUndefinedAnnotation, PydanticUserError

_MANY = (
    *(list, set, frozenset, deque, tuple),
    *(Collection, Iterable, Iterator, Sequence, Set),
)
_NUMBERS = {"float", "integer", "number"}
_OWN = {Decimal: "number", timedelta: "quantity"}
"""Values whose JSON Schema says less than their class."""

_RANGES = {
    ("boolean", ""): "boolean",
    ("integer", ""): "integer",
    ("number", ""): "float",
    ("string", "date"): "date",
    ("string", "date-time"): "datetime",
    ("string", "duration"): "quantity",
}


class InexpressibleError(Exception):
    """An annotation has no place in an ontology; the message says why."""


class UndefinedError(InexpressibleError):
    """An annotation names a class that is not defined yet."""


@dataclass(frozen=True)
class Shape:
    """What an annotation stands for.

    Attributes:
        kind: the model of an edge, or the literal range of a value.
        multi: whether there may be several.
        optional: whether there may be none.
        values: the only values there are, as text; none where any value of the range is one.
        mixed: the ranges that were made one, wider range; empty where nothing was lost.
    """

    kind: type[BaseModel] | str
    multi: bool = False
    optional: bool = False
    values: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()


def shape_of(annotation: Any) -> Shape:
    """Return what an annotation stands for.

    Raises:
        InexpressibleError: when it is neither a value nor a model, nor a list of one.
        UndefinedError: when it names a class that is not defined yet.
    """
    bare = _bare(annotation)
    if isinstance(bare, str | ForwardRef):
        name = bare if isinstance(bare, str) else bare.__forward_arg__
        raise UndefinedError(
            f"its type {name!r} is not defined: define it first, then call model_rebuild()"
        )
    if bare in (None, type(None)):
        raise InexpressibleError("it is always null")
    origin = get_origin(bare)
    if origin in (Union, types.UnionType):
        return _union(get_args(bare))
    if bare in _MANY or origin in _MANY:
        return _list(bare)
    if bare is BaseModel:
        raise InexpressibleError("it takes any model, and a range is one type: name the model")
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return Shape(bare)
    return _literal(annotation, bare)


def _bare(annotation: Any) -> Any:
    """Take off what only names or decorates a type: Annotated, aliases, NewType, root models."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif hasattr(annotation, "__supertype__"):
            annotation = annotation.__supertype__
        elif type(annotation).__name__ == "TypeAliasType":
            annotation = annotation.__value__
        elif isinstance(annotation, type) and issubclass(annotation, RootModel):
            annotation = annotation.model_fields["root"].annotation
        else:
            return annotation


def _union(members: tuple[Any, ...]) -> Shape:
    shapes = [shape_of(member) for member in members if member is not type(None)]
    optional = len(shapes) < len(members) or any(shape.optional for shape in shapes)
    multi = any(shape.multi for shape in shapes)
    kinds = {shape.kind for shape in shapes}
    closed = all(shape.values for shape in shapes)
    values = tuple(value for shape in shapes for value in shape.values) if closed else ()
    if len(kinds) == 1:
        return Shape(kinds.pop(), multi, optional, values, shapes[0].mixed)
    names = list(dict.fromkeys(_name(shape.kind) for shape in shapes))
    if any(isinstance(kind, type) for kind in kinds):
        raise InexpressibleError(
            f"it takes {' or '.join(names)}, and a range is one type: give them a parent, and let "
            "the field hold that"
        )
    return replace(_widest(names), multi=multi, optional=optional, values=values)


def _list(annotation: Any) -> Shape:
    items = [item for item in get_args(annotation) if item is not Ellipsis]
    if len(items) != 1:
        what = "items of several types by their place" if items else "items of any type"
        raise InexpressibleError(f"{_name(annotation)} has {what}")
    shape = shape_of(items[0])
    if shape.multi:
        raise InexpressibleError("a list in a list has no place: a predicate has one list")
    return replace(shape, multi=True, optional=False)


def _literal(annotation: Any, bare: Any) -> Shape:
    if isinstance(bare, type) and bare in _OWN:
        return Shape(_OWN[bare])
    try:
        schema = TypeAdapter(annotation).json_schema()
    except PydanticUndefinedAnnotation as error:
        raise UndefinedError(f"its type {error.name!r} is not defined") from None
    except PydanticUserError:
        raise InexpressibleError(f"{_name(bare)} is neither a value nor a model") from None
    if "enum" in schema or "const" in schema:
        return _enumeration(schema.get("enum", [schema.get("const")]))
    ranges = [_range(part) for part in schema.get("anyOf", [schema])]
    if not all(ranges):
        raise InexpressibleError(f"{_name(bare)} is neither a value nor a model")
    return _widest(list(dict.fromkeys(filter(None, ranges))))


def _range(schema: dict[str, Any]) -> str | None:
    """Return the literal range of a JSON Schema, or None when there is none."""
    kind, form = schema.get("type"), schema.get("format", "")
    if kind == "string":
        return None if form == "binary" else _RANGES.get((kind, form), "string")
    return _RANGES.get((str(kind), ""))


def _enumeration(values: list[Any]) -> Shape:
    held = [value for value in values if value is not None]
    names = {bool: "boolean", int: "integer", float: "float", str: "string"}
    ranges = [names.get(type(value)) for value in held]
    if not held or not all(ranges):
        raise InexpressibleError("its values are no text, numbers or truth values")
    shape = _widest(list(dict.fromkeys(filter(None, ranges))))
    texts = tuple(dict.fromkeys(str(value) for value in held))
    return replace(shape, values=texts, optional=len(held) < len(values))


def _widest(ranges: list[str]) -> Shape:
    """Return the range that takes the values of each: a number for numbers, else a string."""
    if len(ranges) == 1:
        return Shape(ranges[0])
    if _NUMBERS.issuperset(ranges):
        return Shape("number")
    return Shape("string", mixed=tuple(ranges))


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
