"""Which properties of a node are claims, and is a value looked up or free text?"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from openodke.errors import InputError
from openodke.interop import says_nothing
from openodke_langchain.claim_names import UnreadableItemError

_ISO_DATE = re.compile(r"\d{4}-\d\d(-\d\d)?(T\d\d:\d\d\S*)?")
_NUMBER = re.compile(r"[-+]?[$€£]?\s?\d{1,3}(,?\d{3})*(\.\d+)?\s?[%€]?|[-+]?\d+([.,]\d+)?")
_NAMING = frozenset({"id", "label", "name", "title"})
_DIGITS = 300  # of a number: with more it is no float
_UNREADABLE = (UUID, bytes, bytearray, set, frozenset, time, timedelta, complex)
_KINDS = {"text": "text", "name": "string", "value": "string"}


_OF_THE_ANSWER = frozenset(
    {
        "chunk_id", "confidence", "created_at", "doc_id", "document_id", "evidence", "id",
        "probability", "quote", "score", "source", "source_id", "strength", "updated_at", "weight",
    }
)  # fmt: skip
"""Properties of a relationship that speak of the extraction, and not of what the text says."""


class PropertyClaims:
    """Says what a property claims.

    The value of a property is free text, which no text has to hold word for word, unless it is a
    number or a date: those are looked up, in any spelling.
    """

    def __init__(
        self,
        wanted: bool | Collection[str] = True,
        kinds: Mapping[str, str] | None = None,
        argument: str = "properties",
    ) -> None:
        """Choose.

        Args:
            wanted: whether properties are claims, or the keys of those that are.
            kinds: by key, "text", "name" or "value", in place of what its value looks like.
            argument: what `wanted` is called in a message.

        Raises:
            InputError: for a kind of another name.
        """
        if isinstance(wanted, str):
            raise InputError(f"{argument}={wanted!r}: give a list of keys, True or False")
        self._kinds = dict(kinds or {})
        for key, kind in self._kinds.items():
            if kind not in _KINDS:
                raise InputError(
                    f"property_kinds[{key!r}]={kind!r}: it is 'text', 'name' or 'value'"
                )
        self._all = wanted if isinstance(wanted, bool) else False
        self._keys = frozenset() if isinstance(wanted, bool) else frozenset(wanted)

    def claim(self, key: str, held: object, names: Collection[str]) -> tuple[Any, str] | None:
        """Return object and object type of what a property claims; None where it claims nothing.

        A property that says one of the node's `names` again claims nothing.

        Raises:
            UnreadableItemError: for a value of a class that no text can be asked about.
        """
        if not (self._all or key in self._keys) or not key.strip():
            return None
        value = _scalar(held)
        if value is None and isinstance(held, _UNREADABLE):
            kind = type(held).__name__
            raise UnreadableItemError(f"unreadable_value: {key!r} is a {kind}: make it a text")
        if value is None or value == "" or (isinstance(value, str) and says_nothing(value)):
            return None
        if key.casefold() in _NAMING and str(value).casefold() in map(str.casefold, names):
            return None
        return value, self._kind(key, value, held)

    def qualifying(self, key: str, held: object, names: Collection[str]) -> tuple[Any, str] | None:
        """Return what a property of a relationship claims, as `claim` does.

        One that speaks of the extraction claims something only where its key was asked for, and
        so does one with parts: `confidence`, `evidence`, a list.
        """
        if isinstance(held, list | tuple | Mapping):
            return None
        if key.casefold() in _OF_THE_ANSWER and key not in self._keys:
            return None
        return self.claim(key, held, names)

    def _kind(self, key: str, value: object, held: object) -> str:
        given = self._kinds.get(key)
        if isinstance(value, bool):
            return "boolean"
        if isinstance(value, str):
            if given is not None:
                return _KINDS[given]
            return _kind_of_text(value) if isinstance(held, str | date) else "text"
        return "text" if given == "text" else "number"


def _kind_of_text(value: str) -> str:
    stripped = value.strip()
    if _ISO_DATE.fullmatch(stripped):
        return "date"
    return "string" if _NUMBER.fullmatch(stripped) else "text"


def _scalar(held: object) -> str | int | float | bool | None:
    """Return a value as text, number or boolean; what is none of them as JSON text."""
    if isinstance(held, str | bool | int):
        return held
    if isinstance(held, float):
        return held if math.isfinite(held) else None
    if isinstance(held, Decimal):
        return _number(held)
    if isinstance(held, datetime | date):
        return held.isoformat()
    return _as_json(held) if isinstance(held, list | tuple | Mapping) and held else None


def _number(held: Decimal) -> int | float | None:
    """Return a number that is written as it is meant: 1200 and not 1200.0."""
    if not held.is_finite() or held.adjusted() > _DIGITS:
        return None
    return int(held) if held == held.to_integral_value() else float(held)


def _as_json(held: object) -> str | None:
    try:
        text = json.dumps(held, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        return None
    is_vector = isinstance(held, list | tuple) and all(isinstance(i, float) for i in held)
    return None if is_vector else text  # an embedding says nothing that a text could hold


def plain(held: object, depth: int = 0) -> Any:
    """Return a property as JSON has it, for the qualifiers of a claim."""
    if held is None or isinstance(held, str | bool | int):
        return held
    if isinstance(held, float):
        return held if math.isfinite(held) else str(held)
    if isinstance(held, Decimal):
        value = _number(held)
        return str(held) if value is None else value
    if isinstance(held, Mapping) and depth < 20:
        return {str(key): plain(value, depth + 1) for key, value in held.items()}
    if isinstance(held, list | tuple) and depth < 20:
        return [plain(item, depth + 1) for item in held]
    if isinstance(held, datetime | date):
        return held.isoformat()
    try:
        return str(held)
    except Exception:  # whatever anybody's class does
        return type(held).__name__
