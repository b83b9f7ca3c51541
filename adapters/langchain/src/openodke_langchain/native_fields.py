"""How is a field of an object read and replaced, when nobody here imports its class?"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any


def has(item: object, name: str) -> bool:
    """Tell whether an object has a field, or a mapping a key."""
    if isinstance(item, Mapping):
        return name in item
    try:
        return hasattr(item, name)
    except Exception:  # a property of anybody's class
        return False


def field(item: object, name: str | None) -> Any:
    """Return a field of an object, or a mapping's value; None where there is none."""
    if name is None:
        return None
    if isinstance(item, Mapping):
        return item.get(name)
    try:
        return getattr(item, name, None)
    except Exception:
        return None


def with_fields(item: Any, changes: Mapping[str, Any]) -> Any:
    """Return a copy of an object, or of a mapping, with some of its fields replaced.

    Everything else of it is the same object as before. A field that its class does not know becomes
    an attribute of the copy.
    """
    if isinstance(item, Mapping):
        return _with_keys(item, changes)
    kind = type(item)
    if hasattr(kind, "model_copy"):
        return item.model_copy(update=dict(changes))
    if hasattr(kind, "__fields__") and hasattr(kind, "copy"):  # Pydantic 1
        return item.copy(update=dict(changes))
    if isinstance(item, tuple):
        replaced = item._replace(**changes)  # type: ignore[attr-defined]
        getattr(replaced, "__dict__", {}).update(getattr(item, "__dict__", {}))  # its verdict
        return replaced
    changed = copy(item)
    for name, value in changes.items():
        object.__setattr__(changed, name, value)
    return changed


def _with_keys(item: Mapping[str, Any], changes: Mapping[str, Any]) -> Any:
    if type(item) is dict:
        return {**item, **changes}
    changed = copy(item)
    try:
        changed.update(changes)  # type: ignore[attr-defined]
    except Exception:  # a mapping that cannot be written to
        return {**item, **changes}
    return changed
