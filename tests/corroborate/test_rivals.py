"""Which is the best-ranked rival of each contender?"""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from openodke.corroborate.rivals import FIRST, LAST, Contender, best_rivals

DAY = datetime(2026, 1, 1, tzinfo=UTC)


def contender(rank: int, side: str, start: int | None, length: int | None) -> Contender:
    """Return a contender whose times are days, or open."""
    begin = FIRST if start is None else DAY + timedelta(days=start)
    end = LAST if length is None else DAY + timedelta(days=(start or 0) + length)
    return Contender(rank, side, "", begin, end)


def slowly(contenders: list[Contender]) -> list[float | None]:
    """Return the best rank among the rivals of each, by looking at every pair."""
    return [
        max(
            (
                other.rank
                for other in contenders
                if other.side != held.side and other.start < held.end and held.start < other.end
            ),
            default=None,
        )
        for held in contenders
    ]


CONTENDERS = st.lists(
    st.builds(
        contender,
        st.integers(0, 4),
        st.sampled_from("abc"),
        st.none() | st.integers(0, 6),
        st.none() | st.integers(1, 4),
    ),
    max_size=12,
)


@given(CONTENDERS)
def test_the_best_rival_is_found(contenders: list[Contender]) -> None:
    """The fast way finds what looking at every pair finds."""
    found = best_rivals(contenders)
    assert [None if i is None else contenders[i].rank for i in found] == slowly(contenders)


@given(CONTENDERS)
def test_open_ended_contenders(contenders: list[Contender]) -> None:
    """Where no time is told, all sides are rivals."""
    always = [held._replace(start=FIRST, end=LAST) for held in contenders]
    found = best_rivals(always)
    assert [None if i is None else always[i].rank for i in found] == slowly(always)
