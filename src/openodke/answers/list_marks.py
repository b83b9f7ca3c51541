"""Which numbers of an answer only count its items or cite its sources?

"1." before the first item of a list, "[2]" after a sentence: no number that the context could hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CITATION = re.compile(r"\[\^?[0-9]{1,3}(?:[ ]?[,;–-][ ]?[0-9]{1,3}){0,20}\]|【[^】\n]{0,40}】")
_KEYCAP = re.compile("[0-9]\ufe0f?\u20e3")
_LINE_MARK = re.compile(
    r"^[ \t>*_#•·+|–—-]{0,20}(?:(?P<step>step )[ ]?)?(?P<number>[0-9]{1,3})"
    r"(?:\\?\.|\)|(?(step):|(?!)))[*_]{0,3}(?=[ \t*_]++\S)",
    re.MULTILINE | re.IGNORECASE,
)
_INNER_MARK = re.compile(r"(?<!\S)\(?(?P<number>[0-9]{1,2})\)(?=[ \t]++\S)")


def without_list_marks(answer: str) -> str:
    """Return an answer with a space for each character of what only counts or cites.

    A mark counts the items of a list where the next one follows: "30." alone is an answer.
    """
    spans = [match.span() for pattern in (_CITATION, _KEYCAP) for match in pattern.finditer(answer)]
    for pattern in (_LINE_MARK, _INNER_MARK):
        spans += _counted(pattern.finditer(answer))
    kept, at = [], 0
    for start, end in sorted(spans):
        kept += [answer[at:start], " " * (end - max(start, at))]
        at = max(at, end)
    return "".join([*kept, answer[at:]])


def _counted(marks: Iterator[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the marks that count up from one."""
    waiting: dict[int, tuple[int, int]] = {}
    for mark in marks:
        number, span = int(mark["number"]), mark.span("number")
        before = waiting.pop(number, None) if number > 1 else None
        if before is not None:
            yield before
            yield span
        if before is not None or number == 1:
            waiting[number + 1] = span
