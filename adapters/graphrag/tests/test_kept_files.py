"""How is what is kept written, and what is said of what is not?"""

from __future__ import annotations

import copy
import csv
import pickle
from collections.abc import Callable
from pathlib import Path

from small_graphs import column, graph, group, grouped, without

from openodke import ground_graph
from openodke_graphrag import Export

Faults = Callable[[Path], list[str]]
Read = Callable[..., Export]
Write = Callable[..., Path]
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "graphrag" / "output"
ITEMS = ("entities", "relationships", "covariates")


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
