"""Where in a native object does a row come from, and how does its id say so?"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from openodke.errors import InputError

_ID = re.compile(r"(\d+)/(\w+)/(\d+)(?:/(\d+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class RowPlace:
    """The place of a row in the native object that an adapter read.

    Attributes:
        ordinal: the place of its document among the documents; of a row without one, the place
            after the last.
        kind: what kind of item it is of, in the adapter's own words: letters, digits and `_`.
        index: the item, counted over the whole native object and not within one document: rows
            that differ in `ordinal` alone are one claim on several texts.
        part: which of the item's descriptions, where each has its own text.
    """

    ordinal: int
    kind: str
    index: int
    part: int | None = None

    def __str__(self) -> str:
        """Return the row's id: `<document ordinal>/<kind>/<index>[/<part>]`."""
        part = "" if self.part is None else f"/{self.part}"
        return f"{self.ordinal}/{self.kind}/{self.index}{part}"

    @classmethod
    def parse(cls, row_id: str, kinds: Collection[str]) -> RowPlace:
        """Read the id of a row of one of these kinds.

        Raises:
            InputError: when it is no such id: the fact was not made from the native object's rows.
        """
        found = _ID.fullmatch(row_id)
        if found is None or found[2] not in kinds:
            example = cls(0, next(iter(kinds)), 12)
            raise InputError(
                f"the fact {row_id!r} is no claim of this native object: its id has to be that of "
                f"the row it was made from, such as {example}"
            )
        ordinal, kind, index, part = found.groups()
        return cls(int(ordinal), kind, int(index), None if part is None else int(part))
