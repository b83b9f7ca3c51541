"""How is an answer remembered without the memory growing with what was asked?"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

_LONG = 200  # characters: a longer string seldom comes twice, and thousands of them fill a memory

Arguments = ParamSpec("Arguments")
Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Memo(dict[Key, Answer]):
    """A mapping that forgets everything when it is full."""

    def __init__(self, most: int) -> None:
        """Hold up to `most` answers."""
        super().__init__()
        self.most = most

    def __setitem__(self, key: Key, answer: Answer) -> None:
        """Remember an answer."""
        if len(self) >= self.most and key not in self:
            self.clear()
        super().__setitem__(key, answer)


def remembered(
    most: int,
) -> Callable[[Callable[Arguments, Answer]], Callable[Arguments, Answer]]:
    """Have a function of strings remember its last `most` answers, but none on a long string."""

    def remembering(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
        held = lru_cache(maxsize=most)(function)

        @wraps(function)
        def asked(*strings: Arguments.args, **named: Arguments.kwargs) -> Answer:
            if sum(map(len, strings)) > _LONG or named:  # type: ignore[arg-type]
                return function(*strings, **named)
            return held(*strings)

        return asked

    return remembering
