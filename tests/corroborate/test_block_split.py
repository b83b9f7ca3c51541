"""Is every pair of a block that is cut either compared or counted?"""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from openodke.corroborate.block_split import Leaf, Member, cut

RESTS = st.text("abj ", max_size=4).map(str.strip)
COUNTRIES = st.sampled_from(["gb", "de", None])


def compared(leaf: Leaf) -> set[frozenset[int]]:
    """Return the pairs of names that a leaf has compared."""
    held = product(leaf.names, leaf.others) if leaf.others else combinations(leaf.names, 2)
    return {frozenset(pair) for pair in held if pair[0] != pair[1]}


@given(
    held=st.lists(st.tuples(RESTS, COUNTRIES, st.integers(1, 3)), max_size=24),
    most=st.integers(2, 6),
)
def test_pairs_are_compared_or_counted(held: list[tuple[str, str | None, int]], most: int) -> None:
    """A pair that several cuts leave together is compared once, and one of many entities many."""
    block = [Member(at, *each) for at, each in enumerate(held)]
    pieces = cut(block, most)
    met = set().union(*map(compared, pieces.leaves))
    apart = sum(
        one.weight * other.weight
        for one, other in combinations(block, 2)
        if frozenset((one.number, other.number)) not in met
    )
    assert pieces.skipped == apart
