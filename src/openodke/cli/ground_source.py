"""Where do the rows of `odke ground` come from?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from openodke.errors import InputError, RowProblem
from openodke.interop import Adapter, TripleRow, installed_adapters, load_adapter, read_triples
from openodke.interop.summary_counter import SummaryCounter
from openodke.interop.texts import read_texts
from openodke.interop.unread_lines import no_claims, unread_lines
from openodke.model import Document


@dataclass
class Source:
    """Where the rows come from: a triples file, or a native object that an adapter opened."""

    path: Path
    adapter: Adapter[Any] | None = None
    native: Any = None

    def read(
        self, texts: Path | None, malformed: list[RowProblem]
    ) -> tuple[Iterator[TripleRow], list[Document]]:
        """Return rows and texts; what cannot be read of either is noted in `malformed`."""
        if self.adapter is None:
            documents = read_texts(texts or "", problems=malformed)
            return read_triples(self.path, problems=malformed), documents
        given = read_texts(texts, problems=malformed) if texts else []
        malformed.extend(unread_lines(self.native))
        rows, documents = self.adapter.to_rows(self.native, given)
        return iter(rows), documents

    def counter(self) -> SummaryCounter:
        """Return a counter for the facts of one pass."""
        return SummaryCounter(by_item=self.adapter is not None)

    @cached_property
    def left_out(self) -> list[RowProblem]:
        """The items of a native object that are no claim."""
        return no_claims(self.adapter, self.native) if self.adapter else []


def check_triples(facts: Path, texts: Path | None) -> None:
    """Refuse what cannot be a triples file on texts, and say what it is."""
    if facts.is_dir():
        fitting = [name for name in installed_adapters() if load_adapter(name).accepts(facts)]
        hint = f"add --adapter {fitting[0]}" if fitting else "name one .jsonl file"
        raise InputError(
            f"{facts}: is a folder, and --adapter triples reads one file, a row a line: {hint}"
        )
    if texts is None:
        raise InputError(
            "--texts is missing: rows are checked against the texts that they name under `doc`; "
            "add --texts with their file or folder"
        )
