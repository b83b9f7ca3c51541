"""Where in the export does a row come from, and how does its id say so?"""

from __future__ import annotations

import re
from dataclasses import dataclass

from openodke.errors import InputError

KINDS = {"relationship": "relationships", "entity": "entities", "claim": "covariates"}
"""The kinds of row, each with the table its items are in."""

_ID = re.compile(rf"(\d+)/({'|'.join(KINDS)})/(\d+)(?:/(\d+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class RowPlace:
    """The place of a row.

    Attributes:
        ordinal: the place of its document among the documents; of a row without one, the place
            after the last.
        kind: one of KINDS.
        index: the row of the item in its table.
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
    def parse(cls, row_id: str) -> RowPlace:
        """Read a row's id.

        Raises:
            InputError: when it is not the id of a row of a GraphRAG export.
        """
        found = _ID.fullmatch(row_id)
        if found is None:
            raise InputError(
                f"the fact {row_id!r} is no claim of a GraphRAG export: its id has to be that of "
                "the row it was made from, such as 0/relationship/12"
            )
        ordinal, kind, index, part = found.groups()
        return cls(int(ordinal), kind, int(index), None if part is None else int(part))
