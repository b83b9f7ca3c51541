"""Can a frozen value be told from a plain one, except by writing to it?"""

import copy
import json
import math
import pickle
import subprocess
import sys
from collections import OrderedDict, deque, namedtuple
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.model import Entity
from openodke.model.frozen import NOTHING, FrozenDict, FrozenList, freeze, fresh_id, replaced

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
NESTED = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(), inner, max_size=4)
        | st.tuples(inner, inner)
    ),
    max_leaves=20,
)
MAPPINGS = st.dictionaries(st.text(), NESTED, max_size=4)
BAD_LEAVES = {
    "not a number": math.nan,
    "infinity": math.inf,
    "minus infinity": -math.inf,
    "a lone surrogate": "caf\ud800e",
    "a key with a lone surrogate": {"caf\udfff": 1},
    "a key that is no string": {1: "one"},
}
WRAPPINGS = {
    "in a list": lambda leaf: [1, leaf],
    "in a tuple": lambda leaf: (1, leaf),
    "in a dict": lambda leaf: {"k": leaf},
    "deep inside": lambda leaf: {"a": [{"b": ({"c": [leaf]},)}]},
}


def containers(value):
    """Yield a value's containers, itself included."""
    if isinstance(value, dict):
        yield value
        for item in value.values():
            yield from containers(item)
    elif isinstance(value, list | tuple):
        yield value
        for item in value:
            yield from containers(item)


DICT_WRITES = {
    "item": lambda d: d.__setitem__("x", 1),
    "same item": lambda d: d.__setitem__("a", 1),
    "delete": lambda d: d.__delitem__("a"),
    "merge": lambda d: d.__ior__({"x": 1}),
    "clear": lambda d: d.clear(),
    "pop": lambda d: d.pop("a"),
    "pop with default": lambda d: d.pop("zz", None),
    "popitem": lambda d: d.popitem(),
    "setdefault": lambda d: d.setdefault("a", 2),
    "update": lambda d: d.update(x=1),
}
LIST_WRITES = {
    "item": lambda v: v.__setitem__(0, 9),
    "slice": lambda v: v.__setitem__(slice(None), []),
    "delete": lambda v: v.__delitem__(0),
    "add": lambda v: v.__iadd__([1]),
    "repeat": lambda v: v.__imul__(2),
    "append": lambda v: v.append(1),
    "clear": lambda v: v.clear(),
    "extend": lambda v: v.extend([1]),
    "insert": lambda v: v.insert(0, 1),
    "pop": lambda v: v.pop(),
    "remove": lambda v: v.remove(2),
    "reverse": lambda v: v.reverse(),
    "sort": lambda v: v.sort(),
}


@pytest.mark.parametrize("write", DICT_WRITES.values(), ids=DICT_WRITES)
def test_a_frozen_dict_refuses_every_write(write) -> None:
    """Each way to write to a dict raises and changes nothing."""
    held = FrozenDict(a=1)
    with pytest.raises(TypeError, match=r"FrozenDict cannot be changed.*model_copy"):
        write(held)
    assert held == {"a": 1}


@pytest.mark.parametrize("write", LIST_WRITES.values(), ids=LIST_WRITES)
def test_a_frozen_list_refuses_every_write(write) -> None:
    """Each way to write to a list raises and changes nothing."""
    held = FrozenList([2, 1])
    with pytest.raises(TypeError, match=r"FrozenList cannot be changed.*model_copy"):
        write(held)
    assert held == [2, 1]


def test_every_method_that_writes_is_covered() -> None:
    """What a mutable container can do beyond its immutable sibling is refused, or a plain copy."""
    plain_copies = {"copy", "__reversed__", "fromkeys", "__or__", "__ror__", "keys", "values"}
    reads = {"items", "get", "__class_getitem__"}
    may_write_dict = set(dir(dict)) - set(dir(tuple)) - plain_copies - reads
    may_write_list = set(dir(list)) - set(dir(tuple)) - plain_copies
    refusal = FrozenDict.__setitem__
    assert {n for n in may_write_dict if getattr(FrozenDict, n) is not refusal} == set()
    assert {n for n in may_write_list if getattr(FrozenList, n) is not FrozenList.append} == set()


@given(MAPPINGS)
def test_a_frozen_value_reads_as_the_plain_one(value) -> None:
    """Equality, repr, order and JSON are those of the plain value, at every depth."""
    frozen = freeze(value)
    assert frozen == value
    assert value == frozen
    assert repr(frozen) == repr(value)
    assert list(frozen) == list(value)
    assert json.dumps(frozen) == json.dumps(value)


@given(NESTED)
def test_a_frozen_value_keeps_its_kind(value) -> None:
    """A dict stays a dict, a list a list and a tuple a tuple."""
    for plain, frozen in zip(containers(value), containers(freeze(value)), strict=True):
        kind = type(plain)
        assert isinstance(frozen, kind)
        assert type(frozen) is {dict: FrozenDict, list: FrozenList, tuple: tuple}[kind]


@given(MAPPINGS)
def test_a_frozen_value_survives_pickle_and_copy(value) -> None:
    """Pickled it comes back equal and frozen; a copy, shallow or deep, is itself."""
    frozen = freeze(value)
    again = pickle.loads(pickle.dumps(frozen))
    assert again == frozen
    assert [type(c) for c in containers(again)] == [type(c) for c in containers(frozen)]
    assert copy.copy(frozen) is frozen
    assert copy.deepcopy(frozen) is frozen


