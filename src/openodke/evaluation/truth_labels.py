"""Which claims has a person called right or wrong, and of which fact does each label speak?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from openodke.errors import InputError, RowError, RowProblem
from openodke.evaluation.label_table import labelled_records
from openodke.interop.file_start import checked_start
from openodke.interop.json_text import decode_json, is_utf8, no_json
from openodke.interop.output import lines_of
from openodke.model import GroundingVerdict

WORDS: Mapping[object, bool] = {"supported": True, "not_supported": False}
"""What `label` may be beside true and false."""

_SHOWN = 100  # problems named in one error
_TRIPLE = ("subject", "predicate", "object")
_TEXTS = ("id", "doc", "kind", "text")
_VERDICTS = frozenset(verdict.value for verdict in GroundingVerdict)


@dataclass(frozen=True)
class Label:
    """What a person said of one claim.

    Attributes:
        right: whether the claim is right.
        place: where it was read, as `file:line`.
        id: the id of the row or the fact, None where it is named by its triple.
        doc: the document, by id, file name or stem; None where the claim is meant wherever it
            stands.
        triple: subject, predicate and object, None where only the id is given.
        kind: a group that figures are told apart by, such as how a wrong claim was made.
        expected: the verdicts that a grounder may give; empty where the label alone says so.
        fields: all fields of the line, of which a claim and its `text` can be read.
    """

    right: bool
    place: str
    id: str | None = None
    doc: str | None = None
    triple: tuple[str, str, str] | None = None
    kind: str = ""
    expected: frozenset[str] = frozenset()
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __str__(self) -> str:
        """Return the place and the claim."""
        claim = " ".join(self.triple) if self.triple else str(self.id)
        return f"{self.place}: {claim}"


def read_labels(path: str | PathLike[str]) -> list[Label]:
    """Return the labels of a JSON Lines file, or of a CSV table (`.csv`), in order.

    A line is an object with `label` (true or false, or "supported" or "not_supported") and the
    claim: an `id`, or `subject`, `predicate` and `object`, with `doc` where the claim of one
    document is meant. `kind` and `expected` (a verdict or a list of them) are optional; whatever
    else a line holds is left alone. Blank lines are skipped, and so are rows of a table whose
    `label` is empty: TRUE and FALSE, as spreadsheets write them, are labels there.

    Raises:
        RowError: naming file, line and field of what is wrong.
        InputError: when the file cannot be opened, holds no label, or two lines name one claim
            and disagree.
    """
    labels: list[Label] = []
    problems: list[RowProblem] = []
    read = _rows if Path(path).suffix.lower() == ".csv" else _lines
    for held in read(Path(path)):
        if isinstance(held, Label):
            labels.append(held)
        else:
            problems.append(held)
    if problems:
        raise RowError(problems[:_SHOWN], len(problems[_SHOWN:]))
    if not labels:
        raise InputError(f"{path}: holds no label: give one object a line, with id and label")
    _check_agreement(labels)
    return labels


def _lines(path: Path) -> Iterator[Label | RowProblem]:
    for number, line in enumerate(lines_of(path), 1):
        data = checked_start(path, line) if number == 1 else line
        if data.strip():
            yield _decoded(data, str(path), number)


def _rows(path: Path) -> Iterator[Label | RowProblem]:
    for number, held in labelled_records(path):
        yield held if isinstance(held, RowProblem) else _label(held, str(path), number)


def _decoded(line: bytes, source: str, number: int) -> Label | RowProblem:
    try:
        held = decode_json(line.decode())
    except UnicodeDecodeError as error:
        return RowProblem(source, number, "", f"the line is not UTF-8 (byte {error.start})")
    except json.JSONDecodeError as error:
        return RowProblem(source, number, "", no_json(error))
    except (ValueError, RecursionError) as error:
        return RowProblem(source, number, "", str(error))
    if not isinstance(held, dict):
        return RowProblem(source, number, "", "a label is an object with named fields")
    return _label(held, source, number)


def _label(held: Mapping[str, Any], source: str, number: int) -> Label | RowProblem:
    problem = next(_problems(held), None)
    if problem:
        return RowProblem(source, number, *problem)
    expected = held.get("expected") or ()
    return Label(
        right=_truth(held["label"]) is True,
        place=f"{source}:{number}",
        id=held.get("id"),
        doc=held.get("doc"),
        triple=_triple(held),
        kind=held.get("kind") or "",
        expected=frozenset([expected] if isinstance(expected, str) else expected),
        fields=held,
    )


def _problems(held: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a line, by field."""
    if "label" not in held:
        yield "label", "the field is required and is not there: true or false"
    elif _truth(held["label"]) is None:
        yield "label", f"is true or false, not {json.dumps(held['label'], ensure_ascii=False)}"
    for name in _TEXTS:
        if held.get(name) is not None and not isinstance(held[name], str):
            yield name, f"is text, not {json.dumps(held[name], ensure_ascii=False)}"
    for name in (*_TEXTS, *_TRIPLE):
        if isinstance(held.get(name), str) and not is_utf8(held[name]):
            yield name, f"holds a lone surrogate, and cannot be written: {held[name]!a}"
    given = [name for name in _TRIPLE if held.get(name) not in (None, "")]
    if given and len(given) < len(_TRIPLE):
        missing = next(name for name in _TRIPLE if name not in given)
        yield missing, "is missing: name a claim by subject, predicate and object, or by id alone"
    if not given and not held.get("id"):
        yield "id", "nothing says which claim is meant: give id, or subject, predicate and object"
    for name in given:
        if isinstance(held[name], list | dict):
            yield name, "is text, a number or a boolean"
    yield from _unknown_verdicts(held.get("expected"))


def _unknown_verdicts(expected: object) -> Iterator[tuple[str, str]]:
    given = [expected] if isinstance(expected, str) else expected or ()
    if not isinstance(given, list | tuple):
        yield "expected", "is a verdict or a list of verdicts"
        return
    for verdict in given:
        if not isinstance(verdict, str) or verdict not in _VERDICTS:
            known = ", ".join(sorted(_VERDICTS))
            yield "expected", f"{verdict!r} is no verdict: it is one of {known}"


def _truth(label: object) -> bool | None:
    if isinstance(label, bool):
        return label
    return WORDS.get(label) if isinstance(label, str) else None


def _triple(held: Mapping[str, Any]) -> tuple[str, str, str] | None:
    if held.get("subject") in (None, ""):
        return None
    subject, predicate, obj = (spelled(held[name]) for name in _TRIPLE)
    return subject, predicate, obj


def spelled(value: object) -> str:
    """Return an object as a fact has its name: a boolean and a number as Python writes them."""
    return value if isinstance(value, str) else str(value)


def _check_agreement(labels: Iterable[Label]) -> None:
    """Refuse two lines that name one claim and disagree: neither can be told to be right."""
    seen: dict[object, Label] = {}
    for label in labels:
        name = label.id or (label.doc, label.triple)
        first = seen.setdefault(name, label)
        if first.right != label.right:
            raise InputError(
                f"{label.place}: calls {'right' if label.right else 'wrong'} what {first.place} "
                f"calls {'right' if first.right else 'wrong'}: keep one of the two"
            )
