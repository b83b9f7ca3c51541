"""How is the garbage collector kept from walking over facts again and again?

Models that cannot be changed cannot form cycles, and a run makes millions of them: walking them is
a fourth of its cost and frees nothing.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_OBJECTS = 100_000

FACTS_ALONE = 10_000_000
"""What a million facts leave behind, for work that calls nobody else: nothing else is made."""

_MANY = 10_000  # objects that are worth handing over
_PYTHONS_OWN = 1_000  # objects: Python 3.12 begins with 375 frozen ones, others freeze many more
_UNWALKED = 1_000_000  # objects that are handed over before all is collected

_handed_over = 0  # objects, since all was collected
_alive = 0  # objects, when all was collected
_asked: list[int] = []  # by the runs that go on, which may be in several threads
_before: list[tuple[int, int, int]] = []  # what was set when the first of them began
_lock = Lock()


@contextmanager
def rarely_collected(objects: int = _OBJECTS) -> Iterator[None]:
    """Have the collector start after so many new objects, and as before when the last block ends.

    Of several blocks at one time the one that asks for the most objects is obeyed. Many objects
    that are left at the end of a block are not walked over then: a full collection does that.
    """
    with _lock:
        if not _asked:
            _before.append(gc.get_threshold())
        _asked.append(objects)
        _obey()
    try:
        yield
    finally:
        with _lock:
            _hand_over()
            if objects in _asked:  # else this process was forked meanwhile
                _asked.remove(objects)
                _obey()
                if not _asked:
                    gc.set_threshold(*_before.pop())


def _hand_over() -> None:
    """Make many young objects old ones without walking over them, as they are known to be needed.

    What is unfrozen is old. Others' cycles may be among them, and to freeze starts the counts anew
    that lead to a full collection. So all is collected when a fourth of it is new: that costs a
    fixed share of what is made, however much there is, and is the collector's own rule.
    """
    global _alive, _handed_over
    young, frozen = gc.get_count()[0], gc.get_freeze_count()
    if young < _MANY or frozen > _PYTHONS_OWN or not gc.isenabled():
        return
    _handed_over += young
    if is_due := _handed_over > max(_UNWALKED, _alive // 4):
        gc.collect()
    gc.freeze()
    if is_due:
        _handed_over, _alive = 0, gc.get_freeze_count()
    gc.unfreeze()


def _obey() -> None:
    """Set what the runs that go on have asked for."""
    first, *others = _before[0]
    if first and _asked:  # at 0 somebody has turned it off
        gc.set_threshold(max(first, *_asked), *others)


def _begin_anew() -> None:
    """Ask for nothing in a forked process: the threads whose runs go on are not in it."""
    global _lock
    _lock = Lock()  # a thread that is not here may have held it
    _asked.clear()
    if _before:
        gc.set_threshold(*_before.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
