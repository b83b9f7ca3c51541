"""What is said to a model, and what comes back?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]
"""A JSON Schema that an answer is to fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation.

    Attributes:
        role: "system", "user" or "assistant".
        content: what is said.
    """

    role: str = "user"
    content: str


Messages = Sequence[Message]


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer of a model.

    Attributes:
        text: the answer as it came.
        parsed: the answer as JSON, where the client asked for structured output and got it.
        model: the model that answered, as the provider names it.
        prompt_tokens: tokens of the messages, as the provider counts them.
        completion_tokens: tokens of the answer.
        cost_usd: what the call cost; None where that is unknown, which is not the same as 0.
        cached: whether no call was made, since the answer was kept from an earlier one.
        raw: the provider's own object.
        finish: why the answer ended, as the provider says: "stop", or "length" where it was cut off
            at `max_tokens`, "content_filter", "refusal"; "" where that is unknown.
    """

    text: str = ""
    parsed: Any = None
    model: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None
    cached: bool = False
    raw: Any = None
    finish: str = ""


def estimated_tokens(*texts: str) -> int:
    """Return about how many tokens texts have, at four characters a token, each at least one.

    For clients that no provider counts for.
    """
    return sum(max(1, len(text) // 4) for text in texts)
