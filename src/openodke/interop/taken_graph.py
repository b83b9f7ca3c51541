"""What is handed in: rows, facts, a path, or whatever an adapter reads?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from openodke.errors import AdapterError, InputError, RowProblem
from openodke.ground import LexicalGrounder
from openodke.interop.adapter import TRIPLES, Adapter, adapter_for, load_adapter, refused
from openodke.interop.conversion import Claim
from openodke.interop.row import TripleRow, parse_row
from openodke.interop.run import Grounds
from openodke.interop.texts import read_texts
from openodke.interop.triples_file import read_triples
from openodke.interop.unread_lines import no_claims, unread_lines
from openodke.model import Document, Fact

_ROW_FILES = {".csv", ".jsonl", ".parquet"}
_ROW_FIELDS = {"subject", "predicate", "object"}


class TakenGraph:
    """What was handed in, taken apart.

    Attributes:
        rows: the claims: rows, or the facts that were handed in.
        documents: the texts.
        native: what was handed in, opened where it was a path; None for rows and facts. An empty
            list is a graph of any framework.
        reader: the adapter that read it, None for rows and facts.
        problems: rows, texts, and lines of a framework's file that could not be read.
        left_out: items of the native object that are no claim.
    """

    def __init__(
        self,
        native: Any,
        documents: Iterable[Document] | str | PathLike[str] | None,
        adapter: str | Adapter[Any] | None,
    ) -> None:
        self.problems: list[RowProblem] = []
        self.documents: Iterable[Document] = _checked_documents(documents, self.problems)
        unread_texts = len(self.problems)
        self.left_out: list[RowProblem] = []
        self.native = None
        self.reader: Adapter[Any] | None = None
        if isinstance(native, Iterator):
            native = list(native)  # it can be looked at only once
        if isinstance(native, list | tuple) and not native:
            self.native, self.rows = type(native)(), []
            return
        rows = None
        if adapter is None or adapter == TRIPLES:
            rows = self._rows(native, of_any_name=adapter == TRIPLES)
        bad_rows = len(self.problems) > unread_texts
        if adapter is None and rows == [] and bad_rows and _is_of_an_adapter(native):
            del self.problems[unread_texts:]  # a file of a framework's, whose name is one of rows
            rows = None
        self.rows = self._read(native, adapter) if rows is None else rows

    def _rows(self, native: Any, *, of_any_name: bool) -> list[Claim] | None:
        """Return the rows that `native` is or holds, None for what an adapter is asked about.

        A file of rows is known by its ending, unless it is one `of_any_name`.
        """
        try:
            return _as_rows(native, self.problems, of_any_name=of_any_name)
        except InputError:
            if _is_of_an_adapter(native):
                return None  # no file of rows, by how it begins, and one of a framework's
            raise

    def _read(self, native: Any, adapter: str | Adapter[Any] | None) -> list[Claim]:
        """Return the rows of a framework's object, which is opened first where it is a path."""
        reader = load_adapter(adapter) if isinstance(adapter, str) else adapter
        reader = reader or adapter_for(native)
        if not reader.accepts(native):
            if isinstance(native, str | PathLike):
                _checked_path(native)
            raise refused(reader, native)
        native = reader.open(native) if isinstance(native, str | PathLike) else native
        rows, self.documents = reader.to_rows(native, self.documents)
        self.native, self.reader = native, reader
        self.problems.extend(unread_lines(native))
        self.left_out = no_claims(reader, native)
        return list[Claim](rows)

    def default_grounder(self) -> Grounds | None:
        """Return who gives the verdicts, left out: a native object is looked at for its words."""
        return LexicalGrounder(examples=self.reader.examples) if self.reader else None


def _as_rows(native: Any, problems: list[RowProblem], *, of_any_name: bool) -> list[Claim] | None:
    """Return the rows that `native` is or holds, None when it is something else."""
    if isinstance(native, str | PathLike):
        path = _checked_path(native)
        is_rows = of_any_name or (path.is_file() and path.suffix.lower() in _ROW_FILES)
        return list(read_triples(path, problems=problems)) if is_rows else None
    if not isinstance(native, Iterable) or isinstance(native, Mapping | bytes):
        return None
    if callable(getattr(native, "write", None)):
        return None  # what an adapter opened, though one may go through it
    items = native if isinstance(native, list | tuple) else list(native)
    if items and not any(isinstance(item, TripleRow | Fact) or _is_row(item) for item in items):
        return None
    rows: list[Claim] = []
    for at, item in enumerate(items):
        row = item if isinstance(item, TripleRow | Fact) else parse_row(item, "rows", at)
        if isinstance(row, TripleRow | Fact):
            rows.append(row)
        else:
            problems.extend(row)
    return rows


def _checked_path(native: str | PathLike[str]) -> Path:
    path = Path(native)
    try:
        is_there = path.exists()
    except (OSError, ValueError):  # too long for a name, or a text with a NUL in it
        is_there = False
    if not is_there:
        raise InputError(f"{str(path)[:200]}: there is no such file or folder")
    return path


def _is_of_an_adapter(native: Any) -> bool:
    """Tell whether the file at a path is one that an adapter accepts, and no other does."""
    if not isinstance(native, str | PathLike):
        return False
    try:
        return adapter_for(native) is not None
    except AdapterError:
        return False


def _is_row(item: object) -> bool:
    return isinstance(item, Mapping) and item.keys() >= _ROW_FIELDS


def _checked_documents(
    documents: Iterable[Document] | str | PathLike[str] | None, problems: list[RowProblem]
) -> tuple[Document, ...]:
    if isinstance(documents, str | PathLike):
        return tuple(read_texts(documents, problems=problems))
    if isinstance(documents, Mapping):
        raise InputError(
            "documents= takes a list of Document, and this is a dict: make it "
            "[Document(id=name, text=text) for name, text in documents.items()]"
        )
    if isinstance(documents, Document):
        raise InputError("documents= takes a list of Document: put the one you have into a list")
    found = tuple(documents or ())
    for at, doc in enumerate(found):
        if not isinstance(doc, Document):
            kind = f"{type(doc).__module__}.{type(doc).__qualname__}"  # others have a Document, too
            is_langchain = kind.startswith("langchain") or hasattr(doc, "page_content")
            way = "hand in openodke_langchain.read_documents(…), or " if is_langchain else ""
            if kind.startswith("llama_index"):
                way = "hand in openodke_llama_index.read_nodes(…), or "
            raise InputError(
                f"documents[{at}] is a {kind}: {way}make it openodke.Document(id=…, text=…)"
            )
    return found
