"""`odke ground` on barges, killed at random moments, and what server and cache saw of it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from paid_server import SAID, PaidServer

COMMAND = Path(__file__).with_name("stub_command.py")
WORKERS = 8  # calls that the command has under way, at most


@dataclass
class Killed:
    """What came of runs that were killed.

    Attributes:
        kills: how many were killed before they ended.
        lost: for each, the calls that the server counted and whose answers were not kept.
        kept: answers in the cache after each.
    """

    kills: int = 0
    lost: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)


def started(
    folder: Path,
    server: PaidServer,
    out: str = "out",
    *more: str,
    command: str = "ground",
    model: tuple[str, ...] = ("--model", "stub/m"),
) -> subprocess.Popen[str]:
    """Start a run on the barges in `folder`."""
    options = ["--facts", "triples.jsonl", "--texts", "texts", *model, "-o", out, *more]
    return subprocess.Popen(
        [sys.executable, str(COMMAND), command, *options],
        cwd=folder,
        env={**os.environ, "ODKE_STUB": server.url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def killed_at_random(folder: Path, server: PaidServer, moments: int, claims: int) -> Killed:
    """Start a run `moments` times, and kill each when the server has answered so and so many."""
    told = Killed()
    for target in sorted(random.sample(range(1, claims), moments)):
        calls, kept = server.calls, kept_answers(folder / "cache")
        run = started(folder, server, "out", "--cache", "cache")
        while run.poll() is None and len(server.answered) < target:
            time.sleep(0.001)
        time.sleep(random.random() * 0.02)
        run.kill()
        told.kills += run.wait() == -9
        run.communicate()
        time.sleep(2 * server.nap + 0.05)  # calls that were under way have come in by then
        now = kept_answers(folder / "cache")
        told.lost.append(server.calls - calls - (now - kept))
        told.kept.append(now)
    return told


def kept_answers(cache: Path) -> int:
    """Return how many answers a cache holds; each file is whole, and what it says it is."""
    files = list(cache.glob("??/*.json"))
    for file in files:
        held = json.loads(file.read_text("utf-8"))
        assert held["key"] == file.stem
        assert held["key"][:2] == file.parent.name
        assert json.loads(held["answer"]["text"])["verdict"] in SAID
    return len(files)


def wrong_verdicts(facts: Path, claims: int) -> int:
    """Return how many of the claims do not have the verdict that the server gives; none is lost."""
    lines = facts.read_text("utf-8").splitlines()
    assert len(lines) == claims
    return sum(json.loads(line)["verdict"] != SAID[n % 3] for n, line in enumerate(lines))
