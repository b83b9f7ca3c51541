"""Is one change told once, with every file in which it shows?"""

from __future__ import annotations

import json

from openodke.validation.run_difference import ABSENT, Difference
from openodke.validation.told_differences import told_once


def lines(*differences: tuple[str, str, str, str, str]) -> list[str]:
    """Return what is told of differences."""
    return list(map(str, told_once(Difference(*each) for each in differences)))


def test_a_verdict_stands_in_two_files() -> None:
    """Its change is one; another claim's, and another value, are changes of their own."""
    assert lines(
        ("rows.jsonl", "r1", "verdict", '"unchecked"', '"not_found"'),
        ("rows.jsonl", "r2", "verdict", '"unchecked"', '"not_found"'),
        ("facts.jsonl", "r1", "verdict", '"unchecked"', '"not_found"'),
        ("facts.jsonl", "r1", "confidence", "0.3", "0.1"),
        ("facts.jsonl", "r2", "verdict", '"supported"', '"not_found"'),
    ) == [
        'rows.jsonl, facts.jsonl  r1 verdict: then "unchecked", now "not_found"',
        'rows.jsonl  r2 verdict: then "unchecked", now "not_found"',
        "facts.jsonl  r1 confidence: then 0.3, now 0.1",
        'facts.jsonl  r2 verdict: then "supported", now "not_found"',
    ]


def test_a_count_has_three_names() -> None:
    """The report, the summary and the manifest call it otherwise; a like number is not the same."""
    assert lines(
        ("report.json", "", "verdicts.not_found", "2", "5"),
        ("report.json", "", "checked.not_in_text", "1", "2"),
        ("report.json", "", "refused", "2", "5"),
        ("report.json", "", "refused_by.not_found", "2", "5"),
        ("summary.json", "", "verdicts.not_found", "2", "5"),
        ("summary.json", "", "refused.not_in_text", "1", "2"),
        ("summary.json", "", "gate.refused.not_found", "2", "5"),
        ("summary.json", "", "facts", "2", "5"),
        ("manifest.json", "", "counts.not_found", "2", "5"),
        ("manifest.json", "", "counts.facts", "2", "5"),
    ) == [
        "report.json, summary.json, manifest.json  verdicts.not_found: then 2, now 5",
        "report.json, summary.json  checked.not_in_text: then 1, now 2",
        "report.json  refused: then 2, now 5",
        "report.json, summary.json  refused_by.not_found: then 2, now 5",
        "summary.json, manifest.json  facts: then 2, now 5",
    ]


def fact(verdict: str, **more: str) -> str:
    """Return a line of a file of facts."""
    return json.dumps({"id": "r1", "verdict": verdict, **more})


def test_a_claim_that_the_gate_now_refuses() -> None:
    """Where it stood, where it stands, and what about it changed: not both of its lines."""
    moved = [
        ("rows.jsonl", "r1", "verdict", '"unchecked"', '"not_found"'),
        ("facts.jsonl", "r1", "", fact("unchecked"), ABSENT),
        ("refused.jsonl", "r1", "", ABSENT, fact("not_found", why="not_found")),
    ]
    assert lines(*moved) == [
        'rows.jsonl, refused.jsonl  r1 verdict: then "unchecked", now "not_found"',
        "facts.jsonl, refused.jsonl  r1: then in facts.jsonl, now in refused.jsonl",
        'refused.jsonl  r1 why: then nothing, now "not_found"',
    ]


def test_a_claim_that_is_only_gone_or_doubled_did_not_move() -> None:
    """Its line is told."""
    line = fact("unchecked")
    assert lines(("facts.jsonl", "r1", "", line, ABSENT)) == [
        f"facts.jsonl  r1: then {line}, now nothing"
    ]
    assert lines(
        ("facts.jsonl", "r1", "", line, ABSENT), ("refused.jsonl", "r1", "", line, ABSENT)
    ) == [f"facts.jsonl, refused.jsonl  r1: then {line}, now nothing"]
