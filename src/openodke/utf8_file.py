"""What does a small file of text say, and what is told of one that is no text?"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from openodke.errors import InputError


def read_utf8(path: str | PathLike[str]) -> str:
    """Return the text of a file, without a byte-order mark; its line ends are those of the file.

    Raises:
        InputError: when it cannot be opened, and naming the first byte that is not UTF-8.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be opened: {error.strerror}") from error
    except ValueError:  # a NUL, or a surrogate that stands for no byte
        raise InputError(f"{path!s:.200}: no file can have this name") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise InputError(
            f"{path}:{line}: is not UTF-8 (byte {data[error.start]:#04x} at {error.start}): save "
            "the file as UTF-8"
        ) from None
