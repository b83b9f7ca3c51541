"""Which values does a text state, and is one of them this value?"""

from __future__ import annotations

import pytest

from openodke.text.values import ValueFinder, claimed_in, figures_in, stated_values


def found(text: str, claimed: str) -> list[str]:
    """Return what a text writes for the first value of a claim."""
    (first, *_) = claimed_in(claimed)
    finder = ValueFinder(stated_values(text))
    places = finder.find(first)
    assert len(places) <= finder.most(first)
    return [text[place.start : place.end] for place in places]


@pytest.mark.parametrize(
    ("text", "claimed", "places"),
    [
        ("thirty days or 30 nights", "30 days", ["thirty days"]),
        ("thirty days or 30 nights", "30", ["thirty days", "30"]),
        ("1 km or 1000 m or 999 m", "1000 m", ["1 km", "1000 m"]),
        ("about 3.2 million", "3 million", []),
        ("5 March 2024 and 2025", "2024", ["5 March 2024"]),
        ("5 March 2024", "5 March", ["5 March 2024"]),
        ("March 2024", "5 March 2024", []),
        ("50% or 0.5 or 5", "50%", ["50%", "0.5"]),
        ("50% or 0.5 or 5", "0.5", ["50%", "0.5"]),
        ("$5 here. €5 there. 5 CAD", "5 dollars", ["$5", "5 CAD"]),
        ("3-5 km", "3 km", ["3"]),
        ("the 1990s", "the nineties", ["1990s"]),
        ("at 17:30", "5:30 pm", ["17:30"]),
        ("the 19th century", "20", []),
    ],
)
def test_finding(text: str, claimed: str, places: list[str]) -> None:
    """A value is found as what it is, and not by rounding or in parts."""
    assert found(text, claimed) == places


@pytest.mark.parametrize(
    ("answer", "figures"),
    [
        ("30 days and a 90-day extension", ["30 days", "90-day"]),
        ("two options, five days, one day, a dozen", ["five days"]),
        ("Windows 11 and Area 51", ["11", "51"]),
        ("Covid-19, B12, GPT-4o, v1.2.3.", ["Covid-19", "B12", "GPT-4o", "v1.2.3"]),
        ("He is 5'10\" tall", ["5'10\""]),
        ("2,360x units", ["2,360"]),
        ("30.", ["30"]),
        ("H1 2020, Q3 of 2023 and Q2", ["H1 2020", "Q3 of 2023", "Q2"]),
        ("call +1 555 123 4567 or 555-123-4567", ["+1 555 123 4567", "555-123-4567"]),
        ("on 2024-05-06, 20 000 - 30 000 seats", ["2024-05-06", "20 000", "30 000"]),
        ("no figure", []),
    ],
)
def test_figures(answer: str, figures: list[str]) -> None:
    """The figures of an answer are its values and its words with digits."""
    assert [answer[start:end] for start, end in figures_in(answer)] == figures
