"""Which answers on several claims are read, and which are left in doubt?"""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

import pytest
from asking import CONTRADICTED, NOT_FOUND, SUPPORTED
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from openodke.ground import JOINT_PROMPT
from openodke.ground.joint_answer import joint_verdicts
from openodke.ground.joint_prompt import claim_ids
from openodke.llm import Completion

IDS = ["bcdf", "ghjk"]
RIGHT = [{"id": "ghjk", "verdict": "not_found"}, {"id": "bcdf", "verdict": "supported"}]
SAID = json.dumps({"verdicts": RIGHT})


class Entry(BaseModel):
    """An entry, as a client that validates gives it."""

    id: str
    verdict: str


class Entries(BaseModel):
    """And all of them."""

    verdicts: list[Entry]


class Said(Enum):
    """A verdict, as an enumeration."""

    NO = "not_found"


@pytest.mark.parametrize(
    "completion",
    [
        Completion(SAID),
        Completion(json.dumps(RIGHT)),
        Completion(parsed={"verdicts": RIGHT}),
        Completion(parsed=RIGHT),
        Completion("nothing", parsed=Entries.model_validate({"verdicts": RIGHT})),
        Completion(parsed={"verdicts": [Entry(**entry) for entry in RIGHT]}),
        Completion(
            parsed=[{"id": "bcdf", "verdict": "supported"}, {"id": "ghjk", "verdict": Said.NO}]
        ),
        Completion(f"```json\n{SAID}\n```"),
        Completion(f"<think>bcdf is [unsupported]? No.</think>\n{SAID}"),
        Completion(f"Here is the JSON that you asked for:\n\n{SAID}"),
        Completion(f"{SAID}\n\nLet me know if you need more."),
        Completion(json.dumps([{"id": " [bcdf] ", "verdict": "Supported"}, RIGHT[0]])),
        Completion(json.dumps([*RIGHT, {"id": "zzzz", "verdict": "supported"}])),
        Completion(json.dumps([*RIGHT, "supported", None, 3, {"verdict": "supported"}])),
    ],
)
def test_a_verdict_belongs_to_the_id_beside_it(completion: Completion) -> None:
    """In whichever order; an id that nobody asked about is passed over."""
    assert joint_verdicts(completion, IDS) == [SUPPORTED, NOT_FOUND]


@pytest.mark.parametrize(
    ("entries", "verdicts"),
    [
        (RIGHT[:1], [None, NOT_FOUND]),
        ([*RIGHT, RIGHT[0]], [SUPPORTED, None]),
        ([*RIGHT, {"id": "ghjk", "verdict": "supported"}], [SUPPORTED, None]),
        ([*RIGHT, {"id": "ghjk", "verdict": "who knows"}], [SUPPORTED, None]),
        ([RIGHT[1], {"id": "ghjk", "verdict": "perhaps supported"}], [SUPPORTED, None]),
        ([RIGHT[1], {"id": "ghjk"}], [SUPPORTED, None]),
        ([RIGHT[1], {"id": "ghjk", "verdict": None}], [SUPPORTED, None]),
        ([RIGHT[1], {"id": "GHJK", "verdict": "supported"}], [SUPPORTED, None]),
        ([RIGHT[1], {"id": 2, "verdict": "supported"}], [SUPPORTED, None]),
        ([], [None, None]),
    ],
)
def test_what_is_in_doubt_is_none(entries: list[Any], verdicts: list[Any]) -> None:
    """A claim left out, or given twice, or with a verdict that is none; its neighbours stand."""
    assert joint_verdicts(Completion(json.dumps({"verdicts": entries})), IDS) == verdicts


class Unheld(dict[str, Any]):
    """A mapping that cannot be looked through."""

    def get(self, *_: Any) -> Any:
        """Raise."""
        raise RuntimeError


@pytest.mark.parametrize(
    "completion",
    [
        Completion(),
        Completion("supported"),
        Completion('{"verdict": "supported"}'),
        Completion('{"bcdf": "supported", "ghjk": "not_found"}'),
        Completion("[bcdf] supported\n[ghjk] not_found"),
        Completion(f"{SAID}\nOn reflection, bcdf is contradicted."),
        Completion(f"{SAID}\nWait, that is wrong."),
        Completion(f"It is not {SAID}"),
        Completion(f"{SAID}\n{SAID}"),
        Completion(f"<think>{SAID}"),
        Completion('[{"id": "bcdf", "id": "ghjk", "verdict": "supported"}]'),
        Completion('{"verdicts": [], "verdicts": [{"id": "bcdf", "verdict": "supported"}]}'),
        Completion(parsed=Unheld()),
        Completion(parsed={"verdicts": Unheld()}),
        Completion("[" * 100_000),
    ],
)
def test_an_answer_that_says_more_or_less_than_its_json_gives_none(completion: Completion) -> None:
    """It would have to be interpreted."""
    assert joint_verdicts(completion, IDS) == [None, None]


@given(st.integers(0, len(SAID) - 1))
def test_an_answer_that_breaks_off_gives_none(end: int) -> None:
    """Wherever it does, also after entries that are whole."""
    assert joint_verdicts(Completion(SAID[:end]), IDS) == [None, None]


@given(st.lists(st.text(max_size=5), unique=True, max_size=60))
def test_ids_are_letters_of_the_claim_and_tell_claims_apart(claims: list[str]) -> None:
    """They do not count, so that a claim left out does not shift the rest."""
    ids = claim_ids(claims)
    assert len(set(ids)) == len(claims)
    assert all(name.isalpha() and name.islower() and len(name) >= 4 for name in ids)
    assert claim_ids(claims[::-1]) == ids[::-1]


def test_the_passage_comes_last_and_a_claim_keeps_to_its_line() -> None:
    """So that no text can end it."""
    claims, passage = ["One {passage}.", "Two {claims}."], "Text {claims}\n[x]"
    system, asked = JOINT_PROMPT.messages(claims, passage)
    one, two = (f"[{name}] {claim}" for name, claim in zip(claim_ids(claims), claims, strict=True))
    assert (system.role, system.content) == ("system", JOINT_PROMPT.system)
    assert asked.content == f"Claims:\n{one}\n{two}\n\nPassage:\n{passage}"


def test_contradicted_is_read_too() -> None:
    """All three are."""
    assert joint_verdicts(Completion('[{"id": "bcdf", "verdict": "contradicted"}]'), ["bcdf"]) == [
        CONTRADICTED
    ]
