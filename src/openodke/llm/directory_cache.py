"""How are answers kept in a folder that several processes use, and any of them may be killed?

One file an answer, `<key[:2]>/<key>.json`, written under another name in `.parts`, made durable,
and renamed into place: a reader finds a whole answer or none.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from itertools import count
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from openodke.errors import OutputError
from openodke.llm.answer_key import FORMAT
from openodke.llm.answer_parts import PARTS, part_name, remove_abandoned
from openodke.llm.cassette import RecordedAnswer

try:
    import fcntl
except ImportError:  # not on this system: processes that lack the same answer both ask for it
    fcntl = None  # type: ignore[assignment]

_SHELF = re.compile(r"[0-9a-f]{2}")
_KEY = re.compile(r"[0-9a-f]{64}")
_LOCKS = ".locks"
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
_LARGEST = 16 << 20  # bytes: no answer of a model is as long
_LOCK_DIGITS = 15  # hexadecimal ones of a key: every offset of a file has room for them


class DirectoryCache:
    """Keeps answers in a folder; safe in several threads and processes, and when one is killed.

    What cannot be read as an answer of ours is none, and is replaced by the next one. Answers may
    quote the texts, so the folder is its owner's alone (0700, files 0600); one that is there
    already keeps its own rights.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        """Keep answers below `path`, which is made if it is not there.

        Raises:
            OutputError: when it is a file, cannot be made or written, or holds files that are no
                answers of ours.
        """
        self.path = Path(path)
        self._root = os.fspath(self.path)
        self._mine, self._numbers = os.urandom(4).hex(), count()
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            strange = _stranger(self.path)
            if strange is None:
                self._locks = _opened(self.path / _LOCKS)
                remove_abandoned(self.path / PARTS)
        except OSError as error:
            raise OutputError(
                f"{self.path}: cannot hold answers: {error.strerror}; name another folder"
            ) from error
        if strange is not None:
            raise OutputError(
                f"{self.path}: holds {strange}, which is no answer of a model, and answers are "
                "kept apart; name a new folder"
            )

    def __repr__(self) -> str:
        """Return the folder."""
        return f"DirectoryCache({str(self.path)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy as the same folder, whose file of locks is opened again."""
        return type(self), (self.path,)

    def __del__(self) -> None:
        """Close the file of locks."""
        locks = self.__dict__.pop("_locks", None)
        if locks is not None:
            os.close(locks)

    def get(self, key: str) -> RecordedAnswer | None:
        """Return the answer under a key, None where there is none that can be read."""
        try:
            with open(self._file(key), "rb") as file:  # noqa: PTH123 - a path costs as much again
                held = file.read(_LARGEST)
        except OSError:
            return None
        return _answer(held, key)

    def put(self, key: str, answer: RecordedAnswer) -> None:
        """Keep an answer under a key.

        Raises:
            OSError: when the system refuses to write it, such as on a full disk.
        """
        file = self._file(key)
        held = {"format": FORMAT, "key": key, "answer": answer.model_dump(mode="json")}
        data = json.dumps(held, ensure_ascii=False).encode()
        name = part_name(f"{key[:8]}-{self._mine}-{next(self._numbers)}")
        part = f"{self._root}{os.sep}{PARTS}{os.sep}{name}"
        try:
            _write_durably(part, data)
            try:
                os.replace(part, file)  # noqa: PTH105
            except FileNotFoundError:  # the first answer of its shelf, or another took it away
                Path(file).parent.mkdir(mode=0o700, exist_ok=True)
                if not os.path.exists(part):  # noqa: PTH110
                    _write_durably(part, data)
                os.replace(part, file)  # noqa: PTH105
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(part)  # noqa: PTH108
            raise

    def claim(self, key: str) -> bool:
        """Take a key for this process; False while another process has it.

        It is a lock on one byte of a file that holds none, and so ends with the process however
        that ends; where locks cannot be had, every process has every key.
        """
        if fcntl is None:
            return True
        try:
            fcntl.lockf(self._locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _offset(key))
        except (BlockingIOError, PermissionError):  # POSIX allows either
            return False
        except OSError:  # a file system without locks
            return True
        return True

    def release(self, key: str) -> None:
        """Give a key back."""
        if fcntl is not None:
            with contextlib.suppress(OSError):
                fcntl.lockf(self._locks, fcntl.LOCK_UN, 1, _offset(key))

    def _file(self, key: str) -> str:
        if not _KEY.fullmatch(key):
            raise ValueError(f"{key!r}: a key is a SHA-256 in 64 small hexadecimal digits")
        return f"{self._root}{os.sep}{key[:2]}{os.sep}{key}.json"


def _write_durably(part: str, data: bytes) -> None:
    """Write a new file, and have the disk hold it: else a power cut leaves an empty answer."""
    try:
        descriptor = os.open(part, _NEW, 0o600)
    except FileNotFoundError:
        Path(part).parent.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(part, _NEW, 0o600)
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _offset(key: str) -> int:
    return int(key[:_LOCK_DIGITS], 16)


def _opened(locks: Path) -> int:
    return os.open(locks, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)


def _stranger(folder: Path) -> str | None:
    """Return a name in a folder that answers do not have; a hidden file is the system's."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if not (_SHELF.fullmatch(entry.name) and entry.is_dir()) and entry.name[0] != ".":
                return entry.name
    return None


def _answer(held: bytes, key: str) -> RecordedAnswer | None:
    """Return the answer that a file holds, None where it is none of ours for this key."""
    try:
        entry: Any = json.loads(held)
        if entry["format"] != FORMAT or entry["key"] != key:
            return None
        return RecordedAnswer.model_validate(entry["answer"])
    except (KeyError, RecursionError, TypeError, ValueError, ValidationError):
        return None
