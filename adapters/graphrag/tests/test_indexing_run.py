"""Are claims checked inside GraphRAG's own indexing run?

GraphRAG runs here with its built-in mock model, and nothing else is replaced.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from indexing_run import add_sale, pairs, run, verdicts
from mock_project import MILL_GRAPH, MockProject, records

from openodke.errors import InputError
from openodke_graphrag import Export, GraphRAGAdapter, register_workflows

pytest.importorskip("graphrag", reason="graphrag is not installed here")
pytestmark = [
    pytest.mark.framework,
    pytest.mark.filterwarnings("ignore"),  # those of GraphRAG's own imports
    pytest.mark.usefixtures("told"),
]

LEAKS = {"FIRUZABAD", "AURELIA"}
Faults = Callable[[Path], list[str]]


def test_without_settings_verdicts_are_written_and_nothing_is_dropped(
    project: MockProject, told: list[str], faults: Faults
) -> None:
    """The columns are there after every later workflow, on relationships, entities and claims."""
    run(project)
    assert verdicts(project) == {
        "MARA OSTREL -> FENWICK MILL": ("unchecked", "same_sentence"),
        "MARA OSTREL -> HUGO LANT": ("unchecked", "same_sentence"),
        "FENWICK MILL -> TOLBY": ("not_found", "value_absent"),
        "FIRUZABAD -> AURELIA": ("not_found", "prompt_example"),
        "FENWICK MILL -> HUGO LANT": ("unchecked", "apart"),
    }
    assert verdicts(project, "entities")["FIRUZABAD"] == ("not_found", "prompt_example")
    assert verdicts(project, "covariates") == {
        "Mara Ostrel met Hugo Lant": ("unchecked", "same_sentence"),
        "Hugo Lant stole the ferry": ("not_found", "quote_absent"),
    }
    assert not list((project.root / "output").glob("odke_rejected*"))
    assert faults(project.root / "output") == []
    assert told == [
        "odke gate: not in their texts: 2 of 5 relationships, 2 of 6 entities",
        "odke annotate: not in their texts: 1 of 2 claims",
    ]


def test_what_the_run_wrote_is_what_the_adapter_writes(project: MockProject) -> None:
    """Annotating the finished export changes nothing: columns and sidecar are the same."""
    run(project)
    from openodke import ground_graph

    output = project.root / "output"
    before = Export.read(output)
    after = ground_graph(output, adapter="graphrag").annotate()
    for name in ("relationships", "entities", "covariates"):
        assert after.table(name).to_pylist() == before.table(name).to_pylist()

    def keyed(export: Export) -> list[dict[str, Any]]:
        rows = export.table("odke_verdicts").to_pylist()
        return sorted(rows, key=lambda row: str(row["claim_sha256"]))

    assert keyed(after) == keyed(before)


def test_what_is_refused_is_left_out_before_communities_are_made(
    project: MockProject, told: list[str], faults: Faults
) -> None:
    """Degrees, ids, communities, text units and vectors are of what is left; nothing dangles."""
    project.set(odke={"on_refusal": "drop"})
    run(project)
    assert pairs(project) == [
        ("MARA OSTREL", "FENWICK MILL"),
        ("MARA OSTREL", "HUGO LANT"),
        ("FENWICK MILL", "HUGO LANT"),
    ]
    assert {row["title"]: row["degree"] for row in project.rows("entities")} == {
        "MARA OSTREL": 2,
        "FENWICK MILL": 2,
        "HUGO LANT": 2,
    }
    assert [row["description"] for row in project.rows("covariates")] == [
        "Mara Ostrel met Hugo Lant"
    ]
    assert faults(project.root / "output") == []
    assert "left out: 5 rows, now in odke_rejected" in told[0]


def test_the_table_of_what_was_left_out_says_why(project: MockProject) -> None:
    """With everything that GraphRAG's table had, the verdict, and what it went with."""
    project.set(odke={"on_refusal": "drop"})
    run(project)
    rejected = {(r["kind"], r["source"]): r for r in project.rows("odke_rejected")}
    assert set(rejected) == {
        ("relationship", "FENWICK MILL"),
        ("relationship", "FIRUZABAD"),
        ("entity", "TOLBY"),
        ("entity", "FIRUZABAD"),
        ("entity", "AURELIA"),
        ("claim", "HUGO LANT"),
    }
    leaked = rejected["relationship", "FIRUZABAD"]
    assert leaked["target"] == "AURELIA"
    assert leaked["description"] == "Firuzabad negotiated with Aurelia"
    assert (leaked["odke_verdict"], leaked["odke_reason"]) == ("not_found", "prompt_example")
    assert (leaked["refused"], len(leaked["text_unit_ids"])) == ("yes", 1)
    alone = rejected["entity", "TOLBY"]
    assert (alone["refused"], alone["odke_verdict"]) == ("no", "unchecked")
    assert alone["because"] == "every relationship that it had was dropped"


