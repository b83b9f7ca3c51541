"""Where are the inputs of an earlier run now: beside its folder, or where it read them?

A project that was copied or moved has its inputs beside the folder that the run wrote, as they lay
when it was done. The manifest holds the way to each from that folder; one that is not there is
looked for where the run read it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OPTIONS = ("facts", "texts", "ontology", "examples", "config", "card")
"""The options that name something to read."""

_BASE = "base_dir"


def ways_from(folder: Path, given: Mapping[str, Path | None], base: Path) -> dict[str, str]:
    """Return the way from a folder to each input, and to the one in which the run was called.

    An input on another drive has none.
    """
    start = os.path.realpath(folder)
    places = {_BASE: base, **{name: path for name, path in given.items() if path is not None}}
    ways = {}
    for name, path in places.items():
        try:
            way = os.path.relpath(base / path, start)
        except ValueError:  # Windows has no way from one drive to another
            continue
        ways[name] = Path(way).as_posix()
    return ways


@dataclass(frozen=True, slots=True)
class InputPlace:
    """Where something that a run read is now.

    Attributes:
        option: which option named it.
        spelled: its path, as it was given.
        then: where the run read it.
        beside: where it would lie if the project was moved as a whole; None where that is unknown.
        now: where it is read now; where it is missing, where it was looked for first.
    """

    option: str
    spelled: Path
    then: Path
    beside: Path | None
    now: Path

    @property
    def is_moved(self) -> bool:
        """Whether it lies elsewhere than where the run read it."""
        return self.now != self.then

    def of(self, file: Path) -> Path:
        """Return where a file is now that the run read at or below this place."""
        root = self.spelled.parent if self.option == "config" else self.spelled
        if file == self.spelled:
            return self.now
        held = self.now.parent if self.option == "config" else self.now
        return held / file.relative_to(root) if file.is_relative_to(root) else file


class InputPlaces:
    """Where all that a run read is now.

    Attributes:
        base: the folder to go to: relative paths of the run start there.
        found: a place for each option that named one.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        """Look for what a manifest names, which was read in `folder`."""
        config = manifest.get("config") or {}
        ways = manifest.get("ways") or {}
        start = Path(os.path.realpath(folder))
        then = Path(str(manifest.get(_BASE) or Path.cwd()))
        beside = _beside(start, ways.get(_BASE))
        here = Path.cwd()
        self.base = next((place for place in (beside, then) if place and place.is_dir()), here)
        self.found = {
            option: _found(option, Path(config[option]), _beside(start, ways.get(option)), then)
            for option in OPTIONS
            if config.get(option)
        }

    def options(self) -> dict[str, Path]:
        """Return what each option has to name, from `base`: as it was spelled, where that is it."""
        return {
            option: place.spelled if _is_at(self.base, place) else place.now
            for option, place in self.found.items()
        }

    def respelled(self) -> dict[str, str]:
        """Return, by what an option has to name now, what it named then, where that differs."""
        named = self.options()
        return {
            str(named[option]): str(place.spelled)
            for option, place in self.found.items()
            if named[option] != place.spelled
        }

    def of(self, option: str, file: Path) -> Path:
        """Return what a file is called now, from `base`, that the run read for an option."""
        place = self.found.get("config" if option == "recorded" else option)
        if place is None or _is_at(self.base, place):
            return file
        return place.of(file)

    @property
    def lines(self) -> Iterator[str]:
        """What is told of inputs that are not where the run read them, or where they should be."""
        roots: dict[tuple[Path, Path], list[str]] = {}
        for place in self.found.values():
            if place.is_moved:
                roots.setdefault(_roots(place.then, place.now), []).append(place.option)
        for (then, now), options in roots.items():
            yield f"{', '.join(options)}: read in {now}, beside the folder; the run read in {then}"
        left = [p for p in self.found.values() if p.beside not in (None, p.now) and p.now.exists()]
        for place in left:
            yield f"{place.option}: read {place.now}, as the run did; none lies beside the folder"


def _beside(start: Path, way: object) -> Path | None:
    return Path(os.path.normpath(start / way)) if isinstance(way, str) else None


def _found(option: str, spelled: Path, beside: Path | None, base: Path) -> InputPlace:
    """Return where an input is: beside the folder, else where it was, else from here."""
    then = Path(os.path.normpath(base / spelled))
    looked: Iterable[Path | None] = (beside, then, Path.cwd() / spelled)
    now = next((place for place in looked if place and place.exists()), beside or then)
    return InputPlace(option, spelled, then, beside, now)


def _is_at(base: Path, place: InputPlace) -> bool:
    return Path(os.path.normpath(base / place.spelled)) == place.now


def _roots(then: Path, now: Path) -> tuple[Path, Path]:
    """Return the folders of two places from which the way to both is the same."""
    while then.name == now.name and then.parent != then and now.parent != now:
        then, now = then.parent, now.parent
    return then, now
