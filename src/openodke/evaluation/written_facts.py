"""Which facts did a run write?"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from openodke.errors import InputError
from openodke.gate import REFUSED_FILE
from openodke.interop.output import FACTS, ROWS_FILE, read_facts
from openodke.model import Fact
from openodke.model.keys import ROWS, SCORE


def written_facts(path: str | PathLike[str]) -> list[Fact]:
    """Return the facts of a file that a run wrote, or of its folder with those that it refused.

    Raises:
        InputError: when it cannot be read, or holds no fact.
    """
    place = Path(path)
    files = [place]
    if place.is_dir():
        files = [place / FACTS, *filter(Path.is_file, [place / REFUSED_FILE])]
    return _read(place, files)


def written_rows(path: str | PathLike[str]) -> list[Fact]:
    """Return the facts that a run grounded, one a row, before any was merged.

    Of a folder of `odke validate` these are in its `rows.jsonl`, of one of `odke ground` in its
    `facts.jsonl`, with those that a gate refused.

    Raises:
        InputError: when it cannot be read, holds no fact, or facts that were merged or scored.
    """
    place = Path(path)
    if not (place / ROWS_FILE).is_file():
        facts = written_facts(place)
    else:
        facts = _read(place, [place / ROWS_FILE])
    for fact in facts:
        if SCORE in fact.qualifiers or ROWS in fact.qualifiers:
            raise InputError(
                f"{place}: the fact {fact.id} was merged and scored already: give the folder that "
                f"odke validate wrote, which has {ROWS_FILE}, or what odke ground wrote"
            )
    return facts


def _read(place: Path, files: list[Path]) -> list[Fact]:
    facts = [fact for file in files for fact in read_facts(file)]
    if not facts:
        raise InputError(f"{place}: holds no fact")
    return facts
