"""How many wrong claims does a grounder refute, and how many right ones? One row a kind of claim.

    python bench/grounding.py [--data PLACE] [--names all] [--list KIND] [--limit N]
        [--grounder lexical|span|package.module:name | --model NAME | --config FILE]
        [--joint N] [--cascade]
        [--plot FILE] [--json FILE]

PLACE is a folder of `*_ground.jsonl` files and `value_tricks.jsonl`, or one such file: a triple
against a text, `label` and `kind` a line. "refuted" is the share with the verdict not_found or
contradicted; AUC is that of the suspicion against the label, ties counted half; the balanced
accuracy is the mean of the right claims that are not refuted and the wrong ones that are. Beside
them stands what a score tells that sees the relation and the types and no text: it has to stay near
chance, or the wrong claims give themselves away.

A model is sent the texts; `--model` names it as `odke ground` does, `--config` a file with recorded
answers. A grounder of your own is an object with `ground(fact, doc)`, or what makes one.
The plot needs matplotlib: `pip install -e ".[bench]"`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from openodke import Document, Fact, GroundingVerdict, LexicalGrounder, LLMGrounder, ground_graph
from openodke.errors import InputError, OdkeError
from openodke.evaluation import (
    GroundingReport,
    Label,
    LabelledFact,
    Matched,
    auc,
    grounding_report,
)
from openodke.evaluation.text_blind import NEAR_CHANCE
from openodke.install import install_line
from openodke.interop import GroundSummary, TripleRow

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "grounding"
REFUTED = (GroundingVerdict.NOT_FOUND, GroundingVerdict.CONTRADICTED)
TRICKS = "value_tricks.jsonl"

Items = list[dict[str, Any]]
MakesGrounder = Callable[[], Any]


@dataclass
class Outcome:
    """What came of one file: its facts and summary, the report on them, and the CPU seconds."""

    name: str
    items: Items
    facts: tuple[Fact, ...]
    summary: GroundSummary
    cpu: float
    report: GroundingReport = field(init=False)

    def __post_init__(self) -> None:
        """Measure the facts."""
        held = zip(self.items, self.facts, strict=True)
        self.report = grounding_report(Matched(tuple(labelled(*pair) for pair in held)))


def read(path: Path) -> Items:
    """Return the items of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def labelled(item: dict[str, Any], fact: Fact) -> LabelledFact:
    """Return a fact with the label of its item, of the document that the item is of."""
    label = Label(
        item["kind"] == "gold", "", item["id"], item.get("doc") or item["id"], kind=item["kind"]
    )
    return LabelledFact(fact, (label,))


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


def ground(
    rows: list[TripleRow], texts: dict[str, str], grounder: Any
) -> tuple[tuple[Fact, ...], GroundSummary, float]:
    """Return the facts, what the run counted, and the CPU seconds that grounding took."""
    documents = [Document(id=name, text=text) for name, text in texts.items()]
    start = time.process_time()
    graph = ground_graph(rows, documents, grounder=grounder)
    return graph.facts, graph.summary, time.process_time() - start


def suspicion(fact: Fact) -> float:
    """Return the suspicion that the grounder wrote down; 0.5 where it wrote none."""
    given = (fact.qualifiers.get("odke.ground") or {}).get("suspicion")
    return 0.5 if given is None else float(given)


def measured(name: str, items: Items, make: MakesGrounder, *, all_names: bool) -> Outcome:
    """Return what a new grounder makes of the items of a file."""
    rows = [as_row(item, all_names=all_names) for item in items]
    facts, summary, cpu = ground(rows, {item["id"]: item["text"] for item in items}, make())
    return Outcome(name, items, facts, summary, cpu)


