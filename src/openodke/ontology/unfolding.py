"""How large does data become when every part that it shares is written out?

Ten lines of YAML whose aliases stand for lists of aliases are billions of parts to whoever walks
over them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

_ALLOWED = 100_000  # parts that any data may unfold to
_TIMES = 10  # larger data may repeat what it shares so often

Part = TypeVar("Part")


def unfolds_too_far(root: Part, parts: Callable[[Part], Iterable[Part]]) -> bool:
    """Tell whether the parts of data, written out, are far more than the data has.

    Args:
        root: the data.
        parts: what a part holds; a part is looked at once, however often it is held.

    Raises:
        RecursionError: when the data is nested too deeply.
    """
    sizes: dict[int, int] = {}

    def size(part: Part) -> int:
        known = sizes.get(id(part))
        if known is None:
            sizes[id(part)] = 0  # a part that holds itself is told by whoever reads it
            known = sizes[id(part)] = 1 + sum(map(size, parts(part)))
        return known

    return size(root) > max(_ALLOWED, _TIMES * len(sizes))
