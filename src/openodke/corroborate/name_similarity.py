"""How alike are two name keys?

The better of two figures: the share of characters that the names have in matching blocks, as
`difflib` counts them, and the share of words that they have in common, in any order, where an
initial counts half. Source: the resolution page, "Weak evidence".
"""

from __future__ import annotations

from difflib import SequenceMatcher

from rapidfuzz.distance import Postfix, Prefix

LONGEST = 500
"""Characters beyond which a name is compared for equality alone: so much text is no name."""

_AUTOJUNK = 200  # characters from which on difflib leaves out frequent ones, and so must we


def name_similarity(first: str, second: str) -> float:
    """Return how alike two name keys are, in [0, 1]; 0 where either is empty."""
    if not first or not second:
        return 0.0
    if first == second:
        return 1.0
    if len(first) > LONGEST or len(second) > LONGEST:
        return 0.0
    ratio = block_ratio(first, second)
    mine, theirs = first.split(), second.split()
    return (
        ratio if ratio >= _most_overlap(mine, theirs) else max(ratio, token_overlap(mine, theirs))
    )


def _most_overlap(mine: list[str], theirs: list[str]) -> float:
    """Return what the overlap of words is at most: of as many, one is matched by half if at all."""
    fewer, more = sorted((len(mine), len(theirs)))
    if fewer < more:
        return fewer / more
    return 1.0 if sorted(mine) == sorted(theirs) else (more - 0.5) / (more + 0.5)


def block_ratio(first: str, second: str) -> float:
    """Return what `difflib.SequenceMatcher(None, first, second).ratio()` returns, ten times faster.

    Twice the characters in matching blocks, over all characters: the longest common block, the
    earliest one of those, and then the same to its left and to its right (Ratcliff, Metzener 1988).
    """
    if len(second) >= _AUTOJUNK:
        return SequenceMatcher(None, first, second).ratio()
    total = len(first) + len(second)
    return 2.0 * _matching(first, second) / total if total else 1.0


def _matching(first: str, second: str) -> int:
    """Count the characters in matching blocks."""
    matching = 0
    known = max(Prefix.similarity(first, second), Postfix.similarity(first, second))
    parts = [(first, second)]
    while parts:
        left, right = parts.pop()
        if len(left) == 1 or len(right) == 1:
            matching += left in right or right in left
            continue
        start, size = _longest_block(left, right, known)
        known = 0
        if size:
            matching += size
            found = right.find(left[start : start + size])
            if start and found:
                parts.append((left[:start], right[:found]))
            if start + size < len(left) and found + size < len(right):
                parts.append((left[start + size :], right[found + size :]))
    return matching


def _longest_block(left: str, right: str, known: int) -> tuple[int, int]:
    """Return where in `left` the earliest of the longest common blocks starts, and its size.

    A start that has no block longer than the longest so far is never looked at again, so there are
    as many steps as characters; and as few as remain beside a block of a size that is `known` to be
    there: alike names mostly begin or end alike.
    """
    best = start = 0
    size = known - 1 if known else 0
    length = len(left)
    while start + size < length:
        if left[start : start + size + 1] in right:
            size += 1
            best = start
        else:
            start += 1
    return best, size


def token_overlap(first: list[str], second: list[str]) -> float:
    """Return the share of words in common: matched, over all there are of either, in [0, 1].

    Words match once each. A word of one letter and another that begins with it count half.
    """
    rest = list(second)
    left = []
    for word in first:
        if word in rest:
            rest.remove(word)
        else:
            left.append(word)
    matched = len(first) - len(left) + 0.5 * (_initials(left, rest) if left and rest else 0)
    return matched / (len(first) + len(second) - matched)


def _initials(left: list[str], rest: list[str]) -> int:
    """Count the pairs of words, each word in one, in which one is the initial of the other."""
    count = 0
    for word in sorted(left, key=len, reverse=True):  # a whole word first: it has fewer partners
        for other in rest:
            if word[0] == other[0] and (len(word) == 1 or len(other) == 1):
                rest.remove(other)
                count += 1
                break
    return count
