"""How else a text may spell a word."""

from __future__ import annotations

import pytest

from openodke.text.spellings import references, spellings, with_digraphs, without_digraphs


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("colour", "color"),
        ("neighbourhood", "neighborhood"),
        ("organisation", "organization"),
        ("realised", "realized"),
        ("catalyse", "catalyze"),
        ("centre", "center"),
        ("offence", "offense"),
        ("dialogue", "dialog"),
        ("modelling", "modeling"),
        ("aluminium", "aluminum"),
        ("haemoglobin", "hemoglobin"),
        ("child", "children"),
        ("crisis", "crises"),
        ("appendix", "appendices"),
        ("index", "indices"),
        ("bacterium", "bacteria"),
        ("phenomenon", "phenomena"),
        ("alumnus", "alumni"),
    ],
)
def test_two_spellings_lead_to_each_other(first: str, second: str) -> None:
    """British and American, singular and plural: each is a form of the other."""
    assert second in spellings(first)
    assert first in spellings(second)


@pytest.mark.parametrize("word", ["tarn", "rise", "ab", "b12", "größe", ""])
def test_most_words_have_one_spelling(word: str) -> None:
    """What no rule is about stays as it is."""
    assert spellings(word) == ()


def test_umlauts_and_their_digraphs() -> None:
    """A marked letter is written with two; two may be a marked one, each for itself."""
    assert with_digraphs("Ölmühle Åberg") == "Oelmuehle Aaberg"
    assert without_digraphs("oelmuehle") == ("oelmuhle", "olmuehle", "olmuhle")
    assert without_digraphs("joe") == without_digraphs("tarns") == ()
    assert without_digraphs("oe" * 40) == ()


def test_references_are_written_in_words_or_figures() -> None:
    """A word that two references use leads to both."""
    assert references("5th") == ("fifth",)
    assert set(references("two")) == {"2", "ii"}
    assert references("tarn") == ()