def show(outcome: Outcome, *, listed: str) -> None:
    """Print the table of one file."""
    name, items, cpu = outcome.name, outcome.items, outcome.cpu
    kinds: dict[str, list[tuple[dict[str, Any], Fact]]] = defaultdict(list)
    for item, fact in zip(items, outcome.facts, strict=True):
        kinds[item["kind"]].append((item, fact))
    gold = [suspicion(fact) for _, fact in kinds["gold"]]
    print(f"{name}  ({len(items)} claims, {cpu / len(items) * 1e6:.0f} µs CPU a claim)")
    for kind, held in sorted(kinds.items()):
        refuted = [pair for pair in held if pair[1].verdict in REFUTED]
        area = None if kind == "gold" else auc([suspicion(f) for _, f in held], gold)
        score = "" if area is None else f"  AUC {area:.2f}"
        share = len(refuted) / len(held) if held else 0.0
        print(f"  {kind:<16}{len(refuted):>5} of {len(held):<5} {share:>7.1%}{score}")
        if kind == listed:
            shown = refuted if kind == "gold" else [p for p in held if p not in refuted]
            for item, fact in shown:
                record = fact.qualifiers.get("odke.ground") or {}
                print("     ", item["subject"], "|", item["predicate"], "|", item["object"], "|",
                      record.get("seen"), "|", item["claim"])  # fmt: skip
    wrong = [suspicion(f) for kind, held in kinds.items() if kind != "gold" for _, f in held]
    area = auc(wrong, gold)
    print(f"  every wrong kind against gold: AUC {shown_area(area)}")
    print(f"  text-blind (relation and types): AUC {blind(outcome.report.text_blind)}")
    print(f"  balanced accuracy {outcome.report.balanced_accuracy}")
    verdicts = ", ".join(f"{verdict} {n}" for verdict, n in outcome.summary.verdicts.items())
    print(f"  verdicts: {verdicts}")
    spent(outcome.summary)


def shown_area(value: float | None) -> str:
    """Return an AUC, a dash where there is none."""
    return "–" if value is None else f"{value:.3f}"


def blind(value: float | None) -> str:
    """Return the text-blind AUC, and whether it is near chance."""
    if value is None or value <= NEAR_CHANCE:
        return f"{shown_area(value)}, near chance" if value is not None else "–"
    return f"{shown_area(value)}, NOT near chance: compare with this, not with 0.5"


def spent(summary: GroundSummary) -> None:
    """Print what a model was asked and cost, where one was asked."""
    if not summary.model:
        return
    cost = "unknown" if summary.cost_usd is None else f"{summary.cost_usd:.4f}"
    prompts = ", ".join(summary.prompts) or "no prompt"
    print(
        f"  {summary.model} ({prompts}): {summary.calls} calls, {summary.cached} cached, "
        f"{summary.prompt_tokens} + {summary.completion_tokens} tokens, USD {cost}"
    )
    if summary.unjudged:
        print(f"  {summary.unjudged}")


def tricks(items: Items, make: MakesGrounder) -> None:
    """Print how the tricky values fare: right is refuted, or suspicious with the signal."""
    rows = [
        TripleRow(doc=i["name"], subject=i["subject"], predicate=i["predicate"], object=i["object"],
                  claim=i["claim"], id=i["name"])
        for i in items
    ]  # fmt: skip
    facts, summary, _ = ground(rows, {item["name"]: item["text"] for item in items}, make())
    right = 0
    print(f"value tricks  ({len(items)} claims)")
    for item, fact in zip(items, facts, strict=True):
        refuted = fact.verdict in REFUTED
        good = not refuted if item["supported"] else refuted or suspicion(fact) >= 0.5
        right += good
        record = fact.qualifiers.get("odke.ground") or {}
        outcome = "right" if good else "WRONG"
        print(f"  {outcome}  {item['name']:<22}{fact.verdict:<11}{record.get('reason', '')}")
    print(f"  {right} of {len(items)} right")
    spent(summary)


def chosen(options: argparse.Namespace) -> MakesGrounder:
    """Return what makes the grounder that the options name, a new one for each file.

    Raises:
        OdkeError: when there is no such grounder or model, or its library or key is missing.
    """
    if options.model or options.config:
        from openodke.cli.model_config import configured_models, named_model

        choice = (
            named_model(options.model, None)
            if options.model
            else configured_models(Path(options.config))
        )
        return lambda: LLMGrounder(
            choice.roles, client=choice.client, joint=options.joint, cascade=options.cascade
        )
    if options.grounder == "lexical":
        return LexicalGrounder
    if options.grounder == "span":
        return lambda: None
    return own_grounder(options.grounder)


def own_grounder(path: str) -> MakesGrounder:
    """Return what makes the grounder that `package.module:name` names: an object, or its maker.

    Raises:
        InputError: when there is no such thing.
    """
    module, _, name = path.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputError(f"--grounder {path}: {error}; give package.module:name") from None
    if isinstance(found, type) or not callable(getattr(found, "ground", None)):
        return found
    return lambda: found


