"""What is written where, and how is nobody's file overwritten?"""

from __future__ import annotations

import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from openodke.errors import InputError, OutputError
from openodke.model import Fact

_OURS = ("summary.json", "manifest.json", "facts.jsonl")


def output_folder(directory: str | PathLike[str]) -> Path:
    """Return the folder to write into, made if it is not there.

    Raises:
        OutputError: when it is a file, or holds files and none of them is ours.
    """
    folder = checked_folder(directory)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def checked_folder(directory: str | PathLike[str]) -> Path:
    """Return the folder as a path, without making it.

    Raises:
        OutputError: when it is a file, or holds files and none of them is ours.
    """
    folder = Path(directory)
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: is a file; name a folder to write into")
    held = folder.is_dir() and any(folder.iterdir())
    if held and not any((folder / name).is_file() for name in _OURS):
        raise OutputError(
            f"{folder}: holds files that openodke did not write, and nothing is overwritten; "
            "name a new folder"
        )
    return folder


def write_json(data: Any, path: Path) -> None:
    """Write one JSON value, indented, in UTF-8."""
    text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
    path.write_text(text + "\n", encoding="utf-8")


def write_facts(facts: Iterable[Fact], path: Path) -> int:
    """Write one fact a line, every field present; return how many."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for fact in facts:
            file.write(fact.model_dump_json())
            file.write("\n")
            count += 1
    return count


def read_facts(path: str | PathLike[str]) -> Iterable[Fact]:
    """Yield the facts of a file that `write_facts` wrote.

    Raises:
        InputError: naming file, line and field, when a line is no fact.
    """
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield Fact.model_validate_json(line)
            except ValidationError as error:
                first = error.errors()[0]
                field = ".".join(map(str, first["loc"]))
                raise InputError(f"{path}:{number}: {field}: {first['msg']}") from None
