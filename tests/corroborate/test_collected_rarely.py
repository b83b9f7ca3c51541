"""Is the garbage collector left as it was found, whoever asks for it to run rarely?"""

import gc
import weakref
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from openodke.garbage import rarely_collected


@pytest.fixture(autouse=True)
def _threshold() -> Iterator[None]:
    """Begin each test with a threshold that no run asks for."""
    before = gc.get_threshold()
    gc.set_threshold(500, 7, 7)
    yield
    gc.set_threshold(*before)


def test_the_most_that_was_asked_for_is_obeyed_and_all_is_put_back() -> None:
    """Of runs inside each other the one with the most objects counts."""
    with rarely_collected(10_000):
        assert gc.get_threshold() == (10_000, 7, 7)
        with rarely_collected(90_000):
            assert gc.get_threshold() == (90_000, 7, 7)
        assert gc.get_threshold() == (10_000, 7, 7)
    assert gc.get_threshold() == (500, 7, 7)


def test_two_runs_that_overlap_leave_it_as_the_first_found_it() -> None:
    """Runs of two threads end in any order."""
    first, second = ExitStack(), ExitStack()
    first.enter_context(rarely_collected(10_000))
    second.enter_context(rarely_collected(90_000))
    first.close()  # the one that began first ends first, as threads may
    assert gc.get_threshold() == (90_000, 7, 7)
    second.close()
    assert gc.get_threshold() == (500, 7, 7)


def test_a_run_that_fails_puts_it_back() -> None:
    """A run that raises leaves nothing behind."""
    with pytest.raises(ValueError, match="no batch"), rarely_collected(10_000):
        raise ValueError("no batch")
    assert gc.get_threshold() == (500, 7, 7)


def test_a_collector_that_was_turned_off_stays_so() -> None:
    """Nobody turns the collector on again."""
    gc.set_threshold(0)
    with rarely_collected(10_000):
        assert gc.get_threshold()[0] == 0
    assert gc.get_threshold()[0] == 0


def test_what_a_large_run_made_is_not_walked_over_at_its_end() -> None:
    """It is old at once, and what others have frozen stays frozen."""
    with rarely_collected(10_000_000):
        made = [[] for _ in range(200_000)]
        young = gc.get_count()[0]
    assert young > 200_000
    assert gc.get_count()[0] < 500
    assert gc.get_freeze_count() == 0
    assert any(held is made[0] for held in gc.get_objects(generation=2))


def test_frozen_objects_stay_frozen() -> None:
    """Who froze them before a fork does not want them to be collected."""
    gc.freeze()
    try:
        with rarely_collected(10_000_000):
            made = [[] for _ in range(200_000)]
        assert made
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_cycles_of_others_are_collected_though_large_runs_follow_each_other() -> None:
    """One run in so many collects all."""
    cycle = Cycle()
    gone = weakref.ref(cycle)
    del cycle
    for _ in range(30):
        with rarely_collected(10_000_000):
            made = [[] for _ in range(110_000)]
        del made
    assert gone() is None


class Cycle:
    """Refers to itself."""

    def __init__(self) -> None:
        """Refer to it."""
        self.own = self