def plot(outcomes: list[Outcome], path: Path) -> None:
    """Draw what `draw` draws of each file beside each other."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6 * len(outcomes), 4), layout="constrained")
    (row,) = figure.subplots(1, len(outcomes), squeeze=False)
    for axes, outcome in zip(row, outcomes, strict=True):
        draw(axes, outcome)
    figure.savefig(path, dpi=150)


def draw(axes: Any, outcome: Outcome) -> None:
    """Draw the share of each kind that is refuted, with its interval, and its AUC."""
    kinds = list(outcome.report.kinds.items())
    shares = [held.refused for _, held in kinds]
    values = [share.value or 0.0 for share in shares]
    ends = [
        [max(0.0, value - share.low) for value, share in zip(values, shares, strict=True)],
        [max(0.0, share.high - value) for value, share in zip(values, shares, strict=True)],
    ]
    colours = ["tab:red" if held.right else "tab:blue" for _, held in kinds]
    axes.bar(range(len(kinds)), values, color=colours, yerr=ends, capsize=3, label="refuted")
    areas = [(at, held.auc) for at, (_, held) in enumerate(kinds) if held.auc is not None]
    if areas:
        axes.plot(*zip(*areas, strict=True), "ko", label="AUC of the suspicion")
    if outcome.report.text_blind is not None:
        axes.axhline(outcome.report.text_blind, ls="--", c="gray", label="text-blind AUC, all")
    axes.set_xticks(range(len(kinds)), [name for name, _ in kinds], rotation=30, ha="right")
    axes.set_ylim(0, 1.05)
    axes.set_title(f"{outcome.name} ({outcome.report.claims} claims; red is right)")
    axes.legend(loc="upper left", fontsize="small")


def written(outcomes: list[Outcome]) -> list[dict[str, Any]]:
    """Return what `--json` writes: of each file the report, what was spent, and the CPU."""
    return [
        {
            "file": held.name,
            "cpu_seconds": held.cpu,
            "summary": held.summary.to_json(),
            "report": held.report.to_json(),
        }
        for held in outcomes
    ]


def files_of(place: Path) -> list[Path]:
    """Return the files of labelled claims, and the one of tricky values."""
    if place.is_file():
        return [place]
    return [*sorted(place.glob("*_ground.jsonl")), *filter(Path.is_file, [place / TRICKS])]


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA, metavar="PLACE")
    parser.add_argument("--names", choices=("given", "all"), default="given")
    parser.add_argument("--list", default="", metavar="KIND", help="show what is wrong of one kind")
    parser.add_argument("--limit", type=int, metavar="N", help="N claims of each file, by chance")
    judge = parser.add_mutually_exclusive_group()
    judge.add_argument("--grounder", default="lexical", metavar="WHO")
    judge.add_argument("--model", metavar="NAME")
    judge.add_argument("--config", metavar="FILE")
    parser.add_argument("--joint", type=int, default=1, metavar="N", help="claims in one call")
    parser.add_argument("--cascade", action="store_true", help="the words go before the model")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw it, as PNG, SVG or PDF")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write it all as JSON")
    return parser.parse_args()


def sampled(items: Items, limit: int | None) -> Items:
    """Return some of the items, the same for the same limit; all of them without one."""
    if limit is None or limit >= len(items):
        return items
    drawn = set(random.Random(limit).sample(range(len(items)), limit))
    return [item for at, item in enumerate(items) if at in drawn]


def main() -> int:
    """Run the benchmark; exit 1 when the data, the judge or matplotlib is not there."""
    args = options()
    files = files_of(args.data)
    if not any(file.name != TRICKS for file in files):
        print(f"{args.data}: holds no *_ground.jsonl; name a folder with --data")
        return 1
    if args.plot:
        try:
            import_module("matplotlib")
        except ImportError:
            print(f"--plot needs matplotlib: {install_line('[bench]')}")
            return 1
    try:
        make = chosen(args)
    except OdkeError as error:
        print(error)
        return 1
    outcomes = []
    for file in files:
        if file.name == TRICKS:
            tricks(sampled(read(file), args.limit), make)
            continue
        items = sampled(read(file), args.limit)
        outcomes.append(measured(file.stem, items, make, all_names=args.names == "all"))
        show(outcomes[-1], listed=args.list)
    if args.plot:
        plot(outcomes, args.plot)
        print(f"wrote {args.plot}")
    if args.json:
        args.json.write_text(json.dumps(written(outcomes), indent=2) + "\n", encoding="utf-8")
        print(f"wrote {args.json}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
