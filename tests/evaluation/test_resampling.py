"""Does a resampled interval hold its figure, and depend on nothing but the claims?"""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from openodke.evaluation.resampling import Figure, Resampler

NUMBERS = st.floats(0, 1)
CLAIMS = st.lists(st.tuples(st.sampled_from("abcde"), st.tuples(NUMBERS, NUMBERS)), max_size=25)


def ratio(sums: Sequence[float]) -> float:
    """Return the first sum over both."""
    return sums[0] / (sums[0] + sums[1])


@given(CLAIMS, st.randoms())
def test_any_order_gives_the_same_interval_around_the_figure(
    claims: list[tuple[str, tuple[float, ...]]], chance: random.Random
) -> None:
    """Lines may come in any order."""
    found = Resampler(claims).figure(ratio)
    shuffled = list(claims)
    chance.shuffle(shuffled)
    assert Resampler(shuffled).figure(ratio) == found
    if found.value is not None and found.low is not None and found.high is not None:
        assert found.low <= found.value <= found.high


def test_one_document_has_no_interval() -> None:
    """There is nothing to draw."""
    found = Resampler([("d", (1.0, 1.0))] * 9).figure(ratio)
    assert found == Figure(0.5, None, None)
    assert str(found) == "0.500 [no interval: one document]"


def test_what_is_not_defined_is_not_told() -> None:
    """Nothing of nothing."""
    assert Resampler([]).figure(ratio) == Figure()
    assert Resampler([("d", (0.0, 0.0)), ("e", (0.0, 0.0))]).figure(ratio) == Figure()
    assert str(Figure()) == "–"


def test_documents_are_drawn_and_not_claims() -> None:
    """A hundred claims of one voice in each of ten documents are ten voices."""
    together = [(f"d{at % 10}", (float(at % 10 < 5), float(at % 10 >= 5))) for at in range(1000)]
    apart = [(f"d{at}", numbers) for at, (_, numbers) in enumerate(together)]
    wide, narrow = (Resampler(claims).figure(ratio) for claims in (together, apart))
    assert wide.value == narrow.value == 0.5
    assert width(wide) > 5 * width(narrow)


def test_many_documents_are_drawn_in_groups_and_the_interval_stays() -> None:
    """40,000 documents are drawn as a thousand groups; the interval is that of the formula."""
    chance = random.Random(3)
    claims = [(f"d{at}", (hit, 1.0 - hit)) for at in range(40_000)
              for hit in [float(chance.random() < 0.2)]]  # fmt: skip
    found = Resampler(claims).figure(ratio)
    expected = 2 * 1.96 * (0.2 * 0.8 / 40_000) ** 0.5
    assert 0.85 * expected < width(found) < 1.15 * expected


def width(figure: Figure) -> float:
    """Return how wide an interval is."""
    assert figure.low is not None
    assert figure.high is not None
    return figure.high - figure.low
