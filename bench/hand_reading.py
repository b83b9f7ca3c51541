"""Are the claims of real exports flagged that should be? A reading item by item, and a check.

    python bench/hand_reading.py [--readings FILE] [--data FOLDER …]

Each line of the readings is an item of a GraphRAG export (`kind` and `index`: its table and row)
that was read against all of the text units it cites. Flagged means that every one of its rows was
`not_found`; then the judgement says whether that is right, else how much of the claim the text
states. Reading 1 was drawn before what it showed was mended, reading 2 after the first mends. The
intervals are Wilson's, of 95 %. Exports that are there, each in a folder of its name, are grounded
again, and each item that is no longer flagged as it was read is named; hand_reading_exports.json
says of which commit each is.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from openodke.errors import OdkeError
from openodke.interop import ground_graph

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "shared" / "data" / "graphrag"
JUDGEMENTS = {True: ("right", "wrong"), False: ("stated", "partly", "not stated")}
ALL = "all"
TABLES = (
    (True, 1, "flagged, before the mends: is it right?"),
    (True, 2, "flagged, after the first mends: is it right?"),
    (False, 1, "unflagged: is it stated?"),
)
Z = 1.959964  # of a normal distribution, 95 % lies within it on both sides


@dataclass(frozen=True, slots=True)
class Reading:
    """One item as it was read; the fields are those of a line."""

    export: str
    kind: str
    index: int
    flagged: bool
    judgement: str
    note: str
    reading: int


class Outcome(NamedTuple):
    """What the grounder says of an item now: over all rows, and of its least suspicious one."""

    flagged: bool
    suspicion: float


def readings(path: Path) -> list[Reading]:
    """Return the lines of a file; raises ValueError for a judgement that its kind cannot have."""
    found = [Reading(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    for at, reading in enumerate(found, start=1):
        if reading.judgement not in JUDGEMENTS[reading.flagged]:
            expected = ", ".join(JUDGEMENTS[reading.flagged])
            raise ValueError(f"{path}:{at}: {reading.judgement!r} is none of {expected}")
    return found


def wilson(count: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, Wilson's, which holds for few items too."""
    share, spread = count / total, Z * Z / total
    middle = share + spread / 2
    half = Z * math.sqrt(share * (1 - share) / total + spread / (4 * total))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def table(read: list[Reading], *, flagged: bool, reading: int) -> Iterator[str]:
    """Yield a table of the judgements of one reading: by export, then by kind, then all."""
    words = JUDGEMENTS[flagged]
    yield f"| Export | Read | {' | '.join(words)} | {words[0]}, 95 % interval |"
    yield "|---" * (len(words) + 3) + "|"
    groups: dict[str, list[str]] = {}
    chosen = [item for item in read if (item.flagged, item.reading) == (flagged, reading)]
    kinds = sorted({item.kind for item in chosen})
    for name in (*dict.fromkeys(item.export for item in chosen), *kinds, ALL):
        groups[name] = [i.judgement for i in chosen if name in (i.export, i.kind, ALL)]
    if len(kinds) == 1:
        del groups[kinds[0]]
    for name, judged in groups.items():
        counts = Counter(judged)
        low, high = wilson(counts[words[0]], len(judged))
        cells = [name, len(judged), *(counts[w] for w in words)]
        yield f"| {' | '.join(map(str, cells))} | {low:.0%} to {high:.0%} |".replace("%", " %")


def outcomes(folder: Path) -> dict[tuple[str, int], Outcome]:
    """Ground an export and return what is said of each item, by kind and row."""
    rows: dict[tuple[str, int], list[tuple[bool, float]]] = defaultdict(list)
    for fact in ground_graph(folder, adapter="graphrag").facts:
        _, kind, index = fact.id.split("/")[:3]
        given = fact.qualifiers.get("odke.ground", {}).get("suspicion", 0.5)
        rows[kind, int(index)].append((fact.verdict.value == "not_found", float(given)))
    return {
        item: Outcome(all(flag for flag, _ in said), min(score for _, score in said))
        for item, said in rows.items()
    }


def auc(wrong: Sequence[float], right: Sequence[float]) -> float:
    """Return the chance that a wrong claim is the more suspicious of a pair, ties counted half."""
    pairs = [(a > b) + (a == b) / 2 for a in wrong for b in right]
    return sum(pairs) / len(pairs)


def compare(read: list[Reading], folders: dict[str, Path]) -> None:
    """Print which items are flagged otherwise now, and how suspicion sorts the unflagged ones."""
    said = {export: outcomes(folder) for export, folder in sorted(folders.items())}
    read = [item for item in read if item.export in said]
    now = [(item, said[item.export][item.kind, item.index]) for item in read]
    same = sum(item.flagged == outcome.flagged for item, outcome in now)
    print(f"grounded again: {same} of {len(now)} items are flagged as they were when read")
    for item, outcome in now:
        if item.flagged != outcome.flagged:
            change = "newly flagged" if outcome.flagged else "no longer flagged"
            place = f"{item.export} {item.kind} {item.index}"
            print(f"  {change}: {place}, read as {item.judgement}: {item.note}")
    unflagged = [pair for pair in now if not pair[0].flagged]
    stated = [outcome.suspicion for item, outcome in unflagged if item.judgement == "stated"]
    others = [outcome.suspicion for item, outcome in unflagged if item.judgement != "stated"]
    print(f"unflagged: suspicion sorts what is not wholly stated by AUC {auc(others, stated):.2f}")


def main() -> int:
    """Print the tables, and the comparison where the exports are there."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readings", type=Path, default=HERE / "hand_reading.jsonl")
    parser.add_argument("--data", type=Path, nargs="+", default=[DATA])
    args = parser.parse_args()
    read = readings(args.readings)
    for flagged, reading, title in TABLES:
        print(title, "", *table(read, flagged=flagged, reading=reading), "", sep="\n")
    exports = sorted({item.export for item in read})
    places = [(name, data / name) for data in args.data for name in exports]
    folders = {name: place for name, place in places if place.is_dir()}
    missing = [name for name in exports if name not in folders]
    if missing:
        print(f"not grounded again, for want of a folder: {', '.join(missing)}")
    if not folders:
        return 0
    try:
        compare(read, folders)
    except OdkeError as error:
        print(f"not grounded again: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
