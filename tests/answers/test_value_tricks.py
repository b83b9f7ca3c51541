"""How many of the tricky values does a check of answers get right?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from openodke.answers import check_grounding

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "grounding"


def right(values: Any) -> set[str]:
    """Return the names of the tricks that are judged as they are labelled."""
    file = DATA / "value_tricks.jsonl"
    if not file.is_file():
        pytest.skip("the data is not beside this checkout")
    items = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(items) == 13
    return {
        item["name"]
        for item in items
        if check_grounding(item["claim"], item["text"], values=values).grounded == item["supported"]
    }


def test_values_in_any_form() -> None:
    """Read in any form all are right but the negation, which no value shows."""
    names = right("any form")
    assert len(names) == 12
    assert "negation" not in names


def test_values_as_written() -> None:
    """Compared as written, most are wrong."""
    assert len(right("as written")) < 6
