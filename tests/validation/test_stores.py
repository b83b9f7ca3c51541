"""What becomes of a graph that is held against a store, and written to one?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlite_graph import SqliteGraph

from openodke import Document, Entity, KnowledgeGraph, Ontology, Validator, VerdictGate
from openodke.corroborate import MemoryLookup, NativeResolver, SignatureCorroborator
from openodke.errors import StageError
from openodke.validation import ValidationReport

ONTOLOGY = Ontology.from_dict(
    {
        "types": {"Yard": {}, "Ship": {}},
        "predicates": {
            "built": {"range": "Ship"},
            "founded": {"range": "date", "cardinality": "single"},
        },
    }
)
TEXTS = {
    "log": "Tamm Yard (tammyard.example) built the Skua. Tamm Yard was founded in 1890.",
    "press": "Tamm Boat Yard, of tammyard.example, built the Skua. It was founded in 1891.",
}


def rows(doc: str, yard: str, year: str) -> list[dict[str, Any]]:
    """Return two claims of one text; their ids are those of another text's, as an adapter's are."""
    said = {
        "doc": doc, "subject": yard, "subject_type": "Yard",
        "subject_aliases": ["tammyard.example"],
    }  # fmt: skip
    return [
        {**said, "id": "0/r/0", "predicate": "built", "object": "Skua", "object_type": "Ship"},
        {**said, "id": "0/r/1", "predicate": "founded", "object": year},
    ]


FIRST = rows("log", "Tamm Yard", "1890")
SECOND = rows("press", "Tamm Boat Yard", "1891")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteGraph]:
    """An empty store of the tenant `ember`."""
    held = SqliteGraph(tmp_path / "graph.db", tenant="ember")
    yield held
    held.close()


def validated(
    batch: list[dict[str, Any]], store: SqliteGraph, tenant: str = "ember"
) -> tuple[KnowledgeGraph, ValidationReport]:
    """Validate a batch against a store, and write it there."""
    doc = batch[0]["doc"]
    text = Document(id=doc, text=TEXTS[doc], uri=f"https://{doc}.example/a")
    corroborator = SignatureCorroborator(ONTOLOGY, store=store)
    validator = Validator(
        ONTOLOGY, lookup=store, corroborator=corroborator, sinks=[store], tenant=tenant
    )
    return validator.validate(batch, [text])


def test_a_second_batch_meets_the_first_in_the_store(store: SqliteGraph) -> None:
    """Its names are re-keyed on proof, its sources added, and a stored rival contests it."""
    kg, report = validated(FIRST, store)
    assert report.writes == ("SqliteGraph",)
    assert report.store == {
        "candidates": 0, "linked": 0, "rekeyed": 0, "found": 0, "merged": 0, "rivals": 0,
    }  # fmt: skip
    stored_key = kg.facts[0].subject.key
    kg, report = validated(SECOND, store)
    built, founded = kg.facts
    assert built.subject.key == stored_key == "Yard:tamm yard"
    assert [entry.source for entry in built.supported_by] == ["log.example", "press.example"]
    assert founded.qualifiers["odke.conflict"]["to"] in ("'1890'", "1890")
    assert report.store == {
        "candidates": 2, "linked": 1, "rekeyed": 1, "found": 2, "merged": 1, "rivals": 1,
    }  # fmt: skip
    assert "store         2 candidates, " in str(report)
    assert report.links == {"same_as": 1}
    assert report.to_json()["restated"] == 1


@pytest.mark.parametrize("second", [SECOND, SECOND[::-1]])
def test_rows_of_an_earlier_run_are_not_this_run_s(
    store: SqliteGraph, second: list[dict[str, Any]]
) -> None:
    """Though their ids are the same: each row has its own verdict, and went into its own claim."""
    built, founded = FIRST
    validated([{**founded, "id": "0/r/0"}, {**built, "id": "0/r/1"}], store)
    kg, report = validated(second, store)
    assert set(report.rows) == {"0/r/0", "0/r/1"}
    predicates = {fact.id: fact.predicate for fact in report.row_facts}
    claims = {fact.predicate: fact for fact in kg.facts}
    assert claims["built"].qualifiers["odke.rows"] == ("0/r/0", "0/r/1")
    for row, predicate in predicates.items():
        owner = report.trail.claim_of(row)
        assert owner is claims[predicate]
        assert report.explain(row).count("row  ") == 1
    assert report.explain("0/r/1").splitlines()[-2].startswith("score     ")
    assert "support   1" in report.explain("0/r/1")


def test_a_tenant_s_graph_is_its_own(store: SqliteGraph) -> None:
    """What another one stored is not found, and what is stored is stamped."""
    validated(FIRST, store, tenant="amber")
    kg, report = validated(SECOND, store)
    assert {entity.attributes["tenant"] for entity in kg.entities} == {"ember"}
    assert (report.tenant, report.links) == ("ember", {})
    assert not any(report.store.values())
    assert "store" not in str(report)


def test_a_lookup_in_memory() -> None:
    """It is asked as a store on disk is, and keeps to its tenant."""
    held = {
        key: Entity(
            key=key, type="Yard", label="Tamm Yard", aliases=("tammyard.example",),
            attributes={"tenant": tenant},
        )
        for key, tenant in (("s:1", "ember"), ("s:2", "amber"))
    }  # fmt: skip
    lookup = MemoryLookup(held, tenant="ember")
    kg, report = Validator(ONTOLOGY, lookup=lookup, tenant="ember").validate(
        SECOND, [Document(id="press", text=TEXTS["press"])]
    )
    assert {fact.subject.key for fact in kg.facts} == {"s:1"}
    assert report.store == {"candidates": 1, "linked": 1, "rekeyed": 1}


def test_stages_that_are_used_again_count_anew() -> None:
    """A report holds what its own run counted, and its sums hold."""
    gate = VerdictGate(schema=True)
    resolver = NativeResolver(lookup=MemoryLookup({}))
    validator = Validator(ONTOLOGY, gate=gate, resolver=resolver)
    row = {**FIRST[0], "predicate": "sank"}
    text = Document(id="log", text=TEXTS["log"])
    reports = [validator.validate([row], [text])[1] for _ in range(2)]
    assert [report.refused_by for report in reports] == [{"predicate": 1}] * 2
    assert validator.validate([FIRST[0]], [text])[1].refused_by == {}
    assert gate.stats["refused"] == {"predicate": 2}


class JsonLines:
    """Writes a graph as files of JSON Lines."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, kg: KnowledgeGraph) -> None:
        """Write facts, entities and links."""
        for name in ("facts", "entities", "links"):
            lines = "".join(item.model_dump_json() + "\n" for item in getattr(kg, name))
            (self.folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")


def test_every_sink_gets_the_graph(store: SqliteGraph, tmp_path: Path) -> None:
    """In their order; what one holds is what the graph holds."""
    text = Document(id="log", text=TEXTS["log"])
    validator = Validator(ONTOLOGY, sinks=[JsonLines(tmp_path), store], tenant="ember")
    kg, report = validator.validate(FIRST, [text])
    assert report.writes == ("JsonLines", "SqliteGraph")
    lines = (tmp_path / "facts.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [fact.id for fact in kg.facts]
    assert store.stored(kg.facts) == list(kg.facts)


def test_a_sink_that_fails_is_named(tmp_path: Path) -> None:
    """The error is its own, with a note of whose it is."""
    text = Document(id="log", text=TEXTS["log"])
    with pytest.raises(FileNotFoundError) as caught:
        Validator(sinks=[JsonLines(tmp_path / "gone")]).validate(FIRST, [text])
    assert caught.value.__notes__ == ["in the sink JsonLines, at the write"]
    with pytest.raises(StageError, match=r"sink=.* has no method write"):
        Validator(sinks=[object()])  # type: ignore[list-item]
