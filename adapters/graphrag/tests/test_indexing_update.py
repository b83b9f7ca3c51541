"""Are verdicts taken again after GraphRAG's own update, and what is new checked?

GraphRAG runs here with its built-in mock model, and nothing else is replaced.
"""

from __future__ import annotations

import pytest
from indexing_run import add_sale, run, verdicts
from mock_project import MERGED, MockProject, records

pytest.importorskip("graphrag", reason="graphrag is not installed here")
pytestmark = [
    pytest.mark.framework,
    pytest.mark.filterwarnings("ignore"),  # those of GraphRAG's own imports
    pytest.mark.usefixtures("told"),
]


def test_after_an_update_every_row_has_its_verdict(project: MockProject, told: list[str]) -> None:
    """GraphRAG drops our columns; they are written again, and only what is new was grounded."""
    run(project)
    add_sale(project)
    results = {result.workflow: result.result for result in run(project, update=True)}
    after = verdicts(project)
    assert after["FIRUZABAD -> AURELIA"] == ("not_found", "prompt_example")
    assert after["SAMUEL NAMARA -> DURKE BATAGLANI"] == ("not_found", "prompt_example")
    assert after["ORLA VENN -> FENWICK MILL"] == ("unchecked", "same_sentence")
    assert all(verdict for verdict, _ in after.values())
    assert verdicts(project, "covariates")["Hugo Lant stole the ferry"][0] == "not_found"
    merged = {"MARA OSTREL", "FENWICK MILL", "MARA OSTREL -> FENWICK MILL"}
    described = [r["title"] for r in project.rows("entities") if r["description"] == MERGED]
    assert set(described) < merged
    update = results["odke_annotate_update"]
    assert update["rows"] - update["remembered"] == 2 * len(merged)  # each on two texts
    assert told[-1].startswith("odke update: not in their texts: 3 of 7 relationships")


def test_an_update_leaves_out_what_is_refused_of_the_new(project: MockProject) -> None:
    """The gate stands in the delta as well; the table of what was left out grows."""
    project.set(odke={"on_refusal": "drop"})
    run(project)
    add_sale(project)
    run(project, update=True)
    titles = {row["title"] for row in project.rows("entities")}
    assert titles == {"MARA OSTREL", "FENWICK MILL", "HUGO LANT", "ORLA VENN"}
    rejected = [(row["kind"], row["source"]) for row in project.rows("odke_rejected")]
    assert len(rejected) == len(set(rejected)) == 9
    assert ("relationship", "FIRUZABAD") in rejected
    assert ("relationship", "SAMUEL NAMARA") in rejected
    sources = {row["source"] for row in project.rows("odke_verdicts")}
    assert {"FIRUZABAD", "SAMUEL NAMARA"} <= sources


def test_a_merged_description_is_asked_as_what_it_says_now(project: MockProject) -> None:
    """An update rewrites descriptions out of old and new ones: that text was never checked."""
    run(project)
    add_sale(project)
    run(project, update=True)
    assert verdicts(project)["MARA OSTREL -> FENWICK MILL"] == ("unchecked", "partly_absent")


def test_with_single_descriptions_kept_an_update_asks_nothing_anew(project: MockProject) -> None:
    """snapshots.raw_graph: each sentence has its own text unit, so GraphRAG's merging is passed by.

    GraphRAG leaves those tables as the index wrote them; the update's are put with them.
    """
    project.set(snapshots={"raw_graph": True})
    run(project)
    add_sale(project)
    results = {result.workflow: result.result for result in run(project, update=True)}
    update = results["odke_annotate_update"]
    assert update["remembered"] == update["rows"]
    assert verdicts(project)["MARA OSTREL -> FENWICK MILL"] == ("unchecked", "same_sentence")
    assert len(project.rows("raw_relationships")) == 8


def test_an_update_without_anything_new_changes_nothing(
    project: MockProject, told: list[str]
) -> None:
    """GraphRAG halts its run before any workflow of ours; verdicts stay."""
    run(project)
    before = project.table("relationships")
    told.clear()
    run(project, update=True)
    assert told == []
    assert project.table("relationships").equals(before)


def test_a_second_update_remembers_the_first(project: MockProject) -> None:
    """The sidecar that an update leaves holds what the next one needs."""
    run(project)
    add_sale(project)
    run(project, update=True)
    project.text("wheel", "Orla Venn painted the wheel of the Fenwick mill.")
    graph = [
        ("entity", "ORLA VENN", "PERSON", "Orla Venn repaired the wheel"),
        ("entity", "WHEEL", "OBJECT", "Orla Venn painted the wheel"),
        ("relationship", "ORLA VENN", "WHEEL", "Orla Venn painted the wheel", "3"),
    ]
    project.answer(graph=[records(graph)])
    results = {result.workflow: result.result for result in run(project, update=True)}
    update = results["odke_annotate_update"]
    # the description of ORLA VENN stays, but it rests on two texts now: both are looked at again
    assert update["rows"] - update["remembered"] == 2
    assert verdicts(project, "entities")["ORLA VENN"] == ("unchecked", "free_text")
