"""Does what a gate refuses go, with what rests on it, and does no id point nowhere after it?"""

from __future__ import annotations

import copy
import csv
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from openodke import Fact, GateVerdict, Ontology, VerdictGate, ground_graph
from openodke.errors import AdapterError, ExportError, InputError, StageError
from openodke.interop import to_fact
from openodke.model import KnowledgeGraph
from openodke_graphrag import Export, GraphRAGAdapter

Faults = Callable[[Path], list[str]]
Read = Callable[..., Export]
Write = Callable[..., Path]
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "graphrag" / "output"
ITEMS = ("entities", "relationships", "covariates")


class Refusing:
    """Refuses each fact that a test picks, and marks those that another picks."""

    def __init__(
        self, refuse: Callable[[Fact], bool], mark: Callable[[Fact], bool] = lambda _: False
    ) -> None:
        """Take who is refused, and who is marked."""
        self.refuse, self.mark = refuse, mark
        self.asked: list[Fact] = []

    def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:
        """Answer, and remember the question."""
        assert isinstance(ontology, Ontology)
        self.asked.append(fact)
        if self.refuse(fact):
            return GateVerdict(action="refuse", reason="the test says so")
        return GateVerdict(action="accept", reason="look here" if self.mark(fact) else None)


def items(*ids: str) -> Callable[[Fact], bool]:
    """Pick facts by their place, such as `entity/0`."""
    return lambda fact: "/".join(fact.id.split("/")[1:3]) in ids


def facts_of(export: Export) -> list[Fact]:
    """Return a fact a row, without verdicts."""
    rows, documents = GraphRAGAdapter().to_rows(export)
    texts = {document.id: document for document in documents}
    return [to_fact(row, texts.get(row.doc or "")) for row in rows]


def without(export: Export, *ids: str) -> Export:
    """Keep all but some items."""
    gate = Refusing(items(*ids))
    return GraphRAGAdapter().keep(export, facts_of(export), gate=gate)


def column(export: Export, table: str, name: str) -> list[Any]:
    """Return a column."""
    return export.table(table).column(name).to_pylist()


def graph(*pairs: str, alone: str = "", **more: Any) -> dict[str, Any]:
    """Return tables with a relationship for each pair of letters, on one text."""
    names = sorted({*"".join(pairs), *alone})
    units = [["u"]]
    tables = {
        "entities": {
            "id": [f"e-{name}" for name in names],
            "title": names,
            "description": [f"{name} is here" for name in names],
            "text_unit_ids": units * len(names),
            "degree": [0] * len(names),
        },
        "relationships": {
            "id": [f"r-{pair}" for pair in pairs],
            "source": [pair[0] for pair in pairs],
            "target": [pair[1] for pair in pairs],
            "description": [f"{pair[0]} knows {pair[1]}" for pair in pairs],
            "text_unit_ids": units * len(pairs),
            "combined_degree": [0] * len(pairs),
        },
        "text_units": {
            "id": ["u", "v"],
            "text": ["All are here.", "Nobody is here."],
            "entity_ids": [[f"e-{name}" for name in names], []],
            "relationship_ids": [[f"r-{pair}" for pair in pairs], None],
        },
    }
    return {**tables, **more}


def group(number: int, parent: int, children: list[int], names: str, *pairs: str) -> dict[str, Any]:
    """Return a community."""
    return {
        "id": f"k-{number}",
        "community": number,
        "parent": parent,
        "children": children,
        "entity_ids": [f"e-{name}" for name in names],
        "relationship_ids": [f"r-{pair}" for pair in pairs],
        "text_unit_ids": ["u"] if pairs else [],
        "size": len(names),
    }


def grouped(*groups: dict[str, Any]) -> dict[str, pa.Table]:
    """Return communities and a report on each."""
    reports = [
        {
            "id": f"p-{held['community']}",
            **{name: held[name] for name in ("community", "parent", "children", "size")},
            "title": "Report",
            "full_content": f"What community {held['community']} does.",
        }
        for held in groups
    ]
    return {
        "communities": pa.Table.from_pylist(list(groups)),
        "community_reports": pa.Table.from_pylist(reports),
    }


# ── what goes ────────────────────────────────────────────────────────────────────────────────────


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


# ── communities and reports ──────────────────────────────────────────────────────────────────────


