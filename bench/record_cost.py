"""What do `odke explain` and `odke verify` cost beside the run whose record they read?

    python bench/record_cost.py [--rows 5000,20000,80000]

Writes invented rows and 100 bytes of text a row into a temporary folder (see command_cost.py), runs
`odke validate -o` on them, then `odke explain` by an id and by words, and `odke verify`, each in a
process of its own. Printed: CPU seconds and peak memory of each, and the growth exponent of the
seconds from the smallest to the largest run. To read a claim's story is to read the files once, so
its exponent is at most 1; what a process costs before it reads anything lowers it.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from openodke.interop.output import lines_of
from openodke.validation.run_record import RunRecord

WRITER = Path(__file__).with_name("command_cost.py")
COMMANDS = ("validate", "explain, an id", "explain, words", "verify")


def used_by(arguments: list[str], folder: Path) -> tuple[float, float]:
    """Return the CPU seconds and the peak memory, in MiB, of one `odke`."""
    command = [sys.executable, "-m", "openodke", *arguments]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(
            f"odke {' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}"
        )
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(rows: int) -> list[tuple[float, float]]:
    """Return what each command costs on a record of so many rows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script = [sys.executable, str(WRITER), "--rows", str(rows), "--write-only", name]
        subprocess.run(script, check=True)
        read = ["--facts", "triples.jsonl", "--texts", "texts.jsonl", "-o", "out"]
        found = [used_by(["validate", *read], folder)]
        record = RunRecord(folder / "out")
        *_, last = record.rows()
        fact = last.fact()
        words = [fact.subject.name, fact.predicate, fact.object_name]
        found.append(used_by(["explain", last.id, "--from", "out"], folder))
        found.append(used_by(["explain", *words, "--from", "out"], folder))
        found.append(used_by(["verify", "out"], folder))
        assert sum(1 for _ in lines_of(folder / "out/rows.jsonl")) == rows
        return found


def main() -> int:
    """Measure each size and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", default="5000,20000,80000")
    sizes = [int(size) for size in parser.parse_args().rows.split(",")]
    print(f"{'rows':>10}" + "".join(f"{name:>24}" for name in COMMANDS))
    found = []
    for size in sizes:
        found.append(measure(size))
        cells = "".join(f"{cpu:>12.1f} s {mib:>6.0f} MiB" for cpu, mib in found[-1])
        print(f"{size:>10,}{cells}", flush=True)
    if len(sizes) > 1:
        growth = math.log(sizes[-1] / sizes[0])
        powers = [
            math.log(last[0] / first[0]) / growth
            for first, last in zip(found[0], found[-1], strict=True)
        ]
        print(f"{'exponent':>10}" + "".join(f"{power:>24.2f}" for power in powers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
