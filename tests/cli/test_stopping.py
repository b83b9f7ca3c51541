"""Does Ctrl-C end every command alike, wherever it waits?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no SIGINT for a child process")

ODKE = (
    "import signal; from openodke.cli import main; "
    "signal.signal(signal.SIGINT, signal.default_int_handler); "  # a background job ignores it
    "main()"
)
WAITS = {
    "ground": ("ground", "--facts", "pipe", "--texts", "texts", "-o", "out"),
    "validate": ("validate", "--facts", "pipe", "--texts", "texts", "-o", "out"),
    "eval": ("eval", "ground", "--labels", "pipe", "--texts", "texts"),
    "label": ("label", "read", "pipe", "-o", "out"),
    "ontology": ("ontology", "validate", "pipe"),
}


def opened(pipe: Path, run: subprocess.Popen[str]) -> int:
    """Open a pipe to write to as soon as a command reads it."""
    deadline = time.monotonic() + 60
    while run.poll() is None and time.monotonic() < deadline:
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads
            time.sleep(0.05)
    run.kill()
    raise AssertionError(run.communicate())


@pytest.mark.parametrize("arguments", WAITS.values(), ids=WAITS)
def test_ctrl_c_while_a_file_is_waited_for(corpus: Path, arguments: tuple[str, ...]) -> None:
    """Exit 130, one line that says so, and nothing left behind."""
    os.mkfifo(corpus / "pipe")
    run = subprocess.Popen(
        [sys.executable, "-c", ODKE, *arguments],
        cwd=corpus,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    writer = opened(corpus / "pipe", run)
    try:
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    finally:
        os.close(writer)
    assert (run.returncode, out, err) == (130, "", "odke: stopped by Ctrl-C\n")
    assert not (corpus / "out").exists()
