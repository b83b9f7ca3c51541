"""Which verdict is read out of the answers that real models give?"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from openodke.ground.answer_reading import parse_truth, parse_verdict, parse_yes_or_no
from openodke.llm import Completion
from openodke.model import GroundingVerdict

SUPPORTED = GroundingVerdict.SUPPORTED
CONTRADICTED = GroundingVerdict.CONTRADICTED
NOT_FOUND = GroundingVerdict.NOT_FOUND

READ = [
    ('{"verdict": "supported"}', SUPPORTED),
    ('{"verdict": "not_found"}\n', NOT_FOUND),
    ('  {\n  "verdict" : "Contradicted"\n}', CONTRADICTED),
    ("supported", SUPPORTED),
    ("Supported.", SUPPORTED),
    ("NOT FOUND", NOT_FOUND),
    ("not-found", NOT_FOUND),
    ("`not_found`", NOT_FOUND),
    ('"contradicted"', CONTRADICTED),
    ("**Supported**", SUPPORTED),
    ("“supported”", SUPPORTED),
    ("[supported]", SUPPORTED),
    ('```json\n{"verdict": "supported"}\n```', SUPPORTED),
    ('```\n{"verdict": "supported"}\n```\n', SUPPORTED),
    ("```text\nnot_found\n```", NOT_FOUND),
    ("~~~\nsupported\n~~~", SUPPORTED),
    ("<think>Is it so? The log says so.</think>\nsupported", SUPPORTED),
    ('<think>\ncontradicted? no\n</think>\n\n{"verdict": "supported"}', SUPPORTED),
    ("The log says so.</think>supported", SUPPORTED),
    ("<think>a</think><think>b</think>supported", SUPPORTED),
    ("<think>I <think> twice</think>supported", SUPPORTED),
    ("[THINK]hm[/THINK]supported", SUPPORTED),
    ("<Reasoning>not_found?</Reasoning> contradicted", CONTRADICTED),
    ("supported<think>was I right?</think>", SUPPORTED),
    ("<|channel|>analysis<|message|>hm<|end|><|channel|>final<|message|>supported", SUPPORTED),
    ("supported<|im_end|>", SUPPORTED),
    ("supported</s>", SUPPORTED),
    ("<answer>supported</answer>", SUPPORTED),
    ('<output>{"verdict": "supported"}</output>', SUPPORTED),
    ("Verdict: supported", SUPPORTED),
    ("verdict = supported", SUPPORTED),
    ("**Verdict:** Not found", NOT_FOUND),
    ("**Verdict: supported**", SUPPORTED),
    ("### Verdict\n\ncontradicted", CONTRADICTED),
    ("**Verdict:**\n**supported**", SUPPORTED),
    ("Final answer: not_found", NOT_FOUND),
    ("- Answer: `supported`", SUPPORTED),
    ("> Result: supported", SUPPORTED),
    ('{"verdict": "supported"}\nThe passage says so.', SUPPORTED),
    ('Output: {"verdict": "supported"}', SUPPORTED),
    ('> {"verdict": "supported"}', SUPPORTED),
    ('\ufeff{"verdict":"supported"}\0', SUPPORTED),
    ('{"verdict": "contradicted"}\n\nThe claim is not supported by the passage.', CONTRADICTED),
    ('Wait, let me look.\n\n{"verdict": "supported"}', SUPPORTED),
    ("◁think▷not_found?◁/think▷supported", SUPPORTED),
    (r"\boxed{supported}", SUPPORTED),
    (r"The answer is: $\boxed{\text{not\_found}}$", NOT_FOUND),
    ("The answer is: supported", SUPPORTED),
    ("Verdict: supported (high confidence)", SUPPORTED),
    ("**Verdict:** contradicted (confidence: 90%)", CONTRADICTED),
    ("Verdict: supported. The passage states that.", SUPPORTED),
    ("**Verdict: contradicted.** The passage names Lyon; it is not supported.", CONTRADICTED),
    ("1. supported", SUPPORTED),
    ('Here is the JSON:\n{"verdict": "not_found"}\nI hope this helps!', NOT_FOUND),
    ("supported\n\nThe passage names both the barge and the port.", SUPPORTED),
    ("The passage names both.\nVerdict: supported", SUPPORTED),
    ("not_found\n\nThe claim is not supported by the passage.", NOT_FOUND),
    ("not_found\n\nIt is neither supported nor contradicted.", NOT_FOUND),
    ("contradicted\nThe passage doesn't say it; so it isn't supported.", CONTRADICTED),
    ("supported\nIt is not contradicted.", SUPPORTED),
    ('{"GroundingVerdict": {"verdict": "supported"}}', SUPPORTED),
    ('[{"verdict": "supported"}]', SUPPORTED),
    ('{"verdict": "supported", "reason": "it says \\"contradicted\\" of another"}', SUPPORTED),
    ('{"verdict": "supported"}\n{"verdict": "supported"}', SUPPORTED),
    ("supported\nsupported", SUPPORTED),
    ('{"Verdict": "supported"}', SUPPORTED),
    ("{'verdict': 'supported'}", SUPPORTED),
    ("{verdict: not_found}", NOT_FOUND),
    ('{"verdict": "supported",}', SUPPORTED),
    ('{"verdict": supported}', SUPPORTED),
]
UNREAD = [
    "",
    "   \n",
    "null",
    "{}",
    "…",
    "I would say this is not supported.",
    "The claim is supported by the passage.",
    "not supported",
    "unsupported",
    "partially supported",
    "supported?",
    "supported or contradicted",
    "supported, contradicted",
    "supported\ncontradicted",
    "Verdict: supported\nVerdict: contradicted",
    "supported\nVerdict: contradicted",
    "supported\n\nThat is, it is not supported.",
    "supported\n\nThe claim isn't supported by the passage.",
    "supported\n\nIt isn’t fully supported.",
    "supported\n\nThe claim is unsupported.",
    "Verdict: supported\nIt is only partially supported.",
    "supported\n\nThe passage contradicted it.",
    'supported\n{"verdict": "contradicted"}',
    '{"verdict": "supported"}\nVerdict: not_found',
    '{"verdict": "supported"} or {"verdict": "contradicted"}',
    '{"verdict": "supported", "verdict": "contradicted"}',
    '{"a": {"verdict": "supported"}, "b": {"verdict": "not_found"}}',
    '{"verdict": ["supported"]}',
    '{"verdict": "supported|contradicted|not_found"}',
    '{"verdict": null}',
    '{"verdict": 1}',
    '{"verdict":',
    '{"verdict": "suppor',
    '{"verdict": "supported", "reason": "the lo',
    "<think>The log says so, so it is supported",
    "<think>hm</think>",
    "<|channel|>analysis<|message|>supported",
    "Verdict:",
    "Verdict: mostly supported",
    "true",
    "yes",
    "<html><body>502 Bad Gateway</body></html>",
    "I cannot help with that.",
    'It is not {"verdict": "supported"}',
    'It is not:\n{"verdict": "supported"}',
    'The claim would be {"verdict": "supported"} only if Lyon were named, but it is not.',
    'The claim would be\n{"verdict": "supported"}\nonly if Lyon were named.',
    '{"verdict": "supported"} The passage says so.',
    '{"verdict": "supported"}\n\nWait. Correction: contradicted.',
    '{"verdict": "supported"}\n\nWait, that is too much.',
    '{"verdict": "supported"}\n\nHowever, the year is missing.',
    '{"verdict": "supported"}\n\nOn second thought, I am not sure.',
    '{"verdict": "supported"}\n\nThe passage contradicted it.',
    '{"verdict": "supported"}\n\nThe claim is not supported.',
    '{"results": [{"verdict": "supported"}, {"verd',
    "supported\n\nI was wrong.",
    "supported\nbut only for 1988",
    "Verdict: supported. But only partly.",
    "### Verdict\n\nsupported\nbut only for 1988",
    "Verdict: supported. Or contradicted.",
    "Verdict: supported. No, it is not.",
    "Verdict: supported... or not",
    "Verdict: supported (partly)",
    "Verdict: supported (no confidence)",
    "Verdict: not supported. The passage is silent.",
    "The answer is not: supported",
    "The verdict is supported.",
    r"It is not \boxed{supported}",
    "1. supported\n2. contradicted\n3. not_found",
]


@pytest.mark.parametrize(("text", "verdict"), READ)
def test_a_verdict_is_read_however_it_is_dressed(
    text: str, verdict: GroundingVerdict | None
) -> None:
    """Fences, thoughts, labels, explanations and nearly-JSON change nothing."""
    assert parse_verdict(Completion(text)) is verdict


@pytest.mark.parametrize("text", UNREAD)
def test_no_verdict_is_read_into_an_answer_that_gives_none_or_two(text: str) -> None:
    """A sentence would have to be interpreted, and half an answer finished."""
    assert parse_verdict(Completion(text)) is None


@pytest.mark.parametrize(
    ("parsed", "verdict"),
    [
        ({"verdict": "supported"}, SUPPORTED),
        ({"GroundingVerdict": {"verdict": "not found"}}, NOT_FOUND),
        ([{"verdict": "supported"}], SUPPORTED),
        ("supported", SUPPORTED),
        ({"verdict": "unsure"}, None),
        ({"verdict": None}, None),
        ({"verdict": {"verdict": "supported"}}, None),
        ({"a": {"b": {"c": {"d": {"e": {"f": {"verdict": "supported"}}}}}}}, None),
        (5, None),
        ({}, None),
    ],
)
def test_structured_output_is_read_first(parsed: Any, verdict: GroundingVerdict | None) -> None:
    """Also inside the title of its schema."""
    assert parse_verdict(Completion(parsed=parsed)) is verdict
    if verdict is not None:
        assert parse_verdict(Completion("contradicted", parsed=parsed)) is verdict


class Word(StrEnum):
    """A verdict as a client's own enumeration has it."""

    YES = "supported"


