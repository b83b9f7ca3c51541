"""Is every reserved key a constant in capitals, and outside every signature?"""

from openodke import Entity, Fact
from openodke.model import keys

RESERVED = {name: value for name, value in vars(keys).items() if name.isupper()}


def test_one_constant_a_key() -> None:
    """A constant is called as its key is, and no key has two."""
    assert RESERVED
    for name, value in RESERVED.items():
        assert value == f"odke.{name.lower()}"


def test_no_reserved_key_is_in_a_signature() -> None:
    """What stages note of a fact leaves it the same claim."""
    bare = Fact(subject=Entity(key="k", type="T"), predicate="p", object_value=1)
    noted = bare.model_copy(update={"qualifiers": dict.fromkeys(RESERVED.values(), "x")})
    assert noted.signature == bare.signature
