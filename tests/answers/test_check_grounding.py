"""Is an answer supported by its context, its numbers and facts compared as written?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke import Document
from openodke.answers import (
    Anchor,
    GroundingResult,
    assert_grounded,
    check_grounding,
    contains,
    flatten_context,
    numbers_in,
)
from openodke.errors import InputError

POLICY = [
    "Parcels up to 20 kg are collected within 3 days.",
    "A missed parcel is kept for 14 days. There is no storage fee.",
]


def test_grounded() -> None:
    """An answer with every anchor and no number of its own is grounded, and says so in an if."""
    result = check_grounding("We keep it for 14 days.", POLICY, anchors=["14 days"])
    assert result
    assert result == GroundingResult(True)


def test_every_issue_is_named() -> None:
    """Missed facts come first, then each number that is nowhere, once."""
    result = check_grounding("For 15 days, or 15 to 30.", POLICY, anchors=["14 days", "no fee"])
    assert not result
    assert result.anchors_missed == ["14 days", "no fee"]
    assert result.ungrounded_numbers == ["15", "30"]
    assert result.issues == [
        'missing answer fact "14 days"',
        'missing answer fact "no fee"',
        'ungrounded number "15" — not in the provided context',
        'ungrounded number "30" — not in the provided context',
    ]


@pytest.mark.parametrize(
    "permitted",
    [
        {"question": "Is it 17 days?"},
        {"allowed_new_numbers": [17]},
        {"allowed_new_numbers": ["17"]},
        {"allowed_new_numbers": ["17 days"]},
        {"allowed_new_numbers": [17.0]},
        {"allowed_new_numbers": 17},
        {"allowed_new_numbers": "17"},
        {"anchors": [Anchor("seventeen days", ["17 days"])]},
    ],
)
@pytest.mark.parametrize("values", ["as written", "any form"])
def test_numbers_of_other_sources(permitted: dict[str, Any], values: Any) -> None:
    """The question, an anchor and the allowed numbers permit a number, and no other one."""
    assert check_grounding("17 days", POLICY, values=values).ungrounded_numbers != []
    assert check_grounding("17 days", POLICY, values=values, **permitted).ungrounded_numbers == []
    found = check_grounding("18 days", POLICY, values=values, **permitted).ungrounded_numbers
    assert found == ["18" if values == "as written" else "18 days"]


@pytest.mark.parametrize(
    "anchor",
    ["Blue ", Anchor("azure", ["blue"]), {"value": "azure", "aliases": ["sky blue", "blue"]}],
)
def test_forms_of_an_anchor(anchor: Any) -> None:
    """A string, an Anchor and a dict are anchors, alone or in a list; one wording is enough."""
    for anchors in (anchor, [anchor]):
        assert check_grounding("It is\tBLUE.", "blue", anchors=anchors)
        assert not check_grounding("It is red.", "blue", anchors=anchors)


def test_as_written_is_literal() -> None:
    """By default digits are compared as they are, and anchors are found inside words."""
    assert not check_grounding("1000", "1,000")
    assert not check_grounding("30", "thirty")
    assert check_grounding("Feeding takes 130 days", "130", anchors=["fee", "30 days"])


@pytest.mark.parametrize("answer", ["", "  \n", None])
@pytest.mark.parametrize("values", ["as written", "any form"])
def test_empty_answer(answer: str | None, values: Any) -> None:
    """An empty answer is grounded in neither case, and an answer with an anchor misses it too."""
    result = check_grounding(answer, POLICY, anchors=["14 days"], values=values)
    assert not result
    assert result.issues == [
        "empty answer — there is nothing to ground",
        'missing answer fact "14 days"',
    ]
    assert not check_grounding(answer, POLICY, answerable=False, values=values)


def test_empty_context() -> None:
    """Without a context no number is grounded, and an answer without numbers is."""
    for context in ("", None, [], [None], ()):
        assert check_grounding("14 days", context).ungrounded_numbers == ["14"]
        assert check_grounding("Two weeks", context)


class Passage:
    """A retrieved passage as LangChain hands it out."""

    def __init__(self, page_content: str) -> None:
        self.page_content = page_content


def passages() -> Iterator[str]:
    """Yield passages."""
    yield from POLICY


@pytest.mark.parametrize(
    ("context", "text"),
    [
        ("one", "one"),
        (["one", None, "two"], "one\ntwo"),
        ((one for one in ("one", "two")), "one\ntwo"),
        (Document(id="d", text="one"), "one"),
        ([Document(id="d", text="one"), Passage("two"), 3], "one\ntwo\n3"),
        (None, ""),
        ([], ""),
    ],
)
def test_flatten_context(context: object, text: str) -> None:
    """A context is a text or passages: strings, or what keeps a passage's text."""
    assert flatten_context(context) == text


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ({"context": [b"14"]}, r"context\[0\] is a bytes"),
        ({"context": b"14"}, "context is a bytes"),
        ({"context": {"a": "14"}}, "context is a dict"),
        ({"context": ["a", ["14"]]}, r"context\[1\] is a list"),
        ({"context": [{"text": "14"}]}, r"context\[0\] is a dict"),
        ({"context": True}, "context is a bool"),
        ({"answer": ["14"]}, "answer is a list"),
        ({"answer": object()}, "answer is a object"),
        ({"question": ["14"]}, "question is a list"),
        ({"anchors": [None]}, r"anchors\[0\]: it is a NoneType"),
        ({"anchors": 5}, "anchors is a int"),
        ({"anchors": ["a", 5]}, r"anchors\[1\]: it is a int"),
        ({"anchors": ["a", " "]}, r"anchors\[1\]: an anchor's value is empty"),
        ({"anchors": {"aliases": ["a"]}}, r"anchors\[0\]: it has the keys \['aliases'\]"),
        ({"anchors": [{"value": "a", "alias": "b"}]}, r"anchors\[0\]: it has the keys"),
        ({"anchors": [{"value": "a", "aliases": [b"b"]}]}, r"anchors\[0\]: .*aliases\[0\]"),
        ({"anchors": [{"value": "a", "aliases": 5}]}, r"anchors\[0\]: "),
        ({"allowed_new_numbers": [5, None, []]}, r"allowed_new_numbers\[2\] is a list"),
        ({"answerable": "false"}, "answerable='false': it is True or False"),
        ({"answerable": None}, "answerable=None"),
        ({"values": "loose"}, "values='loose': it is 'as written' or 'any form'"),
        ({"answerable": False, "abstain_markers": [5]}, r"abstain_markers\[0\] is a int"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], place: str) -> None:
    """What holds no text is refused by its place: it is not read as its printed form."""
    with pytest.raises(InputError, match=place):
        check_grounding(**{"answer": "14 days", "context": POLICY, **arguments})


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("You have 30 days, 30!", ["30"]),
        ("1,000 and 3.0 and 007", ["1", "0", "3.0", "7"]),
        ("-5% of $2.50", ["5", "2.50"]),
        ("B12 on 2024-03-05", ["12", "2024", "3", "5"]),
        ("٣ and ５", ["٣", "５"]),
        ("½ of it", []),
        (None, []),
    ],
)
def test_numbers_in(text: str | None, numbers: list[str]) -> None:
    """Numbers are what is written in digits, each once, without the zeros before them."""
    assert numbers_in(text) == numbers


