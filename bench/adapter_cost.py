"""What does the way through an adapter and back cost a relationship, beyond grounding?

    python bench/adapter_cost.py [--adapters graphrag,langchain] [--rows 1000,10000,100000]

A graph of that many relationships on one document is built in each framework's own objects, read as
rows, annotated and kept; every installed adapter is taken, or those that are named. One process a
measurement. Printed: µs CPU a relationship for `to_rows`, `annotate` and `keep`, what reading and
annotating cost together, their growth exponent from the smallest to the largest run, peak memory.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

from grounding_cost import corpus

from openodke import KnowledgeGraph, ground_graph
from openodke.interop import RowConverter, installed_adapters, load_adapter

T = TypeVar("T")


def measure(name: str, size: int) -> dict[str, float]:
    """Return µs CPU a relationship of each step, and the peak memory in MiB."""
    adapter: Any = load_adapter(name)
    triples, documents = corpus(size, "one")
    converter = RowConverter(documents)
    facts = tuple(converter.fact(row, documents[0]) for row in triples)
    native = adapter.build(KnowledgeGraph(facts=facts), documents).native
    (rows, _), reading = timed(lambda: adapter.to_rows(native))
    grounded = ground_graph(native, adapter=adapter).facts
    _, annotating = timed(lambda: adapter.annotate(native, grounded))
    _, keeping = timed(lambda: adapter.keep(native, grounded))
    return {
        "relationships": size,
        "rows": len(rows),
        "to_rows": reading / size * 1e6,
        "annotate": annotating / size * 1e6,
        "keep": keeping / size * 1e6,
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def timed(step: Callable[[], T]) -> tuple[T, float]:
    """Return what a step returns, and the CPU seconds that it took."""
    gc.collect()
    start = time.process_time()
    result = step()
    return result, time.process_time() - start


def main() -> int:
    """Measure each adapter and size in a process of its own and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--adapters", help="names, joined by commas (all that are installed)")
    parser.add_argument("--rows", default="1000,10000,100000")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    names = args.adapters.split(",") if args.adapters else list(installed_adapters())
    sizes = [int(size) for size in args.rows.split(",")]
    if args.child:
        print(json.dumps(measure(names[0], sizes[0])))
        return 0
    for name in names:
        heads = ("relationships", "rows", "to_rows µs", "annotate µs", "both µs", "keep µs", "MiB")
        print(f"{name:<12}" + "".join(f"{head:>14}" for head in heads))
        found = []
        for size in sizes:
            command = [sys.executable, __file__, "--child", "--adapters", name, "--rows", str(size)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
            row = json.loads(done.stdout)
            found.append(both := row["to_rows"] + row["annotate"])
            cells = (
                f"{row['relationships']:,}",
                f"{row['rows']:,}",
                *(f"{cost:.1f}" for cost in (row["to_rows"], row["annotate"], both, row["keep"])),
                f"{row['peak_mib']:.0f}",
            )
            print(" " * 12 + "".join(f"{cell:>14}" for cell in cells), flush=True)
        if len(found) > 1:
            exponent = 1 + math.log(found[-1] / found[0]) / math.log(sizes[-1] / sizes[0])
            print(f"{'':<12}growth exponent of reading and annotating: {exponent:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
