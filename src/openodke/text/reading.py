"""What has been worked out of a text, so that no stage works it out again?"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import TypeVar, cast

from openodke.text.mentions import MentionFinder
from openodke.text.proximity import Proximity
from openodke.text.scripts import main_scripts, scripts_of_text
from openodke.text.values import ValueIndex
from openodke.text.word_index import WordIndex

Part = TypeVar("Part")


class Reading:
    """One text, read: each part is worked out when it is first asked for."""

    def __init__(self, text: str) -> None:
        """Note the text; nothing is read yet."""
        self.text = text

    @cached_property
    def index(self) -> WordIndex:
        """Where each word stands."""
        return WordIndex(self.text)

    @cached_property
    def names(self) -> MentionFinder:
        """Where names stand."""
        return MentionFinder(self.index)

    @cached_property
    def proximity(self) -> Proximity:
        """How near names come to each other."""
        return Proximity(self.names)

    def part(self, make: Callable[[Reading], Part]) -> Part:
        """Return what `make` makes of this reading; each such part is made once.

        A part holds what it needs of the reading and not the reading: a ring of the two, with all
        that was found in the text, would wait for the garbage collector.
        """
        held = self._parts.get(make)
        if held is None:
            held = self._parts[make] = make(self)
        return cast("Part", held)

    @cached_property
    def _parts(self) -> dict[object, object]:
        return {}

    @cached_property
    def values(self) -> ValueIndex:
        """Where values stand, in any form."""
        return ValueIndex(self.text)

    @cached_property
    def scripts(self) -> frozenset[str]:
        """The scripts that the text is written in."""
        return scripts_of_text(self.text)

    @cached_property
    def main_scripts(self) -> frozenset[str]:
        """The scripts that most of the text is written in."""
        return main_scripts(self.text)


class Shelf:
    """The texts read last, up to a number of characters in all."""

    def __init__(self, characters: int = 8_000_000) -> None:
        """Keep up to `characters` characters of texts, and the last text however long it is."""
        self.characters = characters
        self._held = 0
        self._readings: OrderedDict[str, Reading] = OrderedDict()
        self._last = Reading("")
        self._lock = Lock()

    def read(self, text: str) -> Reading:
        """Return the reading of a text: the one on the shelf, or a new one."""
        last = self._last
        if last.text is text:  # as for nearly every claim: it is the newest, and stays so
            return last
        with self._lock:
            found = self._readings.get(text)
            if found is None:
                found = self._readings[text] = Reading(text)
                self._held += len(text)
                self._make_room()
            else:
                self._readings.move_to_end(text)
            self._last = found
            return found

    def _make_room(self) -> None:
        while self._held > self.characters and len(self._readings) > 1:
            dropped, _ = self._readings.popitem(last=False)
            self._held -= len(dropped)


_SHELF = Shelf()


def _begin_anew() -> None:
    """Have an own shelf in a forked process: a thread that is not in it may have held the lock."""
    global _SHELF
    _SHELF = Shelf()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


def read(text: str) -> Reading:
    """Return the reading of a text from the shelf that all stages share."""
    return _SHELF.read(text)
