"""What does a file hold that `lx.io.save_annotated_documents` wrote?

One document a line, as JSON. Lines end with a line feed and nothing else: U+2028 and U+0085 stand
inside texts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from openodke.errors import ExportError
from openodke.interop import output_folder

_MARK = "\ufeff"


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

    @classmethod
    def read(cls, path: str | PathLike[str]) -> SavedDocuments:
        """Return what a file holds.

        Raises:
            ExportError: naming the file that is not there, or holds no annotated document.
        """
        file = Path(path)
        try:
            content = file.read_bytes().decode("utf-8")
        except OSError as error:
            raise ExportError(f"{file}: cannot be opened: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ExportError(f"{file}: is not UTF-8 at byte {error.start}") from error
        found = list(_decoded(content.removeprefix(_MARK)))
        if found and not any(isinstance(document, Mapping) for _, document in found):
            raise ExportError(
                f"{file}: no line of it is a document: it has to be a file that "
                "lx.io.save_annotated_documents wrote, one JSON object a line"
            )
        return cls(tuple(d for _, d in found), file.name, tuple(number for number, _ in found))

    def write(self, directory: str | PathLike[str]) -> Path:
        """Write the documents into a folder, under the file's own name; return the file's path.

        Raises:
            OutputError: when the folder holds files that openodke did not write.
        """
        file = output_folder(directory) / self.name
        with file.open("w", encoding="utf-8", newline="\n") as out:
            for document in self.documents:
                out.write(_encoded(document) + "\n")
        return file


def _decoded(content: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                yield number, line


def _encoded(document: object) -> str:
    """Return a line as LangExtract writes it; a lone surrogate, which UTF-8 lacks, as an escape."""
    if isinstance(document, str):
        return document
    text = json.dumps(document, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(document)
    return text


def is_saved(path: str | PathLike[str]) -> bool:
    """Tell whether a path is of a file whose first line is an annotated document."""
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as file:
            first = next((line for line in file if line.strip()), "")
        document = json.loads(first.removeprefix(_MARK))
    except (OSError, ValueError, TypeError, RecursionError):
        return False
    return isinstance(document, dict) and "extractions" in document
