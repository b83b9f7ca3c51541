"""How is a value made so that nobody can change it, anywhere inside?"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, ClassVar, NoReturn, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints


def _refuse(self: object, *_args: object, **_kwargs: object) -> NoReturn:
    kind = type(self).__name__
    raise TypeError(f"{kind} cannot be changed: build a new model with model_copy(update=...)")


class FrozenDict(dict[str, Any]):
    """A dict that raises TypeError when written to; it prints, compares and pickles as a dict."""

    __slots__ = ()

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        """Hash by content, so that a frozen model holding it can be hashed."""
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        """Rebuild from a plain dict: unpickling must not write item by item."""
        return FrozenDict, (dict(self),)

    def __copy__(self) -> Self:
        """Return itself: there is nothing to protect."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: what it holds is frozen too."""
        return self


class FrozenList(list[Any]):
    """A list that raises TypeError when written to; it prints, compares and pickles as a list."""

    __slots__ = ()

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = _refuse
    remove = reverse = sort = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        """Hash by content, so that a frozen model holding it can be hashed."""
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Rebuild from a plain list: unpickling must not append item by item."""
        return FrozenList, (list(self),)

    def __copy__(self) -> Self:
        """Return itself: there is nothing to protect."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: what it holds is frozen too."""
        return self


NOTHING = FrozenDict()
DEEPEST = 100
"""Levels of lists and mappings that a value may have."""
# Named, since a union that is written where it is asked is built anew each time.
_NUMBERS = (float, Decimal)
_MAPPINGS = (dict, Mapping)  # a dict is one that need not be asked by the abstract class
_ITEMS = (list, tuple, set, frozenset)


def freeze(value: Any, depth: int = 0) -> Any:
    """Return `value` with every container inside it frozen and every string writable as UTF-8.

    A dict becomes a FrozenDict, a list a FrozenList, a set a frozenset; a tuple stays a tuple. Held
    are the kinds that JSON has, and dates, enumerations and decimals; at most 100 levels deep.

    Raises:
        ValueError: for a number that is not finite, a lone surrogate, a key that is no string, a
            value of any other kind, or a deeper nesting.
    """
    if isinstance(value, str):
        return _writable_text(value)
    if value is None or isinstance(value, _UNCHANGING):
        return value
    if isinstance(value, _NUMBERS):
        return _finite(value)
    if depth >= DEEPEST:
        raise ValueError(f"nested more than {DEEPEST} levels deep: write it as JSON text")
    if isinstance(value, _MAPPINGS):
        return frozen_mapping(value, depth)
    if isinstance(value, _ITEMS):
        return _frozen_items(value, depth + 1)
    raise ValueError(f"a {type(value).__name__} cannot be written as JSON: write it as text")


def _frozen_items(value: Any, depth: int) -> Any:
    """Return a list, tuple or set of the same kind, each item frozen."""
    if type(value) is FrozenList:
        return value
    items = (freeze(item, depth) for item in value)
    if isinstance(value, list):
        return FrozenList(items)
    if isinstance(value, tuple):
        return type(value)._make(items) if hasattr(value, "_make") else tuple(items)
    return frozenset(items)


def frozen_mapping(value: Mapping[Any, Any], depth: int = 0) -> FrozenDict:
    """Return a FrozenDict with the same items, each value frozen (see `freeze` for what raises)."""
    if type(value) is FrozenDict:
        return value
    if not value:
        return NOTHING
    for key in value:
        if not isinstance(key, str):
            raise ValueError(f"the key {key!r} is no string: JSON could not hold it")
    return FrozenDict({_writable_text(key): freeze(item, depth + 1) for key, item in value.items()})


def without(mapping: Mapping[str, Any], *keys: str) -> FrozenDict:
    """Return a frozen mapping's items but for some keys."""
    return FrozenDict({key: value for key, value in mapping.items() if key not in keys})


def _validated_mapping(value: Mapping[str, Any]) -> FrozenDict:
    return frozen_mapping(value)


