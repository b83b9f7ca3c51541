"""What is doubtful in an answer whose numbers all stand in its context?

A number that the context only denies ("it does not cost 5 euros"), and two that it gives to each
other's things ("adults pay 5, children 3" for an answer with 3 and 5). Both are guesses from words
beside numbers: they tell where to look, and make no answer ungrounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from openodke.text.reading import Reading
from openodke.text.values import figures_in
from openodke.text.word_index import words_of
from openodke.text.word_lists import FUNCTION_WORDS

_MOST_PLACES = 8
"""A value with so many places in the context may have others that are not listed."""
_WINDOW = 40
_LONGEST_HALF = 200
"""Characters of a part of a sentence that are looked at on each side of a number."""
_BETWEEN = (
    "be|been|cost|costs|take|takes|have|has|last|lasts|open|opens|close|closes|start|starts|end"
    "|pay|pays|charge|charges|weigh|weighs|measure|receive|sell|employ|in|on|at|for|the|an?|by|to"
    "|from|of|is|was|are|were"
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|no longer|rather than|instead of|neither|nor)|n['’]t)"
    rf"(?: (?:{_BETWEEN})){{0,2}} [$€£¥]?$",
    re.IGNORECASE,
)
_ANY_DENIAL = re.compile(
    r"\b(?:not|never|no|nor|neither|without|rather|instead|unlike)\b|n['’]t\b", re.IGNORECASE
)
_BREAK = re.compile(
    r"[,;:]\s+|\s+(?:and|but|while|whereas|or)\s+|[.!?]+(?:\s+|$)|\n+", re.IGNORECASE
)
_STOP = re.compile(r"[.!?\n]")


class _Part(NamedTuple):
    """A part of a sentence with one figure."""

    figure: str
    words: frozenset[str]
    sentence: int


def doubts_about(said: str, figures: Sequence[tuple[int, int]], context: Reading) -> list[str]:
    """Say what is doubtful about the numbers of an answer, one sentence each.

    Args:
        said: the answer without what counts or cites.
        figures: the half-open spans of its figures, in order.
        context: the reading of what it was given.
    """
    denied = (said[start:end] for start, end in figures if _is_denied(said, start, end, context))
    found = [f'number "{figure}" — the context has it after a "not" only' for figure in denied]
    if len(figures) > 1:
        found += _swapped(said, figures, context)
    return list(dict.fromkeys(found))


def _is_denied(answer: str, start: int, end: int, context: Reading) -> bool:
    """Tell whether the context has a figure only where it is denied, and the answer states it."""
    spans = context.values.look_up(answer[start:end]).spans
    if not spans or not all(
        _DENIED.search(context.text, max(0, first - _WINDOW), first) for first, _ in spans
    ):
        return False
    sentence = max((stop.end() for stop in _STOP.finditer(answer, 0, start)), default=0)
    return not _ANY_DENIAL.search(answer, sentence, start)


def _swapped(answer: str, figures: Sequence[tuple[int, int]], context: Reading) -> Iterator[str]:
    """Yield the pairs of numbers of one sentence that the context has the other way round."""
    for one, other in pairwise(_parts(answer, figures)):
        if one.sentence != other.sentence or one.figure == other.figure:
            continue
        first, second = one.words - other.words, other.words - one.words
        if not first or not second:
            continue
        if _is_crossed(first, second, _beside(one.figure, context), _beside(other.figure, context)):
            yield (
                f'numbers "{one.figure}" and "{other.figure}" — the context has them the other way'
                " round"
            )


def _is_crossed(
    first: frozenset[str],
    second: frozenset[str],
    by_first: list[frozenset[str]],
    by_second: list[frozenset[str]],
) -> bool:
    """Tell whether each number stands in the context by the other's words and never by its own.

    By neither's words ("adults pay 5 in winter and 3 in summer") it may be anyone's.
    """
    return (
        bool(by_first and by_second)
        and all(words & second and not words & first for words in by_first)
        and all(words & first and not words & second for words in by_second)
    )


def _parts(text: str, figures: Sequence[tuple[int, int]]) -> list[_Part]:
    """List the parts of a text's sentences that have one figure, in order."""
    parts, start, sentence = [], 0, 0
    for mark in [*_BREAK.finditer(text), None]:
        end, after = mark.span() if mark else (len(text), len(text))
        if any(first < end < last for first, last in figures):
            continue  # the "and" of "1 hour and 30 minutes"
        inside = [(first, last) for first, last in figures if start <= first < end]
        if len(inside) == 1:
            (first, last) = inside[0]
            words = _words(text[start:end], (first - start, last - start))
            parts.append(_Part(text[first:last], words, sentence))
        start = after
        sentence += bool(mark and _STOP.search(mark[0]))
    return parts


def _words(piece: str, figure: tuple[int, int]) -> frozenset[str]:
    rest = f"{piece[: figure[0]]} {piece[figure[1] :]}"
    return frozenset(words_of(rest)) - FUNCTION_WORDS


def _beside(figure: str, context: Reading) -> list[frozenset[str]]:
    """List the words of each part of a sentence that has a figure; none where one has two."""
    spans = context.values.look_up(figure).spans
    found = []
    for start, end in spans if len(spans) < _MOST_PLACES else ():
        low, high = _part_around(context.text, start, end)
        piece = context.text[low:high]
        if len(figures_in(piece)) != 1:
            return []
        found.append(_words(piece, (start - low, end - low)))
    return found


def _part_around(text: str, start: int, end: int) -> tuple[int, int]:
    low = max(0, start - _LONGEST_HALF)
    before = [mark.end() for mark in _BREAK.finditer(text, low, start)]
    after = _BREAK.search(text, end, end + _LONGEST_HALF)
    return max(before, default=low), after.start() if after else min(len(text), end + _LONGEST_HALF)
