"""Do verdicts land at their own place, and nothing else change?"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from openodke import __version__ as openodke_version
from openodke.errors import AdapterError, InputError
from openodke.interop import VERDICT_KEYS, GroundedGraph, ItemVerdict, ground_graph, to_fact
from openodke.model import REVIEW, Fact, GroundingVerdict, KnowledgeGraph, Support
from openodke.model.frozen import now
from openodke_graphrag import Export, GraphRAGAdapter

Read = Callable[..., Export]
CLAIM_TABLES = ("relationships", "entities", "covariates")


def grounded(export: Export | Path) -> GroundedGraph:
    """Ground an export without a model."""
    return ground_graph(export, adapter="graphrag")


def without_verdicts(table: pa.Table) -> pa.Table:
    """Return a table without the columns that are ours."""
    return table.drop_columns([n for n in table.column_names if n.startswith("odke_")])


def assert_only_verdicts_differ(before: Export, after: Export) -> None:
    """Every cell, column, type, order and schema note that was there is there."""
    assert set(after.tables) - set(before.tables) <= {"odke_verdicts"}
    for name, table in before.tables.items():
        kept = without_verdicts(after.table(name)) if name in CLAIM_TABLES else after.table(name)
        assert kept.equals(table.data, check_metadata=True)


def column(export: Export, table: str, name: str = "odke_verdict") -> list[Any]:
    """Return a column."""
    return export.table(table).column(name).to_pylist()


def judged(fact: Fact, verdict: str, reason: str, suspicion: float = 0.5, **more: Any) -> Fact:
    """Return the fact with a verdict and its record."""
    record = {"reason": reason, "suspicion": suspicion, "seen": more.pop("seen", ())}
    place = f"{fact.evidence[0].doc_id}:0-9" if fact.evidence else "nowhere:0-0"
    return fact.model_copy(
        update={
            "verdict": GroundingVerdict(verdict),
            "qualifiers": {**fact.qualifiers, "odke.ground": {**record, "looked_at": [place]}},
            **more,
        }
    )


def facts_of(export: Export) -> list[Fact]:
    """Return a fact a row, without verdicts."""
    rows, documents = GraphRAGAdapter().to_rows(export)
    texts = {document.id: document for document in documents}
    return [to_fact(row, texts.get(row.doc or "")) for row in rows]


def test_annotating_adds_columns_and_changes_nothing(era_folder: Path, tmp_path: Path) -> None:
    """In each era: in memory, and again after writing and reading, only odke_* is new."""
    export = Export.read(era_folder)
    untouched = Export.read(era_folder)
    annotated = grounded(export).annotate()
    assert_only_verdicts_differ(export, annotated)
    assert_only_verdicts_differ(untouched, export)
    annotated.write(tmp_path / "out")
    again = Export.read(tmp_path / "out")
    assert_only_verdicts_differ(export, again)
    for name in CLAIM_TABLES:
        assert again.table(name).column_names[-5:] == list(VERDICT_KEYS)
        cells = [cell or None for cell in column(again, name)]  # CSV has no null
        assert cells == column(annotated, name)


def test_the_leak_is_found_and_its_neighbours_are_not(era_folder: Path) -> None:
    """Names of the prompt's example that the text lacks are refused; the rest stays unchecked."""
    annotated = grounded(era_folder).annotate()
    verdicts = ["unchecked", "unchecked", "not_found", "unchecked"]
    assert column(annotated, "relationships") == verdicts
    assert column(annotated, "relationships", "odke_reason")[2] == "prompt_example"
    assert column(annotated, "entities") == ["unchecked"] * 4 + ["not_found"]
    assert column(annotated, "covariates", "odke_reason")[1] == "malformed"


def test_annotating_twice_changes_nothing_more(era_folder: Path) -> None:
    """The same verdicts give the same tables, in memory and from the tables already annotated."""
    once = grounded(era_folder).annotate()
    assert grounded(once).annotate() == once
    assert grounded(grounded(once).native).annotate() == once


def test_new_verdicts_replace_old_ones_in_place(read: Read, tables: dict[str, Any]) -> None:
    """A column of ours that the user moved stays where it is, with the new verdicts."""
    export = read(**tables)
    facts = facts_of(export)
    adapter = GraphRAGAdapter()
    first = adapter.annotate(export, [judged(f, "not_found", "object_absent") for f in facts])
    moved = first.table("relationships").select([*VERDICT_KEYS, "id", "source", "target"])
    second = adapter.annotate(
        first.with_table("relationships", moved), [judged(f, "supported", "stated") for f in facts]
    )
    assert second.table("relationships").column_names == moved.column_names
    assert column(second, "relationships") == ["supported"] * 4
    assert column(second, "odke_verdicts", "verdict") == ["supported"] * len(facts)


