"""How often is a check of answers right, its values as written and in any form?

    python bench/answer_values.py [--data FOLDER]

The folder holds `value_tricks.jsonl` and files of the shape `*_ground.jsonl`: of each item the
claim is taken for the answer and the text for its context. Of the kinds only two concern values:
`gold` is right, and in `value_change` one value was changed. Beside them stands how many claims of
`everyday_values.jsonl`, which is part of this repository, are judged as they are labelled.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from openodke.answers import check_grounding

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "grounding"
EVERYDAY = Path(__file__).with_name("everyday_values.jsonl")
KINDS = ("gold", "value_change")


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the items of a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def report(folder: Path, values: Any) -> None:
    """Print one table."""
    print(values)
    items = list(read(folder / "value_tricks.jsonl"))
    wrong = [
        item["name"]
        for item in items
        if bool(check_grounding(item["claim"], item["text"], values=values)) != item["supported"]
    ]
    print(f"  tricks: {len(items) - len(wrong)} of {len(items)} right; wrong: {', '.join(wrong)}")
    everyday = list(read(EVERYDAY))
    for label, name in ((True, "said"), (False, "not said")):
        some = [item for item in everyday if item["supported"] is label]
        right = sum(
            bool(check_grounding(item["claim"], item["text"], values=values)) is label
            for item in some
        )
        print(f"  everyday words, {name}: {right} of {len(some)} right")
    for file in sorted(folder.glob("*_ground.jsonl")):
        seen, ungrounded = Counter[str](), Counter[str]()
        start = time.process_time()
        for item in read(file):
            seen[item["kind"]] += 1
            ungrounded[item["kind"]] += not check_grounding(
                item["claim"], item["text"], values=values
            )
        cpu = (time.process_time() - start) / seen.total() * 1e6
        counts = ", ".join(f"{kind} {ungrounded[kind]} of {seen[kind]}" for kind in KINDS)
        print(f"  {file.stem}: ungrounded {counts}; {cpu:.0f} µs CPU an answer")


def main() -> int:
    """Run the benchmark; exit 1 when the data is not there."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    folder = parser.parse_args().data
    if not (folder / "value_tricks.jsonl").is_file():
        print(f"{folder}: holds no value_tricks.jsonl; name a folder with --data")
        return 1
    for values in ("as written", "any form"):
        report(folder, values)
    return 0


if __name__ == "__main__":
    sys.exit(main())
