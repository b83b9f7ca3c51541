"""Which names does a text speak of?"""

from __future__ import annotations

import pytest

from openodke_graphrag.name_finder import NameFinder


@pytest.mark.parametrize(
    ("names", "text", "found"),
    [
        (["MARA OSTREL"], "Mara Ostrel's mill", ["MARA OSTREL"]),
        (["MARA OSTREL"], "Mara\nOstrel", ["MARA OSTREL"]),
        (["MARA OSTREL"], "Mara Ostrelli, Tamara Ostrel", []),
        (["MARA", "MARA OSTREL"], "Mara Ostrel", ["MARA", "MARA OSTREL"]),
        (["OSTREL & SON"], "Ostrel, son", ["OSTREL & SON"]),
        (["北京"], "他住在北京市。", ["北京"]),
        (["STRASSE"], "die Straße", ["STRASSE"]),
        (["", "--"], "nothing -- at all", []),
        ([], "nothing", []),
        (["A " * 40], "a " * 40, ["A " * 40]),
    ],
)
def test_names_are_found_word_for_word(names: list[str], text: str, found: list[str]) -> None:
    """In any case, across white space and punctuation, never within a word."""
    assert NameFinder(names).found_in(text) == found
