"""How does a bare (subject, predicate, object) carry its verdict and stay what it was?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class JudgedTriple(tuple[Any, ...]):
    """A (subject, predicate, object) that equals the plain tuple and knows its verdict.

    Attributes:
        odke: what is known of it: `odke_verdict`, `odke_reason`, `odke_evidence` …
    """

    odke: Mapping[str, str]

    def __new__(cls, triple: tuple[Any, ...], odke: Mapping[str, str]) -> JudgedTriple:
        """Make a triple with its verdict."""
        judged = super().__new__(cls, triple)
        judged.odke = dict(odke)
        return judged

    def __reduce__(self) -> tuple[type[JudgedTriple], tuple[object, ...]]:
        """Pickle and copy with the verdict."""
        return type(self), (tuple(self), self.odke)


class JudgedList(list[Any]):
    """A [subject, predicate, object] that equals the plain list and knows its verdict.

    Attributes:
        odke: what is known of it: `odke_verdict`, `odke_reason`, `odke_evidence` …
    """

    def __init__(self, triple: list[Any] = [], odke: Mapping[str, str] | None = None) -> None:  # noqa: B006 - copied
        """Make a list with its verdict."""
        super().__init__(triple)
        self.odke: Mapping[str, str] = dict(odke or {})


def judged(item: Any, values: Mapping[str, str]) -> Any:
    """Return a bare triple with what is known of it, in the place of what was known before."""
    if not values and not hasattr(item, "odke"):
        return item
    return (
        JudgedTriple(tuple(item), values) if isinstance(item, tuple) else JudgedList(item, values)
    )
