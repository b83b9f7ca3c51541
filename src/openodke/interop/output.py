"""What is written where, and how is nobody's file overwritten?"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from openodke.errors import InputError, OutputError, RowProblem
from openodke.gate import REFUSED_FILE
from openodke.model import Fact
from openodke.version import __version__

FACTS, SUMMARY, MANIFEST = "facts.jsonl", "summary.json", "manifest.json"
ENTITIES, LINKS, REPORT = "entities.jsonl", "links.jsonl", "report.json"
ROWS_FILE = "rows.jsonl"
"""One fact a row, as its own text has it: what the merged claims of `facts.jsonl` rest on."""
PART, SETTLED = "facts.jsonl.part", "facts.jsonl.settled.part"
"""Facts that a run is still writing, as looked at and as the whole run has them."""
UNFINISHED = "manifest.json.part"
"""Is there from a run's first file on until its last: where it stays, the files are of two runs."""

_OURS_ALONE = 0o700  # what is written quotes the texts

_NAMES = (
    FACTS, SUMMARY, MANIFEST, PART, SETTLED, REFUSED_FILE, ENTITIES, LINKS, REPORT, ROWS_FILE,
    UNFINISHED,
)  # fmt: skip


def output_folder(
    directory: str | PathLike[str], *, inputs: Iterable[str | PathLike[str]] = ()
) -> Path:
    """Return the folder to write into, made if it is not there, for its owner alone.

    Raises:
        OutputError: as `checked_folder`, and when the folder cannot be made.
    """
    folder = checked_folder(directory, inputs=inputs)
    try:
        folder.mkdir(_OURS_ALONE, parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be made: {error.strerror}") from error
    return folder


def checked_folder(
    directory: str | PathLike[str], *, inputs: Iterable[str | PathLike[str]] = ()
) -> Path:
    """Return the folder as a path, without making it.

    Args:
        directory: the folder to write into.
        inputs: files that are read; none of them may be one that would be written.

    Raises:
        OutputError: when it is a file, cannot be written, holds an input, or holds files that no
            run of ours wrote.
    """
    folder = Path(directory)
    try:
        return _checked(folder, inputs)
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(
            f"{folder}: cannot be written: {error.strerror}; name another folder"
        ) from error


def _checked(folder: Path, inputs: Iterable[str | PathLike[str]]) -> Path:
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: is a file; name a folder to write into")
    written = {(folder / name).resolve() for name in _NAMES}
    for path in inputs:
        if Path(path).resolve() in written:
            raise OutputError(f"{path}: is read, and would be overwritten; name another folder")
    if folder.is_dir() and not _is_ours(folder):
        raise OutputError(
            f"{folder}: holds files that openodke did not write, and nothing is overwritten; "
            "name a new folder"
        )
    _check_writable(folder)
    return folder


def _check_writable(folder: Path) -> None:
    """Refuse a folder that could not be made or written, before a long run finds out."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise OutputError(f"{folder}: cannot be made: {there} is a file; name another folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise OutputError(
            f"{folder}: cannot be written: {there} allows no writing; name another folder, or "
            "change its rights"
        )


def _is_ours(folder: Path) -> bool:
    """Whether a folder is empty, holds what a run of ours wrote, or what a broken one left."""
    names = {path.name for path in folder.iterdir()}
    return (
        not names - {PART, SETTLED}
        or _is_manifest(folder / MANIFEST)
        or _is_manifest(folder / UNFINISHED)
        or _is_summary(folder / SUMMARY)
    )


def written_by_runs(folder: Path) -> frozenset[str]:
    """Return the names in a folder that a run of ours writes there; none where none did."""
    is_run = _is_manifest(folder / MANIFEST) or _is_manifest(folder / UNFINISHED)
    return frozenset(_NAMES) if is_run else frozenset()


def _is_manifest(path: Path) -> bool:
    held = _read_object(path)
    package = held.get("package")
    return "manifest_version" in held and isinstance(package, dict) and "openodke" in package


def _is_summary(path: Path) -> bool:
    held = _read_object(path)
    return "schema_version" in held and "verdicts" in held


def _read_object(path: Path) -> dict[str, Any]:
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return held if isinstance(held, dict) else {}


def begin_writing(folder: Path) -> None:
    """Mark a folder as one whose files are being replaced.

    Raises:
        OSError: naming the file, when the system refuses to write it.
    """
    held = {"manifest_version": None, "package": {"openodke": __version__}}
    write_json(held, folder / UNFINISHED)


def end_writing(folder: Path, written: Iterable[Path]) -> None:
    """Remove the mark, and what an earlier run left of files that this one does not write."""
    names = {path.name for path in written if path.parent == folder}
    for name in _NAMES:
        if name not in names and name != UNFINISHED:
            (folder / name).unlink(missing_ok=True)
    (folder / UNFINISHED).unlink(missing_ok=True)


def remove_parts(folder: Path) -> None:
    """Remove the facts of a run that did not come to its end."""
    for name in (PART, SETTLED):
        (folder / name).unlink(missing_ok=True)


def write_json(data: Any, path: Path) -> None:
    """Write one JSON value, indented, in UTF-8.

    Where a text is none of UTF-8, as a path of another encoding is, all are escaped.

    Raises:
        OSError: naming the file, when the system refuses to write it.
    """
    text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
    try:
        written = text.encode()
    except UnicodeEncodeError:
        written = json.dumps(data, indent=2, default=str).encode()
    with _named(path):
        path.write_bytes(written + b"\n")


def write_facts(facts: Iterable[Fact], path: Path) -> int:
    """Write one fact a line, every field present; return how many.

    Raises:
        OSError: naming the file, when the system refuses to write on; what was written stays.
    """
    count = 0
    with _named(path), path.open("w", encoding="utf-8", newline="\n") as file:
        for fact in facts:
            file.write(fact.model_dump_json())
            file.write("\n")
            count += 1
    return count


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Give an error of the system the name of the file: of a full disk it says none."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


def read_facts(path: str | PathLike[str]) -> Iterator[Fact]:
    """Yield the facts of a file that `write_facts` wrote.

    Raises:
        InputError: when the file cannot be opened, or naming file, line and field of a line that
            is no fact.
    """
    for number, line in enumerate(lines_of(path), 1):
        try:
            yield Fact.model_validate_json(line)
        except ValidationError as error:
            raise refused_line(path, number, error) from None


def refused_line(path: str | PathLike[str], number: int, error: ValidationError) -> InputError:
    """Return what is said of a line that a model refused: file, line, field and reason."""
    return InputError(str(RowProblem(str(path), number, *first_fault(error))))


def first_fault(error: ValidationError) -> tuple[str, str]:
    """Return the dotted path of the first field that a model refused, and why."""
    first = error.errors()[0]
    return ".".join(map(str, first["loc"])), str(first["msg"])


def lines_of(path: str | PathLike[str]) -> Iterator[bytes]:
    """Yield the lines of a file.

    Raises:
        InputError: when it cannot be opened.
    """
    try:
        with Path(path).open("rb") as file:
            yield from file
    except OSError as error:
        raise InputError(f"{path}: cannot be opened: {error.strerror}") from error
