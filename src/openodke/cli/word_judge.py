"""Who looks at the words of a text for a command, and which names does a prompt hold?"""

from __future__ import annotations

from pathlib import Path

from openodke.cli.ground_source import Source
from openodke.errors import InputError
from openodke.ground import LexicalGrounder


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
    try:
        return [line.strip() for line in path.read_text("utf-8-sig").splitlines() if line.strip()]
    except OSError as error:
        raise InputError(f"{path}: cannot be opened: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 at byte {error.start}") from error
