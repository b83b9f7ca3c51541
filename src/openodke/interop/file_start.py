"""Is a file of rows text in UTF-8, and what is it otherwise?"""

from __future__ import annotations

import codecs
from pathlib import Path
from shlex import quote

from openodke.errors import InputError

_WIDE = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_GZIP = b"\x1f\x8b"
_PARQUET = b"PAR1"
_PACKED = b"PK\x03\x04"


def checked_start(path: Path, line: bytes) -> bytes:
    """Return the first line without its byte-order mark.

    Raises:
        InputError: for a file of another kind, with the command that makes one of this kind.
    """
    if line.startswith(_GZIP):
        raise InputError(
            f"{path}: the file is compressed: unpack it with `gunzip {quote(str(path))}`"
        )
    if line.startswith(_PARQUET):
        raise InputError(f"{path}: the file is parquet: give it a name that ends in .parquet")
    if line.startswith(_PACKED):
        raise InputError(
            f"{path}: the file is packed, as .xlsx and .ods files are: save its table as CSV, with "
            "a name that ends in .csv"
        )
    if line.startswith(_WIDE) or b"\0" in line[:4]:
        raise InputError(
            f"{path}: the file is UTF-16 or UTF-32, rows are read as UTF-8: convert it with "
            f"`iconv -f UTF-16 -t UTF-8 {quote(str(path))}`"
        )
    return line.removeprefix(codecs.BOM_UTF8)
