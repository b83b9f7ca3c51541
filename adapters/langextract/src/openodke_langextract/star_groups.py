"""Which extractions of a document belong together, around which head?

LangExtract's own convention: every mention is an extraction, and what belongs together shares an
attribute such as `medication_group`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openodke_langextract.attribute_values import text_of
from openodke_langextract.extraction_reading import Reading
from openodke_langextract.extraction_view import DocumentView, ExtractionView

_ENDING = "_group"


@dataclass(frozen=True, slots=True)
class Star:
    """One group that has a head.

    Attributes:
        key: the attribute that its members share.
        head: what the others say something of.
    """

    key: str
    head: ExtractionView


class StarGroups:
    """The groups of one document."""

    def __init__(self, document: DocumentView, reading: Reading) -> None:
        """Find the groups, and the head of each."""
        self._reading = reading
        self._keys: dict[int, str] = {}
        self._heads: dict[tuple[str, str], ExtractionView] = {}
        named: dict[tuple[str, str], ExtractionView] = {}
        for view in document.extractions:
            key = "" if view.problem else self._key(view.attributes)
            if not key:
                continue
            self._keys[view.index] = key
            group = _group(view, key)
            if view.name.casefold() == self._head_class(key):
                self._heads.setdefault(group, view)
            elif _folded(view.text) == group[1]:
                named.setdefault(group, view)
        self._heads = {**named, **self._heads}

    def key_of(self, view: ExtractionView) -> str:
        """Return the attribute that says to which group an extraction belongs, "" for none."""
        return self._keys.get(view.index, "")

    def star_of(self, view: ExtractionView) -> Star | None:
        """Return the group in which an extraction says something of the head, None for none."""
        key = self._keys.get(view.index)
        head = self._heads.get(_group(view, key)) if key else None
        if key is None or head is None or head is view or head.name == view.name:
            return None
        return Star(key, head)

    def _key(self, attributes: Mapping[str, object]) -> str:
        wanted = self._reading.group
        for key, value in attributes.items():
            is_group = key == wanted if wanted else key.endswith(_ENDING) and key != _ENDING
            if is_group and text_of(value):
                return key
        return ""

    def _head_class(self, key: str) -> str:
        return (self._reading.head or key.removesuffix(_ENDING)).casefold()


def _group(view: ExtractionView, key: str) -> tuple[str, str]:
    return key, _folded(text_of(view.attributes.get(key)))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
