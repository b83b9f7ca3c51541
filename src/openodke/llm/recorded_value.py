"""What of an answer, or of an error, can a recording hold?"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import isfinite
from typing import Any

from pydantic import BaseModel

from openodke.llm.call_failure import is_transient, status_of
from openodke.llm.cassette import RecordedAnswer, RecordedError
from openodke.llm.completion_fields import price, token_count, writable
from openodke.llm.message import Completion

_DEEPEST = 50  # levels of structured output
_MOST = 10**15  # a number in structured output: no reader has to do with longer ones


def recorded_answer(answer: object) -> RecordedAnswer | None:
    """Return what can be held of an answer, None where that is no text; it is not changed."""
    if not isinstance(answer, Completion) or not isinstance(answer.text, str | None):
        return None
    try:
        return RecordedAnswer(
            text=writable(answer.text or ""),
            parsed=_structured(answer.parsed),
            model=writable(answer.model) if isinstance(answer.model, str) else "",
            prompt_tokens=token_count(answer.prompt_tokens),
            completion_tokens=token_count(answer.completion_tokens),
            cost_usd=price(answer.cost_usd),
            finish=writable(answer.finish) if isinstance(answer.finish, str) else "",
        )
    except Exception:  # its fields may be anybody's, and a recording costs no answer
        return None


def recorded_error(error: BaseException) -> RecordedError:
    """Return what is held of an error."""
    transient = is_transient(error)
    return RecordedError(kind=_kind(error), status=status_of(error), transient=transient)


def _kind(error: BaseException) -> str:
    name = type(error).__name__
    return name[:100] if name.isascii() and name.isidentifier() else "Exception"


def _structured(parsed: Any) -> Any:
    """Return structured output as JSON has it, None where it cannot be looked through."""
    try:
        return _json(parsed, _DEEPEST)
    except Exception:
        return None


def _json(value: Any, deepest: int) -> Any:
    """Return a value as JSON has it, with a null for what JSON has not: no verdict becomes one."""
    if isinstance(value, BaseModel):
        value = value.model_dump()
    if isinstance(value, Enum):
        value = value.value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return writable(value)
    if isinstance(value, int | float) and isfinite(value) and abs(value) < _MOST:
        return float(value) if isinstance(value, float) else int(value)
    if deepest and isinstance(value, Mapping):
        return {
            writable(key if isinstance(key, str) else str(key)): _json(held, deepest - 1)
            for key, held in value.items()
        }
    if deepest and isinstance(value, list | tuple):
        return [_json(held, deepest - 1) for held in value]
    return None
