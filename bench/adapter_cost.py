"""What does the way through an adapter and back cost a relationship, beyond grounding?

    python bench/adapter_cost.py [--adapters graphrag,langchain] [--rows 1000,10000,100000]

A graph of that many relationships on one document is built in each framework's own objects, read as
rows, annotated, kept, and merged, where the adapter can, so that every tenth subject is the one
before it; every installed adapter is taken, or those that are named. One process a measurement.
Printed: µs CPU a relationship for `to_rows`, `annotate`, `keep` and `merge`, what reading and
annotating cost together, the growth exponents from the smallest to the largest run, peak memory.
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
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from grounding_cost import corpus

from openodke import KnowledgeGraph, ground_graph
from openodke.interop import (
    MergingAdapter,
    NodeMerge,
    NodeName,
    RowConverter,
    installed_adapters,
    load_adapter,
)
from openodke.model.entity import THING
from openodke.text.entity_key import entity_key

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
    merges = every_tenth(rows)
    can_merge = isinstance(adapter, MergingAdapter)
    _, merging = timed(lambda: adapter.merge(native, merges) if can_merge else None)
    return {
        "relationships": size,
        "rows": len(rows),
        "to_rows": reading / size * 1e6,
        "annotate": annotating / size * 1e6,
        "keep": keeping / size * 1e6,
        "merge": merging / size * 1e6 if can_merge else math.nan,
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def every_tenth(rows: Iterable[Any]) -> list[NodeMerge]:
    """Return the merges that make one node of every tenth subject and the one before it."""
    nodes = list(dict.fromkeys(map(subject, rows)))
    return [NodeMerge(nodes[at], nodes[at - 1], "the bench") for at in range(9, len(nodes), 10)]


def subject(row: Any) -> NodeName:
    """Return the subject of a row, its key where it says more than type and name."""
    says_more = row.subject_key != entity_key(row.subject_type or THING, row.subject)
    return NodeName(row.subject, row.subject_type, row.subject_key if says_more else None)


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
        heads = (
            "relationships",
            "rows",
            "to_rows µs",
            "annotate µs",
            "both µs",
            "keep µs",
            "merge µs",
            "MiB",
        )
        print(f"{name:<12}" + "".join(f"{head:>14}" for head in heads))
        found, merged = [], []
        for size in sizes:
            command = [sys.executable, __file__, "--child", "--adapters", name, "--rows", str(size)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
            row = json.loads(done.stdout)
            found.append(both := row["to_rows"] + row["annotate"])
            merged.append(row["merge"])
            steps = (row["to_rows"], row["annotate"], both, row["keep"], row["merge"])
            cells = (
                f"{row['relationships']:,}",
                f"{row['rows']:,}",
                *("-" if math.isnan(cost) else f"{cost:.1f}" for cost in steps),
                f"{row['peak_mib']:.0f}",
            )
            print(" " * 12 + "".join(f"{cell:>14}" for cell in cells), flush=True)
        if len(found) > 1:
            grown = math.log(sizes[-1] / sizes[0])
            for step, costs in (("reading and annotating", found), ("merging", merged)):
                exponent = 1 + math.log(costs[-1] / costs[0]) / grown
                if not math.isnan(exponent):
                    print(f"{'':<12}growth exponent of {step}: {exponent:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
