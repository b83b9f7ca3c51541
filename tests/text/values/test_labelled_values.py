"""Are the values of labelled claims told apart from changed ones?"""

import json
from pathlib import Path
from typing import Any

import pytest

from openodke.text.values.value_index import ValueIndex

LABELLED = Path(__file__).parents[4] / "shared/data/grounding"


def labelled(name: str) -> list[dict[str, Any]]:
    """Read the labelled claims beside the checkout."""
    path = LABELLED / name
    if not path.exists():
        pytest.skip(f"{name} is not beside the checkout")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_value_tricks() -> None:
    """The tricks about values are all told apart."""
    items = [item for item in labelled("value_tricks.jsonl") if item["name"] != "negation"]
    wrong = [
        item["name"]
        for item in items
        if ValueIndex(item["text"]).look_up(item["object"]).found is not item["supported"]
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["redocred_ground.jsonl", "text2kg_ground.jsonl"])
def test_labelled_values(name: str) -> None:
    """Changed values are refuted and stated ones are not."""
    items = [item for item in labelled(name) if any(map(str.isdigit, item["object"]))]
    gold = [i for i in items if i["kind"] == "gold" and i["object_type"] in ("TIME", "NUM")]
    changed = [item for item in items if item["kind"] == "value_change"]
    assert changed
    kept = [ValueIndex(item["text"]).look_up(item["object"]).found for item in gold]
    missed = [ValueIndex(item["text"]).look_up(item["object"]).found for item in changed]
    assert sum(kept) >= 0.995 * len(kept)
    assert sum(missed) <= 0.01 * len(missed)
