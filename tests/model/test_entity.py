"""What may an entity, its resolution and a link hold?"""

import math

import pytest
from pydantic import ValidationError

from openodke import Entity, EntityLink, LinkKind, Resolution


def test_defaults() -> None:
    """An entity of its required fields holds nothing else."""
    assert Entity(key="k", type="Boat").model_dump() == {
        "key": "k",
        "type": "Boat",
        "label": None,
        "aliases": (),
        "external_id": None,
        "resolution": None,
        "attributes": {},
    }


def test_the_name_is_the_label_or_the_key() -> None:
    """Without a label an entity is called by its key."""
    assert Entity(key="k", type="Boat", label="Aurora").name == "Aurora"
    assert Entity(key="k", type="Boat").name == "k"


@pytest.mark.parametrize("field", ["key", "type"])
@pytest.mark.parametrize("value", ["", None, 7])
def test_key_and_type_are_names(field: str, value: object) -> None:
    """An empty key or type is refused: facts would merge on it."""
    with pytest.raises(ValidationError) as caught:
        Entity(**{"key": "k", "type": "Boat", field: value})
    assert caught.value.errors()[0]["loc"] == (field,)


def test_aliases_are_several_names() -> None:
    """A list of aliases is held as a tuple; one string is not taken for its letters."""
    assert Entity(key="k", type="Boat", aliases=["A.", "MS A."]).aliases == ("A.", "MS A.")
    with pytest.raises(ValidationError, match="aliases"):
        Entity(key="k", type="Boat", aliases="MS A.")


def test_how_a_key_was_decided() -> None:
    """A resolution names its method, of three, and may have a finite score and a linker."""
    assert Resolution(method="caller") == Resolution(method="caller", score=None, linker=None)
    for wrong in ({"method": "guess"}, {"score": math.nan}, {"score": math.inf}):
        with pytest.raises(ValidationError, match=next(iter(wrong))):
            Resolution(**{"method": "linker", **wrong})


def test_a_link_says_what_the_page_says() -> None:
    """The example of the concepts page, and its three kinds as strings."""
    link = EntityLink(
        source_key="c:acme",
        target_key="c:acme-gmbh",
        kind=LinkKind.DIFFERENT,
        reason="external_id mismatch: DE-114322 vs GB-889401",
    )
    assert (link.kind, link.score, link.evidence) == ("different", None, ())
    assert [kind.value for kind in LinkKind] == ["same_as", "similar", "different"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("source_key", ""), ("target_key", ""), ("kind", "equal"), ("score", math.nan)],
)
def test_what_a_link_may_not_hold(field: str, value: object) -> None:
    """A wrong value is refused by the field's name."""
    with pytest.raises(ValidationError) as caught:
        EntityLink(**{"source_key": "a", "target_key": "b", "kind": "similar", field: value})
    assert caught.value.errors()[0]["loc"] == (field,)
