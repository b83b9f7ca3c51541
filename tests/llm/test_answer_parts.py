"""Does a cache lose what killed runs left half written, and nothing that is being written?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from openodke.llm import DirectoryCache, RecordedAnswer
from openodke.llm.answer_parts import PARTS, part_name

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no signals")

KEY, OTHER = "ab" + 62 * "0", "cd" + 62 * "0"
ANSWER = RecordedAnswer(text="supported")
STUCK = """
import os, sys, time
from openodke.llm import DirectoryCache, RecordedAnswer

durably = os.fsync
def stuck(descriptor):
    print("writing", flush=True)
    sys.stdin.readline()
    durably(descriptor)
os.fsync = stuck
DirectoryCache(sys.argv[1]).put(sys.argv[2], RecordedAnswer(text="supported"))
"""


def stuck(folder: Path) -> subprocess.Popen[str]:
    """Start a process that is in the middle of writing an answer, until it is told to go on."""
    process = subprocess.Popen(
        [sys.executable, "-c", STUCK, str(folder), KEY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    return process


def parts(folder: Path) -> list[Path]:
    """Return what is half written."""
    return sorted(folder.rglob("*.part"))


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    """A real one; the answer itself is asked for again, since there is none."""
    process = stuck(tmp_path)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert len(parts(tmp_path)) == 1
    store = DirectoryCache(tmp_path)
    assert (parts(tmp_path), store.get(KEY)) == ([], None)
    store.put(KEY, ANSWER)
    assert (parts(tmp_path), store.get(KEY)) == ([], ANSWER)


def test_what_a_live_process_writes_is_let_be(tmp_path: Path) -> None:
    """It comes to its end, whoever opens the folder meanwhile."""
    process = stuck(tmp_path)
    for _ in range(3):
        DirectoryCache(tmp_path).put(OTHER, ANSWER)
    assert len(parts(tmp_path)) == 1
    process.communicate("go on\n")
    assert process.returncode == 0
    assert (parts(tmp_path), DirectoryCache(tmp_path).get(KEY)) == ([], ANSWER)


def test_what_was_taken_away_is_written_again(tmp_path: Path) -> None:
    """As by a process that takes this one for dead: no answer that was paid for is lost."""
    process = stuck(tmp_path)
    parts(tmp_path)[0].unlink()
    process.communicate("go on\ngo on\n")
    assert process.returncode == 0
    assert (parts(tmp_path), DirectoryCache(tmp_path).get(KEY)) == ([], ANSWER)


def test_another_machine_s_are_known_by_their_age(tmp_path: Path) -> None:
    """So are those whose number another process has by now; what is not ours stays."""
    DirectoryCache(tmp_path).put(KEY, ANSWER)
    folder = tmp_path / PARTS
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    mine = part_name("x-0")
    machine = mine.split("-")[0]
    assert mine == f"{machine}-{os.getpid()}-x-0.part"
    elsewhere = f"00000000-{ended.pid}-x-0.part"
    old = {f"00000000-{ended.pid}-x-1.part", part_name("x-1")}
    dead, strange = f"{machine}-{ended.pid}-x-0.part", "notes.txt"
    for name in (mine, elsewhere, dead, strange, *old):
        (folder / name).touch()
    for name in (*old, strange):
        os.utime(folder / name, (time.time() - 3600,) * 2)
    DirectoryCache(tmp_path)
    assert {path.name for path in folder.iterdir()} == {mine, elsewhere, strange}
