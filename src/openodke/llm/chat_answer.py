"""What does an answer in the form of OpenAI's chat completions say?

It is a JSON object, or an object of litellm's with the same fields, and any field may be missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from openodke.errors import ProviderError
from openodke.llm.call_failure import held
from openodke.llm.completion_fields import token_count
from openodke.llm.message import Completion

Costs = Callable[[int, int, Any], float | None]
"""Returns what an answer cost, of its tokens in and out and its usage; None where unknown."""


def completion_of(answer: Any, *, model: str, structured: bool, costs: Costs) -> Completion:
    """Return an answer as a Completion.

    An answer that is empty, or was cut off, is one: its tokens were paid for, and `finish` says
    why it ended. `structured` says whether JSON was asked for; `model` stands for the one that an
    answer does not name.

    Raises:
        ProviderError: when there is no answer in it.
    """
    choices = field(answer, "choices")
    if not isinstance(choices, list) or not choices:
        raise _without_choice(answer)
    message = field(choices[0], "message")
    text = _text(field(message, "content"))
    finish = field(choices[0], "finish_reason")
    refusal = field(message, "refusal")
    if not text and isinstance(refusal, str) and refusal:
        text, finish = refusal, "refusal"
    usage = field(answer, "usage")
    prompt = token_count(field(usage, "prompt_tokens"))
    answered = token_count(field(usage, "completion_tokens"))
    named = field(answer, "model")
    return Completion(
        text=text,
        parsed=_parsed(text) if structured else None,
        model=named if isinstance(named, str) and named else model,
        prompt_tokens=prompt,
        completion_tokens=answered,
        cost_usd=costs(prompt, answered, usage) if prompt else None,  # without usage: unknown
        raw=answer,
        finish=finish if isinstance(finish, str) else "",
    )


def field(holder: Any, name: str) -> Any:
    """Return a field of a JSON object, or an attribute; None where there is none."""
    return holder.get(name) if isinstance(holder, Mapping) else held(holder, name)


def _text(content: Any) -> str:
    """Return the text of a message: some servers send a list of blocks."""
    if isinstance(content, list):
        return "".join(str(field(block, "text") or "") for block in content)
    return content if isinstance(content, str) else ""


def _parsed(text: str) -> Any:
    """Return what the text holds as JSON; None where it is none, was cut off, or is two.

    A key that an object gives twice has two values, of which a parser would take the last.
    """
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):
        raise ValueError("a key is given twice")
    return held


def _without_choice(answer: Any) -> ProviderError:
    """Return what is wrong with an answer that is none."""
    if field(answer, "error"):  # some servers send an error with the status of a success
        return ProviderError(
            "the answer is an error, with the status of a success",
            told="the answer was an error",
            transient=False,
        )
    told = "the answer held no choice"
    return ProviderError(told, told=told, transient=False)
