"""Folding, over every character that Unicode has, and the way back to raw offsets."""

from __future__ import annotations

import sys
import unicodedata
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.text.folding import FoldedText, fold, fold_character, fold_word

SPELLED = {  # what a model, a PDF or a keyboard may write in place of the second
    "upper": ("ALDER PINE", "alder pine"),
    "title": ("Mcdonald'S", "mcdonald's"),
    "accents": ("Zoë Ångström-Łódź", "zoe angstrom-lodz"),
    "decomposed": ("Zoe\u0308 Cafe\u0301", "zoe cafe"),
    "sharp_s": ("STRASSE", fold_word("Straße")),
    "capital_sharp_s": ("STRAẞE", "strasse"),
    "ligatures": ("ﬁne oﬀer Æsir œuvre", "fine offer aesir oeuvre"),
    "width": ("Ｏｒｌｅ　４２", "orle 42"),
    "curly_quotes": ("O’Hara’s “Mill” ‘Orle’ ‚x‛", "o'hara's \"mill\" 'orle' 'x'"),
    "other_quotes": ("«Orle» „Tarn‟ 5′ 6″", '"orle" "tarn" 5\' 6"'),
    "dashes": ("a‐b‑c‒d–e—f―g−h", "a-b-c-d-e-f-g-h"),
    "soft_hyphen": ("har\u00adbour", "harbour"),
    "zero_width": ("har\u200bb\u200co\u200dur\u2060\ufeff", "harbour"),
    "direction_marks": ("\u200fOrle\u200e", "orle"),
    "spaces": ("a\u00a0b\u2009c\u202fd\u3000e\u2028f\x85g", "a b c d e f g"),
    "digits": ("١٢٣ १२३ １２３", "123 123 123"),
    "superscripts": ("H₂O m²", "h2o m2"),
    "dotless": ("DIŞ İzmir ıstanbul", "dis izmir istanbul"),
    "final_sigma": ("ΣΊΣΥΦΟΣ", fold_word("Σίσυφος")),
    "harakat": ("مُحَمَّد", "محمد"),
    "tatweel": ("محـــمد", "محمد"),
    "hamza": ("أحمد", "احمد"),
    "hebrew_points": ("שָׁלוֹם", "שלום"),
    "cyrillic": ("ЁЛКА", fold_word("елка")),
    "half_width_kana": ("ﾄﾖﾀ", "トヨタ"),
    "cherokee": ("ᎠᎡ", fold_word("ꭰꭱ")),
}


@pytest.fixture(scope="module")
def folds() -> dict[str, str]:
    """The fold of every character that Unicode assigns, private use apart."""
    every = map(chr, chain(range(0xD800), range(0xE000, sys.maxunicode + 1)))
    return {c: fold_character(c) for c in every if unicodedata.category(c) not in ("Cn", "Co")}


@pytest.mark.parametrize("name", SPELLED)
def test_a_respelling_folds_to_the_plain_spelling(name: str) -> None:
    """Case, accents, width, quotes, dashes, spaces and digits of other scripts fold away."""
    written, plain = SPELLED[name]
    assert fold(written).text == fold_word(written) == plain


@pytest.mark.parametrize(("one", "other"), [("ガ", "カ"), ("パ", "バ"), ("दि", "दी"), ("ক", "কো")])
def test_marks_that_spell_a_letter_stay(one: str, other: str) -> None:
    """A voicing mark and a vowel sign are no accents: without them it is another word."""
    assert fold_word(one) != fold_word(other)


def test_every_text_folds_as_its_characters_do(folds: dict[str, str]) -> None:
    """A character folds the same in a text as alone, on the short way and on the long one."""
    for character, folded in folds.items():
        assert fold(f"x{character}y").text == f"x{folded}y"
    assert fold("".join(folds)).text == "".join(folds.values())


def test_private_characters_stay() -> None:
    """What Unicode leaves to others to define folds to itself."""
    text = "".join(map(chr, chain(range(0xE000, 0xF900), range(0xF0000, 0xFFFFE))))
    assert fold(text) == FoldedText(text)


def test_folding_twice_changes_nothing(folds: dict[str, str]) -> None:
    """What is folded stays as it is, for every character."""
    assert {c: f for c, f in folds.items() if fold_word(f) != f} == {}


@pytest.mark.parametrize("damage", [str.upper, str.title, str.lower, str.swapcase, str.capitalize])
def test_changes_of_case_are_undone(folds: dict[str, str], damage: object) -> None:
    """`.title()`, `.upper()` and their like fold away, for every character that there is."""
    assert {c: f for c, f in folds.items() if fold_word(damage(c)) != f} == {}  # type: ignore[operator]


