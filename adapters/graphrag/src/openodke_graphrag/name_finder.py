"""Which of many names does a text speak of?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
"""A word; in scripts without spaces between words, a character."""

_LONGEST = 12  # words of a name that are looked at: a text is read once, however long names are
_END = ""  # no word


class NameFinder:
    """Finds names in texts, in any case and punctuation, word for word.

    The names are held as a tree of words, so that a text costs its own length, however many names
    there are. Of a longer name than twelve words, the first twelve are looked for.
    """

    def __init__(self, names: Iterable[str]) -> None:
        """Take the names; one without a letter or digit is never found."""
        self._tree: dict[str, Any] = {}
        for name in sorted(names):
            node = self._tree
            for word in _words(name)[:_LONGEST]:
                node = node.setdefault(word, {})
            if node is not self._tree:
                node.setdefault(_END, name)

    def found_in(self, text: str) -> list[str]:
        """Return the names that the text holds, each once, in the order of the text."""
        words = _words(text) if self._tree else []
        found: dict[str, None] = {}
        for start in range(len(words)):
            node = self._tree
            for word in words[start : start + _LONGEST]:
                if word not in node:
                    break
                node = node[word]
                if _END in node:
                    found[node[_END]] = None
        return list(found)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
