"""What is an extractor told of one type?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.errors import InputError
from openodke.ontology import Ontology, OntologySnippet

SHIPPING = Ontology.from_dict(
    {
        "name": "shipping",
        "types": {
            "Asset": {"keys": ["tag"]},
            "Vessel": {"description": "A hull\n that floats", "parents": ["Asset"]},
            "Tug": {"parents": ["Vessel"], "aliases": ["Towboat"], "keys": ["imo"]},
            "Harbour": {},
        },
        "predicates": {
            "note": {"range": "text"},
            "draught": {
                "domain": ["Vessel"],
                "range": "quantity",
                "description": "How deep it lies",
                "qualifiers": {
                    "laden": {"identity": True, "description": "yes or no"},
                    "as_of": {},
                },
            },
            "built": {"domain": ["Vessel"], "range": "date", "required": True},
            "moored_in": {
                "domain": ["Vessel"],
                "range": "Harbour",
                "label": "lies in",
                "aliases": ["berthed_at"],
                "examples": ["Port of Skail", "Dunmorrow"],
                "cardinality": "multi",
                "importance": 0.9,
            },
            "imo": {"domain": ["Vessel"], "label": "IMO"},
            "pull": {"domain": ["Tug"], "range": "float"},
            "depth": {"domain": ["Harbour"], "range": "integer"},
            "tag": {"domain": ["Asset"], "importance": 0.1},
        },
    }
)


def names(snippet: OntologySnippet) -> list[str]:
    """Return the names of a snippet's predicates, in order."""
    return [held.name for held in snippet.predicates]


def test_the_most_important_comes_first() -> None:
    """By importance; of equals a key, then a required one, then the one declared first."""
    snippet = SHIPPING.snippet("Tug")
    assert names(snippet) == ["moored_in", "imo", "built", "note", "draught", "pull", "tag"]
    assert snippet.truncated == 0
    assert snippet.keys == ("imo", "tag")
    assert snippet.parents == ("Asset", "Vessel")


def test_what_a_type_cannot_have_is_not_in_it() -> None:
    """Its own, the inherited, and what every type may have: nothing of its children."""
    assert names(SHIPPING.snippet("Harbour")) == ["note", "depth"]
    assert "pull" not in names(SHIPPING.snippet("Vessel"))


@given(st.integers(1, 9))
def test_the_limit_cuts_the_least_important(limit: int) -> None:
    """A smaller snippet is the beginning of the larger, and counts what it left out."""
    whole, cut = SHIPPING.snippet("Tug"), SHIPPING.snippet("Tug", limit)
    assert names(cut) == names(whole)[:limit]
    assert cut.truncated == max(0, 7 - limit)


def test_twenty_five_are_shown_where_nothing_is_said() -> None:
    """The default limit."""
    many = Ontology(types={"T": {}}, predicates={f"p{index}": {} for index in range(30)})
    assert (len(many.snippet("T").predicates), many.snippet("T").truncated) == (25, 5)


def test_a_type_is_found_by_any_spelling() -> None:
    """By an alias and in any case, as in rows."""
    assert SHIPPING.snippet("towboat") == SHIPPING.snippet("Tug")


def test_an_unknown_type_or_limit_is_refused() -> None:
    """With a guess at what was meant."""
    with pytest.raises(InputError, match=r"'Tugg' is no type of 'shipping' … did you mean 'Tug'\?"):
        SHIPPING.snippet("Tugg")
    for limit in (0, -1, 1.5, "5", None, True):
        with pytest.raises(InputError, match=f"^limit is {limit!r}: give a whole number, 1 or mo"):
            SHIPPING.snippet("Tug", limit=limit)  # type: ignore[arg-type]
    for name in (None, 5, ["Tug"]):
        with pytest.raises(InputError, match=r"^type_name is .*: give a name as text"):
            SHIPPING.snippet(name)  # type: ignore[arg-type]


def test_the_prose() -> None:
    """The type in one line, then one line a predicate, with all that tells it from others."""
    assert SHIPPING.snippet("Vessel").render() == (
        "Vessel: A hull that floats. A kind of Asset.\n"
        "- moored_in (Harbour, any number): lies in. Also called berthed_at. For example "
        "Port of Skail; Dunmorrow.\n"
        "- built (date)\n"
        "- note (text)\n"
        "- draught (quantity): How deep it lies. Qualifiers: laden (yes or no; two values are two "
        "facts), as_of.\n"
        "- imo (string)\n"
        "- tag (string): Tells one from another."
    )
    assert SHIPPING.snippet("Tug", 1).render().startswith("Tug: A kind of Asset, Vessel. Also cal")
    assert Ontology(types={"T": {}}).snippet("T").render() == "T"


def test_the_schema_of_an_entity() -> None:
    """Type, name and facts, and nothing else."""
    schema = SHIPPING.snippet("Tug").json_schema()
    assert schema["required"] == ["type", "name", "facts"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["type"] == {"type": "string", "enum": ["Tug"]}
    assert json.loads(json.dumps(schema)) == schema


def test_the_schema_of_a_fact() -> None:
    """Each predicate has a fact of its own, with a value of its range and its qualifiers."""
    facts = SHIPPING.snippet("Tug").json_schema()["properties"]["facts"]["items"]["anyOf"]
    assert [fact["properties"]["predicate"]["enum"] for fact in facts] == [
        [name] for name in names(SHIPPING.snippet("Tug"))
    ]
    for fact in facts:
        assert fact["required"] == ["predicate", "value", "quote"]
        assert fact["additionalProperties"] is False
        assert fact["properties"]["polarity"]["enum"] == ["asserted", "denied", "partial"]
    values = {
        fact["properties"]["predicate"]["enum"][0]: fact["properties"]["value"] for fact in facts
    }
    assert values == {
        "moored_in": {
            "type": "string",
            "description": "the name of a Harbour, as the text spells it",
        },
        "built": {"type": "string", "description": "a date, as the text states it"},
        "note": {"type": "string"},
        "draught": {"type": ["string", "number"]},
        "imo": {"type": "string"},
        "pull": {"type": "number"},
        "tag": {"type": "string"},
    }
    draught = facts[names(SHIPPING.snippet("Tug")).index("draught")]
    assert draught["properties"]["predicate"]["description"] == "How deep it lies"
    assert draught["properties"]["qualifiers"] == {
        "type": "object",
        "properties": {
            "laden": {"type": ["string", "number", "boolean"], "description": "yes or no"},
            "as_of": {"type": ["string", "number", "boolean"]},
        },
        "additionalProperties": False,
    }


def test_a_type_that_can_have_nothing() -> None:
    """Its list of facts is empty."""
    schema = Ontology(types={"T": {}}).snippet("T").json_schema()
    assert schema["properties"]["facts"] == {"type": "array", "maxItems": 0}
