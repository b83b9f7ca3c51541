"""What is doubtful in an answer whose numbers all stand in its context?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from openodke.answers import check_grounding

PAIRS = Path(__file__).resolve().parents[2] / "bench" / "everyday_values.jsonl"
DENIED = 'number "{}" — the context has it after a "not" only'
SWAPPED = 'numbers "{}" and "{}" — the context has them the other way round'


def doubts(answer: str, context: str) -> list[str]:
    """Check an answer that nothing is ungrounded in, and return what is doubtful."""
    result = check_grounding(answer, context, values="any form")
    assert result.issues == []
    assert result.grounded
    return result.doubts


@pytest.mark.parametrize(
    ("answer", "context", "number"),
    [
        ("It costs 5 euros.", "It does not cost 5 euros.", "5 euros"),
        ("The rate is 5 %.", "The rate is not 5 %, but 6 %.", "5 %"),
        ("It opens at 9.", "It doesn’t open at 9.", "9"),
        ("It opened in 2019.", "It opened in 2020 rather than in 2019.", "2019"),
        ("You have 30 days.", "You have 14 days instead of 30 days.", "30 days"),
    ],
)
def test_denied_number(answer: str, context: str, number: str) -> None:
    """A number that the context only denies is doubtful, and grounded still."""
    assert doubts(answer, context) == [DENIED.format(number)]


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("It does not cost 5 euros.", "It does not cost 5 euros."),
        ("It costs 5 euros.", "It costs 5 euros, not 6."),
        ("It costs 5 euros.", "It does not cost 5 euros on Sundays. Else it costs 5 euros."),
        ("Come within 30 days.", "Come not later than 30 days after it."),
        ("At most 5 bags.", "Not more than 5 bags."),
        ("5 bags and 6 hats", "not only 5 bags but 6 hats"),
        ("Unused for 5 years.", "It has not been used for 5 years."),
    ],
)
def test_number_that_is_said(answer: str, context: str) -> None:
    """A denial in both, a bound, and a number that also stands without a denial are no doubt."""
    assert doubts(answer, context) == []


@pytest.mark.parametrize(
    ("answer", "context", "numbers"),
    [
        ("Adults pay 3, children 5.", "Adults pay 5, children 3.", ("3", "5")),
        (
            "Adults pay 3 euros and children pay 5 euros.",
            "Children pay 3 euros. Adults pay 5 euros.",
            ("3 euros", "5 euros"),
        ),
    ],
)
def test_swapped_numbers(answer: str, context: str, numbers: tuple[str, str]) -> None:
    """Two numbers that the context gives to each other's things are doubtful."""
    assert doubts(answer, context) == [SWAPPED.format(*numbers)]


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("Adults pay 5, children 3.", "Adults pay 5, children 3."),
        ("Children pay 3, adults 5.", "Adults pay 5, children 3."),
        ("It takes 5 days for letters and 7 for parcels.", "Letters: 5 days. Parcels: 7 days."),
        (
            "Trams take 1 hour and 30 minutes, trains 50 minutes.",
            "Trains take 50 minutes, trams 1 hour and 30 minutes.",
        ),
        ("The fee is 5, the deposit 7.", "| fee | deposit |\n| 5 | 7 |"),
        (
            "Adults pay 3, children 5.",
            "Adults pay 5 in winter and 3 in summer, children 3 in winter and 5 in summer.",
        ),
    ],
)
def test_numbers_in_their_places(answer: str, context: str) -> None:
    """Another order, a table and a context that may mean either are no doubt."""
    assert doubts(answer, context) == []


def test_no_doubt_about_the_everyday() -> None:
    """Of the table of everyday words nothing is denied or swapped."""
    items = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    assert len(items) > 600
    for item in items:
        assert not check_grounding(item["claim"], item["text"], values="any form").doubts


def test_nothing_is_doubted_as_written() -> None:
    """Doubts need values to be read."""
    assert check_grounding("It costs 5.", "It does not cost 5.").doubts == []
