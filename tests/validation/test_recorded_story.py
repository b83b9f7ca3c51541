"""Is a claim explained from what a run wrote, in the words of the run itself?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ferry_runs import FerryRuns

from openodke.errors import InputError
from openodke.interop import read_facts
from openodke.validation.recorded_story import recorded_story


def test_the_folder_tells_what_the_report_tells(runs: FerryRuns) -> None:
    """For every row and every claim: merged, contested, derived, refused, or without a text."""
    report = runs.validated()
    facts = [*read_facts("out/facts.jsonl"), *read_facts("out/refused.jsonl")]
    ids = dict.fromkeys([*report.rows, *(fact.id for fact in facts)])
    assert len(ids) > len(report.rows) >= 11
    stories = {own: recorded_story("out", own) for own in ids}
    assert stories == {own: report.explain(own) for own in ids}
    told = {line.split()[0] for story in stories.values() for line in story.splitlines()}
    assert told >= {
        "row", "stated", "quoted", "grounded", "seen", "spelled", "resolved", "link", "merged",
        "derived", "support", "contest", "score", "gate",
    }  # fmt: skip
    assert "gate      refused: schema" in stories["r7"]


def test_rows_are_written_as_their_texts_have_them(runs: FerryRuns) -> None:
    """One a row, in row order, with what became of it beside it."""
    report = runs.validated()
    rows = list(read_facts("out/rows.jsonl"))
    assert [row.id for row in rows] == [fact.id for fact in report.trail.grounded]
    by_id = {row.id: row for row in rows}
    assert by_id["r3"].object_value == "3 May 1940"
    assert by_id["r3"].qualifiers["odke.resolved"] == {
        "spelled": {"object_value": {"from": ["3 May 1940"], "to": "1940-05-03"}}
    }
    assert "odke.resolved" not in by_id["r6"].qualifiers
    assert by_id["r9"].qualifiers["odke.resolved"]["subject"]["name"] == "Tamm & Daughters"


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("r10", "row       r10: Tamm & Daughters"),
        ("r6~", "derived   r6~symmetric: Tern —beside→ Skua, symmetric"),
        ("skua owned_by", "row       r7:"),
        ("owned by oslo", "row       r7:"),
        ("Øslo", "row       r7:"),
        ("oria tamm", "row       "),
        ("4 May 1940", "row       r4:"),
        ("Orla Tamm built Skua", "row       r1:"),
    ],
)
def test_how_a_claim_is_named(runs: FerryRuns, words: str, first: str) -> None:
    """By its id, a beginning that no other has, or words in any case, of its row or claim."""
    runs.validated()
    assert recorded_story("out", words).startswith(first)


def test_several_claims_fit(runs: FerryRuns) -> None:
    """They are listed with what they say; a name that is long is cut."""
    runs.validated()
    with pytest.raises(InputError) as caught:
        recorded_story("out", "skua sank")
    opening, *lines = str(caught.value).splitlines()
    assert opening == "'skua sank' fits 2 claims; name one:"
    assert [line.split()[0] for line in lines] == ["r3", "r4"]
    with pytest.raises(InputError, match=r"'r' fits 1\d claims"):
        recorded_story("out", "r")


def test_no_claim_fits(runs: FerryRuns) -> None:
    """Those that are near are named, by what they say or by their id."""
    runs.validated()
    with pytest.raises(InputError, match=r"(?s)no claim has the id 'Skua snak'.*near it:.*r3 "):
        recorded_story("out", "Skua snak")
    with pytest.raises(InputError, match=r"(?s)near it:.*r6~symmetric"):
        recorded_story("out", "r6~symetric")
    with pytest.raises(InputError, match=r"these words$"):
        recorded_story("out", "0000")
    with pytest.raises(InputError, match="which claim"):
        recorded_story("out", " ")


def test_a_ground_folder_is_read_too(runs: FerryRuns) -> None:
    """With a gate it says what was written and what refused; without one nothing of it."""
    runs.grounded()
    plain = recorded_story("out", "r7")
    assert [line.split()[0] for line in plain.splitlines()] == ["row", "check", "grounded"]
    runs.grounded(gate="strict")
    assert recorded_story("out", "r7").splitlines()[:-1] == plain.splitlines()
    assert recorded_story("out", "r7").splitlines()[-1].startswith("gate      refused: schema")
    assert recorded_story("out", "oria").splitlines()[-1].startswith("gate      refused: not_found")
    assert recorded_story("out", "r6").splitlines()[-1] == "gate      written"


def test_what_is_missing_is_named(runs: FerryRuns) -> None:
    """And which command writes it."""
    report = runs.validated()
    assert not report.is_empty
    Path("out/rows.jsonl").unlink()
    with pytest.raises(InputError, match=r"out: rows.jsonl is missing: `odke validate -o`"):
        recorded_story("out", "r1")
    Path("out/links.jsonl").unlink()
    runs.validated("new")
    Path("new/links.jsonl").unlink()
    with pytest.raises(InputError, match=r"links.jsonl is missing"):
        recorded_story("new", "r1")


@pytest.mark.parametrize(
    ("place", "said"),
    [("nowhere", "there is no such folder"), ("texts", "no manifest.json"), ("a.txt", "is a file")],
)
def test_no_run_s_folder(runs: FerryRuns, place: str, said: str) -> None:
    """It is told what kind of folder is meant."""
    (runs.folder / "a.txt").touch()
    with pytest.raises(InputError, match=said) as caught:
        recorded_story(place, "r1")
    assert "`odke validate -o` or `odke ground -o`" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"manifest_version": 2}, "is of version 2, and this odke reads 1"),
        ({"command": "annotate"}, "was written by 'annotate'"),
    ],
)
def test_another_kind_of_folder(runs: FerryRuns, changes: dict[str, object], said: str) -> None:
    """One of another version, or with a graph that was written back."""
    runs.validated()
    path = Path("out/manifest.json")
    held = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**held, **changes}), encoding="utf-8")
    with pytest.raises(InputError, match=said):
        recorded_story("out", "r1")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{}\n", "is no fact"),
        (b'{"id": "r1"}\n', "rows.jsonl:12: subject: Field required"),
        (b'{"id": "r1", \n', "is no JSON|EOF"),
    ],
)
def test_a_broken_line_is_named(runs: FerryRuns, line: bytes, said: str) -> None:
    """By file and line."""
    runs.validated()
    with Path("out/rows.jsonl").open("ab") as file:
        file.write(line)
    with pytest.raises(InputError, match=said):
        recorded_story("out", "r1")
