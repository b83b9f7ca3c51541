"""Which pairs wait for a person, and what has a person said of them?

A queue is JSON Lines, a pair a line. A person gets it as a CSV table with a column to fill in, and
what was filled in is read back as JSON Lines again.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from openodke.corroborate.pair_prompt import DECISIONS, Decision, Mention
from openodke.errors import InputError
from openodke.utf8_file import read_utf8

COLUMNS = (
    "id", "label", "a_name", "a_type", "a_context", "b_name", "b_type", "b_context", "score",
    "said", "a_key", "b_key",
)  # fmt: skip
_LONGEST = 2**31 - 1  # characters of a cell: Python's own limit is shorter than a text
Labels = Mapping[str, Decision]


def pair_id(first: Mention, second: Mention) -> str:
    """Return the id of a pair: of its keys and types, in whatever order."""
    ends = sorted([[first.key, first.type], [second.key, second.type]])
    return hashlib.sha256(json.dumps(ends).encode()).hexdigest()[:16]


class PairQueue:
    """A file of pairs that wait for a person; each pair stands in it once."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """Append to `path`, which need not exist.

        Raises:
            InputError: when it is there and is no queue.
        """
        self._path = Path(path)
        known = _lines(self._path) if self._path.exists() else ()
        self._ids = {str(held.get("id")) for held in known}

    def put(self, first: Mention, second: Mention, score: float, said: Iterable[str]) -> bool:
        """Append a pair; tell whether it was not there before."""
        number = pair_id(first, second)
        if number in self._ids:
            return False
        self._ids.add(number)
        record = {
            "id": number,
            "a": first._asdict(),
            "b": second._asdict(),
            "score": round(score, 4),
            "said": list(said),
        }
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
        return True


def write_sheet(queue: str | PathLike[str], sheet: str | PathLike[str]) -> int:
    """Write the pairs of a queue as a CSV table with an empty column `label`; return how many.

    Raises:
        InputError: when the queue cannot be read.
    """
    rows = [_row(held, f"{queue}:{at}") for at, held in enumerate(_lines(Path(queue)), 1)]
    with Path(sheet).open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return len(rows)


def _row(held: Mapping[str, Any], place: str) -> dict[str, Any]:
    try:
        sides = {
            f"{side}_{field}": held[side][field]
            for side in "ab"
            for field in ("name", "type", "context", "key")
        }
        said = " / ".join(map(str, held.get("said", ())))
        return {"id": held["id"], "label": "", "score": held["score"], "said": said, **sides}
    except (KeyError, TypeError):
        raise InputError(f"{place}: is no pair of a queue") from None


def read_sheet(sheet: str | PathLike[str]) -> list[dict[str, str]]:
    """Return the rows of a CSV table that a person labelled: `id`, `label`, `a_key`, `b_key`.

    Rows without a label are left out.

    Raises:
        InputError: when a column is missing, a label is none of same, different and unsure, or two
            rows of one pair have different ones.
    """
    csv.field_size_limit(_LONGEST)
    labelled: dict[str, dict[str, str]] = {}
    with io.StringIO(read_utf8(sheet), newline="") as lines:
        reader = csv.DictReader(lines)
        missing = {"id", "label"} - set(reader.fieldnames or ())
        if missing:
            apart = any(";" in name for name in reader.fieldnames or ())
            hint = " (are its columns apart by semicolons? save it with commas)" if apart else ""
            raise InputError(f"{sheet}: the column {min(missing)} is missing{hint}")
        for row in reader:
            label = (row["label"] or "").strip().lower()
            if label:
                place = f"{sheet}:{reader.line_num}"
                checked = _label(label, place)
                keys = {name: row.get(name) or "" for name in ("a_key", "b_key")}
                held = labelled.setdefault(row["id"], {"id": row["id"], "label": checked, **keys})
                _check_agreement(held["label"], checked, place)
    return list(labelled.values())


def _check_agreement(first: str, label: str, place: str) -> None:
    """Refuse two labels of one pair that differ: neither can be told to be right."""
    if first != label:
        raise InputError(f"{place}: calls {label} a pair that is called {first} before: keep one")


def labels_of(reviewed: Any) -> Labels:
    """Return the labels of a JSON Lines file, of records with `id` and `label`, or of a mapping.

    Raises:
        InputError: for what has neither, or another label.
    """
    if reviewed is None:
        return {}
    if isinstance(reviewed, str | PathLike):
        path = Path(reviewed)
        return _labels(_lines(path), str(path))
    if isinstance(reviewed, Mapping):
        return _labels(({"id": k, "label": v} for k, v in reviewed.items()), "reviewed")
    return _labels(reviewed, "reviewed")


def _labels(records: Iterable[Any], source: str) -> Labels:
    found: dict[str, Decision] = {}
    for at, held in enumerate(records, 1):
        if not isinstance(held, Mapping) or "id" not in held or "label" not in held:
            raise InputError(f"{source}:{at}: is no label: give id and label")
        place = f"{source}:{at}"
        label = _label(str(held["label"]), place)
        _check_agreement(found.setdefault(str(held["id"]), label), label, place)
    return found


def _label(label: str, place: str) -> Decision:
    for known in DECISIONS:
        if label == known:
            return known
    raise InputError(f"{place}: label {label!r}: it is same, different or unsure")


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    lines = read_utf8(path).split("\n")  # and not at U+2028, which a text may hold
    for at, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            held = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError(f"{path}:{at}: is no JSON") from None
        if not isinstance(held, dict):
            raise InputError(f"{path}:{at}: is no object")
        yield held
