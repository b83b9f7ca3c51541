"""What date is this text, beyond doubt?"""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.corroborate import normalize_date

READ = {
    "1815-12-10": "1815-12-10",
    "1815-12-10T00:00": "1815-12-10",
    "1815-12-10 00:00:00": "1815-12-10",
    "1815-12-10T10:00:00Z": "1815-12-10T10:00:00+00:00",
    "1815-12-10T10:00": "1815-12-10T10:00:00",
    "1815-12-10T10:00:00+02:00": "1815-12-10T10:00:00+02:00",
    "1815-12-10T00:00:00Z": "1815-12-10T00:00:00+00:00",
    "1815-12-10T10:00:00.5Z": "1815-12-10T10:00:00.500000+00:00",
    "10 December 1815": "1815-12-10",
    "10 december 1815": "1815-12-10",
    "10 DECEMBER 1815": "1815-12-10",
    "Dec 10, 1815": "1815-12-10",
    "Dec. 10, 1815": "1815-12-10",
    "December 10 1815": "1815-12-10",
    "December 10, 1815": "1815-12-10",
    "10th December 1815": "1815-12-10",
    "10th of December 1815": "1815-12-10",
    "the 10th of December, 1815": "1815-12-10",
    "December 10th, 1815": "1815-12-10",
    "Sept 3, 2020": "2020-09-03",
    "Sep 3, 2020": "2020-09-03",
    "Sunday, 10 December 1815": "1815-12-10",
    "10-Dec-1815": "1815-12-10",
    "13/04/2020": "2020-04-13",
    "04/13/2020": "2020-04-13",
    "4/4/2020": "2020-04-04",
    "31.12.1815": "1815-12-31",
    "31-12-1815": "1815-12-31",
    "2020/03/04": "2020-03-04",
    "2020-1-2": "2020-01-02",
    "March 2020": "2020-03",
    "Mar 2020": "2020-03",
    "March, 2020": "2020-03",
    "2020-03": "2020-03",
    "  10   December 1815 ": "1815-12-10",
    "29 February 2020": "2020-02-29",
    "1815年12月10日": "1815-12-10",
    "May 2019": "2019-05",
    "1 May 2019": "2019-05-01",
    "0100-01-01": "0100-01-01",
}

REFUSED = [
    "", "2020", "1815", "1990s", "12", "the 1990s", "c. 1815", "circa 1815", "44 BC",
    "0044-03-15", "0000-01-01", "99-01-01", "03/04/2020", "3/4/2020", "03-04-2020", "10.12.1815",
    "1.2.2020", "13/4/20", "10 Dec 15", "4/4/20", "30 February 2020", "2020-02-30", "2020-13",
    "2020-13-01", "2020-00", "2020-00-00", "1963-00-00", "31 April 2020", "32 May 2020",
    "0 May 2020", "May", "10 December", "December 10", "Dec 10", "Q3 2020", "summer 2020",
    "early 2020", "1914-1918", "1914–18", "2019-20", "1921 - circa 1970s", "circa 17th century",
    "19th century", "yesterday", "today", "now", "next Monday", "Monday", "tomorrow",
    "3 days ago", "May 5", "5 Maying 2020", "10 Foo 1815", "Foo 1815", "Mayor 2020", "2020-3",
    "2020/03", "2020 March", "2020 March 4", "20200304", "2020-W10", "2020-W10-1", "2020-064",
    "1815-12-10T24:00", "1815-12-10T25:00", "1815-12-10T10", "1815-12-10 10:00 pm", "10:00",
    "10:00:00", "1815-12-10T10:00:00+99:00", "١٨١٥-١٢-١٠", "１８１５-１２-１０", "1815-12-10 BC",
    "10 December 1815 BC", "10 December 1815 AD", "10 December 1815 to 12 December 1815",
    "1815-12-10/1815-12-11", "between March 2020 and May 2020", "10 or 11 December 1815",
    "10-11 December 1815", "on 10 December 1815", "10 décembre 1815", "10. Dezember 1815",
    "December", "x", "2020-03-04-05", "03/04/2020 10:00", "12/2020", "2020.03", "10 Decem 1815",
    "Decembre 10, 1815", "10 12 1815", "--", "2020-", "-2020", "+2020-03-04", "05 May",
    "1 Jan 99", "March 99", "13/13/2020", "00/05/2020", "5/00/2020", "10 December 18155",
    "10 December 0044", "March 0044",
]  # fmt: skip


@pytest.mark.parametrize(("text", "iso"), READ.items())
def test_reads_what_is_sure(text: str, iso: str) -> None:
    """A text that can mean one day or month only has one spelling."""
    assert normalize_date(text) == iso


@pytest.mark.parametrize("text", REFUSED)
def test_leaves_what_is_unsure(text: str) -> None:
    """An ambiguous, partial, impossible or foreign date stays as written."""
    assert normalize_date(text) is None


@pytest.mark.parametrize("iso", sorted(set(READ.values())))
def test_is_idempotent(iso: str) -> None:
    """A canonical date reads as itself."""
    assert normalize_date(iso) == iso


@pytest.mark.parametrize("text", ["03/04/2020", "03-04-2020", "3.4.2020"])
def test_day_first_settles_the_order(text: str) -> None:
    """An all-numeric date is read once its order is known."""
    assert normalize_date(text, day_first=True) == "2020-04-03"
    assert normalize_date(text, day_first=False) == "2020-03-04"


def test_day_first_does_not_bend_an_impossible_order() -> None:
    """A part above 12 is the day, whatever order is usual."""
    assert normalize_date("04/13/2020", day_first=True) == "2020-04-13"
    assert normalize_date("13/04/2020", day_first=False) == "2020-04-13"


def test_page_example() -> None:
    """The resolution page's example holds to the letter."""
    assert normalize_date("Dec 10, 1815") == "1815-12-10"
    assert normalize_date("03/04/2020") is None
    assert normalize_date("03/04/2020", day_first=True) == "2020-04-03"


@given(st.text(max_size=60))
def test_never_raises(text: str) -> None:
    """Any text gets an answer, and that answer reads as itself."""
    read = normalize_date(text)
    assert read is None or normalize_date(read) == read


@given(st.dates(min_value=date(1000, 1, 1)))
def test_reads_every_day_in_three_spellings(day: date) -> None:
    """ISO, day first and month first agree on every day."""
    iso = day.isoformat()
    assert normalize_date(iso) == iso
    assert normalize_date(f"{day:%d %B %Y}") == iso
    assert normalize_date(f"{day:%b %d, %Y}") == iso
