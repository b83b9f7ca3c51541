"""Which one spelling has each value and each name of a fact?"""

import pytest
from harbour_claims import DORIS, HARBOUR, claim
from hypothesis import given
from hypothesis import strategies as st

from openodke.corroborate import NAME_KEY, SOURCE_FORM, ValueNormalizer
from openodke.errors import InputError
from openodke.model import Entity, Fact
from openodke.model.keys import OBJECT_TYPE
from openodke.ontology import Ontology

NORMALIZER = ValueNormalizer(HARBOUR, person_types=["Person"])


@pytest.mark.parametrize(
    ("predicate", "value", "canonical"),
    [
        ("built", "10 December 1915", "1915-12-10"),
        ("built", "1,234", "1,234"),
        ("length", "5 km", "5000 m"),
        ("length", "March 2020", "March 2020"),
        ("crew", "1,234", 1234),
        ("crew", 5.0, 5),
        ("crew", 5, 5),
        ("crew", "5", 5),
        ("crew", "5.0", 5),
        ("home_port", "  Port   of  Bergen ", "Port of Bergen"),
        ("home_port", "10 December 1915", "10 December 1915"),
        ("undeclared", "Dec 10, 1915", "1915-12-10"),
        ("undeclared", "$1.2bn", "1200000000 $"),
        ("undeclared", " ", " "),
        ("undeclared", True, True),
    ],
)
def test_the_range_decides_how_a_value_is_read(
    predicate: str, value: object, canonical: object
) -> None:
    """Each value has its one spelling, and what it was is kept."""
    read = NORMALIZER.normalize(claim(value, predicate))
    assert (read.object_value, type(read.object_value)) == (canonical, type(canonical))
    changed = (type(value), value) != (type(canonical), canonical)
    kept = {SOURCE_FORM: {"object_value": (value,)}} if changed else {}
    assert read.qualifiers == kept


def test_qualifiers_are_read_and_bounds_only_as_dates() -> None:
    """A bound is a date or stays; reserved keys and containers are left alone."""
    given_ = {
        "start_time": "1 May 2020",
        "end": "2021",
        "tonnage": "1,200 kg",
        "notes": ["1,200"],
        "odke.claim": "1,200",
    }
    read = NORMALIZER.normalize(claim("Bergen", qualifiers=given_))
    assert read.qualifiers == {
        **given_,
        "start_time": "2020-05-01",
        "tonnage": "1200 kg",
        SOURCE_FORM: {"start_time": ("1 May 2020",), "tonnage": ("1,200 kg",)},
    }


def test_every_spelling_is_kept() -> None:
    """A value rewritten again under another ontology keeps the spelling it came with."""
    once = ValueNormalizer().normalize(claim("5.0", "undeclared"))
    again = once.model_copy(update={"object_value": "5,000"})
    forms = ValueNormalizer().normalize(again).qualifiers[SOURCE_FORM]
    assert forms == {"object_value": ("5.0", "5,000")}


def test_the_type_that_the_source_gave_decides_where_no_range_does() -> None:
    """Free text is no value; "string" is what sources call everything."""
    for kind, value in (("text", "1,234"), ("date", "1,234"), ("string", 1234)):
        fact = claim("1,234", "undeclared", qualifiers={OBJECT_TYPE: kind})
        assert NORMALIZER.normalize(fact).object_value == value


def test_names_get_their_keys() -> None:
    """Both ends are stamped; people's names are read as people's, those of subtypes too."""
    person = Entity(key="x", type="Person", label="Lovelace, Ada")
    fact = Fact(subject=person, predicate="sails", object_entity=DORIS)
    read = NORMALIZER.normalize(fact)
    assert read.subject.attributes == {NAME_KEY: "ada lovelace"}
    assert read.subject.label == "Lovelace, Ada"
    assert read.object_entity is not None
    assert read.object_entity.attributes == {NAME_KEY: "doris"}
    tug = Entity(key="t", type="Tug", label="Reed, Amos")
    read = ValueNormalizer(HARBOUR, person_types=["Vessel"]).normalize(claim(subject=tug))
    assert read.subject.attributes == {NAME_KEY: "amos reed"}


def test_a_name_without_a_label_is_the_key() -> None:
    """An entity that has only a key is compared by it, and keeps its other attributes."""
    bare = Entity(key="c:acme-ltd", type="Company", attributes={"country": "NO"})
    read = NORMALIZER.normalize(claim(subject=bare))
    assert read.subject.attributes == {"country": "NO", NAME_KEY: "c acme"}


def test_entities_are_shared() -> None:
    """Facts of one entity share the stamped one too."""
    one, other = NORMALIZER.normalize(claim("a")), NORMALIZER.normalize(claim("b"))
    assert one.subject is other.subject


def test_a_text_is_no_list_of_types() -> None:
    """One name given as text is refused, since its letters would be types."""
    with pytest.raises(InputError, match="person_types is 'Person'"):
        ValueNormalizer(person_types="Person")


VALUES = st.one_of(
    st.text(min_size=1, max_size=12),
    st.sampled_from(["5 km", "Dec 1, 2020", "1,234", "5.0", " x  y ", "03/04/2020"]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-(10**6), 10**6),
    st.booleans(),
)
FACTS = st.builds(
    claim,
    VALUES,
    st.sampled_from(["built", "crew", "length", "home_port", "undeclared"]),
    subject=st.builds(
        Entity, key=st.just("k"), type=st.sampled_from(["Person", "Tug"]), label=st.text(max_size=9)
    ),
    qualifiers=st.dictionaries(st.sampled_from(["start_time", "end", "n", "odke.x"]), VALUES),
)


@given(FACTS, st.sampled_from([None, True, False]))
def test_normalising_twice_changes_nothing(fact: Fact, day_first: bool | None) -> None:
    """A normalised fact is handed back itself."""
    normalizer = ValueNormalizer(HARBOUR, day_first=day_first, person_types=["Person"])
    once = normalizer.normalize(fact)
    assert normalizer.normalize(once) is once
    read_back = Fact.model_validate_json(once.model_dump_json())
    assert normalizer.normalize(read_back) is read_back


def test_an_ontology_is_not_needed() -> None:
    """Without one, any value is read as what it is."""
    assert ValueNormalizer().normalize(claim("5 km")).object_value == "5000 m"
    assert ValueNormalizer(Ontology()).normalize(claim("5 km")).object_value == "5000 m"