def test_communities_count_what_is_left(read: Read) -> None:
    """Members, relationships, text units and size are those that are left; the tree is mended."""
    tables = graph("AB", "BC", "DE", "EF", alone="Z") | grouped(
        group(0, -1, [1, 2], "ABCDEF", "AB", "BC", "DE", "EF"),
        group(1, 0, [], "ABC", "AB", "BC"),
        group(2, 0, [3], "DE", "DE"),
        group(3, 2, [], "DE", "DE"),
    )
    tables["relationships"]["text_unit_ids"] = [["u"], ["v"], ["v"], ["u"]]
    kept = without(read(**tables), "relationship/0", "entity/3", "entity/4")
    assert column(kept, "communities", "community") == [0, 1]
    assert column(kept, "communities", "entity_ids") == [["e-B", "e-C"], ["e-B", "e-C"]]
    assert column(kept, "communities", "relationship_ids") == [["r-BC"], ["r-BC"]]
    assert column(kept, "communities", "text_unit_ids") == [[], []]
    assert column(kept, "communities", "size") == [2, 2]
    assert column(kept, "communities", "children") == [[1], []]
    assert column(kept, "community_reports", "id") == ["p-0", "p-1"]
    assert column(kept, "community_reports", "children") == [[1], []]
    assert column(kept, "community_reports", "size") == [2, 2]
    assert kept.leftovers
    assert kept.leftovers.rows["communities"] == kept.leftovers.rows["community_reports"] == 2


def test_the_children_of_a_community_that_goes_are_adopted(read: Read) -> None:
    """Where a child has members that its parent lacked, the nearest parent left takes it."""
    tables = graph("AB", "CD") | grouped(
        group(0, -1, [1], "AB", "AB"),
        group(1, 0, [2], "CD", "CD"),
        group(2, 1, [3], "CD"),
        group(3, 2, [], "AB"),
    )
    kept = without(read(**tables), "entity/2")
    assert column(kept, "communities", "community") == [0, 3]
    assert column(kept, "communities", "parent") == [-1, 0]
    assert column(kept, "communities", "children") == [[3], []]


def test_parents_in_a_circle_end(read: Read) -> None:
    """A tree that is none costs its own communities, and no endless loop."""
    tables = graph("AB", "CD") | grouped(
        group(0, 1, [], "CD"), group(1, 0, [], "CD"), group(2, 1, [], "AB")
    )
    kept = without(read(**tables), "entity/2")
    assert column(kept, "communities", "parent") == [-1]


def test_a_community_that_was_empty_before_stays(read: Read) -> None:
    """Only what a refusal emptied goes; the ids that pointed nowhere are left out."""
    tables = graph("AB") | grouped(group(0, -1, [], "XY"), group(1, -1, [], "AB"))
    kept = without(read(**tables), "claim/0")
    assert column(kept, "communities", "entity_ids") == [[], ["e-A", "e-B"]]
    assert column(kept, "communities", "size") == [0, 2]


def test_reports_that_speak_of_what_went_are_marked_and_not_rewritten(read: Read) -> None:
    """By what their community lost, or by a name in their text, in any case and word for word."""
    tables = graph("AB", "BC", "DE", "DZ") | grouped(
        group(0, -1, [], "ABC", "AB", "BC"), group(1, -1, [], "DE", "DE"), group(2, -1, [], "D")
    )
    tables["entities"]["title"][0] = "SAMUEL NAMARA"
    tables["relationships"]["source"][0] = "SAMUEL NAMARA"
    tables["community_reports"] = tables["community_reports"].set_column(
        6,
        "full_content",
        pa.array(["B alone.", "Led by Samuel  Namara's aide.", "Samuel, Namaras."]),
    )
    export = read(**tables)
    kept = without(export, "entity/0")
    assert column(kept, "community_reports", "odke_stale") == ["true", "true", None]
    assert column(kept, "community_reports", "odke_stale_because") == [
        "its community lost 1 entity and 1 relationship",
        "it names SAMUEL NAMARA",
        None,
    ]
    held = kept.table("community_reports").drop_columns(["odke_stale", "odke_stale_because"])
    assert held.drop_columns(["size"]).equals(tables["community_reports"].drop_columns(["size"]))


def test_an_end_without_a_row_is_looked_for_in_reports_too(read: Read) -> None:
    """A name that only a dropped relationship had is a name that is gone."""
    tables = graph("AB", "BC") | grouped(group(0, -1, [], "BC", "BC"))
    tables["relationships"]["target"][0] = "KROHAARA"
    report = pa.array(["Money went by Krohaara."])
    tables["community_reports"] = tables["community_reports"].set_column(6, "full_content", report)
    kept = without(read(**tables), "relationship/0")
    assert column(kept, "community_reports", "odke_stale_because") == ["it names KROHAARA"]


