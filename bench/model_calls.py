"""How many calls does a model get for a graph of GraphRAG's, and how many are spared?

    python bench/model_calls.py [--export ../shared/data/graphrag/v3.1.2_verbs]

A client that answers every question at once, and right in form, counts what it is asked about the
relationships of the export: one claim a call, and several claims on one passage a call (`joint`),
with and without the words first (`cascade`). Printed a way: calls, calls a relationship, thousand
tokens of the questions at four characters a token, and seconds of CPU. These are counts; what
asking so does to the verdicts of a model takes a model. Exit status 1 when `cascade` with 16 or
more claims a call asks over 0.2 times a relationship, when a question is put twice, or when a claim
has no verdict.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from openodke import Document, LexicalGrounder, LLMGrounder, TripleRow, ground_graph
from openodke.interop import load_adapter
from openodke.llm import Completion
from openodke.llm.message import estimated_tokens

EXPORT = Path(__file__).resolve().parents[2] / "shared/data/graphrag/v3.1.2_verbs"
BAR = 0.2
WAYS = (1, 5, 10, 16, 25)
BARRED = (16, 25)
ID = re.compile(r"^\[(\w+)\] ", re.MULTILINE)


class Answering:
    """Answers every claim that it is asked about, and counts what it was asked.

    Attributes:
        asked: how often each question was put.
        tokens: of all questions.
    """

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.tokens = 0

    def complete(self, messages, *, spec, schema=None):  # noqa: ARG002
        """Return a verdict for each claim."""
        question = messages[1].content
        self.asked[question] += 1
        self.tokens += estimated_tokens(*(message.content for message in messages))
        claims, _, _ = question.partition("\n\nPassage:\n")
        if not claims.startswith("Claims:\n"):
            return Completion('{"verdict": "supported"}')
        entries = [{"id": name, "verdict": "supported"} for name in ID.findall(claims)]
        return Completion(json.dumps({"verdicts": entries}))


def relationships(export: Path) -> tuple[list[TripleRow], list[Document], LexicalGrounder]:
    """Return the rows of an export's relationships, its texts, and who looks at their words."""
    adapter = load_adapter("graphrag")
    rows, documents = adapter.to_rows(adapter.open(export))
    kept = [row for row in rows if "/relationship/" in str(row.id)]
    return kept, documents, LexicalGrounder(examples=adapter.examples)


@dataclass(frozen=True, slots=True)
class Counted:
    """What one way of asking came to.

    Attributes:
        calls: questions.
        tokens: of the questions.
        cpu: seconds.
        is_whole: whether each question was put once and each claim has a verdict.
    """

    calls: int
    tokens: int
    cpu: float
    is_whole: bool


def counted(
    rows: list[TripleRow], documents: list[Document], joint: int, words: LexicalGrounder | None
) -> Counted:
    """Ground the rows, and return what was asked."""
    client = Answering()
    grounder = LLMGrounder(client=client, joint=joint, cascade=words or False, max_workers=1)
    began = time.process_time()
    grounded = ground_graph(rows, documents, grounder=grounder)
    cpu = time.process_time() - began
    calls = sum(client.asked.values())
    is_whole = (
        all(fact.verdict != "unchecked" for fact in grounded.facts)
        and set(client.asked.values()) == {1}
        and calls == grounded.summary.calls == grounder.stats["calls"]
    )
    return Counted(calls, client.tokens, cpu, is_whole)


def main() -> int:
    """Print the table; tell whether the bar is kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--export", type=Path, default=EXPORT)
    export = parser.parse_args().export
    if not export.is_dir():
        print(f"{export}: there is no export here; name one by --export")
        return 1
    rows, documents, words = relationships(export)
    items = len({str(row.id).partition("/")[2] for row in rows})
    texts = len({row.doc for row in rows})
    print(f"{items} relationships, {len(rows)} pairs of one and a text, {texts} texts")
    print("joint  cascade   calls  a relationship  k tokens   CPU s")
    kept = True
    for joint, cascade in ((joint, cascade) for joint in WAYS for cascade in (False, True)):
        way = counted(rows, documents, joint, words if cascade else None)
        share = way.calls / items
        kept = kept and way.is_whole and not (cascade and joint in BARRED and share > BAR)
        print(
            f"{joint:>5}  {'yes' if cascade else 'no':>7}  {way.calls:>6}  {share:>14.3f}"
            f"  {way.tokens / 1000:>8.0f}  {way.cpu:>6.2f}{'' if way.is_whole else '  NOT WHOLE'}"
        )
    print("kept" if kept else "MISSED")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
