"""What does grounding cost a row, in CPU time and memory, and how does that grow?

    python bench/grounding_cost.py [--rows 5000,50000,500000] [--layout documents|one]

Every row has 100 bytes of text of its own: in documents of 100 kB, or all in one document. One
process a measurement, since peak memory is a process's. Printed: µs CPU a row for row → fact and
for fact → grounded fact, the growth exponent from the smallest to the largest run, peak memory.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import subprocess
import sys
import time

from openodke import Document, LexicalGrounder, TripleRow
from openodke.interop import RowConverter

BYTES = 100
DOCUMENT_BYTES = 100_000
FIRST = "Ada Bram Cleo Dov Esme Fitz Greta Hugo Ines Joss Kaia Lorn Mira Nils Orla Pim".split()
SYLLABLES = "al an bel bra cor dar del far gal hal jor kal lan mar nor or par ral sal ver".split()
SECTORS = (
    "Robotics Analytics Energy Foods Logistics Media Networks Motors Partners Textiles".split()
)
VERBS = ["opened an office in", "was founded in", "hired", "bought", "works with", "sold shares to"]
FILLER = (
    "the board met again and the report was read out before the long afternoon came to an end"
).split()


def name(rng: random.Random) -> str:
    """Return a person's or a company's name."""
    stem = "".join(rng.choice(SYLLABLES) for _ in range(rng.randrange(2, 4))).capitalize()
    return f"{rng.choice(FIRST)} {stem}" if rng.random() < 0.5 else f"{stem} {rng.choice(SECTORS)}"


def value(rng: random.Random) -> str:
    """Return a year, a date, an amount or a share."""
    year = rng.randrange(1900, 2026)
    forms = (str(year), f"{rng.randrange(1, 29)} March {year}", f"€{rng.randrange(1, 90)} million",
             f"{rng.randrange(1, 99)} percent")  # fmt: skip
    return rng.choice(forms)


def corpus(rows: int, layout: str, seed: int = 7) -> tuple[list[TripleRow], list[Document]]:
    """Return rows and texts: nine in ten claims are named in their text, one in ten is not."""
    rng = random.Random(seed)
    names = [name(rng) for _ in range(max(3, rows // 3))]
    per_document = rows if layout == "one" else DOCUMENT_BYTES // BYTES
    triples, documents, lines = [], [], []
    for at in range(rows):
        subject, verb = rng.choice(names), rng.choice(VERBS)
        obj = value(rng) if rng.random() < 0.3 else rng.choice(names)
        said = rng.choice(names) if rng.random() < 0.1 else obj
        line = f"{subject} {verb} {said}, and " + " ".join(rng.choices(FILLER, k=12))
        lines.append(line[: BYTES - 2] + ".")
        doc = f"d{len(documents)}"
        triples.append(
            TripleRow(doc=doc, subject=subject, predicate="related_to", object=obj, id=str(at))
        )
        if len(lines) == per_document or at == rows - 1:
            documents.append(Document(id=doc, text="\n".join(lines)))
            lines = []
    return triples, documents


def measure(rows: int, layout: str) -> dict[str, float]:
    """Return µs CPU a row of each step, and the peak memory in MiB."""
    triples, documents = corpus(rows, layout)
    by_id = {doc.id: doc for doc in documents}
    start = time.process_time()
    converter = RowConverter(documents)
    facts = [converter.fact(row, by_id[row.doc or ""]) for row in triples]
    made = time.process_time()
    grouped: dict[str, list] = {}
    for fact in facts:
        grouped.setdefault(fact.evidence[0].doc_id, []).append(fact)
    pairs = [(held, by_id[doc]) for doc, held in grouped.items()]
    grounder = LexicalGrounder()
    ready = time.process_time()
    grounded = grounder.ground_documents(pairs)
    done = time.process_time()
    refuted = sum(fact.verdict == "not_found" for held in grounded for fact in held)
    return {
        "rows": rows,
        "row_to_fact_us": (made - start) / rows * 1e6,
        "ground_us": (done - ready) / rows * 1e6,
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "refuted": refuted / rows,
    }


def main() -> int:
    """Measure each size in a process of its own and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", default="5000,50000,500000")
    parser.add_argument("--layout", choices=("documents", "one", "both"), default="both")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    sizes = [int(size) for size in args.rows.split(",")]
    if args.child:
        print(json.dumps(measure(sizes[0], args.layout)))
        return 0
    for layout in ("documents", "one") if args.layout == "both" else (args.layout,):
        heads = ("rows", "row→fact µs", "ground µs", "refuted", "peak MiB")
        print(f"{layout:<12}" + "".join(f"{head:>13}" for head in heads))
        found = []
        for size in sizes:
            command = [sys.executable, __file__, "--child", "--rows", str(size), "--layout", layout]
            found.append(
                json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            )
            row = found[-1]
            cells = (
                f"{size:,}",
                f"{row['row_to_fact_us']:.1f}",
                f"{row['ground_us']:.1f}",
                f"{row['refuted']:.1%}",
                f"{row['peak_mib']:.0f}",
            )
            print(" " * 12 + "".join(f"{cell:>13}" for cell in cells), flush=True)
        if len(found) > 1:
            first, last = found[0], found[-1]
            grown = math.log(last["rows"] / first["rows"])
            exponent = 1 + math.log(last["ground_us"] / first["ground_us"]) / grown
            print(f"{'':<12}growth exponent of grounding: {exponent:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
