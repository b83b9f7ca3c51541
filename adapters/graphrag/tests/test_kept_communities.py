"""Do communities, reports and what else speaks of a row know what is left?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from small_graphs import column, graph, group, grouped, without

from openodke.errors import ExportError
from openodke_graphrag import Export

Faults = Callable[[Path], list[str]]
Read = Callable[..., Export]
Write = Callable[..., Path]
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "graphrag" / "output"
ITEMS = ("entities", "relationships", "covariates")


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


def test_parents_and_children_that_were_nowhere_go(read: Read) -> None:
    """Also where nothing is dropped: a tree names no community that is not there."""
    tables = graph("AB", "BC") | grouped(
        group(0, -1, [2, 1, 9], "ABC", "AB", "BC"), group(1, 7, [], "AB", "AB")
    )
    for ids in ((), ("relationship/1",), ("entity/2",)):
        kept = without(read(**tables), *ids)
        for name in ("communities", "community_reports"):
            assert column(kept, name, "children") == [[1], []]
            assert column(kept, name, "parent") == [-1, -1]


def test_a_parent_that_is_not_said_stays_unsaid(read: Read) -> None:
    """Nothing is written where there was nothing; who loses a parent without one is a root."""
    tables = graph("AB", "CD") | grouped(
        group(0, 0, [1], "CD", "CD"), group(1, 0, [], "AB", "AB"), group(2, 0, [], "AB")
    )
    for name, table in tables.items():
        if isinstance(table, pa.Table):
            at = table.schema.get_field_index("parent")
            tables[name] = table.set_column(at, "parent", pa.array([None, 0, None]))
    kept = without(read(**tables), "entity/2")
    assert column(kept, "communities", "parent") == [-1, None]


def test_a_community_that_was_empty_before_stays(read: Read) -> None:
    """Only what a refusal emptied goes; the ids that pointed nowhere are left out."""
    tables = graph("AB") | grouped(group(0, -1, [], "XY"), group(1, -1, [], "AB"))
    kept = without(read(**tables), "claim/0")
    assert column(kept, "communities", "entity_ids") == [[], ["e-A", "e-B"]]
    assert column(kept, "communities", "size") == [0, 2]


@pytest.mark.parametrize("ids", [None, "", float("nan")])
def test_lists_of_a_table_without_ids_stand(read: Read, ids: Any) -> None:
    """Whose ids they hold nobody can tell: they stay, a note says so, and the others are mended."""
    tables = graph("AB", "BC") | grouped(group(0, -1, [], "ABC", "AB", "BC"))
    tables["text_units"]["covariate_ids"] = [["c"], []]
    del tables["relationships"]["id"]
    tables["entities"]["id"] = pa.array([ids] * 3)
    export = read(**tables)
    kept = without(export, "relationship/1")
    for held in ("entity_ids", "relationship_ids"):
        assert column(kept, "text_units", held) == column(export, "text_units", held)
    assert "communities" not in kept.tables  # no change: the file is copied
    assert column(kept, "relationships", "target") == ["B"]
    assert kept.leftovers
    assert [line for line in kept.leftovers.notes if "has no ids" in line] == [
        f"{name}.parquet has no ids: {held} of text_units and communities stays as it was, "
        "and may name what was dropped"
        for held, name in (("entity_ids", "entities"), ("relationship_ids", "relationships"))
    ]
    untouched = without(export)
    assert untouched.leftovers
    assert "\nnote          entities.parquet has no ids" in str(untouched.leftovers)


def test_a_list_that_names_rows_of_an_empty_table_is_emptied(read: Read) -> None:
    """It has a column of ids, and none of these."""
    tables = graph("AB")
    tables["relationships"] = pa.table(tables["relationships"]).slice(0, 0)
    kept = without(read(**tables))
    assert column(kept, "text_units", "relationship_ids") == [[], None]
    assert column(kept, "text_units", "entity_ids") == [["e-A", "e-B"], []]


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


def test_a_report_that_was_stale_stays_so(read: Read) -> None:
    """Until it is written anew: keeping again adds reasons and takes none away."""
    pairs = ("AB", "BC", "CD", "DB")
    tables = graph(*pairs) | grouped(group(0, -1, [], "ABCD", *pairs))
    once = without(read(**tables), "entity/0")
    twice = without(once, "entity/9")
    first = "its community lost 1 entity and 1 relationship"
    assert column(twice, "community_reports", "odke_stale_because") == [first]
    assert twice.leftovers
    assert twice.leftovers.stale == 1
    thrice = without(once, "relationship/1")
    assert column(thrice, "community_reports", "odke_stale_because") == [
        f"{first}; its community lost 1 relationship"
    ]


def test_what_there_is_no_table_of_is_let_stand(read: Read) -> None:
    """Without a table of entities, or of relationships, nothing is known of who is gone."""
    tables = graph("AB", "BC") | grouped(group(0, -1, [], "ABC", "AB", "BC"))
    entities = tables.pop("entities")
    kept = without(read(**tables), "relationship/0")
    assert column(kept, "communities", "entity_ids") == [["e-A", "e-B", "e-C"]]
    assert column(kept, "communities", "size") == [3]
    tables["entities"] = {**entities, "degree": [1, 2, 1]}
    del tables["relationships"]
    folder = read(**tables).folder
    assert folder
    (folder / "relationships.parquet").unlink()
    kept = without(Export.read(folder), "entity/2")
    assert column(kept, "communities", "relationship_ids") == [["r-AB", "r-BC"]]
    assert column(kept, "entities", "degree") == [1, 2]


@pytest.mark.parametrize("kind", [pa.float64(), pa.int32(), pa.large_string()])
def test_lists_of_numbers_keep_their_type(read: Read, kind: pa.DataType) -> None:
    """Children as whole numbers of any width, as pandas writes them beside gaps, or as text."""
    tables = graph("AB", "CD") | grouped(
        group(0, -1, [1, 2], "AB"), group(1, 0, [], "A"), group(2, 0, [], "C")
    )
    children = pa.array([[1, 2], [], []]).cast(pa.list_(kind))
    tables["communities"] = tables["communities"].set_column(3, "children", children)
    kept = without(read(**tables), "entity/2")
    assert kept.table("communities").column("children").type == pa.list_(kind)
    assert [len(cell) for cell in column(kept, "communities", "children")] == [1, 0]
