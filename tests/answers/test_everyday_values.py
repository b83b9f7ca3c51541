"""Are everyday words for money, times, lengths and shares read as the values they are?"""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openodke.answers import check_grounding
from openodke.text.values import value_forms
from openodke.text.values.value_index import ValueIndex

PAIRS = Path(__file__).resolve().parents[2] / "bench" / "everyday_values.jsonl"
ITEMS = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
KNOWN_WRONG = {
    ("the turn of the millennium", "2000"),
    ("$2-3,000", "$2,000"),
    ("$.99", "99 cents"),
    ("$0.99", "$.99"),
    ("It costs twelve ninety-nine.", "12.99"),
    ("She is five-ten.", "5'10\""),
    ("A quarter-pounder", "4 oz"),
    ("Prices fell by a third.", "-33%"),
    ("the ides of March", "15 March"),
}
"""Right claims that are called ungrounded still."""


def test_everyday_values() -> None:
    """Every claim of the table is judged as it is labelled, but for the few that are known."""
    wrong = {
        (item["text"], item["claim"])
        for item in ITEMS
        if bool(check_grounding(item["claim"], item["text"], values="any form"))
        is not item["supported"]
    }
    assert wrong == KNOWN_WRONG
    assert len(ITEMS) > 600


@pytest.mark.parametrize(
    ("answer", "anchor"),
    [
        ("It lasts an hour and a half.", "90 minutes"),
        ("It lasts 90 minutes.", "an hour and a half"),
        ("It lasts 90 minutes.", "1 hour 30 minutes"),
        ("It lasts 1 hour 30 minutes.", "1.5 hours"),
        ("It costs 50 cents.", "$0.50"),
        ("It costs $0.50.", "50 cents"),
        ("It starts at half past seven.", "7:30"),
        ("It starts at 7:30.", "half past seven"),
        ("It took a decade.", "10 years"),
        ("It took 10 years.", "a decade"),
        ("It opens at noon.", "12:00"),
        ("One in five voters stayed.", "20%"),
        ("It is 20% of them.", "one in five"),
        ("A refund within two weeks.", "refund within a fortnight"),
    ],
)
def test_stated_anchor(answer: str, anchor: str) -> None:
    """An anchor is found where everyday words say it, and where it is in everyday words."""
    assert check_grounding(answer, answer, anchors=[anchor], values="any form").issues == []


@pytest.mark.parametrize(
    ("answer", "anchor"),
    [
        ("It lasts an hour and a half.", "100 minutes"),
        ("It costs 50 cents.", "$50"),
        ("It starts at half past seven.", "7:45"),
        ("It took a decade.", "20 years"),
        ("About 2 300 came.", "300 came"),
        ("It takes a month.", "30 days"),
    ],
)
def test_missed_anchor(answer: str, anchor: str) -> None:
    """An anchor is exact: another value is not it, nor one that is about as much."""
    result = check_grounding(answer, answer, anchors=[anchor], values="any form")
    assert result.anchors_missed == [anchor]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("a decade", ("quantity", 315576000, "s")),
        ("an hour and a half", ("quantity", 5400, "s")),
        ("1 hour 30 minutes", ("quantity", 5400, "s")),
        ("1h30", ("quantity", 5400, "s")),
        ("3 euros and 20 cents", ("money", 3.2, "EUR")),
        ("half past seven", ("time", 450, None)),
        ("half past seven", ("time", 1170, None)),
        ("midnight", ("time", 0, None)),
        ("one in five", ("percent", 20, "%")),
        ("2 million 300 thousand", ("number", 2300000, None)),
    ],
)
def test_forms(text: str, form: tuple[str, float, str | None]) -> None:
    """What a text could state has what its everyday words mean."""
    forms = [one for one in value_forms(text) if isinstance(one.value, Decimal)]
    assert form in [(one.kind, float(one.value), one.unit) for one in forms]  # type: ignore[arg-type]


def test_both_readings_of_spaced_digits() -> None:
    """Digits in groups are one number where no word before them takes a number of its own."""
    one = ValueIndex("They counted about 2 300 visitors.")
    assert one.look_up("2,300").found
    assert not one.look_up("300").found
    for text in ("On day 2 300 came.", "In room 2 300 came.", "Room 2\n300 came.", "2\t300"):
        two = ValueIndex(text)
        assert two.look_up("300").found
        assert two.look_up("2").found


PIECES = (
    "an hour and a half ", "a decade ", "1 hour ", "half past ", "seven ", "to six ", "noon ",
    "a third of a ", "mile and ", "5 grand ", "3:43 ", "$1 and ", "50 cents ", "2 million ",
    "300 thousand ", "about ", "over ", "below zero ", "in five ", "out of ten ", "1h30 ", "at ",
    "2 300 ", "feet ",
)  # fmt: skip
ASKED = ("90 minutes", "$2.51", "7:31", "17%", "-6 °C", "7 feet", "2.4 million", "about 9,000")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=9), st.sampled_from(ASKED))
def test_never_raises(pieces: list[str], asked: str) -> None:
    """Everyday words in any order get an answer, as a text and as a claim."""
    text = "".join(pieces)
    match = ValueIndex(text).look_up(asked)
    assert all(0 <= start < end <= len(text) for start, end in match.spans)
    assert isinstance(ValueIndex(asked).look_up(text).found, bool)
    assert check_grounding(text, text, values="any form").ungrounded_numbers == []


@pytest.mark.parametrize("piece", PIECES)
def test_linear_on_any_input(piece: str) -> None:
    """Long runs of everyday words cost no more a character than short ones."""

    def cost(size: int) -> float:
        index = ValueIndex(piece * (size // len(piece)))
        start = process_time()
        for asked in ASKED:
            index.look_up(asked)
        return process_time() - start

    cost(2_000)
    small, large = cost(10_000), cost(80_000)
    assert large < 24 * small + 0.2