class Mixed(str, Enum):  # noqa: UP042 - its str() is no verdict
    """The same, as it was written before."""

    YES = "supported"


class Judged(BaseModel):
    """The same, as a model of the client's."""

    verdict: Mixed


@pytest.mark.parametrize(
    "parsed",
    [
        *({"verdict": Word.YES}, {"verdict": Mixed.YES}, Judged(verdict=Mixed.YES)),
        {"result": Judged(verdict=Mixed.YES)},
    ],
)
def test_structured_output_may_hold_objects_of_the_client(parsed: Any) -> None:
    """An enumeration's member says its value, and a pydantic model its fields."""
    assert parse_verdict(Completion(parsed=parsed)) is SUPPORTED


class Broken(dict[Any, Any]):
    """A mapping that cannot be looked through."""

    def items(self) -> Any:
        """Raise."""
        raise RuntimeError


class Unsayable:
    """A key without a text."""

    def __str__(self) -> str:
        """Raise."""
        raise RuntimeError


@pytest.mark.parametrize("parsed", [Broken(verdict="supported"), {Unsayable(): "supported"}])
def test_structured_output_that_cannot_be_looked_through_says_nothing(parsed: Any) -> None:
    """It is no reason to lose the text, or the run."""
    assert parse_verdict(Completion("supported", parsed=parsed)) is SUPPORTED
    assert parse_verdict(Completion("", parsed=parsed)) is None


