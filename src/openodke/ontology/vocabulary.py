"""Which declared name does a text spell, when case and composition do not count?"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return `text` with case, composition and outer space removed."""
    if text.isascii():
        return text.strip().lower()
    composed = unicodedata.normalize("NFC", text.strip())
    return unicodedata.normalize("NFC", composed.casefold())


class Vocabulary:
    """The declared names of one kind, found by any spelling of a name, an alias or a label.

    A name as written wins over a folded name, that over an alias, that over a label; of two that
    fold alike the first declared wins.
    """

    def __init__(
        self,
        names: Iterable[str],
        aliases: Mapping[str, Iterable[str]],
        labels: Mapping[str, str | None],
    ) -> None:
        """Take the names, and by name the aliases and the label of each."""
        self._names = frozenset(names)
        self._folded: dict[str, str] = {}
        for name in names:
            self._folded.setdefault(folded(name), name)
        for name, others in aliases.items():
            for alias in others:
                self._folded.setdefault(folded(alias), name)
        for name, label in labels.items():
            if label:
                self._folded.setdefault(folded(label), name)

    def spelled(self, text: str) -> str | None:
        """Return the declared name that `text` spells, or None."""
        return text if text in self._names else self._folded.get(folded(text))
