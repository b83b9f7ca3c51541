"""The key of an entity that nobody gave one: its type, and its name folded naively."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.text.entity_key import entity_key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Ada Lovelace", "ada lovelace"),
        ("  Ada\t\nLovelace ", "ada lovelace"),
        ("ADA LOVELACE", "ada lovelace"),
        ('"Ada Lovelace"', "ada lovelace"),
        ("(Ada Lovelace).", "ada lovelace"),
        ("A. Lovelace", "a. lovelace"),
        ("Tarn Ltd.", "tarn ltd"),
        ("O'Hara", "o'hara"),
        ("Straße", "strasse"),
        ("!!!", "!!!"),
        ("😀", "😀"),
        ("\u200bTarn\ufeff", "tarn"),
        ("北京。", "北京"),
        ("राम", "राम"),
        ("रामा", "रामा"),
        ("ก้", "ก้"),
        ("Ｔａｒｎ", "tarn"),
    ],
)
def test_case_spacing_and_surrounding_punctuation_fold(name: str, key: str) -> None:
    """The name is folded, and the type stands before it as it is."""
    assert entity_key("Person", name) == f"Person:{key}"


def test_the_type_is_in_the_key() -> None:
    """Paris the person and Paris the city stay two nodes, and a type keeps its case."""
    assert entity_key("Person", "Paris") != entity_key("City", "Paris")
    assert entity_key("CITY", "Paris") == "CITY:paris"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("!!!", "???"),
        ("*", "**"),
        ("C++", "C#"),
        ("C", "C++"),
        ("राम", "रामा"),
    ],
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    """Facts merge on a key, so two things must not share one."""
    assert entity_key("Thing", one) != entity_key("Thing", other)


_NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)


@given(_NAMES)
def test_a_key_is_never_the_type_alone(name: str) -> None:
    """A name without a letter keeps what it has: else all of them would be one."""
    assert len(entity_key("T", name)) > len("T:")


@given(_NAMES)
def test_composed_and_decomposed_names_are_one(name: str) -> None:
    """NFC and NFD of a name have one key."""
    composed, decomposed = (unicodedata.normalize(form, name) for form in ("NFC", "NFD"))
    assert entity_key("T", composed) == entity_key("T", decomposed)


@given(_NAMES.filter(lambda name: name.strip() and any(c.isalnum() for c in name)))
def test_what_surrounds_a_name_does_not_count(name: str) -> None:
    """White space, quotes and brackets around a name change nothing."""
    assert entity_key("T", f' ("{name}"). ') == entity_key("T", name)
