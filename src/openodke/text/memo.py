"""How is an answer remembered without the memory growing with what was asked?"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

_LONG = 200  # characters: a longer string seldom comes twice, and thousands of them fill a memory

Asked = TypeVar("Asked", bound=Callable[..., Any])
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


def remembered(most: int) -> Callable[[Asked], Asked]:
    """Have a function of one or two strings remember its last `most` answers, none on a long one.

    The strings are passed by position: this is asked for every name of every claim.
    """

    def remembering(function: Asked) -> Asked:
        held = lru_cache(maxsize=most)(function)

        @wraps(function)
        def asked(first: str, *rest: str) -> Any:
            if len(first) > _LONG or (rest and len(rest[-1]) > _LONG):
                return function(first, *rest)
            return held(first, *rest)

        return asked  # type: ignore[return-value]

    return remembering