def test_nodes_hold_the_communities_of_an_old_export(write: Write) -> None:
    """Without lists in the communities, membership is that of the nodes; their degrees are new."""
    tables = graph("AB", "BC", "DE")
    nodes = [
        {"id": f"e-{t}", "title": t, "community": c, "level": n, "degree": 9, "size": 9}
        for n, t, c in [(0, "A", "0"), (0, "B", "0"), (0, "C", "0"), (0, "D", "1"), (0, "E", "1")]
    ]
    tables["create_final_nodes"] = pa.Table.from_pylist(
        [*nodes, {**nodes[3], "community": None, "level": 1}]
    )
    reports = [{"id": f"p-{n}", "community": str(n), "full_content": "x"} for n in (0, 1)]
    tables["create_final_community_reports"] = pa.Table.from_pylist(reports)
    kept = without(Export.read(write(**tables)), "relationship/0", "relationship/2")
    assert column(kept, "nodes", "title") == ["B", "C"]
    assert column(kept, "nodes", "degree") == column(kept, "nodes", "size") == [1, 1]
    assert column(kept, "community_reports", "id") == ["p-0"]
    assert column(kept, "community_reports", "odke_stale_because") == [
        "its community lost 1 entity and 1 relationship"
    ]


def test_vectors_of_what_went_go_too(read: Read) -> None:
    """Embeddings written as tables: by the ids of entities, relationships and reports."""
    more: dict[str, Any] = {
        "embeddings.entity.description": {"id": ["e-A", "e-B"], "embedding": [[0.5], [0.25]]},
        "embeddings.community_full_content": {"id": ["p-0"], "embedding": [[0.5]]},
    }
    tables = graph("AB", "BC") | grouped(group(0, -1, [], "A")) | more
    kept = without(read(**tables), "entity/0")
    assert column(kept, "embeddings.entity.description", "id") == ["e-B"]
    assert column(kept, "embeddings.community_full_content", "id") == []


def test_single_descriptions_of_what_went_go_too(read: Read, tables: dict[str, Any]) -> None:
    """The raw tables: by the pair, and by the title."""
    raw = {"description": [["x"], ["y"]], "text_unit_ids": [["u-mill"], ["u-mill"]]}
    tables["raw_relationships"] = {
        "source": ["FIRUZABAD", "LOST"],
        "target": ["AURELIA", "PAIR"],
        **raw,
    }
    tables["raw_entities"] = {"title": ["FIRUZABAD", "TOLBY"], "type": ["", ""], **raw}
    kept = without(read(**tables), "entity/4")
    assert column(kept, "raw_relationships", "source") == ["LOST"]
    assert column(kept, "raw_entities", "title") == ["TOLBY"]


def test_a_damaged_table_is_named(write: Write, tables: dict[str, Any]) -> None:
    """Communities are read only when something is kept, and named when they cannot be."""
    folder = write(**tables)
    (folder / "communities.parquet").write_bytes(b"no table")
    export = Export.read(folder)
    with pytest.raises(ExportError, match=r"communities\.parquet: cannot be read as parquet"):
        without(export, "entity/0")


# ── how it is written ────────────────────────────────────────────────────────────────────────────


def test_a_description_that_is_missing_is_written_empty(read: Read) -> None:
    """GraphRAG's loaders read a missing one as the word "nan"."""
    tables = graph("AB", "BC")
    tables["relationships"]["description"] = [None, "B knows C"]
    tables["entities"]["description"] = [None, "B is here", None]
    kept = without(read(**tables), "claim/0")
    assert column(kept, "relationships", "description") == ["", "B knows C"]
    assert column(kept, "entities", "description") == ["", "B is here", ""]