@pytest.mark.parametrize("last", [0x0900, sys.maxunicode], ids=["alphabets", "all"])
def test_composed_and_decomposed_fold_alike(folds: dict[str, str], last: int) -> None:
    """NFC and NFD of a character have one fold."""
    different = {
        c
        for c, folded in folds.items()
        if ord(c) <= last and fold_word(unicodedata.normalize("NFD", c)) != folded
    }
    assert different == set()


@pytest.mark.parametrize(
    ("written", "decomposed"), [("한국", "한국"), ("কো", "কো"), ("ホンダ", "ﾎﾝﾀﾞ")]
)
def test_kept_marks_fold_alike_composed_or_not(written: str, decomposed: str) -> None:
    """A syllable, a vowel sign and a voiced kana fold alike however many characters they take."""
    assert fold_word(unicodedata.normalize("NFD", decomposed)) == fold_word(written)
    assert fold_word(decomposed) == fold_word(written)


def test_compatibility_forms_fold_as_what_they_stand_for(folds: dict[str, str]) -> None:
    """NFKC of a character has its fold, but for signs that are read as quotes."""
    different = {c for c, f in folds.items() if fold_word(unicodedata.normalize("NFKC", c)) != f}
    assert different <= {"´", "\u1ffd", "″"}


def test_spaces_fold_to_one_space_each(folds: dict[str, str]) -> None:
    """Every kind of white space beyond ASCII is a space, and ASCII's own stays."""
    spaces = {c: f for c, f in folds.items() if c.isspace()}
    assert {c for c, f in spaces.items() if f != (c if c.isascii() else " ")} == set()


@pytest.mark.parametrize(
    "mark",
    "\u00ad\u061c\u0640\u180e\u200b\u200c\u200d\u200e\u200f"
    "\u202a\u202c\u2060\u2061\u2066\u2069\ufe0f\ufeff",
    ids=lambda mark: f"U+{ord(mark):04X}",
)
def test_invisible_characters_fold_to_nothing(mark: str) -> None:
    """A character that shows nothing is no part of a word."""
    assert fold_word(f"har{mark}bour") == "harbour"


def test_the_hebrew_hyphen_joins_words_as_a_hyphen() -> None:
    """The maqaf stands between two words; it is no mark on a letter."""
    assert fold_word("תל־אביב") == "תל-אביב"


def test_every_piece_of_a_fold_stands_on_its_character(folds: dict[str, str]) -> None:
    """The map leads from each folded character to the raw one, for every character."""
    for character in folds:
        folded = fold(f"x{character}y")
        inner = len(folded.text) - 2
        offsets = list(map(folded.raw_offset, range(len(folded.text))))
        assert offsets == [0, *[1] * inner, 2]


def test_the_map_holds_over_a_text_of_all_characters(folds: dict[str, str]) -> None:
    """In one text of every character, each piece leads back to where its character stands."""
    folded = fold("".join(folds))
    expected = [at for at, piece in enumerate(folds.values()) for _ in piece]
    assert list(map(folded.raw_offset, range(len(folded.text)))) == expected


def test_a_plain_text_needs_no_map() -> None:
    """ASCII, and text whose characters fold one to one, has no breaks."""
    assert fold("Alder Pine") == FoldedText("alder pine")
    assert fold("Zoë’s") == FoldedText("zoe's")
    assert fold("") == FoldedText("")


_ODD = "ßﬁŉİǰΐ㎏½…\u00ad\u0301\u200b\u0640ﷺ㌀"
_TEXTS = st.text(st.one_of(st.sampled_from(_ODD + "ab .-A"), st.characters(codec="utf-8")))


@given(_TEXTS)
def test_raw_offsets_ascend_within_the_text(text: str) -> None:
    """Every folded offset leads into the text, and a later one leads no further back."""
    folded = fold(text)
    offsets = [folded.raw_offset(at) for at in range(len(folded.text))]
    assert all(0 <= offset < len(text) for offset in offsets)
    assert all(first <= second for first, second in pairwise(offsets))


@given(_TEXTS)
def test_the_character_at_a_raw_offset_folds_to_what_stands_there(text: str) -> None:
    """The map is right, and not only in range."""
    folded = fold(text)
    for at, character in enumerate(folded.text):
        assert character in fold_character(text[folded.raw_offset(at)])


@given(_TEXTS, _TEXTS)
def test_a_text_folds_as_its_parts_do(first: str, second: str) -> None:
    """Folding looks at one character at a time, however many kinds a text has."""
    assert fold(first + second).text == fold(first).text + fold(second).text
    assert fold(first).text == "".join(map(fold_character, first)) == fold_word(first)
