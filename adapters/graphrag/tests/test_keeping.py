"""Does what a gate refuses go, with what rests on it, and does no id point nowhere after it?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_graphs import Refusing, column, facts_of, graph, without

from openodke import Fact, Ontology, VerdictGate, ground_graph
from openodke.errors import AdapterError, InputError, StageError
from openodke.model import KnowledgeGraph
from openodke_graphrag import Export, GraphRAGAdapter

Faults = Callable[[Path], list[str]]
Read = Callable[..., Export]
Write = Callable[..., Path]
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "graphrag" / "output"
ITEMS = ("entities", "relationships", "covariates")


def test_the_leak_goes_and_its_neighbours_stay(
    era_folder: Path, faults: Faults, tmp_path: Path
) -> None:
    """In each era: the names of the prompt's example are gone, ids are as they were."""
    before = Export.read(era_folder)
    kept = ground_graph(before, adapter="graphrag").keep()
    assert column(kept, "relationships", "id") == ["r-0", "r-1", "r-3"]
    assert column(kept, "entities", "id") == ["e-0", "e-1", "e-2", "e-3"]
    assert column(kept, "covariates", "id") == ["c-0", "c-1", "c-2"]
    assert column(kept, "text_units", "text") == column(before, "text_units", "text")
    assert column(kept, "relationships", "odke_verdict") == ["unchecked"] * 3
    kept.write(tmp_path / "kept")
    assert faults(tmp_path / "kept") == []
    assert before == Export.read(era_folder)


def test_real_exports_hang_together(real_folder: Path, faults: Faults, tmp_path: Path) -> None:
    """Real exports are whole before; without what the lexical grounder refutes they still are."""
    assert faults(real_folder) == []
    grounded = ground_graph(real_folder, adapter="graphrag")
    grounded.keep().write(tmp_path / "kept")
    assert faults(tmp_path / "kept") == []


@pytest.mark.parametrize("every", [2, 3, 7])
def test_real_exports_hang_together_after_any_gate(
    every: int, real_folder: Path, faults: Faults, tmp_path: Path
) -> None:
    """With every second, third or seventh item refused, communities and all."""
    before = Export.read(real_folder)
    gate = Refusing(lambda fact: (int(fact.id.split("/")[2]) + every) % every == 0)
    kept = GraphRAGAdapter().keep(before, facts_of(before), gate=gate)
    kept.write(tmp_path / "kept")
    assert faults(tmp_path / "kept") == []
    for name in ITEMS:
        rows = {row["id"]: row for row in before.table(name).to_pylist()}
        for row in kept.table(name).to_pylist():
            mine = {k: v for k, v in row.items() if not k.startswith("odke_")}
            counts = ("degree", "combined_degree", "rank", "source_degree", "target_degree")
            old = {k: v for k, v in rows[row["id"]].items() if k not in counts}
            assert {k: v for k, v in mine.items() if k not in counts} == old
    gone = sum(before.table(n).num_rows - kept.table(n).num_rows for n in ITEMS)
    assert kept.leftovers
    assert len(kept.leftovers.dropped) == gone > 0


def test_no_leaked_name_is_left_in_a_real_export(real: Callable[[str], Path]) -> None:
    """1.2.0: the ten entities and twenty relationships that the prompt's example left."""
    leaked = set(
        "SAMUEL NAMARA|ALHAMIA PRISON|FIRUZABAD|AURELIA|QUINTARA|TIRUZIA|KROHAARA|CASHION|"
        "DURKE BATAGLANI|MEGGIE TAZBAH".split("|")
    )
    folder = real("v1.2.0_notebook")
    before, kept = Export.read(folder), ground_graph(folder, adapter="graphrag").keep()
    assert leaked <= set(column(before, "entities", "title"))
    assert leaked.isdisjoint(column(kept, "entities", "title"))
    assert leaked.isdisjoint(column(kept, "relationships", "source"))
    assert leaked.isdisjoint(column(kept, "relationships", "target"))
    assert (before.table("entities").num_rows, kept.table("entities").num_rows) == (373, 363)
    relationships = (before.table("relationships").num_rows, kept.table("relationships").num_rows)
    assert relationships == (812, 791)
    assert kept.leftovers
    about = [d.name for d in kept.leftovers.dropped if d.kind == "relationship"]
    assert sum(not leaked.isdisjoint(name.split(" -> ")) for name in about) == 20


def test_a_relationship_goes_with_its_end(read: Read) -> None:
    """An entity that is refused takes its relationships along, and they say so."""
    kept = without(read(**graph("AB", "BC", "CD")), "entity/0")
    assert column(kept, "relationships", "id") == ["r-BC", "r-CD"]
    assert column(kept, "entities", "title") == ["B", "C", "D"]
    assert kept.leftovers
    (relationship, entity) = kept.leftovers.dropped
    assert (relationship.name, relationship.because, relationship.refused) == (
        "A -> B",
        "its end 'A' was dropped",
        False,
    )
    assert (entity.id, entity.name, entity.because, entity.refused) == (
        "e-A",
        "A",
        "the test says so",
        True,
    )


def test_a_title_that_another_row_has_is_still_there(read: Read) -> None:
    """Of two rows of one title, one goes: what names the title has its end."""
    tables = graph("AB")
    tables["entities"]["title"] = ["A", "A"]
    tables["relationships"]["target"] = ["A"]
    kept = without(read(**tables), "entity/0")
    assert column(kept, "entities", "id") == ["e-B"]
    assert column(kept, "relationships", "id") == ["r-AB"]


