"""How are rows read from and written to JSON Lines, with every bad line named and none lost?"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn

from openodke.errors import InputError, RowError, RowProblem
from openodke.interop.output import lines_of
from openodke.interop.row import TripleRow, parse_decoded

_WIDE = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_GZIP = b"\x1f\x8b"
_SHOWN = 100  # problems named in one error: a file of the wrong kind has one a line


def read_triples(
    path: str | PathLike[str], *, problems: list[RowProblem] | None = None
) -> Iterator[TripleRow]:
    """Yield the rows of a JSON Lines file, one at a time, in order.

    Blank lines are skipped; a byte-order mark and Windows line ends are fine.

    Args:
        path: the file, UTF-8.
        problems: where bad lines are noted, so that the rest is read. Without it the first bad
            line ends the reading: all that are wrong are collected and raised together.

    Raises:
        RowError: naming file, line and field of every bad line, when `problems` is None.
        InputError: when the file cannot be opened, or is no UTF-8 JSON Lines file at all.
    """
    found: list[RowProblem] = [] if problems is None else problems
    untold = 0
    for item in _parsed(Path(path)):
        if isinstance(item, TripleRow):
            if problems is not None or not found:
                yield item
        elif len(found) < _SHOWN or problems is not None:
            found.extend(item)
        else:
            untold += 1
    if problems is None and found:
        raise RowError(found, untold)


def write_triples(rows: Iterable[TripleRow], path: str | PathLike[str]) -> int:
    """Write rows as JSON Lines, leaving out what is at its default; return how many."""
    count = 0
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            data = {"doc": row.doc, **row.model_dump(mode="json", exclude_defaults=True)}
            file.write(json.dumps(data, ensure_ascii=False) + "\n")
            count += 1
    return count


def _parsed(path: Path) -> Iterator[TripleRow | list[RowProblem]]:
    for number, line in enumerate(lines_of(path), 1):
        text = _checked_start(path, line) if number == 1 else line
        if text.strip():
            yield _parse_line(text, str(path), number)


def _checked_start(path: Path, line: bytes) -> bytes:
    """Return the first line without its byte-order mark; refuse a file of another kind."""
    if line.startswith(_GZIP):
        raise InputError(f"{path}: the file is compressed: unpack it with `gunzip {path.name}`")
    if line.startswith(_WIDE) or b"\0" in line[:4]:
        raise InputError(
            f"{path}: the file is UTF-16 or UTF-32, rows are read as UTF-8: convert it with "
            f"`iconv -f UTF-16 -t UTF-8 {path.name}`"
        )
    line = line.removeprefix(codecs.BOM_UTF8)
    if line.lstrip().startswith(b"["):
        raise InputError(
            f"{path}: the file is one JSON array, rows are read one object a line: convert it with "
            f"`jq -c '.[]' {path.name}`"
        )
    return line


def _parse_line(line: bytes, source: str, number: int) -> TripleRow | list[RowProblem]:
    try:
        data = decode_json(line.decode())
    except UnicodeDecodeError as error:
        reason = f"the line is not UTF-8 (byte {error.object[error.start]:#04x} at {error.start})"
        return [RowProblem(source, number, "", reason)]
    except json.JSONDecodeError as error:
        return [RowProblem(source, number, "", no_json(error))]
    except (ValueError, RecursionError) as error:
        return [RowProblem(source, number, "", str(error))]
    return parse_decoded(data, source, number)


def decode_json(text: str) -> Any:
    """Return what a JSON text holds; a key given twice and a number that is none are refused.

    Raises:
        ValueError: saying what is wrong; json.JSONDecodeError where it is no JSON at all.
    """
    return _DECODER.decode(text)


def no_json(error: json.JSONDecodeError) -> str:
    """Return what is wrong with a line that is no JSON, and where."""
    return f"the line is no JSON: {error.msg.removesuffix(' at')} at column {error.colno}"


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number: leave the value out, or write it as text")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object: only one can be meant")
    return data


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse_constant)
