"""Does a score put wrong claims before right ones?"""

from __future__ import annotations

from collections.abc import Iterable


def auc(higher: Iterable[float], lower: Iterable[float]) -> float | None:
    """Return the chance that one of `higher` has the higher score of a pair, ties counted half.

    The area under the receiver operating characteristic, by ranks. Source: J. A. Hanley and B. J.
    McNeil, The meaning and use of the area under a ROC curve (Radiology 143, 1982). None where one
    side is empty.
    """
    ordered = sorted([(s, 1) for s in higher] + [(s, 0) for s in lower])
    many = sum(side for _, side in ordered)
    few = len(ordered) - many
    if not many or not few:
        return None
    rank, total, at = 0, 0.0, 0
    while at < len(ordered):
        end = at
        while end < len(ordered) and ordered[end][0] == ordered[at][0]:
            end += 1
        middle = rank + (end - at + 1) / 2
        total += middle * sum(side for _, side in ordered[at:end])
        rank += end - at
        at = end
    return (total - many * (many + 1) / 2) / (many * few)
