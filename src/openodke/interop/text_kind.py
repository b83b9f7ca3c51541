"""Is a file a text, and what is it otherwise?"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from shlex import quote

_HOLDING_TEXT = frozenset({
    ".csv", ".doc", ".docx", ".eml", ".epub", ".htm", ".html", ".ipynb", ".json", ".log", ".odt",
    ".org", ".parquet", ".pdf", ".pptx", ".rst", ".rtf", ".tex", ".tsv", ".xlsx", ".xml", ".zip",
})  # fmt: skip
"""The endings of files in which a person may expect texts; a picture is missed by nobody."""

_PARQUET = b"PAR1"
_BEGINNINGS = (
    (b"%PDF-", "is a PDF: take its text out first, as `pdftotext {file}` does"),
    (b"PK\x03\x04", "is packed, as .docx, .odt and .xlsx files are: save its text in a .txt file"),
    (b"\xd0\xcf\x11\xe0", "is an Office file (.doc, .xls): save its text in a .txt file"),
    (b"\x1f\x8b", "is compressed: unpack it with `gunzip {file}`"),
    (_PARQUET, "is parquet: write its texts to a .jsonl file, one object with id and text a line"),
)


def no_text(file: Path, name: Path, data: bytes) -> str:
    """Return what a file is that holds no text to read as it is, and what to do; "" for a text.

    Args:
        file: where it is.
        name: the name it goes by, whose ending counts.
        data: what it holds.
    """
    for beginning, what in _BEGINNINGS:
        is_whole = beginning != _PARQUET or data.endswith(_PARQUET)  # PAR1 begins texts, too
        if data.startswith(beginning) and is_whole:
            return what.format(file=quote(str(file)))
    start = data.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    ending = name.suffix.lower()
    if start == b"[" and ending in (".json", ".jsonl"):
        other = quote(str(file.with_name(f"{file.stem}-lines.jsonl")))
        return (
            "is one JSON array, documents are read one object a line: convert it with "
            f"`jq -c '.[]' {quote(str(file))} > {other}`"
        )
    if ending == ".json":
        return (
            "is JSON: documents are read from a file that ends in .jsonl, one object with id and "
            "text a line"
        )
    return ""


def told_endings(files: Iterable[Path]) -> str:
    """Return how many files of each ending there are, of those in which texts may be: 2 .pdf."""
    counts = Counter(file.suffix.lower() for file in files)
    held = sorted(ending for ending in counts if ending in _HOLDING_TEXT)
    return ", ".join(f"{counts[ending]} {ending}" for ending in held)