def test_what_a_run_left_out_is_no_table_that_nobody_knows(project: MockProject) -> None:
    """`keep` on the finished export names what it cannot judge: that table is ours."""
    from openodke import ground_graph

    run(project)
    kept = ground_graph(project.root).keep()
    assert kept.leftovers.dropped
    assert not [line for line in kept.leftovers.mentions if "odke_rejected" in line]


def test_the_counts_are_in_the_runs_state(project: MockProject) -> None:
    """GraphRAG writes the state to context.json, and its own figures on each workflow to stats."""
    project.set(odke={"on_refusal": "drop"})
    run(project)
    state = json.loads((project.root / "output" / "context.json").read_text())["odke"]
    assert state["on_refusal"] == "drop"
    assert state["gate"]["claims"]["relationship"] == {"n": 5, "not_found": 2, "unchecked": 3}
    assert state["gate"]["rejected"] == {"relationship": 2, "entity": 3}
    assert state["annotate"]["rejected"] == {"claim": 1}
    stats = json.loads((project.root / "output" / "stats.json").read_text())
    assert {"odke_settings", "odke_gate", "odke_annotate"} <= set(stats["workflows"])


def test_annotation_asks_only_about_what_the_gate_has_not_seen(project: MockProject) -> None:
    """Entities and relationships are grounded once in a run, though two workflows need them."""
    results = {result.workflow: result.result for result in run(project)}
    gate, annotate = results["odke_gate"], results["odke_annotate"]
    assert gate["remembered"] == 0
    assert annotate["remembered"] == gate["rows"]
    assert annotate["rows"] == gate["rows"] + 2  # the extracted claims


def test_a_second_index_of_the_same_texts_grounds_nothing(project: MockProject) -> None:
    """The sidecar of the run before is at hand, what was left out included."""
    project.set(odke={"on_refusal": "drop"})
    run(project)
    results = {result.workflow: result.result for result in run(project)}
    for step in ("odke_gate", "odke_annotate"):
        assert results[step]["remembered"] == results[step]["rows"]
    assert len(project.rows("odke_rejected")) == 6


def test_options_in_python_overrule_the_settings_file(project: MockProject) -> None:
    """Registered again, the new options hold, and no workflow runs twice."""
    project.set(odke={"on_refusal": "drop"})
    register_workflows(on_refusal="mark", examples=["HUGO LANT"])
    names = [result.workflow for result in run(project)]
    assert len(names) == len(set(names))
    assert len(project.rows("relationships")) == 5


