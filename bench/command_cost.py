"""What does the whole `odke ground` command cost, from files to facts.jsonl?

    python bench/command_cost.py [--rows 1000000]

Writes invented rows and 100 bytes of text a row (documents of 100 kB) into a temporary folder, runs
the command on them as a user would, and prints its CPU seconds and peak memory.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grounding_cost import corpus

from openodke.interop import write_triples


def write_inputs(rows: int, folder: Path) -> tuple[Path, Path]:
    """Write the rows and the texts; return their paths."""
    triples, documents = corpus(rows, "documents")
    facts, texts = folder / "triples.jsonl", folder / "texts.jsonl"
    write_triples(triples, facts)
    with texts.open("w", encoding="utf-8") as file:
        for doc in documents:
            file.write(json.dumps({"id": doc.id, "text": doc.text}, ensure_ascii=False) + "\n")
    return facts, texts


def main() -> int:
    """Run the command once and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--write-only", metavar="FOLDER", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.write_only:
        write_inputs(args.rows, Path(args.write_only))
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # In a process of its own: its memory is not the command's.
        script = [sys.executable, __file__, "--rows", str(args.rows), "--write-only", name]
        subprocess.run(script, check=True)
        start = time.monotonic()
        command = [
            sys.executable,
            "-m",
            "openodke",
            "ground",
            "--facts",
            str(folder / "triples.jsonl"),
        ]
        command += ["--texts", str(folder / "texts.jsonl"), "-o", str(folder / "out")]
        with (folder / "summary.txt").open("wb") as printed:
            process = subprocess.Popen(command, stdout=printed)
            _, status, used = os.wait4(process.pid, 0)  # this process alone
        if status:
            return 1
        print((folder / "summary.txt").read_text(encoding="utf-8"))
        cpu = used.ru_utime + used.ru_stime
        lines = sum(1 for _ in (folder / "out" / "facts.jsonl").open("rb"))
        print(f"{args.rows:,} rows, {lines:,} facts, {time.monotonic() - start:.0f} s")
        print(f"{cpu:.1f} s CPU, {cpu / args.rows * 1e6:.0f} µs a row")
        print(f"peak memory: {used.ru_maxrss / 1024:.0f} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
