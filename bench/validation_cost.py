"""What does a whole validation cost a row, from rows to the graph and its report?

    python bench/validation_cost.py [--rows 5000,20000,80000]

Every row has 100 bytes of text of its own, in documents of 100 kB (see grounding_cost.py). One
process a measurement. Printed: µs CPU a row for the whole of `Validator().validate`, how many
claims and links came out, the growth exponent from the smallest to the largest run, peak memory.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import time

from grounding_cost import corpus

from openodke import Validator


def measure(rows: int) -> dict[str, float]:
    """Return µs CPU a row, what came out, and the peak memory in MiB."""
    triples, documents = corpus(rows, "documents")
    start = time.process_time()
    _, report = Validator().validate(triples, documents)
    used = time.process_time() - start
    return {
        "rows": rows,
        "us": used / rows * 1e6,
        "claims": report.facts_out,
        "links": report.linked,
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> int:
    """Measure each size in a process of its own and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", default="5000,20000,80000")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    sizes = [int(size) for size in args.rows.split(",")]
    if args.child:
        print(json.dumps(measure(sizes[0])))
        return 0
    print("".join(f"{head:>12}" for head in ("rows", "µs a row", "claims", "links", "peak MiB")))
    found = []
    for size in sizes:
        command = [sys.executable, __file__, "--child", "--rows", str(size)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
        row = json.loads(done.stdout)
        found.append(row["us"])
        cells = (
            f"{size:,}",
            f"{row['us']:.0f}",
            f"{row['claims']:,}",
            f"{row['links']:,}",
            f"{row['peak_mib']:.0f}",
        )
        print("".join(f"{cell:>12}" for cell in cells), flush=True)
    if len(found) > 1:
        exponent = 1 + math.log(found[-1] / found[0]) / math.log(sizes[-1] / sizes[0])
        print(f"growth exponent: {exponent:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