def test_an_entity_goes_with_the_last_of_its_relationships(read: Read) -> None:
    """The orphans of a refusal go; what stood alone before, or keeps one, stays."""
    kept = without(read(**graph("AB", "BC", alone="Z")), "relationship/0")
    assert column(kept, "entities", "title") == ["B", "C", "Z"]
    assert column(kept, "entities", "degree") == [1, 1, 0]
    assert column(kept, "relationships", "combined_degree") == [2]
    assert kept.leftovers
    assert kept.leftovers.dropped[-1].because == "every relationship that it had was dropped"


def test_degrees_count_each_pair_once(read: Read) -> None:
    """Both directions are one neighbour, twice the same is one, and oneself counts twice."""
    kept = without(read(**graph("AB", "BA", "AB", "CC", "AC", "AD")), "relationship/5")
    assert column(kept, "entities", "title") == ["A", "B", "C"]
    assert column(kept, "entities", "degree") == [2, 1, 3]
    assert column(kept, "relationships", "combined_degree") == [3, 3, 3, 6, 5]


def test_an_end_that_never_had_a_row_costs_nothing(read: Read) -> None:
    """A relationship without an entity at one end was so before, and is judged by its own text."""
    tables = graph("AB", "BC")
    tables["relationships"]["target"][1] = "NOWHERE"
    assert column(without(read(**tables), "claim/9"), "relationships", "id") == ["r-AB", "r-BC"]


def test_only_claims_go(read: Read, tables: dict[str, Any]) -> None:
    """A refused claim leaves its text unit's list, and the graph is as it was."""
    tables["text_units"]["covariate_ids"] = [[], ["c-0", "c-1", "c-2"]]
    tables["communities"] = {"id": ["k"], "community": [0], "entity_ids": [["e-0"]]}
    kept = without(read(**tables), "claim/0")
    assert column(kept, "covariates", "id") == ["c-1", "c-2"]
    assert column(kept, "text_units", "covariate_ids") == [[], ["c-1", "c-2"]]
    assert kept.table("entities").num_rows == 5
    assert kept.leftovers
    assert "create_communities" not in kept.leftovers.workflows


# ── who decides ──────────────────────────────────────────────────────────────────────────────────


def test_the_gate_is_asked_once_an_item(read: Read, tables: dict[str, Any]) -> None:
    """With the fact that has the verdict of all of an item's texts, whatever their order."""
    export = read(**tables)
    facts = facts_of(export)
    parts = [fact for fact in facts if "/relationship/3" in fact.id]
    assert len(parts) == 2
    verdicts = dict(zip([part.id for part in parts], ["not_found", "supported"], strict=True))
    judged = [f.model_copy(update={"verdict": verdicts.get(f.id, "unchecked")}) for f in facts]
    gate = Refusing(lambda _: False)
    GraphRAGAdapter().keep(export, reversed(judged), gate=gate)
    asked = ["/".join(fact.id.split("/")[1:3]) for fact in gate.asked]
    assert len(asked) == len(set(asked)) == 4 + 5 + 2
    assert [fact.verdict for fact in gate.asked if "/relationship/3" in fact.id] == ["supported"]


def test_without_a_gate_contradicted_and_not_found_go(read: Read, tables: dict[str, Any]) -> None:
    """Unchecked and supported stay; so does an item that has no fact."""
    export = read(**tables)
    verdicts = {"relationship/0": "contradicted", "relationship/1": "not_found"}
    verdicts["relationship/2"] = "supported"
    facts = [
        fact.model_copy(update={"verdict": verdicts["/".join(fact.id.split("/")[1:3])]})
        for fact in facts_of(export)
        if "/".join(fact.id.split("/")[1:3]) in verdicts
    ]
    kept = GraphRAGAdapter().keep(export, facts)
    assert column(kept, "relationships", "id") == ["r-2", "r-3"]
    assert column(kept, "relationships", "odke_verdict") == ["supported", None]
    assert column(kept, "relationships", "odke_review") == [None, None]


def test_an_accept_with_a_reason_is_a_mark(read: Read, tables: dict[str, Any]) -> None:
    """The reason stands in odke_review beside the verdict, and nothing goes."""
    export = read(**tables)
    grounded = ground_graph(export, adapter="graphrag")
    kept = grounded.keep(VerdictGate(refuse_not_found=True, on_refusal="mark"))
    assert kept.table("relationships").num_rows == 4
    review = column(kept, "relationships", "odke_review")
    assert [bool(cell) for cell in review] == [False, False, True, False]
    assert review[2].startswith("not_found: prompt_example")
    again = ground_graph(kept, adapter="graphrag").keep(Refusing(lambda _: False))
    assert column(again, "relationships", "odke_review") == [None] * 4


def test_a_gate_that_answers_with_nothing_is_named(read: Read, tables: dict[str, Any]) -> None:
    """As in a pipeline, a stage that breaks its contract is named."""

    class Mute:
        def validate(self, fact: Fact, ontology: Ontology) -> None:
            """Say nothing."""

    export = read(**tables)
    with pytest.raises(StageError, match="the gate Mute answered None on the fact '0/rel"):
        GraphRAGAdapter().keep(export, facts_of(export), gate=Mute())  # type: ignore[arg-type]


def test_what_is_not_of_this_export_is_refused(read: Read, tables: dict[str, Any]) -> None:
    """A fact of another export, and a merged graph."""
    export = read(**tables)
    fact = facts_of(export)[0]
    with pytest.raises(InputError, match="of another export"):
        GraphRAGAdapter().keep(export, [fact.model_copy(update={"id": "0/relationship/99"})])
    with pytest.raises(AdapterError, match="leave out graph="):
        GraphRAGAdapter().keep(export, [], graph=KnowledgeGraph())