def test_each_verdict_lands_at_its_own_place(read: Read, tables: dict[str, Any]) -> None:
    """In any order, with exact duplicates: ids lead back, content does not."""
    tables["relationships"] = {k: [v[0]] * 4 for k, v in tables["relationships"].items()}
    export = read(**tables)
    facts = [f for f in facts_of(export) if "/relationship/" in f.id]
    verdicts = ["supported", "contradicted", "not_found", "unchecked"]
    given = [judged(fact, v, f"why-{v}") for fact, v in zip(facts, verdicts, strict=True)]
    annotated = GraphRAGAdapter().annotate(export, reversed(given))
    assert column(annotated, "relationships") == verdicts
    assert column(annotated, "relationships", "odke_reason") == [f"why-{v}" for v in verdicts]


def test_items_without_a_fact_have_empty_cells(read: Read, tables: dict[str, Any]) -> None:
    """What was not asked about has no verdict; what was left out says why."""
    annotated = GraphRAGAdapter().annotate(read(**tables), [])
    assert column(annotated, "relationships") == [None] * 4
    assert column(annotated, "covariates") == [None, "unchecked", None]
    assert annotated.table("odke_verdicts").num_rows == 0


@pytest.mark.parametrize(
    ("parts", "verdict", "reason"),
    [
        (["supported", "contradicted", "not_found", "unchecked"], "supported", "r0"),
        (["not_found", "contradicted", "unchecked"], "contradicted", "r1"),
        (["not_found", "not_found"], "not_found", "r1"),
        (["not_found", "unchecked", "unchecked"], "unchecked", "r2"),
        (["unchecked"], "unchecked", "r0"),
    ],
)
def test_the_whole_follows_from_its_parts(
    read: Read, tables: dict[str, Any], parts: list[str], verdict: str, reason: str
) -> None:
    """The strongest verdict on the texts of a claim decides, and gives the reason."""
    fact = facts_of(read(**tables))[0]
    rows = [judged(fact, v, f"r{n}", suspicion=n / 10) for n, v in enumerate(parts)]
    item = ItemVerdict.of(rows)
    assert (item.verdict, item.reason) == (verdict, reason)


def test_a_merged_description_is_refused_for_a_value_only_if_no_text_has_it(
    read: Read, tables: dict[str, Any]
) -> None:
    """GraphRAG merges what two texts say: each text lacks what the other one has."""
    tables["relationships"]["description"][3] = (
        "Mara Ostrel runs it since 1912. She met Hugo Lant in 1930."
    )
    tables["text_units"]["text"][1] += " That was in 1930."
    annotated = grounded(read(**tables)).annotate()
    assert column(annotated, "relationships")[3] == "unchecked"
    assert column(annotated, "relationships", "odke_reason")[3] == "elsewhere"
    tables["relationships"]["description"][3] = (
        "Mara Ostrel runs it since 1912. She met Hugo Lant in 1931."
    )
    annotated = grounded(read(**tables)).annotate()
    assert column(annotated, "relationships")[3] == "unchecked"
    assert column(annotated, "relationships", "odke_reason")[3] == "partly_absent"
    tables["relationships"]["description"][3] = "Mara Ostrel met Hugo Lant in 1931."
    annotated = grounded(read(**tables)).annotate()
    assert column(annotated, "relationships", "odke_reason")[3] == "value_absent"


def test_evidence_is_where_was_looked(read: Read, tables: dict[str, Any]) -> None:
    """Places are `doc:start-end`, several joined; without a record they are the spans cited."""
    export = read(**tables)
    facts = [f for f in facts_of(export) if "/relationship/3" in f.id]
    both = [judged(fact, "unchecked", "apart") for fact in facts]
    assert ItemVerdict.of(both).evidence == "mill.txt#0:0-9|mill.txt#1:0-9"
    length = len(tables["text_units"]["text"][0])
    assert ItemVerdict.of(facts[:1]).evidence == f"mill.txt#0:0-{length}"


def test_support_and_confidence_are_written_where_there_is_something_to_say(
    read: Read, tables: dict[str, Any]
) -> None:
    """Before claims are merged and scored both are empty; afterwards they are text."""
    fact = facts_of(read(**tables))[0]
    plain = ItemVerdict.of([judged(fact, "supported", "stated")])
    assert (plain.support, plain.confidence) == (None, None)
    source = Support(source="doc:d-1", retrieved_at=now())
    scored = judged(fact, "supported", "stated", support=2, supported_by=(source,), confidence=0.82)
    scored = scored.model_copy(update={"qualifiers": {**scored.qualifiers, "odke.score": {"n": 2}}})
    assert (ItemVerdict.of([scored]).support, ItemVerdict.of([scored]).confidence) == ("2", "0.82")


def test_a_fact_the_ontology_forbids_says_so(read: Read, tables: dict[str, Any]) -> None:
    """The check's name is the reason: no grounder was asked."""
    fact = facts_of(read(**tables))[0]
    held = {**fact.qualifiers, "odke.check": {"check": "domain", "reason": "no"}}
    assert ItemVerdict.of([fact.model_copy(update={"qualifiers": held})]).reason == "domain"


