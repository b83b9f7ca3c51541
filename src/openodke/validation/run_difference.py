"""In what does one run's record differ from another's, claim by claim?"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from openodke.gate import REFUSED_FILE
from openodke.interop.output import (
    ENTITIES,
    FACTS,
    LINKS,
    MANIFEST,
    REPORT,
    ROWS_FILE,
    SUMMARY,
    lines_of,
)
from openodke.validation.run_record import decoded, read_object

ABSENT: Final = "nothing"
"""What stands on the side that lacks a line or a field."""

_DERIVED = ("command", "dry_run", "counts", "ontology_version", "ontology_hash", "started_at")
"""What a manifest says that a second run has to say too."""

_OF_PATHS = ("malformed", "left_out")
"""Fields of a summary or report whose lines tell the path of a file."""

_AS_IT_WAS: Final[Mapping[str, str]] = {}
_LONGEST = 120  # characters of a value that are shown

Key = tuple[str, ...]
_Waiting = dict[Key, list[bytes]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that is not the same.

    Attributes:
        file: the file it is in.
        id: whose field: a fact's or row's id, an entity's key, the keys of a link, "" for a count.
        field: its dotted path; "" where the whole line is meant.
        then: its value as it was written, as JSON; "nothing" where there was none.
        now: its value as it is derived.
    """

    file: str
    id: str
    field: str
    then: str
    now: str

    def __str__(self) -> str:
        """Render as one line."""
        return change_line(self.file, self.id, self.field, shown(self.then), shown(self.now))


def differences(
    then: Path,
    now: Path,
    files: Collection[str],
    *,
    ignored: Collection[str] = (),
    respelled: Mapping[str, str] = _AS_IT_WAS,
) -> Iterator[Difference]:
    """Yield what differs between the folders of two runs, file by file, in the order of the lines.

    `ignored` are the fields of reports and summaries that are not compared. `respelled` are paths
    of the second run, each with what it was in the first: what cannot be read is told by its path.
    """
    for name in (ROWS_FILE, FACTS, REFUSED_FILE, ENTITIES, LINKS):
        if name in files:
            yield from _of_lines(name, then / name, now / name)
    for name in (REPORT, SUMMARY):
        if name in files:
            was, new = (
                {k: v for k, v in read_object(folder / name).items() if k not in ignored}
                for folder in (then, now)
            )
            for key in _OF_PATHS:
                if isinstance(new.get(key), list):
                    new[key] = _spelled(new[key], respelled)
            for field, old, fresh in fields_of(was, new):
                yield Difference(name, "", field, old, fresh)
    was, new = (read_object(folder / MANIFEST) for folder in (then, now))
    for key in _DERIVED:
        for field, old, fresh in fields_of(was.get(key), new.get(key), key):
            yield Difference(MANIFEST, "", field, old, fresh)


def _spelled(lines: list[str], respelled: Mapping[str, str]) -> list[str]:
    """Return lines that open with the path of a file, with the path that it had."""
    for now, then in respelled.items():
        lines = [then + line.removeprefix(now) if line.startswith(now) else line for line in lines]
    return lines


def _of_lines(name: str, then: Path, now: Path) -> Iterator[Difference]:
    """Yield the differences of two files of lines; lines that are alike are not looked into.

    Both are read side by side, so that no more lines wait for their like than one of the files is
    behind the other.
    """
    identify = _IDENTITIES.get(name, _fact_id)
    waiting: tuple[_Waiting, _Waiting] = ({}, {})
    for number, lines in enumerate(zip_longest(lines_of(then), lines_of(now)), 1):
        if lines[0] == lines[1]:
            continue
        for side, (path, line) in enumerate(zip((then, now), lines, strict=True)):
            if line is None:
                continue
            own = identify(decoded(path, number, line))
            other = _taken(waiting[1 - side], own)
            if other is None:
                waiting[side].setdefault(own, []).append(line)
            else:
                yield from _of_pair(name, own, *((line, other) if side == 0 else (other, line)))
    for side, left in enumerate(waiting):
        for own, held in left.items():
            for line in held:
                pair = (_brief(line), ABSENT) if side == 0 else (ABSENT, _brief(line))
                yield Difference(name, " ".join(own), "", *pair)


def _taken(waiting: _Waiting, own: Key) -> bytes | None:
    """Return a line that waits for its like, which it has found."""
    held = waiting.get(own)
    if held is None:
        return None
    line = held.pop(0)
    if not held:
        del waiting[own]
    return line


def _of_pair(name: str, own: Key, was: bytes, new: bytes) -> Iterator[Difference]:
    if was != new:
        for field, old, fresh in fields_of(json.loads(was), json.loads(new)):
            yield Difference(name, " ".join(own), field, old, fresh)


def fields_of(then: Any, now: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield the dotted path of each value that differs, and the value on either side."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for key in dict.fromkeys((*then, *now)):
            inner = f"{path}.{key}" if path else str(key)
            if key not in now:
                yield inner, _json(then[key]), ABSENT
            elif key not in then:
                yield inner, ABSENT, _json(now[key])
            else:
                yield from fields_of(then[key], now[key], inner)
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for at, (old, fresh) in enumerate(zip(then, now, strict=True)):
            yield from fields_of(old, fresh, f"{path}[{at}]")
    elif then != now or type(then) is not type(now):
        yield path, _json(then), _json(now)


def _fact_id(data: Mapping[str, Any]) -> Key:
    return (str(data.get("id")),)


def _entity_id(data: Mapping[str, Any]) -> Key:
    return (str(data.get("key")), f"({data.get('type')})")


def _link_id(data: Mapping[str, Any]) -> Key:
    return tuple(str(data.get(key)) for key in ("kind", "source_key", "target_key"))


_IDENTITIES: dict[str, Callable[[Mapping[str, Any]], Key]] = {
    ENTITIES: _entity_id,
    LINKS: _link_id,
}


def _brief(line: bytes) -> str:
    return line.decode(errors="replace").strip()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def change_line(where: str, of: str, field: str, then: str, now: str) -> str:
    """Return a change as one line; `of` is whose field it is, "" for a count."""
    whose = " ".join(filter(None, (of, field)))
    return f"{where}  {whose}: then {then}, now {now}"


def shown(value: str) -> str:
    """Return a value as it is told, a long one cut."""
    return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"
