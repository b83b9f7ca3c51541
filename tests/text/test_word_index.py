"""Where words and runs of words stand, as raw offsets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.text.folding import fold_word
from openodke.text.word_index import WordIndex, words_of

WORDS = {
    "plain": ("Tarn Ltd, of Orle.", ["tarn", "ltd", "of", "orle"]),
    "apostrophe": ("Orle's O’Hara", ["orle", "s", "o", "hara"]),
    "hyphen": ("well-known", ["well", "known"]),
    "underscore": ("New_Orle", ["new", "orle"]),
    "digits": ("B12, 1,200 and 3.5", ["b12", "1", "200", "and", "3", "5"]),
    "chinese": ("她毕业于北京。", ["她", "毕", "业", "于", "北", "京"]),
    "japanese": ("東京のABC社", ["東", "京", "の", "abc", "社"]),
    "thai": ("ไทย", ["ไ", "ท", "ย"]),
    "devanagari": ("वह दिल्ली में है।", ["वह", "दिल्ली", "में", "है"]),
    "tamil": ("தமிழ் நாடு", ["தமிழ்", "நாடு"]),
    "arabic": ("جاء مُحَمَّد؟", ["جاء", "محمد"]),
    "nothing": ("…!? — \x00", []),
    "symbols": ("C++ & C#", ["c", "c"]),
    "fraction": ("½ litre", ["1", "2", "litre"]),
    "soft_hyphen": ("har\u00adbour", ["harbour"]),
}
TEXT = "Zoë’s ﬁrst mill — in STRASSE, Orle.\n\nA 2nd Straße: the mill. It is ½ done."


def spans(index: WordIndex) -> list[tuple[int, int]]:
    """Return the span of every word."""
    return [index.span(place) for place in range(len(index))]


@pytest.mark.parametrize("name", WORDS)
def test_a_text_is_cut_into_folded_words(name: str) -> None:
    """Letters and digits are words; a script without spaces has a word a character."""
    text, words = WORDS[name]
    index = WordIndex(text)
    assert list(words_of(text)) == words
    assert [index.word(place) for place in range(len(index))] == words


def test_an_index_answers_for_words() -> None:
    """A folded word is counted, found, and given back as it is written."""
    index = WordIndex(TEXT)
    assert "strasse" in index
    assert "straße" not in index
    assert index.count("mill") == 2
    assert index.count("absent") == 0
    assert [index.raw(place) for place in index.find(("strasse",))] == ["STRASSE", "Straße"]
    assert index.word(-1) == index.word(len(index)) == ""
    assert index.first_letter(index.find(("first",))[0]) == "ﬁ"


def test_a_phrase_is_found_over_any_gap() -> None:
    """What stands between two words of a phrase does not count."""
    index = WordIndex("New-Orle, new\nORLE and New, Orle; not newOrle nor Orle New.")
    found = index.find(("new", "orle"))
    assert [index.raw(place, 2) for place in found] == ["New-Orle", "new\nORLE", "New, Orle"]


def test_a_phrase_that_runs_over_the_end_is_not_there() -> None:
    """The last words of a text are no beginning of a longer phrase."""
    index = WordIndex("mill in Orle")
    assert list(index.find(("in", "orle", "mill"))) == []
    assert list(index.find(("orle", "mill"))) == []
    assert list(index.find(())) == []


def test_a_repeated_word_makes_overlapping_phrases() -> None:
    """Each place at which a phrase starts counts."""
    assert list(WordIndex("ha ha ha").find(("ha", "ha"))) == [0, 1]


def test_spans_slice_the_raw_text() -> None:
    """A word's span is the word as written, one character that folds to several included."""
    index = WordIndex(TEXT)
    raw = [TEXT[start:end] for start, end in spans(index)]
    assert raw[:7] == ["Zoë", "s", "ﬁrst", "mill", "in", "STRASSE", "Orle"]
    assert raw[-4:] == ["is", "½", "½", "done"]
    assert index.raw(5, 2) == "STRASSE, Orle"


def test_a_word_ends_after_its_last_accent() -> None:
    """A decomposed accent belongs to the letter before it."""
    assert WordIndex("Cafe\u0301 Orle").raw(0) == "Cafe\u0301"


def test_the_place_at_an_offset_is_the_next_word() -> None:
    """A raw offset leads to the first word that starts there or later."""
    index = WordIndex(TEXT)
    for place, (start, _) in enumerate(spans(index)):
        expected = place - 1 if place and index.span(place - 1)[0] == start else place
        assert index.place_at(start) == expected
    assert index.place_at(0) == 0
    assert index.place_at(len(TEXT)) == len(index)
    assert WordIndex("in Orle").place_at(1) == 1


