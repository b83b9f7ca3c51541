"""How is the garbage collector kept from walking over facts again and again?

Models that cannot be changed cannot form cycles, and a run makes millions of them: walking them is
a fourth of its cost and frees nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 100_000


@contextmanager
def rarely_collected(objects: int = _OBJECTS) -> Iterator[None]:
    """Have the collector start after so many new objects, and as before when the block ends."""
    before = gc.get_threshold()
    if before[0] == 0:  # somebody has turned it off
        yield
        return
    gc.set_threshold(max(before[0], objects), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
