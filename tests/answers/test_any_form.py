"""Is an answer supported by its context when values are read in any form?"""

from __future__ import annotations

import unicodedata

import pytest

from openodke.answers import GroundingResult, check_grounding


def check(answer: str, context: str | list[str], **options: object) -> GroundingResult:
    """Check an answer with its values in any form."""
    return check_grounding(answer, context, values="any form", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("1000 seats", "1,000 seats"),
        ("5 %", "five percent"),
        ("50 %", "a share of 0.5"),
        ("a share of 0.5", "50 %"),
        ("30 days", "thirty days"),
        ("thirty days", "30 days"),
        ("a 30-day window", "within thirty days"),
        ("March 5, 2024", "2024-03-05"),
        ("5 March 2024", "on 05.03.2024"),
        ("March 2024", "5 March 2024"),
        ("2.5 m", "2.50 m"),
        ("1.2 million", "1200000"),
        ("3.5k", "3,500"),
        ("5 km", "5,000 m"),
        ("123", "١٢٣"),
        ("１２", "12"),
        ("the 3rd tram", "the third tram"),
        ("5:30 pm", "17:30"),
        ("$5", "5 dollars"),
        ("2 weeks", "2-3 weeks"),
        ("Tram 7", "Tram 7 to the harbour"),
        ("GPT 4", "GPT-4"),
        ("Covid-19", "COVID19"),
        ("B12", "vitamin B12"),
        ("version 1.2.3", "v1.2.3"),
        ("Q3 2023", "the third quarter of 2023"),
        ("+1 555 123 4567", "1-555-123-4567"),
    ],
)
def test_same_value(answer: str, context: str) -> None:
    """A value is found in any spelling, notation, script or convertible unit."""
    assert check(answer, context).issues == []


@pytest.mark.parametrize(
    ("answer", "context", "ungrounded"),
    [
        ("5 miles", "5 km", "5 miles"),
        ("€5", "$5", "€5"),
        ("5 March 2024", "3 May 2024", "5 March 2024"),
        ("-5 degrees", "5 degrees", "-5 degrees"),
        ("130 days", "30 days", "130 days"),
        ("five days", "thirty days", "five days"),
        ("B12", "B6 and 12 others", "B12"),
        ("GPT-4", "GPT-4.5", "GPT-4"),
        ("19 mice", "Covid-19", "19"),
        ("Tram 7", "Tram 8", "7"),
        ("in 2020", "in 2021", "2020"),
        ("Q2 2023", "the third quarter of 2023", "Q2 2023"),
        ("30.", "20", "30"),
    ],
)
def test_other_value(answer: str, context: str, ungrounded: str) -> None:
    """Another value, unit, currency, sign or name is ungrounded, and named as it is written."""
    assert check(answer, context).ungrounded_numbers == [ungrounded]


def test_unit_is_named() -> None:
    """Of a number with another unit of its kind it is said what the context has."""
    assert check("It is 5 miles.", ["It is 5 km long.", "It costs $5."]).issues == [
        'ungrounded number "5 miles" — not in the provided context, which has "5 km"'
    ]
    assert check("five days", "It costs $5.").issues == [
        'ungrounded number "five days" — not in the provided context'
    ]


@pytest.mark.parametrize("word", ["one", "a second", "two", "several", "a couple of", "half an"])
def test_small_words_are_no_figures(word: str) -> None:
    """Small and vague number words, which prose is full of, need no source."""
    assert check(f"There is {word} option.", "Options are open.")


@pytest.mark.parametrize(
    "answer",
    [
        "1. Ring the bell.\n2. Wait.\n3. Step in.",
        "1) Ring the bell, 2) wait.",
        "- **1.** Ring.\n- **2.** Wait.",
        "**Step 1:** Ring.\n**Step 2:** Wait.",
        "1️⃣ Ring. 2️⃣ Wait.",
        "Ring the bell [1], then wait [2, 3][^4].",
        "Ring 【5†source】.",
    ],
)
def test_list_marks_are_no_numbers(answer: str) -> None:
    """What counts the items of a list or cites a passage is no number of the answer."""
    assert check(answer, "Ring the bell, wait, step in.")


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("30.", ["30"]),
        ("1. Ring.", ["1"]),
        ("7. Ring.\n9. Wait.", ["7", "9"]),
        ("1. Wait 20 minutes.\n2. Ring.", ["20 minutes"]),
        ("The fare is 1. The other is 2. That is all.", ["1", "2"]),
    ],
)
def test_numbers_that_look_like_list_marks(answer: str, numbers: list[str]) -> None:
    """A number counts items only where the next one follows at the start of a line."""
    assert check(answer, "Ring the bell, wait.").ungrounded_numbers == numbers


