"""What is ungrounded in an answer, its values read in any form?

Values are read by the table that claims are grounded with, so that a number is ungrounded only when
no reading of a source matches it. A value is looked for wherever it stands: two numbers that are
swapped between two things are a doubt at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple
from unicodedata import normalize

from openodke.answers.anchor import Anchor
from openodke.answers.anchor_search import AnchorSearch, EverydaySearch
from openodke.answers.doubts import doubts_about
from openodke.answers.findings import Findings, UngroundedNumber
from openodke.answers.list_marks import without_list_marks
from openodke.text.reading import read
from openodke.text.values import claimed_in, figures_in, hedge_at, stated_values
from openodke.text.word_index import WordIndex, words_of

_BETWEEN = "\n\n;\n\n"
"""Stands between two texts: no sentence, number or quantity goes on across it."""
_MEASURED = frozenset({"number", "quantity", "percent", "money"})
_WORD_BEFORE = re.compile(r"[^\W\d_]+ $")
_LONGEST_WORD = 30
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")


def findings_in_any_form(
    answer: str, anchors: list[Anchor], passages: list[str], permitted: list[str]
) -> Findings:
    """Return what is wrong with an answer.

    Args:
        answer: what the system answered.
        anchors: what it must state, and the passages hold.
        passages: what was retrieved.
        permitted: further texts whose numbers the answer may repeat.
    """
    answer, context = _composed(answer), _joined(passages)
    missed, unheld = [], []
    for anchor in anchors:
        if not _holds(answer, anchor):
            missed.append(anchor.value)
        elif not _holds(context, anchor):
            unheld.append(anchor.value)
    said = without_list_marks(answer)
    spans = figures_in(said)
    ungrounded = list(_ungrounded(_places(said, spans), context, _joined(permitted)))
    return Findings(missed, ungrounded, unheld, doubts_about(said, spans, read(context)))


def _joined(texts: list[str]) -> str:
    return _BETWEEN.join(map(_composed, texts))


def _composed(text: str) -> str:
    """Return a text with each accent in its letter, so that a digit after it is seen beside it."""
    return normalize("NFC", text)


def _holds(text: str, anchor: Anchor) -> bool:
    reading = read(text)
    return any(
        reading.part(search).holds(wording)
        for search in (AnchorSearch, EverydaySearch)
        for wording in anchor.wordings
    )


def _ungrounded(
    places: dict[str, _Place], context: str, permitted: str
) -> Iterator[UngroundedNumber]:
    """Yield the numbers that neither the context nor a permitted text has."""
    held, other = _Figures(context), _Figures(permitted)
    for figure, place in places.items():
        if not (held.state(figure, place) or other.state(figure, place) or other.allow(figure)):
            yield UngroundedNumber(figure, held.with_another_unit(figure))


class _Place(NamedTuple):
    """Where a figure stands: the text without what counts or cites, and half-open offsets."""

    text: str
    start: int
    end: int

    def named(self) -> str:
        """Give the figure with the word before it, as in "GPT 4", or ""."""
        low = max(0, self.start - _LONGEST_WORD)
        before = _WORD_BEFORE.search(self.text, low, self.start)
        return self.text[before.start() : self.end] if before else ""

    def hedged(self) -> str:
        """Give the figure with what makes it inexact, as in "about 1,200", or ""."""
        hedge = hedge_at(*self)
        return self.text[hedge.start : hedge.end] if hedge else ""


def _places(text: str, spans: Iterable[tuple[int, int]]) -> dict[str, _Place]:
    """Return the figures of a text in order, each once, with its first place."""
    found: dict[str, _Place] = {}
    for start, end in spans:
        found.setdefault(text[start:end], _Place(text, start, end))
    return found


class _Figures:
    """The figures of one text."""

    def __init__(self, text: str) -> None:
        self._reading = read(text)

    def state(self, figure: str, place: _Place) -> bool:
        """Tell whether the text has a value in some form, or a name with digits as such."""
        look_up = self._reading.values.look_up
        if look_up(figure).found or ((hedged := place.hedged()) and look_up(hedged).found):
            return True
        named = place.named() if figure.isdecimal() else ""
        name = named if claimed_in(figure) else figure
        return self._names(name) or figure in self._written

    def with_another_unit(self, figure: str) -> str:
        """Return what the text has of a figure's number and kind in another unit, or ""."""
        match = self._reading.values.look_up(figure)
        if match.reason != "unit_mismatch":
            return ""
        kinds = _dimensions(figure)
        there = (self._reading.text[slice(*span)] for span in match.spans)
        return next((other for other in there if not kinds.isdisjoint(_dimensions(other))), "")

    def allow(self, figure: str) -> bool:
        """Tell whether the text has the number of a figure without a unit."""
        readings = (one for value in claimed_in(figure) for one in value.readings)
        return any(one.number in self._bare for one in readings if one.kind in _MEASURED)

    @cached_property
    def _written(self) -> frozenset[str]:
        text = without_list_marks(self._reading.text)
        return frozenset(text[start:end] for start, end in figures_in(text))

    @cached_property
    def _bare(self) -> frozenset[Decimal]:
        readings = (one for value in stated_values(self._reading.text) for one in value.readings)
        return frozenset(one.number for one in readings if one.kind == "number")

    def _names(self, name: str) -> bool:
        """Tell whether the text has a name like "Covid-19", with a hyphen, a space or neither."""
        words = words_of(name)
        apart = tuple(_LETTERS_OR_DIGITS.findall(" ".join(words)))
        spellings = {words, apart, ("".join(words),)}
        if apart[:1] in (("v",), ("version",)):
            number = apart[1:]
            spellings |= {("version", *number), ("v", *number), ("".join(("v", *number)),)}
        return any(self._has(phrase) for phrase in spellings)

    def _has(self, phrase: tuple[str, ...]) -> bool:
        index, width = self._reading.index, len(phrase)
        return any(not _goes_on(index, place + width) for place in index.find(phrase))


def _dimensions(figure: str) -> set[str | None]:
    """Return what a figure measures: money, or the base of its unit."""
    readings = (one for value in claimed_in(figure) for one in value.readings)
    return {one.kind if one.kind == "money" else one.unit for one in readings if one.unit}


def _goes_on(index: WordIndex, place: int) -> bool:
    """Tell whether the word at a place goes on with the number before it: the 5 of "GPT-4.5"."""
    if not index.word(place)[:1].isdecimal():
        return False
    return index.gap_before(place) in (".", ",")
