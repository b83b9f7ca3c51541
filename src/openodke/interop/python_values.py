"""What does a value that pandas or NumPy made mean in a row?

Neither is imported: their values are known by what they can do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openodke.model.frozen import DEEPEST

_NEEDED = frozenset({"subject", "predicate", "object"})
_OFFSETS = frozenset({"start", "end"})


def plain_row(data: Mapping[Any, Any], fields: frozenset[str]) -> dict[Any, Any]:
    """Return a row's data in Python's own kinds.

    A missing value (None, NaN, NaT, pandas' NA) under one of the `fields` means that the field is
    left out, as a table has no other way to leave it out; `doc` is then unknown. Under one that is
    needed, or that rows do not have, it stays, to be refused by name. A whole float is an offset,
    a NumPy scalar or array the number or list it holds, and a date or time its ISO text.
    """
    plain: dict[Any, Any] = {}
    for key, value in data.items():
        if key not in _NEEDED and key in fields and is_missing(value):
            if key == "doc":
                plain[key] = None
        else:
            plain[key] = _offset(_plain(value)) if key in _OFFSETS else _text(_plain(value))
    return plain


def is_missing(value: object) -> bool:
    """Tell whether a value is None, or one of the values that stand for none in a table."""
    if value is None:
        return True
    unequal: object = value != value
    if isinstance(unequal, bool):
        return unequal
    if unequal is value:  # pandas' NA is what any comparison with it gives
        return True
    return getattr(unequal, "shape", None) == () and bool(unequal)


def _plain(value: Any, depth: int = 0) -> Any:
    """Return a value with NumPy's scalars and arrays as numbers, texts and lists.

    Levels deeper than a row may have stay as they are: they may have no end.
    """
    if isinstance(value, str | bytes) or depth > DEEPEST:
        return value
    if isinstance(value, Mapping):
        return {key: _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    shape = getattr(value, "shape", None)
    if not isinstance(shape, tuple) or is_missing(value):
        return value
    if getattr(getattr(value, "dtype", None), "kind", "") == "M":  # nanoseconds are a bare number
        value = value.astype("datetime64[us]")
    return value.tolist() if shape else value.item()


def _offset(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _text(value: Any) -> Any:
    """Return a date or time as its ISO text, anything else as it is."""
    written = getattr(value, "isoformat", None)
    return written() if callable(written) and not is_missing(value) else value