def test_a_place_lies_in_its_sentence_and_paragraph() -> None:
    """Every word of a sentence leads to it, and every sentence to its paragraph."""
    index = WordIndex(TEXT)
    assert [TEXT[start:end] for start, end in index.sentences] == [
        "Zoë’s ﬁrst mill — in STRASSE, Orle.",
        "A 2nd Straße: the mill.",
        "It is ½ done.",
    ]
    ranges = [index.sentence_places(number) for number in range(3)]
    assert ranges == [(0, 7), (7, 12), (12, len(index))]
    for number, (start, end) in enumerate(ranges):
        assert {index.sentence_of(place) for place in range(start, end)} == {number}
    assert [index.paragraph_of(number) for number in range(3)] == [0, 1, 1]


def test_a_sentence_without_words_holds_no_place() -> None:
    """Marks alone can be a sentence; the words after it are in the next one."""
    index = WordIndex("Orle?\n\n***\n\nTarn.")
    assert [index.sentence_places(number) for number in range(3)] == [(0, 1), (1, 1), (1, 2)]
    assert index.sentence_of(1) == 2


def test_places_of_several_words_ascend() -> None:
    """Words of a list are found in the order of the text."""
    index = WordIndex("not now, never, not then")
    assert list(index.places_of(frozenset({"never", "not", "absent"}))) == [0, 2, 3]


@pytest.mark.parametrize("text", ["", " \n\t", "…!?"])
def test_a_text_without_words_has_none(text: str) -> None:
    """There is nothing to find, and asking is no error."""
    index = WordIndex(text)
    assert len(index) == 0
    assert list(index.find(("orle",))) == []
    assert index.place_at(0) == 0
    assert list(index.places_of(frozenset({"not"}))) == []


@pytest.mark.parametrize("letter", ["e", "ö", "æ", "ж", "京", "न", "नि"])
def test_a_long_text_is_read_in_pieces_without_a_seam(letter: str) -> None:
    """Words and their offsets are right beyond the size of a piece, in any script."""
    word = f"Orl{letter}e "
    text = word * 60_000
    index = WordIndex(text)
    parts = words_of(word)
    assert len(index) == 60_000 * len(parts)
    last = len(index) - len(parts)
    assert index.span(last, len(parts)) == (len(text) - len(word), len(text) - 1)
    assert len(index.find(parts)) == 60_000


_TEXTS = st.text(st.sampled_from("aAb ß.ﬁ’\u0301\u00ad½北ก्दé\n-_7İ")) | st.text(
    st.characters(codec="utf-8")
)


@given(_TEXTS)
def test_every_span_folds_to_its_word(text: str) -> None:
    """A word's raw text folds to the word, or to more where one character holds two words."""
    index = WordIndex(text)
    for place in range(len(index)):
        start, end = index.span(place)
        assert 0 <= start < end <= len(text)
        assert index.word(place) in fold_word(text[start:end])


@given(_TEXTS)
def test_a_short_text_and_an_index_agree_on_words(text: str) -> None:
    """A name is cut as a text is, or a name could not be found in itself."""
    index = WordIndex(text)
    assert words_of(text) == tuple(index.word(place) for place in range(len(index)))


@given(
    st.lists(st.sampled_from("abc"), max_size=30),
    st.lists(st.sampled_from("abcd"), min_size=1, max_size=4),
)
def test_finding_agrees_with_looking_at_every_place(words: list[str], phrase: list[str]) -> None:
    """The quick search finds exactly what a slow one finds."""
    width = len(phrase)
    slow = [at for at in range(len(words)) if words[at : at + width] == phrase]
    assert list(WordIndex(" ".join(words)).find(tuple(phrase))) == slow


def test_words_that_begin_alike_are_looked_at_up_to_a_number() -> None:
    """A list of ten thousand part numbers costs each name that it lacks no look at all of them."""
    index = WordIndex(" ".join(f"sku{number}" for number in range(10_000)))
    assert index.alike_at_start("skull") == [f"sku{number}" for number in range(4_000)]
    assert index.beginning_with("sku9") == [f"sku{n}" for n in range(90, 4_000) if f"{n}"[0] == "9"]
    assert index.similar("sku77") == [
        "sku7", "sku17", "sku27", "sku37", "sku47", "sku57", "sku67", "sku70", "sku71", "sku72",
        "sku73", "sku74", "sku75", "sku76", "sku77", "sku78", "sku79", "sku87", "sku97",
        *(f"sku{n}" for n in range(100, 1000) if "77" in f"{n}" or f"{n}"[::2] == "77"),
    ]  # fmt: skip


def test_places_in_one_sentence() -> None:
    """The first of each word that a sentence has together with all of the others."""
    index = WordIndex("The mill burned. Orla ran the mill and the kiln. The kiln is cold.")
    mill, kiln, orla = (index.find((word,)) for word in ("mill", "kiln", "orla"))
    assert index.in_one_sentence([mill, kiln]) == [6, 9]
    assert index.in_one_sentence([kiln, mill, orla]) == [9, 6, 3]
    assert index.in_one_sentence([mill]) == [1]
    assert index.in_one_sentence([mill, index.find(("cold",))]) == []
    assert index.in_one_sentence([mill, index.find(("barge",))]) == []
    assert index.in_one_sentence([]) == []