def _writable(text: str) -> str:
    """Return `text` when it can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        place = f"position {error.start} of {_shown(text)}"
        raise ValueError(
            f"a lone surrogate at {place}: it cannot be written as UTF-8; "
            "decode the source with errors='replace'"
        ) from None
    return text


def _finite(number: float | Decimal) -> float | Decimal:
    if not math.isfinite(number):
        raise ValueError(
            f"{number!r} is no finite number: leave the value out, or write it as text"
        )
    return float(number) if isinstance(number, float) else number  # NumPy's float is one as well


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:40] + "…")


def _writable_text(text: str) -> str:
    return text if text.isascii() else _writable(text)


Text = Annotated[str, StringConstraints(strict=True), AfterValidator(_writable_text)]
"""A string, and no bytes, that can be written as UTF-8."""

Name = Annotated[str, StringConstraints(strict=True, min_length=1), AfterValidator(_writable_text)]
"""A string of at least one character, and no bytes, that can be written as UTF-8."""

Frozen = Annotated[Mapping[str, Any], AfterValidator(_validated_mapping)]
"""A mapping that is deeply frozen when the model is built."""


_set_fields, _set_fields_set, _set_extra, _set_private = (  # twice as fast as object.__setattr__
    vars(BaseModel)[slot].__set__
    for slot in (
        "__dict__",
        "__pydantic_fields_set__",
        "__pydantic_extra__",
        "__pydantic_private__",
    )
)

_GIVEN: dict[frozenset[str], set[str]] = {}
_MOST_GIVEN = 4096
_BLANK: dict[type[BaseModel], dict[str, Any]] = {}
_ROOM = 30  # names that a class's instances have room for at first


def _blank(names: Iterable[str]) -> dict[str, Any]:
    """Return a dict of these names, all None, whose copies share one table of them (PEP 412).

    A dict that was filled name by name has a table of its own: two thirds of a fact's memory.
    """

    class Holder:
        """Its instances share the names of their attributes, in the order of the first one's."""

    first = Holder()
    for name in names:
        setattr(first, name, None)
    for _ in range(_ROOM):  # each instance that comes without a new name gives up room for one
        Holder()
    return vars(first)


class FrozenModel(BaseModel):
    """A pydantic model that refuses unknown fields and cannot be changed, at any depth."""

    # Built at its first use: an import pays for no model that it does not need.
    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Prepare what the models of the class share."""
        super().__pydantic_init_subclass__(**kwargs)
        _BLANK[cls] = _blank(cls.model_fields)

    def model_post_init(self, context: Any) -> None:  # noqa: ARG002 - pydantic's
        """Share the names of the fields with every model of the class, and the set of those given.

        There are few such sets, and each would be two thirds as large as the model.
        """
        _set_fields(self, _BLANK[type(self)] | self.__dict__)
        given = frozenset(self.__pydantic_fields_set__)
        shared = _GIVEN.get(given)
        if shared is not None:
            _set_fields_set(self, shared)
        elif len(_GIVEN) < _MOST_GIVEN:
            _GIVEN[given] = self.__pydantic_fields_set__

    def model_copy(
        self,
        *,
        update: Mapping[str, Any] | None = None,
        deep: bool = False,  # noqa: ARG002 - nothing inside can be changed, so nothing is copied
    ) -> Self:
        """Return a copy with some fields replaced, validated and frozen as a new model would be.

        Raises:
            pydantic.ValidationError: for a value that the field may not hold, or an unknown field.
        """
        if not update:
            return self
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        copy = type(self).model_validate({**fields, **update})
        object.__setattr__(
            copy, "__pydantic_fields_set__", self.model_fields_set | frozenset(update)
        )
        return copy

    def __copy__(self) -> Self:
        """Return itself: it cannot be changed."""
        return self

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        """Return itself: it cannot be changed."""
        return self


_UNCHANGING = (bool, int, date, time, Enum, FrozenModel)

Model = TypeVar("Model", bound=BaseModel)


def replaced(model: Model, **changes: Any) -> Model:
    """Return a copy with some fields replaced by values that are valid and frozen already.

    The way from stage to stage: it checks nothing, so only values that a model has held, or that
    `freeze` returned, may be passed.
    """
    copy = object.__new__(type(model))
    _set_fields(copy, model.__dict__ | changes)  # a copy shares the names, `{**…}` would not
    _set_fields_set(copy, model.__pydantic_fields_set__)
    _set_extra(copy, None)
    _set_private(copy, None)
    return copy


_IDS = random.Random()  # an id has to differ, not to be secret: urandom costs ten times as much
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_IDS.seed)  # else a forked worker repeats its parent's ids


def fresh_id() -> str:
    """Return 32 hexadecimal digits that no other call returned."""
    return _IDS.getrandbits(128).to_bytes(16).hex()


def now() -> datetime:
    """Return the time of day in UTC."""
    return datetime.now(UTC)
