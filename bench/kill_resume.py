"""Is an answer lost, or paid for twice, when a run is killed?

    python bench/kill_resume.py [--moments 20] [--claims 2000]

`odke ground --cache` asks a server on loopback, which counts what it is asked by content, and is
killed (SIGKILL) at random moments, each run going on where the last was killed. Then a last run
ends. After that two runs start at once on an empty cache. Printed: calls that were under way when a
run was killed and had to be made again, and whether every claim has its own verdict. Then two more
start at once, and one of them is killed on the way: the other ends alone.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from killed_runs import WORKERS, kept_answers, killed_at_random, started, wrong_verdicts
from paid_server import PaidServer, write_barges

NAP = 0.01  # seconds that an answer takes, at most


def main() -> None:
    """Run, and print what came of it; an answer that was lost is an error."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--claims", type=int, default=2000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "barges"
        write_barges(folder, given.claims)
        one_after_the_other(folder, given.moments, given.claims)
        at_once(folder, given.claims)


def one_after_the_other(folder: Path, moments: int, claims: int) -> None:
    """Kill runs, and let the last one end."""
    began = time.monotonic()
    with PaidServer(NAP) as server:
        told = killed_at_random(folder, server, moments, claims)
        before = server.calls
        last = started(folder, server, "out", "--cache", "cache")
        _, errors = last.communicate()
        assert last.returncode == 0, errors
        again = server.calls - claims
        print(f"killed {told.kills} of {moments} runs on {claims} claims")
        print(f"answers kept after each  {told.kept}")
        print(f"calls lost under way     {told.lost} (at most {WORKERS} a kill)")
        print(f"calls of the last run    {server.calls - before}")
        print(f"paid for twice           {again}, lost under way {sum(told.lost)}")
        print(f"wrong verdicts           {wrong_verdicts(folder / 'out/facts.jsonl', claims)}")
        print(f"answers kept             {kept_answers(folder / 'cache')}")
        assert again == sum(told.lost)
        assert max(told.lost) <= WORKERS
    print(f"wall seconds             {time.monotonic() - began:.1f}")


def at_once(folder: Path, claims: int) -> None:
    """Have two runs share an empty cache."""
    with PaidServer(NAP) as server:
        runs = [started(folder, server, out, "--cache", "shared") for out in ("one", "two")]
        for run in runs:
            _, errors = run.communicate()
            assert run.returncode == 0, errors
        wrong = [wrong_verdicts(folder / out / "facts.jsonl", claims) for out in ("one", "two")]
        print(f"two runs at once         {server.calls} calls for {claims} claims, wrong {wrong}")
        assert server.calls == claims
    with PaidServer(NAP) as server:
        runs = [started(folder, server, out, "--cache", "third") for out in ("one", "two")]
        target = random.randrange(claims // 10, claims * 9 // 10)
        while len(server.answered) < target:
            time.sleep(0.001)
        runs[0].kill()
        for run in runs:
            _, errors = run.communicate()
        assert runs[1].returncode == 0, errors
        wrong = wrong_verdicts(folder / "two/facts.jsonl", claims)
        again = server.calls - claims
        print(f"one of two killed        at {target}: {again} paid for twice, wrong {wrong}")
        assert again <= WORKERS


if __name__ == "__main__":
    main()
