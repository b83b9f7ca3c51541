"""Where does a verdict stand beside a triple that is a tuple?

`KnowledgeTriple` has three places and no more. What is handed back is the same tuple, equal to the
one handed in and an instance of its class, with the verdict as attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any


class JudgedTriple(tuple[Any, ...]):
    """A triple with what is known of it as attributes: `odke_verdict`, `odke_reason` …"""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the triple of its class, and what is known of it."""
        return _remade, (type(self).__bases__[1], tuple(self), dict(self.__dict__))

    @property
    def verdicts(self) -> dict[str, str]:
        """What is known of it, by key."""
        return dict(self.__dict__)


def judged(triple: Any, values: Mapping[str, str]) -> Any:
    """Return a triple with verdicts in place of those it had; itself where there are neither."""
    if isinstance(triple, JudgedTriple):
        kind = type(triple).__bases__[1]
        return _remade(kind, tuple(triple), values)
    return _remade(type(triple), tuple(triple), values) if values else triple


def _remade(kind: type, parts: tuple[Any, ...], values: Mapping[str, str]) -> Any:
    if not values:
        return tuple.__new__(kind, parts)
    triple = tuple.__new__(_judged_class(kind), parts)
    triple.__dict__.update(values)
    return triple


@cache
def _judged_class(kind: type) -> Any:
    return type(kind.__name__, (JudgedTriple, kind), {})
