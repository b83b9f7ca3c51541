"""What makes a question another question, and what does not?"""

import hashlib
import json
from typing import Any

import pytest

from openodke.llm import Message, ModelSpec, answer_key

SYSTEM = Message(role="system", content="Judge the claim.")
ASKED = (SYSTEM, Message(content="Claim: the barge sank."))
SCHEMA = {"type": "object", "properties": {"verdict": {"type": "string"}}}
SPEC = ModelSpec(model="harbour/small", base_url="http://localhost:9")


def test_the_key_is_the_hash_of_canonical_json() -> None:
    """Written out by hand: another program can find an answer."""
    asked = {
        "format": 1,
        "model": "harbour/small",
        "base_url": "http://localhost:9",
        "messages": [["system", "Judge the claim."], ["user", "Claim: the barge sank."]],
        "schema": SCHEMA,
        "sampling": {"temperature": None, "max_tokens": 2048, "extra": {}},
        "prompts": [hashlib.sha256(b"Judge the claim.").hexdigest()],
    }
    canonical = json.dumps(asked, sort_keys=True, separators=(",", ":"))
    assert answer_key(ASKED, SPEC, SCHEMA) == hashlib.sha256(canonical.encode()).hexdigest()


@pytest.mark.parametrize(
    "changed",
    [
        {"model": "harbour/large"},
        {"base_url": None},
        {"temperature": 0.0},
        {"max_tokens": 9},
        {"extra": {"top_p": 0.5}},
        {"repeat": 1},
    ],
)
def test_what_an_answer_depends_on_is_in_the_key(changed: dict[str, Any]) -> None:
    """The model, where it is asked, how it is sampled, and a repetition that is counted."""
    other = ModelSpec.model_validate({**SPEC.model_dump(), **changed})
    assert answer_key(ASKED, other, SCHEMA) != answer_key(ASKED, SPEC, SCHEMA)


@pytest.mark.parametrize("changed", [{"timeout": 3}, {"api_key_env": "HARBOUR_KEY"}, {"repeat": 0}])
def test_what_changes_no_answer_is_not(changed: dict[str, Any]) -> None:
    """How long one waits, and who pays."""
    other = ModelSpec.model_validate({**SPEC.model_dump(), **changed})
    assert answer_key(ASKED, other, SCHEMA) == answer_key(ASKED, SPEC, SCHEMA)


def test_messages_and_schema_are_in_the_key() -> None:
    """Words, who says them, their order, and the form of the answer; not a schema's order."""
    keys = {
        answer_key(ASKED, SPEC, SCHEMA),
        answer_key(ASKED, SPEC, None),
        answer_key(ASKED[::-1], SPEC, SCHEMA),
        answer_key((SYSTEM,), SPEC, SCHEMA),
        answer_key((SYSTEM, Message(role="assistant", content=ASKED[1].content)), SPEC, SCHEMA),
        answer_key((SYSTEM, Message(content="Claim: the barge sank\ud800.")), SPEC, SCHEMA),
    }
    assert len(keys) == 6
    backwards = dict(reversed(SCHEMA.items()))
    assert answer_key(ASKED, SPEC, backwards) in keys
