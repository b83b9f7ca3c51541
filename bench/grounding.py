"""How many wrong claims does a grounder refute, and how many right ones? One row a kind of claim.

    python bench/grounding.py [--data FOLDER] [--names all] [--list KIND]

The folder holds files of the shape `*_ground.jsonl` (a triple against a text, `label` and `kind`)
and `value_tricks.jsonl`. Without a model a claim is refuted or it is not: "refuted" is the share
with the verdict not_found or contradicted. AUC is that of the suspicion against the label, ties
counted half.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from openodke import Document, Fact, GroundingVerdict, LexicalGrounder, ground_graph
from openodke.interop import TripleRow

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "grounding"
REFUTED = (GroundingVerdict.NOT_FOUND, GroundingVerdict.CONTRADICTED)


def read(path: Path) -> list[dict[str, Any]]:
    """Return the items of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def as_row(item: dict[str, Any], *, all_names: bool) -> TripleRow:
    """Return an item as a row on its own text; `all_names` gives every mention as an alias."""
    names = {"subject_aliases": item["subject_names"], "object_aliases": item["object_names"]}
    return TripleRow.model_validate(
        {
            "doc": item["id"],
            "subject": item["subject"],
            "predicate": item["predicate"],
            "object": item["object"],
            "subject_type": item["subject_type"] or None,
            "object_type": item["object_type"] or None,
            "claim": item["claim"],
            "id": item["id"],
            **(names if all_names else {}),
        }
    )


def ground(rows: list[TripleRow], texts: dict[str, str]) -> tuple[tuple[Fact, ...], float]:
    """Return the facts and the CPU seconds that grounding took."""
    documents = [Document(id=name, text=text) for name, text in texts.items()]
    start = time.process_time()
    facts = ground_graph(rows, documents, grounder=LexicalGrounder()).facts
    return facts, time.process_time() - start


def suspicion(fact: Fact) -> float:
    """Return the suspicion that the grounder wrote down."""
    return float(fact.qualifiers["odke.ground"]["suspicion"])


def auc(wrong: list[float], right: list[float]) -> float:
    """Return the chance that a wrong claim is the more suspicious one of a pair."""
    ordered = sorted([(s, 1) for s in wrong] + [(s, 0) for s in right])
    rank, total, at = 0, 0.0, 0
    while at < len(ordered):
        end = at
        while end < len(ordered) and ordered[end][0] == ordered[at][0]:
            end += 1
        middle = rank + (end - at + 1) / 2
        total += middle * sum(label for _, label in ordered[at:end])
        rank += end - at
        at = end
    return (total - len(wrong) * (len(wrong) + 1) / 2) / (len(wrong) * len(right))


def report(name: str, items: list[dict[str, Any]], *, all_names: bool, listed: str) -> None:
    """Print one table."""
    rows = [as_row(item, all_names=all_names) for item in items]
    facts, cpu = ground(rows, {item["id"]: item["text"] for item in items})
    kinds: dict[str, list[tuple[dict[str, Any], Fact]]] = defaultdict(list)
    for item, fact in zip(items, facts, strict=True):
        kinds[item["kind"]].append((item, fact))
    gold = [suspicion(fact) for _, fact in kinds["gold"]]
    print(f"{name}  ({len(items)} claims, {cpu / len(items) * 1e6:.0f} µs CPU a claim)")
    for kind, held in sorted(kinds.items()):
        refuted = [pair for pair in held if pair[1].verdict in REFUTED]
        score = "" if kind == "gold" else f"  AUC {auc([suspicion(f) for _, f in held], gold):.2f}"
        share = len(refuted) / len(held)
        print(f"  {kind:<16}{len(refuted):>5} of {len(held):<5} {share:>7.1%}{score}")
        if kind == listed:
            shown = refuted if kind == "gold" else [p for p in held if p not in refuted]
            for item, fact in shown:
                print("     ", item["subject"], "|", item["predicate"], "|", item["object"], "|",
                      fact.qualifiers["odke.ground"]["seen"], "|", item["claim"])  # fmt: skip
    wrong = [suspicion(f) for kind, held in kinds.items() if kind != "gold" for _, f in held]
    print(f"  every wrong kind against gold: AUC {auc(wrong, gold):.3f}")


def tricks(items: list[dict[str, Any]]) -> None:
    """Print how the tricky values fare: right is refuted, or suspicious with the signal."""
    rows = [
        TripleRow(doc=i["name"], subject=i["subject"], predicate=i["predicate"], object=i["object"],
                  claim=i["claim"], id=i["name"])
        for i in items
    ]  # fmt: skip
    facts, _ = ground(rows, {item["name"]: item["text"] for item in items})
    right = 0
    print(f"value tricks  ({len(items)} claims)")
    for item, fact in zip(items, facts, strict=True):
        refuted = fact.verdict in REFUTED
        good = not refuted if item["supported"] else refuted or suspicion(fact) >= 0.5
        right += good
        record = fact.qualifiers["odke.ground"]
        outcome = "right" if good else "WRONG"
        print(f"  {outcome}  {item['name']:<22}{fact.verdict:<11}{record['reason']}")
    print(f"  {right} of {len(items)} right")


def main() -> int:
    """Run the benchmark; exit 1 when the data is not there."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--names", choices=("given", "all"), default="given")
    parser.add_argument("--list", default="", metavar="KIND", help="show what is wrong of one kind")
    args = parser.parse_args()
    files = sorted(args.data.glob("*_ground.jsonl"))
    if not files:
        print(f"{args.data}: holds no *_ground.jsonl; name a folder with --data")
        return 1
    for file in files:
        report(file.stem, read(file), all_names=args.names == "all", listed=args.list)
    if (args.data / "value_tricks.jsonl").is_file():
        tricks(read(args.data / "value_tricks.jsonl"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