@given(MAPPINGS)
def test_equal_values_have_equal_hashes(value) -> None:
    """A frozen value can be hashed, and the order in which keys were written does not matter."""
    assert hash(freeze(value)) == hash(freeze(dict(reversed(value.items()))))


@given(MAPPINGS)
def test_freezing_twice_is_freezing_once(value) -> None:
    """What is frozen is returned as it is."""
    frozen = freeze(value)
    assert freeze(frozen) is frozen


def test_freezing_leaves_the_callers_value_alone() -> None:
    """The value handed in stays writable, and writing to it changes nothing frozen."""
    value = {"a": [1, {"b": 2}]}
    frozen = freeze(value)
    value["a"][1]["b"] = 3
    value["a"].append(4)
    assert frozen == {"a": [1, {"b": 2}]}


def test_other_mappings_and_sets_are_frozen_too() -> None:
    """An OrderedDict becomes a FrozenDict, a set a frozenset, a subclass of list a FrozenList."""
    assert type(freeze(OrderedDict(a=1))) is FrozenDict
    assert freeze({"x"}) == frozenset({"x"})
    assert type(freeze(type("Rows", (list,), {})([1]))) is FrozenList
    assert freeze({}) is NOTHING


def test_a_named_tuple_stays_what_it_is() -> None:
    """A tuple with names keeps them."""
    place = namedtuple("place", "start end")(1, 2)
    assert freeze({"at": place})["at"].end == 2


def test_what_is_inside_a_named_tuple_is_frozen() -> None:
    """A list in a named tuple cannot be written to either."""
    place = namedtuple("place", "parts")([1])
    with pytest.raises(TypeError):
        freeze({"at": place})["at"].parts.append(2)


def test_plain_copies_can_be_written_to() -> None:
    """`copy()`, a slice, `|` and `+` give plain containers, to change and hand back."""
    held, row = FrozenDict(a=1), FrozenList([1])
    assert [type(v) for v in (held.copy(), held | {"b": 2}, dict(held))] == [dict] * 3
    assert [type(v) for v in (row.copy(), row[:], row + row)] == [list] * 3


@pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS)
@pytest.mark.parametrize("leaf", BAD_LEAVES.values(), ids=BAD_LEAVES)
def test_a_bad_leaf_is_refused_at_any_depth(leaf, wrap) -> None:
    """What JSON or UTF-8 cannot hold is refused however deep it lies."""
    with pytest.raises(ValueError, match=r"finite number|lone surrogate|no string"):
        freeze(wrap(leaf))


def test_a_refusal_shows_the_place_and_what_to_do() -> None:
    """The message names the position and the value, and is itself writable."""
    with pytest.raises(ValueError, match="surrogate") as caught:
        freeze("caf\ud800e" + "x" * 100)
    message = str(caught.value)
    assert message.encode()
    assert "position 3" in message
    assert "errors='replace'" in message
    assert len(message) < 200


def nest(depth: int) -> list:
    """Return a list in a list, `depth` deep."""
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [object(), b"\xff", bytearray(b"x"), deque([1]), 1j, Decimal("NaN")],
    ids=["object", "bytes", "bytearray", "deque", "complex", "decimal nan"],
)
def test_what_json_cannot_hold_is_refused(value) -> None:
    """A value that cannot be written, or can still be changed inside, is refused by name."""
    with pytest.raises(ValueError, match=type(value).__name__):
        freeze({"x": value})


@pytest.mark.parametrize("depth", [300, 5000])
def test_what_is_nested_too_deeply_to_be_written_is_refused(depth: int) -> None:
    """Nesting that the serialiser gives up on is refused when the value is frozen."""
    with pytest.raises(ValueError, match="nested"):
        freeze({"x": nest(depth)})


def test_ids_are_32_digits_and_differ() -> None:
    """An id is 32 hexadecimal digits that no other call returned."""
    ids = {fresh_id() for _ in range(10_000)}
    assert len(ids) == 10_000
    assert all(len(i) == 32 and set(i) <= set("0123456789abcdef") for i in ids)


FORKED = """
import os
from openodke.model.frozen import fresh_id
fresh_id()
if os.fork() == 0:
    print("child", fresh_id(), flush=True)
    os._exit(0)
os.wait()
print("parent", fresh_id(), flush=True)
"""


@pytest.mark.skipif(not hasattr(sys.modules["os"], "fork"), reason="no fork on this system")
def test_ids_differ_after_a_fork() -> None:
    """A forked worker does not repeat its parent's ids."""
    done = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, check=True
    )
    ids = dict(line.split() for line in done.stdout.splitlines())
    assert ids.keys() == {"child", "parent"}
    assert ids["child"] != ids["parent"]


def test_replaced_is_a_copy_that_checks_nothing() -> None:
    """The stage's own copy changes the named field and leaves the original."""
    entity = Entity(key="k", type="Boat", label="Aurora")
    other = replaced(entity, label="Borealis")
    assert (entity.label, other.label, other.key) == ("Aurora", "Borealis", "k")
    assert other == Entity(key="k", type="Boat", label="Borealis")
    assert other.model_fields_set == entity.model_fields_set
