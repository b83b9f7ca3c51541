"""Does a process that was forked while runs go on begin as a new one does?"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_RUN = """
import gc, os, signal, threading
from openodke import Document, garbage, ground_graph
from openodke.ground import LexicalGrounder
from openodke.text import reading

row = {"subject": "Skua", "predicate": "lies_in", "object": "Tolby", "doc": "log"}
text = Document(id="log", text="Skua lies in Tolby.")
before = gc.get_threshold()
held, done = threading.Event(), threading.Event()

def run():
    with garbage.rarely_collected(90_000), garbage._lock, reading._SHELF._lock:
        held.set()
        done.wait()

thread = threading.Thread(target=run)
thread.start()
held.wait()
child = os.fork()
if not child:
    signal.alarm(30)  # a child that waits for a lock dies of it
    assert gc.get_threshold() == before
    facts = ground_graph([row], [text], grounder=LexicalGrounder()).facts
    assert [fact.verdict for fact in facts] == ["unchecked"]
    assert gc.get_threshold() == before
    os._exit(0)
_, status = os.waitpid(child, 0)
done.set()
thread.join()
assert os.waitstatus_to_exitcode(status) == 0, status
assert gc.get_threshold() == before

with garbage.rarely_collected(80_000):
    child = os.fork()
if not child:  # which leaves the block of its parent
    os._exit(0 if gc.get_threshold() == before else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert gc.get_threshold() == before
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_waits_for_no_thread_and_has_the_collector_of_before() -> None:
    """The threads of the parent are not in the child, and what they held is not let go."""
    command = [sys.executable, "-W", "ignore", "-c", _RUN]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 0, ended.stderr