@pytest.mark.parametrize(
    ("haystack", "needle", "found"),
    [
        ("No  restocking\nFEE", "no restocking fee", True),
        ("feeding", "fee", True),
        ("30 days", "30-days", False),
        ("anything", " ", False),
        (None, "a", False),
        ("a", None, False),
    ],
)
def test_contains(haystack: str | None, needle: str | None, found: bool) -> None:
    """A text is contained whatever its case and white space; an empty one never is."""
    assert contains(haystack, needle) is found


def test_assertion_names_the_issues() -> None:
    """A failing assertion lists the issues, one a line; a passing one hands on the result."""
    with pytest.raises(AssertionError) as failure:
        assert_grounded("For 15 days", POLICY, anchors=["14 days"])
    assert str(failure.value) == (
        "the answer is not grounded:\n"
        '  - missing answer fact "14 days"\n'
        '  - ungrounded number "15" — not in the provided context'
    )
    assert assert_grounded("For fourteen days", POLICY, anchors=["14 days"], values="any form")


def test_result_is_frozen() -> None:
    """Nobody changes a result, its lists included; they print as lists."""
    result = check_grounding("15 days", POLICY)
    with pytest.raises(FrozenInstanceError):
        result.grounded = True  # type: ignore[misc]
    with pytest.raises(TypeError):
        result.issues.clear()
    assert repr(result.ungrounded_numbers) == "['15']"
    assert hash(result) == hash(check_grounding("15 days", POLICY))
    with pytest.raises(FrozenInstanceError):
        Anchor("a").value = "b"  # type: ignore[misc]
    assert Anchor("a", "b") == Anchor("a", ["b"])


@given(st.text(), st.lists(st.text()), st.sampled_from(["as written", "any form"]))
def test_any_text_is_read(answer: str, context: list[str], values: Any) -> None:
    """No text is too odd, and an answer that is its context is grounded."""
    check_grounding(answer, context, anchors=context[:1] if "".join(context[:1]).strip() else None)
    assert bool(check_grounding(answer, answer, values=values)) == bool(answer.strip())
    assert isinstance(check_grounding(answer, context, values=values), GroundingResult)