def test_the_text_is_read_where_structured_output_says_nothing() -> None:
    """Some clients give an empty object beside the answer."""
    assert parse_verdict(Completion("supported", parsed={})) is SUPPORTED


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("True", SUPPORTED),
        ("false.", NOT_FOUND),
        ("Yes", SUPPORTED),
        ("no", NOT_FOUND),
        ('{"verdict": true}', SUPPORTED),
        ('{"verdict": False}', NOT_FOUND),
        ("Answer: **True**", SUPPORTED),
        ("True\n\nBut the second half is not true.", None),
        ("true or false", None),
        ("supported", None),
        ("Truely", None),
        ("False. The context does not mention it.", NOT_FOUND),
        ("**True.** The context says so.", SUPPORTED),
        ("True.\n\nThe context says that there is no other office.", SUPPORTED),
        ("False\nNo office is named.", NOT_FOUND),
        ('{"verdict": true}\n\nThere is no other office.', SUPPORTED),
        ("True, but only partly", None),
        ("True. But only partly.", None),
        ("True. No, wait.", None),
        ("True\nno", None),
        ("True\nVerdict: no", None),
        ("True. It is false of the second office.", None),
        ("Yes\nThe answer is no", None),
    ],
)
def test_paper_mode_reads_true_and_false(text: str, verdict: GroundingVerdict | None) -> None:
    """As words or as JSON booleans, also as Python writes them."""
    assert parse_truth(Completion(text)) is verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("yes", SUPPORTED),
        ("No.", NOT_FOUND),
        ("yes\nno", SUPPORTED),
        ("**No**\nThe document names another port.", NOT_FOUND),
        ("<think>yes</think>\nno", NOT_FOUND),
        ("Yes, it does.", None),
        ("supported", None),
        ("", None),
    ],
)
def test_the_first_line_says_yes_or_no(text: str, verdict: GroundingVerdict | None) -> None:
    """What follows explains it and is not read."""
    assert parse_yes_or_no(Completion(text)) is verdict


def test_a_long_thought_does_not_hide_the_answer_after_it() -> None:
    """It is left out before an answer is cut to what is read."""
    assert parse_verdict(Completion(f"<think>{'hm ' * 50_000}</think>supported")) is SUPPORTED


@pytest.mark.parametrize(
    "piece",
    [
        *("<think>", "</think>", "{", '{"a":', "[", "verdict: ", "answer\n", "not ", "un", "```\n"),
        *(
            "\n",
            "{ ",
            "supported ",
            "{verdict: a ",
            "not a b ",
            " ",
            "-",
            "1. ",
            "(high ",
            "$\\boxed{",
        ),
        *("wait ", "the answer is ", "◁think▷", '{"verdict": true}\n', "supported. ", "only "),
    ],
)
def test_a_huge_answer_of_one_piece_is_read_to_no_verdict(piece: str) -> None:
    """A megabyte of it takes no more than its length: anything else would not come to an end."""
    assert parse_verdict(Completion(piece * (1_000_000 // len(piece)))) is None
    assert parse_verdict(Completion(piece * (1_000_000 // len(piece)) + "x")) is None


@given(st.text(st.sampled_from(list("supotedcnraif_ {}[]\":,'\n<>/`*.!")), max_size=80))
def test_any_text_is_read_without_an_error(text: str) -> None:
    """Each reader returns a verdict or none."""
    for read in (parse_verdict, parse_truth, parse_yes_or_no):
        assert read(Completion(text)) in {None, *GroundingVerdict}


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.just("supported"),
        lambda held: (
            st.lists(held, max_size=3)
            | st.dictionaries(st.sampled_from(["verdict", "a"]), held, max_size=2)
        ),
    )
)
def test_any_structured_output_is_read_without_an_error(parsed: Any) -> None:
    """A verdict is one of the three."""
    assert parse_verdict(Completion(parsed=parsed)) in {None, SUPPORTED, CONTRADICTED, NOT_FOUND}
