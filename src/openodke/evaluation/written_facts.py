"""Which facts did a run write?"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from openodke.errors import InputError
from openodke.gate import REFUSED_FILE
from openodke.interop.output import FACTS, read_facts
from openodke.model import Fact


def written_facts(path: str | PathLike[str]) -> list[Fact]:
    """Return the facts of a file that a run wrote, or of its folder with those that it refused.

    Raises:
        InputError: when it cannot be read, or holds no fact.
    """
    place = Path(path)
    files = [place]
    if place.is_dir():
        files = [place / FACTS, *filter(Path.is_file, [place / REFUSED_FILE])]
    facts = [fact for file in files for fact in read_facts(file)]
    if not facts:
        raise InputError(f"{place}: holds no fact")
    return facts
