"""Who looks at the words of a text for a command, and which names does a prompt hold?"""

from __future__ import annotations

from pathlib import Path

from openodke.cli.ground_source import Source
from openodke.ground import LexicalGrounder
from openodke.utf8_file import read_utf8


def words_of(source: Source, examples: Path | None) -> LexicalGrounder:
    """Return who looks at words: it knows the examples of a framework's prompts, and of a file.

    Raises:
        InputError: when the file cannot be read.
    """
    names = set(source.adapter.examples) if source.adapter else set()
    if examples:
        names.update(_read_names(examples))
    return LexicalGrounder(examples=names)


def _read_names(path: Path) -> list[str]:
    return [line.strip() for line in read_utf8(path).splitlines() if line.strip()]
