"""How are the cited texts read from files, with a bad one named and the rest kept?"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from os import PathLike
from pathlib import Path

from pydantic import ValidationError

from openodke.errors import InputError, RowProblem
from openodke.interop.json_text import decode_json, is_utf8, no_json
from openodke.interop.output import first_fault, written_by_runs
from openodke.interop.text_kind import no_text, told_endings
from openodke.model import Document

SUFFIXES = frozenset({".txt", ".text", ".md", ".markdown"})
"""The endings of files that are read as they are; `.jsonl` holds one document a line."""

ENDINGS = ", ".join(sorted({*SUFFIXES, ".jsonl"}))
"""The endings of the files that are read of a folder, as they are told to a person."""

_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class MovedTexts(PathLike[str]):
    """The path of texts that were moved since they were read: they keep the ids that they had.

    Attributes:
        path: the file or folder that is read.
        then: the path that their ids open with.
    """

    path: Path
    then: Path

    def __fspath__(self) -> str:
        """Return the path that is read."""
        return str(self.path)

    def name_of(self, file: Path) -> Path:
        """Return the path that a file had."""
        return self.then / file.relative_to(self.path)


def read_texts(
    path: str | PathLike[str], *, problems: list[RowProblem] | None = None
) -> list[Document]:
    """Return the documents of a file, or of every readable file below a folder, sorted by path.

    A text's id is its path as given, so `texts/halden.txt` is also found as `halden`. A `.jsonl`
    file holds one document a line: `id` and `text`, and any other field of a Document. A byte-order
    mark tells the encoding, which is UTF-8 without one. Hidden files are passed over, and so is
    what a run wrote into a folder of its own.

    Args:
        path: a file or a folder.
        problems: where files and lines that cannot be read are noted; without it they raise.

    Raises:
        InputError: when the path is not there, holds no text, or `problems` is None and one of its
            files cannot be read.
    """
    found: list[RowProblem] = []
    name_of = path.name_of if isinstance(path, MovedTexts) else Path
    documents = [doc for file in text_files(path) for doc in _read(file, name_of(file), found)]
    if problems is not None:
        problems.extend(found)
    elif found:
        raise InputError("\n".join(map(str, found)))
    if not documents and not found:
        there = passed_over(path)
        but = f", but {there}" if there else ""
        raise InputError(f"{Path(path)}: holds no text to read{but}; texts end in {ENDINGS}")
    return documents


def passed_over(path: str | PathLike[str]) -> str:
    """Return how many files below a folder may hold texts and are not read: `2 .pdf`, or ""."""
    root = Path(path)
    if not root.is_dir():
        return ""
    ours = cache(written_by_runs)
    files = (file for file in _files(root) if not _is_text(file))
    return told_endings(file for file in files if file.name not in ours(file.parent))


def text_files(path: str | PathLike[str]) -> Iterator[Path]:
    """Yield the files of texts that a path names, sorted.

    What a run wrote into a folder below it is no text.

    Raises:
        InputError: when there is nothing at the path.
    """
    root = Path(path)
    if root.is_file():
        yield root
    elif root.is_dir():
        ours = cache(written_by_runs)
        for file in _files(root):
            if _is_text(file) and file.name not in ours(file.parent):
                yield file
    else:
        raise InputError(f"{root}: there is no such file or folder of texts")


def _files(root: Path) -> Iterator[Path]:
    """Yield the files below a folder, sorted; hidden ones and those in hidden folders are not."""
    for file in sorted(root.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(root).parts)
        if not hidden and file.is_file():
            yield file


def _is_text(file: Path) -> bool:
    return file.suffix.lower() in {*SUFFIXES, ".jsonl"}


def _read(file: Path, name: Path, problems: list[RowProblem]) -> list[Document]:
    """Return the documents of a file, which is called by a name."""
    if not is_utf8(name.as_posix()):
        reason = "the name of the file is not UTF-8, and no row could say it: rename the file"
        problems.append(RowProblem(str(name), 1, "", reason))
        return []
    try:
        data = file.read_bytes()
    except OSError as error:
        problems.append(RowProblem(str(name), 1, "", f"cannot be read: {error.strerror}"))
        return []
    reason = no_text(file, name, data)
    if reason:
        problems.append(RowProblem(str(name), 1, "", reason))
        return []
    text = _decoded(name, data, problems)
    if text is None:
        return []
    if name.suffix.lower() == ".jsonl":
        return list(_lines(name, text, problems))
    return [Document(id=name.as_posix(), text=text, title=name.stem)]


def _decoded(file: Path, data: bytes, problems: list[RowProblem]) -> str | None:
    encoding = next((name for mark, name in _ENCODINGS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        reason = f"the text is not {encoding}: {error.reason} at byte {error.start}; convert it"
        problems.append(RowProblem(str(file), line, "", reason))
        return None
    if encoding == "utf-8" and text.count("\0") > len(text) // 4:
        reason = "the text looks like UTF-16 without a byte-order mark; convert it to UTF-8"
        problems.append(RowProblem(str(file), 1, "", reason))
        return None
    return text


def _lines(file: Path, text: str, problems: list[RowProblem]) -> Iterator[Document]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield _document(decode_json(line))
            except json.JSONDecodeError as error:
                problems.append(RowProblem(str(file), number, "", no_json(error)))
            except ValidationError as error:
                problems.append(RowProblem(str(file), number, *first_fault(error)))
            except (ValueError, RecursionError) as error:
                problems.append(RowProblem(str(file), number, "", str(error)))


def _document(data: object) -> Document:
    if not isinstance(data, dict):
        raise ValueError("a document is an object with `id` and `text`: this is none")
    if "id" not in data:
        raise ValueError("a document needs an `id`: rows name it under `doc`")
    if "text" not in data:
        found = ", ".join(map(repr, islice(data, 8)))
        raise ValueError(f"a document needs a `text`: this one has the fields {found}")
    return Document.model_validate(data)
