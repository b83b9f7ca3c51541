"""Sets of sentences, compared by what they share and by what stands side by side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.text.sentence_set import SentenceSet

EDGES = (0, 1, 5, 1022, 1023, 1024, 1025, 2047, 2048, 5000)
NUMBERS = st.sets(st.sampled_from(EDGES) | st.integers(0, 5000), max_size=30)


@given(NUMBERS, NUMBERS)
def test_what_two_sets_share_comes_in_order(one: set[int], other: set[int]) -> None:
    """Whatever the order they were given in, and whichever is asked."""
    first, second = SentenceSet(one), SentenceSet(sorted(other, reverse=True))
    assert list(first.shared(second)) == sorted(one & other)
    assert list(second.shared(first)) == sorted(one & other)
    assert [number in first for number in EDGES] == [number in one for number in EDGES]


@given(NUMBERS, NUMBERS)
def test_a_neighbour_lies_in_the_same_paragraph(held: set[int], openers: set[int]) -> None:
    """The sentence after one, unless it opens a paragraph, and before one that opens none."""
    openers |= {0}
    after = {number + 1 for number in held} - openers
    before = {number - 1 for number in held - openers}
    beside = SentenceSet(held).beside(SentenceSet(openers))
    assert list(beside.shared(SentenceSet(range(6000)))) == sorted(after | before)


@pytest.mark.parametrize("number", EDGES)
def test_a_sentence_is_not_beside_itself(number: int) -> None:
    """Alone, it has none of its own number beside it."""
    assert number not in SentenceSet((number,)).beside(SentenceSet((0,)))