def test_csv_cells_that_hold_are_written_letter_by_letter(write: Write, tmp_path: Path) -> None:
    """A list that loses an item is printed anew, every other cell is as it was."""
    tables = graph("AB", "BC", "DE") | grouped(group(0, -1, [], "ABC", "AB", "BC"))
    folder = write("csv", **tables)
    without(Export.read(folder), "relationship/2").write(tmp_path / "kept")
    with (tmp_path / "kept" / "text_units.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["relationship_ids"] == "['r-AB', 'r-BC']"
    assert rows[1]["relationship_ids"] == ""
    with (tmp_path / "kept" / "communities.csv").open(encoding="utf-8", newline="") as file:
        (community,) = csv.DictReader(file)
    assert community["entity_ids"] == "['e-A'\n 'e-B'\n 'e-C']"
    assert community["size"] == "3"


def test_a_table_in_two_forms_is_written_in_one(write: Write, tmp_path: Path) -> None:
    """The CSV beside a parquet file would bring back what went: it is not copied."""
    tables = graph("AB", "BC", "DE")
    write("csv", **tables)
    folder = write(**tables)
    kept = without(Export.read(folder), "relationship/2")
    kept.write(tmp_path / "kept")
    names = {path.name for path in (tmp_path / "kept").iterdir()}
    assert "entities.parquet" in names
    assert not [name for name in names if name.endswith(".csv")]
    assert "entities.csv: not written" in str(kept.leftovers)


def test_keeping_again_drops_nothing_more(era_folder: Path, tmp_path: Path) -> None:
    """From the object, and from the folder that was written."""
    kept = ground_graph(era_folder, adapter="graphrag").keep()
    kept.write(tmp_path / "kept")
    for again in (kept, tmp_path / "kept"):
        twice = ground_graph(again, adapter="graphrag").keep()
        for name in ITEMS:
            assert column(twice, name, "id") == column(kept, name, "id")
        assert twice.leftovers.dropped == ()


def test_what_is_kept_can_be_copied(read: Read) -> None:
    """By pickle and by deepcopy, leftovers and all."""
    kept = without(read(**graph("AB", "BC")), "entity/0")
    assert pickle.loads(pickle.dumps(kept)) == kept
    assert copy.deepcopy(kept).leftovers == kept.leftovers


def test_an_export_without_a_table_is_kept(read: Read) -> None:
    """With relationships alone, or entities alone, what is there is kept."""
    tables = graph("AB", "BC")
    del tables["entities"]
    assert column(without(read(**tables), "relationship/0"), "relationships", "id") == ["r-BC"]
    tables = graph("AB", "BC")
    del tables["relationships"]
    assert column(without(read(**tables), "entity/0"), "entities", "title") == ["B", "C"]


# ── the account ──────────────────────────────────────────────────────────────────────────────────


def test_leftovers_say_what_went_and_what_to_run_again() -> None:
    """On the example: counts, the facts, what still speaks of them, and the lines of settings."""
    kept = ground_graph(EXAMPLE, adapter="graphrag").keep()
    left = kept.leftovers
    assert [len([d for d in left.dropped if d.kind == k]) for k in left.before] == [4, 4, 1]
    assert left.before == {"relationship": 33, "entity": 24, "claim": 8}
    assert {fact.id.split("/")[1] for fact in left.refused} == {"relationship", "entity", "claim"}
    assert all(fact.qualifiers["odke.review"] for fact in left.refused)
    assert left.settings.splitlines() == [
        "workflows:",
        "  - create_communities",
        "  - create_community_reports",
        "  - generate_text_embeddings",
    ]
    said = str(left)
    assert "dropped       4 of 33 relationships" in said
    assert "do not run finalize_graph" in said


def test_leftovers_name_what_lies_beside_the_tables(write: Write, tmp_path: Path) -> None:
    """Vectors, pictures of the graph, tables of unknown kinds, the cache of the model's answers."""
    folder = write(**graph("AB", "BC"), create_base_entity_graph={"level": [0]})
    folder = folder.rename(tmp_path / "output")
    for name in ("lancedb", "default-entity-description.lance", "logs", "../cache"):
        (folder / name).mkdir()
    for name in ("graph.graphml", "stats.json", "notes.txt"):
        (folder / name).write_text("x", encoding="utf-8")
    left = without(Export.read(folder), "entity/0").leftovers
    assert left
    assert [line.split(":")[0].split(" ")[0] for line in left.mentions] == [
        "create_base_entity_graph.parquet",
        "default-entity-description.lance/",
        "graph.graphml",
        "lancedb/",
        "stats.json",
        "cache/",
    ]


def test_nothing_went(read: Read) -> None:
    """Then nothing has to be run again, and nothing is said to remain."""
    kept = without(read(**graph("AB") | grouped(group(0, -1, [], "AB", "AB"))), "entity/9")
    assert kept.leftovers
    assert (kept.leftovers.workflows, kept.leftovers.mentions, kept.leftovers.stale) == ((), (), 0)
    assert kept.leftovers.settings == ""
    assert (
        str(kept.leftovers) == "dropped       0 of 1 relationships\ndropped       0 of 2 entities"
    )


def test_old_tables_have_to_be_migrated_first(write: Write) -> None:
    """The workflows of GraphRAG 3 do not read the tables of GraphRAG 1."""
    tables = {f"create_final_{name}": table for name, table in graph("AB", "BC").items()}
    left = without(Export.read(write(**tables)), "entity/0").leftovers
    assert "migrate them first" in str(left)
