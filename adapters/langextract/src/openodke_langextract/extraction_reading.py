"""As which claims are extractions to be read?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from openodke.errors import InputError

SUBJECTS = ("subject", "source", "head", "from")
PREDICATES = ("predicate", "type", "relation")
OBJECTS = ("object", "target", "tail", "to")

By = Literal["auto", "attributes", "relationships", "groups", "mentions"]
_WAYS = ("auto", "attributes", "relationships", "groups", "mentions")

Triples = Iterable[Any]
"""What a reader of one's own returns: (subject, predicate, object), or dicts of a row's fields."""

Reader = Callable[[Any, Any], Triples]
"""Reads one extraction: called with it and its document (ReadFields)."""


@dataclass(frozen=True)
class Reading:
    """How extractions are read as claims.

    Attributes:
        by: "relationships": attributes that name subject and object, and a predicate; "groups":
            stars of extractions that share an attribute such as `medication_group`; "attributes":
            every attribute is a fact about the extraction's text; "mentions": only that the text
            of each extraction is there. "auto" takes for each extraction the first of these that
            fits.
        subject: the attributes that may hold the subject, tried in order.
        predicate: those that may hold the predicate; without one it is the extraction's class.
        object: those that may hold the object.
        group: the attribute that a group shares; left out, any whose name ends in `_group`.
        head: the class of a group's head; left out, the attribute's name without `_group`.
        names: attributes whose values are names: they are looked up, and can be refuted.
        values: attributes whose values are dates, quantities, figures: they are looked up too. Any
            other value is free text, which no text need hold word for word.
        function: a reader of your own, in place of all this.
    """

    by: By = "auto"
    subject: Sequence[str] = SUBJECTS
    predicate: Sequence[str] = PREDICATES
    object: Sequence[str] = OBJECTS
    group: str | None = None
    head: str | None = None
    names: Collection[str] = frozenset()
    values: Collection[str] = frozenset()
    function: Reader | None = None

    def __post_init__(self) -> None:
        """Take one name or several for each field; refuse a way that there is not."""
        if self.by not in _WAYS:
            raise InputError(f"by={self.by!r}: a reading goes by one of {', '.join(_WAYS)}")
        for name in ("subject", "predicate", "object"):
            object.__setattr__(self, name, tuple(_names(getattr(self, name))))
        for name in ("names", "values"):
            object.__setattr__(self, name, frozenset(_names(getattr(self, name))))

    @classmethod
    def of(cls, given: Reading | By | Reader | None) -> Reading:
        """Return a reading from what a caller may give: one, the name of a way, or a function."""
        if isinstance(given, Reading):
            return given
        if given is None:
            return cls()
        if isinstance(given, str):
            return cls(by=given)
        if callable(given):
            return cls(function=given)
        raise InputError(
            f"reading={given!r}: give a Reading, one of {', '.join(_WAYS)}, or a function of an "
            "extraction and its document"
        )


def _names(given: str | Iterable[str]) -> Iterable[str]:
    return (given,) if isinstance(given, str) else given