@pytest.mark.parametrize(
    ("answer", "anchor"),
    [
        ("You have 30 days.", "30 days"),
        ("You have thirty days.", "30 days"),
        ("It is a 30-day window.", "thirty days"),
        ("A refund within 30 days, free.", "refund within thirty days"),
        ("It starts on 5 March 2024.", "2024-03-05"),
        ("It starts on 5 March 2024.", "March 2024"),
        ("It starts on 5 March 2024.", "2024"),
        ("There is no re-stocking fee.", "no re stocking FEE"),
        ("The cafe\u0301 is shut.", "Caf\u00e9"),
        ("Between 3 and 5 km.", "3 km"),
        ("It costs $1,000.", "1000 dollars"),
        ("Half of it: 50 %", "0.5"),
        ("A ✓ it is.", "✓"),
        ("Vitamin B12 it is.", "B12"),
        ("東京に行く。", "東京"),
    ],
)
def test_stated_anchor(answer: str, anchor: str) -> None:
    """An anchor is found by whole words, its values in any form."""
    result = check(answer, answer, anchors=[anchor])
    assert result.issues == []


@pytest.mark.parametrize(
    ("answer", "anchor"),
    [
        ("You have 130 days.", "30 days"),
        ("You have 3.30 days.", "30 days"),
        ("You have 30,000 days.", "30"),
        ("You have 30 euros and 5 days.", "30 days"),
        ("You have 30 days.", "30 hours"),
        ("Feeding is free.", "fee"),
        ("There is no restocking. Fees are low.", "no restocking fees"),
        ("No fee for restocking.", "no restocking fee"),
        ("It starts on 5 March 2024.", "6 March 2024"),
        ("It starts in March 2024.", "5 March 2024"),
        ("Covid-1945", "Covid-19"),
        ("You have €30.", "$30"),
    ],
)
def test_missed_anchor(answer: str, anchor: str) -> None:
    """A piece of a word or a number, another order, unit or sentence is not the anchor."""
    assert check(answer, answer, anchors=[anchor]).anchors_missed == [anchor]


def test_anchor_that_the_context_lacks() -> None:
    """An anchor is looked for in the context too, under any of its wordings."""
    anchor = {"value": "14 days", "aliases": ["two weeks"]}
    assert check("It is kept for 14 days.", "Kept for two weeks.", anchors=[anchor])
    result = check("It is kept for 14 days.", "Kept for a while.", anchors=[anchor])
    assert result.ungrounded_anchors == ["14 days"]
    assert result.issues == ['ungrounded answer fact "14 days" — not in the provided context']
    assert result.anchors_missed == []


def test_passages_are_apart() -> None:
    """No number, unit or phrase goes on from one passage into the next."""
    result = check("5 km", ["The fare is 5", "km are counted"], anchors=["5 km"])
    assert result.ungrounded_anchors == ["5 km"]
    assert not check("1,000", ["Platform 1", "000 is the code"])
    assert not check("red tram", ["It is red", "tram lines"], anchors=["red tram"])


def test_permitted_number_with_its_unit() -> None:
    """An allowed number, or one of the question, permits itself with any unit, or with its own."""
    assert check("42 km in all", "20 km and 22 km", allowed_new_numbers=[42])
    assert check("forty-two km", "x", question="Is it 42?")
    assert check("42 km", "x", question="Is it 42 km?")
    assert not check("42 miles", "x", question="Is it 42 km?")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_composition_does_not_count(form: str) -> None:
    """Composed and decomposed letters are the same, beside digits too."""
    answer = unicodedata.normalize(form, "Café2 serves 12 teas.")
    context = unicodedata.normalize("NFD" if form == "NFC" else "NFC", "café2 has twelve teas")
    assert check(answer, context, anchors=["café2"])


def test_what_makes_nothing_ungrounded() -> None:
    """Two numbers that are swapped, and a negation, are doubts at most."""
    assert check("Adults pay 3, children 5.", "Adults pay 5, children 3.")
    assert check("It costs 5 euros.", "It does not cost 5 euros.")
