"""What does a file hold that `lx.io.save_annotated_documents` wrote?

One document a line, as JSON. Lines end with a line feed and nothing else: U+2028 and U+0085 stand
inside texts.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

from openodke.errors import ExportError, RowProblem
from openodke.interop import output_folder

NO_JSON = "malformed: the line is no JSON"
"""What is said of a line that stays the text that it is."""

_AS_BYTES = "surrogateescape"  # what is not UTF-8 is written as the bytes that it was
_FIRST = 100  # lines; a file none of which is a document is another's
_HEAD = 65536  # bytes
_KEY = b'"extractions"'


@dataclass(frozen=True)
class SavedDocuments:
    """The documents of a JSON Lines file, as dicts; LangExtract is not needed to read them.

    Attributes:
        documents: one a line, in order. A line that cannot be read stays the text that it is.
        name: the file's name, under which `write` writes.
        lines: the number of each document's line, from 1.
        leftovers: what `keep` dropped, a line each; empty before.
    """

    documents: tuple[Any, ...]
    name: str = "data.jsonl"
    lines: tuple[int, ...] = ()
    leftovers: str = ""

    @property
    def problems(self) -> list[RowProblem]:
        """The lines that could not be read."""
        numbered = zip(self.lines, self.documents, strict=False)
        return [
            RowProblem(self.name, number, "", NO_JSON)
            for number, document in numbered
            if isinstance(document, str)
        ]

    @classmethod
    def read(cls, path: str | PathLike[str]) -> SavedDocuments:
        """Return what a file holds.

        Raises:
            ExportError: naming the file that is not there, or holds no annotated document.
        """
        file = Path(path)
        try:
            content = file.read_bytes().removeprefix(BOM_UTF8)
        except OSError as error:
            raise ExportError(f"{file}: cannot be opened: {error.strerror}") from error
        found = list(_decoded(content))
        if found and not any(_may_be_one(document) for _, document in found):
            raise ExportError(f"{file}: {_no_documents(content)}")
        return cls(tuple(d for _, d in found), file.name, tuple(number for number, _ in found))

    def write(self, directory: str | PathLike[str]) -> Path:
        """Write the documents into a folder, under the file's own name; return the file's path.

        Raises:
            OutputError: when the folder holds files that openodke did not write.
        """
        file = output_folder(directory) / self.name
        with file.open("wb") as out:
            for document in self.documents:
                out.write(_encoded(document) + b"\n")
        return file

    def __iter__(self) -> Iterator[Any]:
        """Go through the documents."""
        return iter(self.documents)

    def __len__(self) -> int:
        """Return how many documents there are."""
        return len(self.documents)


def _decoded(content: bytes) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line.decode())
            except (ValueError, RecursionError):
                yield number, line.decode(errors=_AS_BYTES)


def _may_be_one(document: object) -> bool:
    """Tell whether an object was meant as a document, and not as something of another kind."""
    return isinstance(document, Mapping) and ("extractions" in document or "text" in document)


def _no_documents(content: bytes) -> str:
    """Return why a file holds no document, and what to do."""
    try:
        whole = json.loads(content)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, list):
        return (
            "the file is one JSON list, and documents are read one JSON object a line: convert it "
            "with `jq -c '.[]'`, or hand in the list that json.load returns"
        )
    if _may_be_one(whole):
        return (
            "the file is one JSON object over several lines, and documents are read one a line: "
            "convert it with `jq -c .`, or hand in the dict that json.load returns"
        )
    return (
        "no line of it is a document: it has to be a file that lx.io.save_annotated_documents "
        "wrote, one JSON object with text and extractions a line; rows are read without an adapter"
    )


def _encoded(document: object) -> bytes:
    """Return a line as LangExtract writes it; a lone surrogate, which UTF-8 lacks, as an escape."""
    if isinstance(document, str):
        return document.encode(errors=_AS_BYTES)
    try:
        return json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(document).encode()


def is_saved(path: str | PathLike[str]) -> bool:
    """Tell whether a path is of a file among whose first lines there is an annotated document.

    A list of documents in JSON is of LangExtract's, too: what to do with it is said on reading.
    """
    try:
        with Path(path).open("rb") as file:
            lines = (line for line in file if line.strip())
            first = next(lines, b"").removeprefix(BOM_UTF8)
            if _is_document(first) or any(map(_is_document, islice(lines, _FIRST - 1))):
                return True
            file.seek(0)
            return first.lstrip().startswith(b"[") and _KEY in file.read(_HEAD)
    except (OSError, ValueError, TypeError):
        return False


def _is_document(line: bytes) -> bool:
    if _KEY not in line:
        return False
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and "extractions" in document