def test_names_of_a_tuned_prompts_example_are_known(project: MockProject) -> None:
    """`graphrag prompt-tune` writes examples of its own."""
    graph = [*MILL_GRAPH, ("entity", "QUILL HARBOUR", "GEO", "A harbour")]
    project.answer(graph=[records(graph)])
    project.set(odke={"examples": ["Quill Harbour"]})
    run(project)
    assert verdicts(project, "entities")["QUILL HARBOUR"] == ("not_found", "prompt_example")


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ({"on_refusl": "drop"}, "odke.on_refusl: is unknown: did you mean 'on_refusal'?"),
        ({"on_refusal": "keep"}, "odke.on_refusal: is 'keep': it is 'mark' or 'drop'"),
        ({"judge": "nobody"}, "odke.judge: 'nobody' is none of the completion_models: graph"),
        ("drop", "odke: is str: it holds on_refusal, judge, examples"),
        ({"joint": 8}, "odke.joint, cascade and recheck are ways to ask: name an odke.judge"),
        ({"judge": "judge", "recheck": 0.5}, "odke.recheck looks at what the words refute"),
    ],
)
def test_settings_that_cannot_be_stop_the_run_before_it_costs_anything(
    project: MockProject, block: Any, message: str
) -> None:
    """No text has been read, no model asked."""
    project.set(odke=block)
    with pytest.raises(InputError) as caught:
        run(project)
    assert str(caught.value).startswith(message)
    assert not list((project.root / "output").glob("*.parquet"))


def test_a_graph_of_which_nothing_is_left_is_an_error_that_says_so(project: MockProject) -> None:
    """GraphRAG makes no communities of an empty graph; the graph stays as it was extracted."""
    leaks = [record for record in MILL_GRAPH if LEAKS & set(record)]
    project.answer(graph=[records(leaks)])
    project.set(odke={"on_refusal": "drop"})
    with pytest.raises(InputError, match="all 1 relationships were refused"):
        run(project)
    assert len(project.rows("odke_rejected")) == 3
    assert len(project.rows("relationships")) == 1


def test_texts_that_do_not_belong_to_the_graph_drop_nothing(
    project: MockProject, told: list[str]
) -> None:
    """Where nearly nothing is found, the fault is elsewhere: it is said, and all rows stay."""
    names = [f"{first}VORN {last}MELD" for first in "BCDFG" for last in "HKLNPR"]
    graph = [("entity", name, "PERSON", f"{name} waited") for name in names]
    graph += [
        ("relationship", one, other, f"{one} met {other}", "3") for one, other in pairwise(names)
    ]
    project.answer(graph=[records(graph)])
    project.set(odke={"on_refusal": "drop"})
    run(project)
    assert len(project.rows("relationships")) == len(names) - 1
    assert not list((project.root / "output").glob("odke_rejected*"))
    assert any("nothing is dropped" in line for line in told)


def test_csv_tables_are_gated_and_annotated(project: MockProject) -> None:
    """`table_provider: csv`: the tables are files of text, and come back as such."""
    project.set(odke={"on_refusal": "drop"}, table_provider={"type": "csv"})
    run(project)
    add_sale(project)
    results = {result.workflow: result.result for result in run(project, update=True)}
    export = GraphRAGAdapter().open(project.root / "output")
    relationships = export.table("relationships").to_pylist()
    assert [row["odke_verdict"] for row in relationships] == ["unchecked"] * 4
    assert export.tables["relationships"].name == "relationships.csv"
    update = results["odke_annotate_update"]
    assert update["rows"] - update["remembered"] == 6
    rejected = (project.root / "output" / "odke_rejected.csv").read_text(encoding="utf-8")
    assert rejected.count(",yes\n") == 8


def test_a_list_of_workflows_in_the_settings_may_name_ours(project: MockProject) -> None:
    """Such a list overrides every pipeline, for updates too: it has to hold all that is to run."""
    steps = ["create_base_text_units", "create_final_documents", "extract_graph", "odke_gate"]
    project.set(workflows=["load_input_documents", *steps, "finalize_graph", "odke_annotate"])
    run(project)
    assert verdicts(project)["FIRUZABAD -> AURELIA"] == ("not_found", "prompt_example")


def test_a_title_of_two_types_goes_only_with_its_last_row(project: MockProject) -> None:
    """Before finalize_graph such a title has two rows; its relationships need one of them."""
    graph = [*MILL_GRAPH, ("entity", "MARA OSTREL", "GEO", "Mara Ostrel was founded in 1604")]
    project.answer(graph=[records(graph)])
    project.set(odke={"on_refusal": "drop"})
    run(project)
    assert ("MARA OSTREL", "FENWICK MILL") in pairs(project)
    assert len(project.rows("entities")) == 3


