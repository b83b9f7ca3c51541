"""Which declared name does a text spell?"""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.errors import InputError
from openodke.ontology import Ontology

BUILT = Ontology.from_dict(
    {
        "types": {"Vessel": {"aliases": ["Ship"]}, "Straße": {}, "Zürich": {}},
        "predicates": {
            "moored_in": {"label": "Moored in", "aliases": ["lies_in"]},
            "part": {"label": "Whole"},
            "Part": {},
            "whole": {},
        },
    }
)


def test_what_is_no_text_is_refused() -> None:
    """Neither a type nor a predicate is spelled by it."""
    for text in (None, 5, ["Vessel"], b"Vessel"):
        for find in (BUILT.type_named, BUILT.predicate_named):
            with pytest.raises(InputError, match=r"^text is .*: give a name as text"):
                find(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Vessel", "Vessel"),
        ("VESSEL", "Vessel"),
        (" vessel ", "Vessel"),
        ("sHIP", "Vessel"),
        ("STRASSE", "Straße"),
        ("ZÜRICH", "Zürich"),
        (unicodedata.normalize("NFD", "zürich"), "Zürich"),
        ("Vessels", None),
        ("", None),
    ],
)
def test_type_named(text: str, name: str | None) -> None:
    """A type is found by its name or alias, whatever the case or the composition of accents."""
    assert BUILT.type_named(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("MOORED_IN", "moored_in"),
        ("moored in", "moored_in"),
        ("Lies_In", "moored_in"),
        ("part", "part"),
        ("Part", "Part"),
        ("PART", "part"),
        ("WHOLE", "whole"),
        ("moored", None),
    ],
)
def test_predicate_named(text: str, name: str | None) -> None:
    """The name as written wins, then a name in another case, then an alias, then a label."""
    assert BUILT.predicate_named(text) == name


@given(st.lists(st.text(min_size=1, max_size=6).filter(str.isprintable), unique=True, min_size=1))
def test_every_name_spells_itself(names: list[str]) -> None:
    """A declared name is found as itself, and in upper case as some declared name."""
    built = Ontology(types={name: {} for name in names})
    for name in names:
        assert built.type_named(name) == name
        assert built.type_named(name.lower()) in names
