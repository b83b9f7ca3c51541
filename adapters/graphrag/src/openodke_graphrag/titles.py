"""What is a title worth: a name, a fragment of an answer, a noun phrase; and of which type?"""

from __future__ import annotations

import html
from collections.abc import Mapping

from openodke.interop import LITERAL_TYPES, says_nothing
from openodke_graphrag.cells import texts
from openodke_graphrag.export import Export

_NOUN_PHRASE = "NOUN PHRASE"
_QUOTES = "\"'`“”„‟«»‘’‚‛ \t\n"
_FRAGMENT_MARKS = ("<|", "|>", '("entity', '("relationship', '"entity"', '"relationship"')


class Titles:
    """The titles of the entities table, each with its type."""

    def __init__(self, export: Export) -> None:
        """Read the table; without one no title has a type, and none is missing."""
        entities = export.tables.get("entities")
        self._has_entities = entities is not None
        self._types: dict[str, str] = {}
        if entities is not None:
            pairs = zip(texts(entities, "title", "name"), texts(entities, "type"), strict=True)
            for title, kind in pairs:
                self._types[title] = self._types.get(title) or kind

    def type_of(self, title: str) -> str | None:
        """Return the type of an entity, None where it is unknown or would make it a value."""
        kind = self._types.get(title, "")
        return None if not kind or kind in LITERAL_TYPES else kind

    def is_missing(self, title: str) -> bool:
        """Tell whether an endpoint has no row among the entities."""
        return self._has_entities and title not in self._types

    def is_noun_phrase(self, title: str) -> bool:
        """Tell whether the title was found by its part of speech, as FastGraphRAG does."""
        return self._types.get(title) == _NOUN_PHRASE

    def missing(self, *titles: str) -> Mapping[str, tuple[str, ...]]:
        """Return the qualifier that names the endpoints without a row of their own."""
        absent = tuple(title for title in dict.fromkeys(titles) if self.is_missing(title))
        return {"missing_entity": absent} if absent else {}


def fragment_problem(title: str, field: str) -> str | None:
    """Return why a title is no name, None where it can be one."""
    if not title.strip(_QUOTES):
        return f"malformed: the {field} is empty"
    if says_nothing(title):
        return f"malformed: the {field} {title[:80]!r} names nothing"
    folded = title.casefold()
    if any(mark in folded for mark in _FRAGMENT_MARKS):
        return f"malformed: the {field} {title[:80]!r} is a piece of the model's answer"
    return None


def aliases(title: str) -> tuple[str, ...]:
    """Return the title as a text would write it, where that differs: unquoted, characters read."""
    clean = html.unescape(title).strip(_QUOTES)
    return (clean,) if clean and clean != title else ()