def test_the_sidecar_is_keyed_by_what_is_claimed(read: Read, tables: dict[str, Any]) -> None:
    """One row a claim and text: ends, text unit and the description's hash, not ids that change."""
    export = read(**tables)
    result = grounded(export)
    sidecar = result.annotate().table("odke_verdicts").to_pylist()
    assert len(sidecar) == len(result.facts)
    leaked = next(row for row in sidecar if row["source"] == "FIRUZABAD")
    description = "Firuzabad negotiated a hostage exchange with Aurelia"
    assert leaked == {
        "kind": "relationship",
        "source": "FIRUZABAD",
        "target": "AURELIA",
        "text_unit_id": "u-ferry",
        "description_sha256": sha256(description.encode()).hexdigest(),
        "verdict": "not_found",
        "reason": "prompt_example",
        "suspicion": 1.0,
        "evidence": leaked["evidence"],
        "seen": ["subject:absent", "object:absent"],
        "grounder": "lexical@1",
        "model": None,
        "prompt": None,
        "openodke": openodke_version,
        "claim_sha256": leaked["claim_sha256"],
    }
    claim = next(row for row in sidecar if row["kind"] == "claim")
    assert (claim["source"], claim["target"]) == ("HUGO LANT", "NONE")
    entity = next(row for row in sidecar if row["kind"] == "entity")
    assert (entity["source"], entity["target"]) == ("MARA OSTREL", None)


def test_the_sidecar_does_not_depend_on_ids_or_order(read: Read, tables: dict[str, Any]) -> None:
    """Rows in another order and with new ids have the same keys and verdicts."""
    before = grounded(read(**tables)).annotate().table("odke_verdicts").to_pylist()
    for name in CLAIM_TABLES:
        tables[name] = {k: list(reversed(v)) for k, v in tables[name].items()}
        tables[name]["id"] = [f"new-{n}" for n in range(len(tables[name]["id"]))]
    after = grounded(read(**tables)).annotate().table("odke_verdicts").to_pylist()
    assert sorted(map(str, before)) == sorted(map(str, after))


def test_cells_that_are_null_stay_null(read: Read, tables: dict[str, Any]) -> None:
    """A description that is not there is not made an empty text, nor the other way round."""
    tables["entities"]["description"] = [None, "", None, "x", None]
    annotated = grounded(read(**tables)).annotate()
    assert column(annotated, "entities", "description") == [None, "", None, "x", None]


def test_a_fact_of_something_else_is_refused(read: Read, tables: dict[str, Any]) -> None:
    """An id that is no row's, or one of a row that is not there, is an error that names it."""
    export = read(**tables)
    fact = facts_of(export)[0]
    adapter = GraphRAGAdapter()
    for strange in ("b1946ac9", "0/relationship", "0/edge/1"):
        with pytest.raises(InputError, match=rf"'{strange}' is no claim of this native object"):
            adapter.annotate(export, [fact.model_copy(update={"id": strange})])
    with pytest.raises(InputError, match=r"'0/relationship/4' is of another export: .* 4 items"):
        adapter.annotate(export, [fact.model_copy(update={"id": "0/relationship/4"})])


def test_a_merged_graph_is_refused_by_name(read: Read, tables: dict[str, Any]) -> None:
    """What the tables cannot hold is not taken and forgotten."""
    with pytest.raises(AdapterError, match="leave out graph="):
        GraphRAGAdapter().annotate(read(**tables), [], graph=KnowledgeGraph())


def test_the_evidence_of_an_extracted_claim_holds_its_quote(
    read: Read, tables: dict[str, Any]
) -> None:
    """And not only the first sentence that names the same."""
    grounded = ground_graph(read(**tables), adapter="graphrag")
    claims = [fact for fact in grounded.facts if "/claim/" in fact.id and fact.evidence]
    spans = [(fact, fact.evidence[0].span) for fact in claims]
    cited = [(fact, span) for fact, span in spans if span is not None and span.quote]
    assert cited
    for fact, span in cited:
        first = str(ItemVerdict.of([fact]).evidence).partition("|")[0]
        assert first == f"{span.doc_id}:{span.start}-{span.end}"


def test_a_mark_for_a_person_stays_when_what_is_refused_goes(
    read: Read, tables: dict[str, Any]
) -> None:
    """What a verdict asks a person to see is in the tables that `keep` returns, too."""
    export = read(**tables)
    facts = [
        fact.model_copy(update={"qualifiers": {**fact.qualifiers, REVIEW: "claim_cut: read it"}})
        if fact.id == "0/relationship/0"
        else fact
        for fact in ground_graph(export).facts
    ]
    for handed_back in (
        GraphRAGAdapter().annotate(export, facts),
        GraphRAGAdapter().keep(export, facts),
    ):
        (first, *rest) = handed_back.table("relationships").column("odke_review").to_pylist()
        assert first == "claim_cut: read it"
        assert not any(rest)
