"""What did a run write down, and how is one line of it found again?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from openodke.errors import InputError
from openodke.gate import REFUSED_FILE
from openodke.interop.manifest import MANIFEST_VERSION
from openodke.interop.output import (
    ENTITIES,
    FACTS,
    LINKS,
    MANIFEST,
    REPORT,
    ROWS_FILE,
    SUMMARY,
    UNFINISHED,
    lines_of,
    refused_line,
)
from openodke.model import EntityLink, Fact

FILES = {
    "ground": (FACTS, SUMMARY),
    "validate": (FACTS, REFUSED_FILE, ROWS_FILE, ENTITIES, LINKS, REPORT, SUMMARY),
}
"""The files of a run beside its manifest, by the command that wrote them."""

_ID = re.compile(rb'\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*")')


class RecordLine(NamedTuple):
    """A line of a file of facts.

    Attributes:
        path: the file.
        number: its line, from 1.
        id: the fact's id.
        text: the line.
    """

    path: Path
    number: int
    id: str
    text: bytes

    def data(self) -> dict[str, Any]:
        """Return the fact as JSON has it.

        Raises:
            InputError: naming file and line, when it is no JSON object.
        """
        return decoded(self.path, self.number, self.text)

    def fact(self) -> Fact:
        """Return the fact.

        Raises:
            InputError: naming file, line and field, when it is none.
        """
        try:
            return Fact.model_validate_json(self.text)
        except ValidationError as error:
            raise refused_line(self.path, self.number, error) from None


class RunRecord:
    """The folder that `odke ground -o` or `odke validate -o` wrote.

    Attributes:
        folder: the folder.
        command: "ground" or "validate".
        manifest: what `manifest.json` holds.
    """

    def __init__(self, folder: str | PathLike[str]) -> None:
        """Read the manifest of a folder.

        Raises:
            InputError: when it is no such folder, or of a version that is not read here; the
                message says which command writes one.
        """
        self.folder = Path(folder)
        self.manifest = _manifest(self.folder)
        if (self.folder / UNFINISHED).exists():
            raise InputError(
                f"{self.folder}: a run was ended while it wrote there, and its files are of two "
                "runs: do it again, into this folder or a new one"
            )
        self.command = str(self.manifest.get("command"))
        if self.command not in FILES:
            raise InputError(
                f"{self.folder}: was written by {self.command!r}, and holds a graph: name the "
                "folder that `odke validate -o` or `odke ground -o` wrote"
            )

    @property
    def is_gated(self) -> bool:
        """Whether a gate decided which facts were written."""
        config = self.manifest.get("config") or {}
        return self.command == "validate" or bool(config.get("gate") or config.get("keep"))

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files that the run wrote beside the manifest."""
        names = FILES[self.command]
        return (*names, REFUSED_FILE) if self.is_gated and REFUSED_FILE not in names else names

    def require(self, *names: str) -> None:
        """Check that files are there.

        Raises:
            InputError: naming those that are not, and the command that writes them.
        """
        lacking = [name for name in names if not (self.folder / name).is_file()]
        if lacking:
            raise InputError(
                f"{self.folder}: {' and '.join(lacking)} is missing: `odke {self.command} -o` of "
                "this version writes it; run it again, into this folder or a new one"
            )

    def rows(self) -> Iterator[RecordLine]:
        """Yield the lines of the facts as their own texts have them, one a row."""
        for name in self.row_files:
            yield from fact_lines(self.folder / name)

    def claims(self) -> Iterator[RecordLine]:
        """Yield the lines of the merged claims, those that the gate refused last."""
        for name in (FACTS, REFUSED_FILE):
            yield from fact_lines(self.folder / name)

    @property
    def row_files(self) -> tuple[str, ...]:
        """The files that hold the rows' facts."""
        if self.command == "validate":
            return (ROWS_FILE,)
        return (FACTS, REFUSED_FILE) if self.is_gated else (FACTS,)

    def links(self, keys: Collection[str]) -> Iterator[EntityLink]:
        """Yield the links that name one of the keys, in order."""
        path = self.folder / LINKS
        for number, line in enumerate(lines_of(path), 1):
            held = decoded(path, number, line)
            if held.get("source_key") in keys or held.get("target_key") in keys:
                try:
                    yield EntityLink.model_validate_json(line)
                except ValidationError as error:
                    raise refused_line(path, number, error) from None

    def owners(self) -> dict[str, str]:
        """Return the id of the fact that each row went into, by the row's id."""
        held = read_object(self.folder / REPORT).get("rows")
        if not isinstance(held, dict):
            raise InputError(f"{self.folder / REPORT}: says of no row where it went")
        return {str(row): str(fact) for row, fact in held.items()}


def fact_lines(path: Path) -> Iterator[RecordLine]:
    """Yield the lines of a file of facts, each with its id; the rest of a line is not looked at.

    Raises:
        InputError: when the file cannot be opened, and naming the line that begins with no id.
    """
    for number, line in enumerate(lines_of(path), 1):
        found = _ID.match(line)
        if found is None:
            raise InputError(f"{path}:{number}: is no fact: it begins with no id")
        try:
            own = json.loads(found[1])
        except ValueError:
            raise InputError(f"{path}:{number}: id: is no text") from None
        yield RecordLine(path, number, own, line)


def picked(lines: Iterator[RecordLine], wanted: Callable[[str], bool]) -> list[RecordLine]:
    """Return the lines whose id is wanted, in order."""
    return [line for line in lines if wanted(line.id)]


def read_object(path: Path) -> dict[str, Any]:
    """Return the JSON object that a file holds.

    Raises:
        InputError: when it cannot be opened, or holds something else.
    """
    try:
        return decoded(path, 1, path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be opened: {error.strerror}") from error


def decoded(path: Path, number: int, text: bytes) -> dict[str, Any]:
    """Return the JSON object that a line holds.

    Raises:
        InputError: naming file and line, when it holds something else.
    """
    try:
        held = json.loads(text)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}:{number}: is not UTF-8 at byte {error.start} of the line: it is not as the "
            "run wrote it"
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}:{number}: is no JSON: {error}") from None
    if not isinstance(held, dict):
        raise InputError(f"{path}:{number}: is no JSON object")
    return held


def _manifest(folder: Path) -> dict[str, Any]:
    wanted = "name the folder that `odke validate -o` or `odke ground -o` wrote"
    if not folder.is_dir():
        kind = "is a file" if folder.exists() else "there is no such folder"
        raise InputError(f"{folder}: {kind}: {wanted}")
    if not (folder / MANIFEST).is_file():
        raise InputError(f"{folder}: holds no {MANIFEST}: {wanted}")
    held = read_object(folder / MANIFEST)
    version = held.get("manifest_version")
    if version != MANIFEST_VERSION:
        raise InputError(
            f"{folder / MANIFEST}: is of version {version!r}, and this odke reads "
            f"{MANIFEST_VERSION}: read it with the odke that wrote it, or run the command again"
        )
    return held
