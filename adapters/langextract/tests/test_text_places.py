"""Is the place of an extraction's text where it stands, and does it agree with the verdict?"""

from __future__ import annotations

from typing import Any

import pytest
from extraction_samples import document, extraction

from openodke.model import Document
from openodke_langextract import verify, visualize
from openodke_langextract.text_places import TextPlaces


def checked(text: str, words: str, at: tuple[int, int] | None = None) -> tuple[str, str, str]:
    """Return verdict and place, and what stands at the span, "" for no span."""
    (item,) = verify(document(extraction("x", words, at), text=text))["extractions"]
    held: dict[str, Any] = item["attributes"]
    start, end = map(int, held.get("odke_span", "0-0").split("-"))
    return held["odke_verdict"], held["odke_place"], text[start:end]


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("It got 3.5 stars.", "5 stars", "absent"),
        ("It weighs 92.5 kg.", "2.5 kg", "absent"),
        ("It cost $1,200 then.", "$200", "absent"),
        ("Es kostet 1.200 Euro.", "200 Euro", "absent"),
        ("Version 1.2.3 came out.", "1.2", "absent"),
        ("At -5 degrees it stops.", "5 degrees", "absent"),
        ("All of 1,234,567 came.", "567", "absent"),
        ("See page A4 there.", "4", "absent"),
        ("They are concatenated.", "cat", "absent"),
    ],
)
def test_a_place_does_not_begin_or_end_inside_a_number_or_a_word(
    text: str, words: str, place: str
) -> None:
    """Whatever the framework says: what the verdict says is not there is nowhere."""
    assert checked(text, words) == ("not_found", place, "")
    at = text.find(words)
    if at >= 0:
        assert checked(text, words, (at, at + len(words))) == ("not_found", "partial", "")


@pytest.mark.parametrize(
    ("text", "words", "place", "there"),
    [
        ("Takes 500 mg daily.", "500mg", "normalised", "500 mg"),
        ("Takes 500mg daily.", "500 mg", "normalised", "500mg"),
        ("Two 20-mg pills.", "20 mg", "normalised", "20-mg"),
        ("It cost $1,200 then.", "$1200", "normalised", "$1,200"),
        ("It cost $1200 then.", "$1,200", "normalised", "$1200"),
        ("All of 1,234,567.89 came.", "1234567.89", "normalised", "1,234,567.89"),
        ("Es kostet 1.200 Euro.", "1200 Euro", "normalised", "1.200 Euro"),
        ("Taken b.i.d. with food.", "BID", "normalised", "b.i.d."),
        ("Taken BID with food.", "b.i.d.", "normalised", "BID"),
        ("The U.S. Navy came.", "US Navy", "normalised", "U.S. Navy"),
        ("Of 92.5 kg it lost 2.5 kg.", "2.5 kg", "verbatim", "2.5 kg"),
        ("Of 92.5 kg it lost 2.5 kg.", "2.5  KG", "normalised", "2.5 kg"),
        ("Items 12, 13 and 14.", "12", "verbatim", "12"),
        ("Rows 1,2,3 hold.", "2", "verbatim", "2"),
        ("It weighs 5kg now.", "5", "verbatim", "5"),
        ("It costs 5.", "5", "verbatim", "5"),
    ],
)
def test_figures_and_initials_may_be_written_otherwise(
    text: str, words: str, place: str, there: str
) -> None:
    """The span is that of the text's own writing."""
    assert checked(text, words) == ("unchecked", place, there)


@pytest.mark.parametrize(
    ("text", "words"),
    [("I am here.", "A.M."), ("Tell us all.", "US"), ("It is he who says so.", "WHO")],
)
def test_initials_are_no_other_word(text: str, words: str) -> None:
    """That happens to have their letters."""
    assert checked(text, words)[1:] == ("absent", "")


def test_the_page_tells_what_is_not_there_from_what_is_there_in_other_words() -> None:
    """By the verdict."""
    page = visualize(
        verify(
            document(
                extraction("share", "12.5 percent"),
                extraction("person", "Odd Fenn"),
                text="It holds 12.5% of it.",
            )
        )
    )
    refuted, otherwise = page.split("<h2>")[1:3]
    assert refuted.startswith("Not in the text</h2>")
    assert "Odd Fenn" in refuted
    assert otherwise.startswith("Not in the text in these words</h2>")
    assert "12.5 percent" in otherwise


def test_the_text_is_not_gone_through_for_letters_that_it_does_not_hold() -> None:
    """A long text with many made-up figures would take as many readings."""
    places = TextPlaces(Document(id="a", text="It cost $1,200 for 500 mg, B.I.D., in 1998."))
    found = [places.find(words) for words in ("$1200", "500mg", "BID", "$1300", "50mg", "TID")]
    assert found == [(8, 14), (19, 25), (27, 33), None, None, None]
