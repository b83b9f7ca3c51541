"""A disk that fills up while a run writes ends it with one line, and what was written stays."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from openodke.interop import read_facts

resource = pytest.importorskip("resource")

LIMIT = 50_000  # bytes a file, which the facts of forty rows are more than
GROUND = ("--facts", "triples.jsonl", "--texts", "texts")


def limited() -> None:
    """Let no file grow over the limit, as on a disk without room."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))


def ground(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Ground the rows of a folder where no file can grow over the limit."""
    return subprocess.run(
        [sys.executable, "-m", "openodke", "ground", *GROUND, *options],
        cwd=folder,
        preexec_fn=limited,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def write_rows(folder: Path, count: int, place: str) -> None:
    """Make the triples file hold so many claims on the mill."""
    row = {"doc": "mill", "subject": "Orrin Mill", "predicate": "near", "object": place}
    (folder / "triples.jsonl").write_text(f"{json.dumps(row)}\n" * count, encoding="utf-8")


@pytest.fixture
def written(corpus: Path) -> list[str]:
    """The facts of a run that had room, in `out`."""
    write_rows(corpus, 5, "Tessaly Grain")
    assert ground(corpus, "-o", "out").returncode == 0
    return (corpus / "out/facts.jsonl").read_text("utf-8").splitlines()


@pytest.mark.parametrize("log", ["text", "json"])
def test_a_full_disk_is_one_line(corpus: Path, log: str) -> None:
    """Exit 1, the file and the system's reason; the facts so far can be read."""
    write_rows(corpus, 400, "Tessaly Grain")
    done = ground(corpus, "-o", "out", "--log-format", log)
    assert done.returncode == 1
    told = done.stderr if log == "text" else done.stdout
    assert told == f"odke: {Path('out/facts.jsonl.part')}: {os.strerror(errno.EFBIG)}\n"
    assert "Traceback" not in done.stderr
    part = corpus / "out/facts.jsonl.part"
    assert part.stat().st_size == LIMIT
    part.write_bytes(part.read_bytes().rpartition(b"\n")[0])
    assert len(list(read_facts(part))) > 10


def test_the_facts_of_an_earlier_run_stay_whole(corpus: Path, written: list[str]) -> None:
    """What is there is replaced by a whole file or not at all."""
    write_rows(corpus, 400, "Tessaly Grain")
    assert ground(corpus, "-o", "out").returncode == 1
    assert (corpus / "out/facts.jsonl").read_text("utf-8").splitlines() == written


def test_a_run_with_room_clears_up(corpus: Path) -> None:
    """The next run in the same folder takes the place of what the broken one left."""
    write_rows(corpus, 400, "Tessaly Grain")
    assert ground(corpus, "-o", "out").returncode == 1
    write_rows(corpus, 5, "Tessaly Grain")
    assert ground(corpus, "-o", "out").returncode == 0
    names = sorted(path.name for path in (corpus / "out").iterdir())
    assert names == ["facts.jsonl", "manifest.json", "summary.json"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_nobody_can_take_is_one_line(corpus: Path) -> None:
    """A summary that cannot be printed is told on standard error."""
    write_rows(corpus, 5, "Tessaly Grain")
    command = [sys.executable, "-m", "openodke", "ground", *GROUND]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, cwd=corpus, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False
        )
    assert (done.returncode, done.stderr) == (1, f"odke: {os.strerror(errno.ENOSPC)}\n")