def test_no_column_but_ours_is_added(project: MockProject) -> None:
    """Data frames that lost rows are not written with their index."""
    project.set(odke={"on_refusal": "drop"})
    run(project)
    for path in (project.root / "output").glob("*.parquet"):
        names = project.table(path.stem).column_names
        assert not [name for name in names if name.startswith("__index")], path.name
    theirs = [n for n in project.table("relationships").column_names if not n.startswith("odke")]
    assert theirs == [
        "id",
        "human_readable_id",
        "source",
        "target",
        "description",
        "weight",
        "combined_degree",
        "text_unit_ids",
    ]


def test_the_weight_of_an_answers_last_record_costs_it_nothing(project: MockProject) -> None:
    """GraphRAG sets it to 1, whatever the model said: it is not read."""
    project.set(odke={"on_refusal": "drop"})
    run(project)
    last = project.rows("relationships")[-1]
    assert (last["source"], last["target"], last["weight"]) == ("FENWICK MILL", "HUGO LANT", 1.0)


def test_a_relationship_whose_entity_was_lost_is_graphrags_to_drop(project: MockProject) -> None:
    """Since 3.0.6 GraphRAG drops it; before, it is grounded on its own text, and stays."""
    graph = [
        *MILL_GRAPH,
        ("relationship", "MARA OSTREL", "SKERRY", "Mara Ostrel was at Skerry", "2"),
    ]
    project.answer(graph=[records(graph)])
    project.set(odke={"on_refusal": "drop"})
    run(project)
    from graphrag.index.operations import extract_graph

    drops = hasattr(extract_graph.extract_graph, "filter_orphan_relationships")
    assert (("MARA OSTREL", "SKERRY") in pairs(project)) is not drops


@pytest.mark.parametrize("workflow", ["odke_gate", "odke_annotate"])
def test_a_list_of_workflows_in_the_wrong_order_is_an_error(
    project: MockProject, workflow: str
) -> None:
    """What is not there cannot be checked, and must not pass for checked."""
    project.set(workflows=["load_input_documents", workflow, "create_base_text_units"])
    with pytest.raises(InputError, match=f"{workflow}: there is no table text_units yet"):
        run(project)


def test_fast_indexing_has_no_claims_and_says_so(
    project: MockProject, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two noun phrases of one text unit claim nothing: not_a_claim, and never a pass.

    The extraction itself needs a language model's data, so that its tables are written here.
    """
    from graphrag.index.typing.workflow import WorkflowFunctionOutput
    from graphrag.index.workflows.factory import PipelineFactory

    async def noun_phrases(_: Any, context: Any) -> WorkflowFunctionOutput:
        import pandas

        provider = context.output_table_provider
        units = list((await provider.read_dataframe("text_units"))["id"])
        titles = ["MARA OSTREL", "FENWICK MILL", "HUGO LANT"]
        entities = {"title": titles, "type": "NOUN PHRASE", "description": "", "frequency": 1}
        entities["text_unit_ids"] = [units] * 3
        ends = {"source": titles[:2], "target": titles[1:], "weight": 1.0, "description": ""}
        ends["text_unit_ids"] = [units] * 2
        await provider.write_dataframe("entities", pandas.DataFrame(entities))
        await provider.write_dataframe("relationships", pandas.DataFrame(ends))
        return WorkflowFunctionOutput(result=None)

    async def nothing(*_: Any) -> WorkflowFunctionOutput:
        return WorkflowFunctionOutput(result=None)

    monkeypatch.setitem(PipelineFactory.workflows, "extract_graph_nlp", noun_phrases)
    monkeypatch.setitem(PipelineFactory.workflows, "prune_graph", nothing)
    project.set(odke={"on_refusal": "drop"}, community_reports={"completion_model_id": "reports"})
    run(project, method="fast")
    assert set(verdicts(project).values()) == {("unchecked", "not_a_claim")}
    assert told == ["odke annotate: no claims"]
