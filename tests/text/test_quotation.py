"""Where a quote stands in its text, even if it was retyped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.text.folding import fold_word
from openodke.text.quotation import find_quote

TEXT = 'Start. "Tarn Ltd" — the mill\u00a0of Orle — opened\nin 1999. ½ left... *** Straße 5.'
FILLER = " x y." * 2000  # a text of this length is searched in another way
LENGTHS = pytest.mark.parametrize("filler", ["", FILLER], ids=["short", "long"])

QUOTES = {
    "exact": ('"Tarn Ltd" —', '"Tarn Ltd" —'),
    "case": ("tarn LTD", "Tarn Ltd"),
    "quotes_and_dashes": ("“Tarn Ltd” - the mill", 'Tarn Ltd" — the mill'),
    "space": ("the mill of Orle", "the mill\u00a0of Orle"),
    "line_break": ("opened in 1999.", "opened\nin 1999"),
    "width": ("Ｔａｒｎ Ltd", "Tarn Ltd"),
    "fraction": ("1/2 left", "½ left"),
    "sharp_s": ("STRASSE 5", "Straße 5"),
    "exact_with_edges": (" opened\nin ", " opened\nin "),
    "without_words": ("***", "***"),
    "whole": (TEXT, TEXT),
    "soft_hyphen": ("o\u00adpened in", "opened\nin"),
}


def slice_of(quote: str, text: str) -> str | None:
    """Return what stands where the quote was found."""
    found = find_quote(quote, text)
    return None if found is None else text[found[0] : found[1]]


@LENGTHS
@pytest.mark.parametrize("name", QUOTES)
def test_a_quote_is_found_as_it_was_retyped(name: str, filler: str) -> None:
    """Case, quotes, dashes, width and white space may differ; the slice is the text's own."""
    quote, there = QUOTES[name]
    assert slice_of(quote, TEXT + filler) == there


@LENGTHS
@pytest.mark.parametrize("quote", ["opened 1999", "Tarn Ltd the Orle", "Brill", "~~~", "   "])
def test_what_the_text_does_not_say_is_not_found(quote: str, filler: str) -> None:
    """A word left out, put in or moved makes another quote."""
    assert find_quote(quote, TEXT.replace(" ", "  ") + filler.replace(" ", "\n")) is None


@LENGTHS
def test_the_exact_words_win_over_earlier_ones(filler: str) -> None:
    """The place that is spelled as quoted is the one meant."""
    text = "THE MILL burned. the mill, they say. The mill stood." + filler
    assert find_quote("The mill", text) == (37, 45)
    assert find_quote("tHe mill", text) == (0, 8)


@LENGTHS
def test_a_quote_may_start_and_end_inside_a_word(filler: str) -> None:
    """A quote that was cut off is in the text as it stands."""
    assert slice_of("arn Ltd", TEXT + filler) == "arn Ltd"
    assert slice_of("opened\nin 19", TEXT + filler) == "opened\nin 19"


@LENGTHS
def test_whole_words_win_over_pieces_of_words(filler: str) -> None:
    """A quote of one word is not found inside another, where the word stands elsewhere."""
    assert find_quote("art", "It starts. The art is old." + filler) == (15, 18)


@LENGTHS
def test_an_empty_quote_stands_nowhere(filler: str) -> None:
    """Nothing was quoted, so there is nothing to cite."""
    assert find_quote("", TEXT + filler) is None


def test_a_found_quote_ends_after_its_last_accent() -> None:
    """A decomposed accent is not cut off its letter."""
    assert slice_of("Café", "At the Cafe\u0301 Orle.") == "Cafe\u0301"


def test_an_empty_text_holds_nothing() -> None:
    """No quote stands in no text."""
    assert find_quote("Tarn", "") is None
    assert find_quote("***", "") is None


_PIECES = st.lists(st.sampled_from("Tarn mill of ß é — ’s ﬁn , . 北 e\u0301".split()), max_size=12)


@given(_PIECES, _PIECES.filter(bool), _PIECES)
def test_every_slice_of_words_is_found(
    before: list[str], quote: list[str], after: list[str]
) -> None:
    """Whatever stands in a text is found there, and what is found folds to the quote."""
    wanted = " ".join(quote)
    text = " ".join([*before, *quote, *after])
    found = slice_of(wanted, text)
    assert found is not None
    assert fold_word(found) == fold_word(wanted)


@given(_PIECES.filter(lambda pieces: any(p.isalpha() for p in pieces)))
def test_a_retyped_quote_is_found(quote: list[str]) -> None:
    """In capitals and with other white space it is still the text's."""
    wanted = "\n ".join(quote).upper()
    assert find_quote(wanted, "It says: " + " ".join(quote)) is not None
