"""Does a second run over the same inputs, at the same time, give the same to the byte?"""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ferry_runs import CLOCK, ONTOLOGY, FerryRuns
from hypothesis import given
from hypothesis import strategies as st

import openodke
from openodke import Document, Evidence, Ontology, TripleRow, Validator
from openodke.interop import to_fact

AGAIN = """
import sys
from datetime import datetime
from pathlib import Path
from openodke.cli.{module} import {job}
job = {job}(
    facts=Path("rows.in.jsonl"), texts=Path("texts"), ontology=Path("ontology.json"),
    out=Path(sys.argv[1]), started_at=datetime.fromisoformat("{clock}"),
)
job.run()
"""
ROWS = ({"id": "a", "doc": "log", "subject": "Skua", "predicate": "beside", "object": "Tern"},)
LOG = Document(id="log", text="Skua lies beside Tern.")


def written(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder that no wall clock is in."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.name != "manifest.json"}


def test_two_processes_write_the_same(runs: FerryRuns) -> None:
    """Whatever the seed of their hashes; the command is validate or ground."""
    for command, job in (("validate", "ValidateJob"), ("ground", "GroundJob")):
        script = AGAIN.format(module=f"{command}_job", job=job, clock=CLOCK.isoformat())
        for seed in ("1", "2"):
            place = f"{command}{seed}"
            source = str(Path(openodke.__file__).parents[1])
            environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": source}
            subprocess.run([sys.executable, "-c", script, place], env=environment, check=True)
        first, second = (written(runs.folder / f"{command}{seed}") for seed in "12")
        assert first == second
        assert len(first) == (7 if command == "validate" else 2)


def test_every_clock_is_the_run_s(runs: FerryRuns) -> None:
    """Of texts, of texts that are not there, of links, and of the graph."""
    report = runs.validated()
    clocks = {e.retrieved_at for fact in report.row_facts for e in fact.evidence}
    assert clocks == {CLOCK}
    kg, _ = Validator(run_at=CLOCK).validate(ROWS, [LOG])
    assert (kg.created_at, kg.facts[0].supported_by[0].retrieved_at) == (CLOCK, CLOCK)
    assert CLOCK.isoformat().replace("+00:00", "Z") in Path("out/links.jsonl").read_text("utf-8")


def test_a_text_that_says_when_it_was_read_is_believed() -> None:
    """And a fact that was handed in keeps its own clock."""
    then = datetime(2020, 1, 1, tzinfo=UTC)
    dated = LOG.model_copy(update={"retrieved_at": then})
    _, report = Validator(run_at=CLOCK).validate(ROWS, [dated])
    assert report.row_facts[0].evidence[0].retrieved_at == then
    assert report.texts == (dated,)
    fact = to_fact(TripleRow(**ROWS[0])).model_copy(
        update={"evidence": (Evidence(doc_id="log", retrieved_at=then),)}
    )
    _, report = Validator(run_at=CLOCK).validate([fact], [LOG])
    assert report.row_facts[0].evidence[0].retrieved_at == then


def test_a_derived_claim_is_called_after_its_source() -> None:
    """So that it has one name in every run."""
    kg, _ = Validator(Ontology.from_dict(ONTOLOGY)).validate(ROWS, [LOG])
    assert [fact.id for fact in kg.facts] == ["a", "a~symmetric"]


ids = st.lists(st.sampled_from(["a", "a~2", "a~2~2", "b", None]), max_size=9)


@given(ids)
def test_every_row_has_an_id_of_its_own(given_ids: list[str | None]) -> None:
    """Whatever ids were given, and the first that has one keeps it."""
    rows: list[dict[str, Any]] = [{**ROWS[0], "id": own} for own in given_ids]
    _, report = Validator().validate([TripleRow(**row) for row in rows], [LOG])
    own_ids = [fact.id for fact in report.row_facts]
    assert len(set(own_ids)) == len(rows)
    for own in filter(None, set(given_ids)):
        assert own_ids[given_ids.index(own)] == own
