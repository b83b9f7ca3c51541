"""Which half-written answers did a process leave that was killed?

Each is a file in one folder, named after the machine and the process that writes it. It is there
for as long as a disk needs for a few kilobytes.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from hashlib import blake2b
from pathlib import Path
from platform import node

PARTS = ".parts"
"""The folder of what is being written."""

_NAME = re.compile(r"(?P<machine>[0-9a-f]{8})-(?P<process>[0-9]+)-.*\.part")
_LONGEST = 600.0  # seconds: what is older is nobody's, whatever process has its number by now


def part_name(own: str) -> str:
    """Return the name of a file that this process writes; `own` is another one each time."""
    return f"{_machine()}-{os.getpid()}-{own}.part"


def remove_abandoned(folder: Path) -> None:
    """Remove what no process is writing any more: its process is gone, or it is old.

    A process on another machine is only known by the age of what it writes. Should one still be
    writing, as a stopped one that goes on later, it writes its answer again.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):  # another process removes it too
                if _is_abandoned(entry):
                    os.unlink(entry.path)  # noqa: PTH108


def _is_abandoned(entry: os.DirEntry[str]) -> bool:
    found = _NAME.fullmatch(entry.name)
    if found is None:
        return False
    if time.time() - entry.stat(follow_symlinks=False).st_mtime > _LONGEST:
        return True
    return found["machine"] == _machine() and not _is_alive(int(found["process"]))


def _is_alive(process: int) -> bool:
    """Whether a process of this machine lives, as far as can be asked without harm."""
    if os.name == "nt":  # where a signal 0 is Ctrl-C
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # another user's
        return True
    return True


def _machine() -> str:
    return blake2b(node().encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
