"""How many tokens did a call take, in whatever words the provider says it?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_ASKED = ("prompt_tokens", "input_tokens", "prompt_token_count", "prompt_eval_count")
_ANSWERED = ("completion_tokens", "output_tokens", "candidates_token_count", "eval_count")
_HOLDERS = ("usage", "usage_metadata", "token_usage")


def token_counts(raw: object, additional: Mapping[str, Any] | None) -> tuple[int, int]:
    """Return the tokens of the messages and of the answer, 0 where nobody counted.

    Args:
        raw: the provider's own answer, an object or a dict.
        additional: what LlamaIndex took out of it.
    """
    for holder in _holders(raw, additional):
        asked, answered = _first(holder, _ASKED), _first(holder, _ANSWERED)
        if asked or answered:
            return asked, answered
    return 0, 0


def _holders(raw: object, additional: Mapping[str, Any] | None) -> Iterator[object]:
    yield additional
    for name in _HOLDERS:
        yield _field(raw, name)
    yield raw


def _first(holder: object, names: tuple[str, ...]) -> int:
    counts = (_field(holder, name) for name in names)
    numbers = (n for n in counts if isinstance(n, int) and not isinstance(n, bool) and n > 0)
    return next(numbers, 0)


def _field(holder: object, name: str) -> object:
    return holder.get(name) if isinstance(holder, Mapping) else getattr(holder, name, None)
