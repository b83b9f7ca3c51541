"""From `lx.extract` to a page in a browser, with LangExtract's own code all the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from extraction_samples import TEXT, firm, relationship
from headless_browser import needs_browser, seen
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("langextract")

import langextract as lx
from scripted_extraction import extract
from scripted_judge import ScriptedJudge

from openodke import Document, KnowledgeGraph, TripleRow
from openodke.interop import to_fact
from openodke_langextract import LangExtractAdapter, SavedDocuments, labelled, verify, visualize

pytestmark = pytest.mark.framework

ANSWER = [
    {"person": "Mara Ostrel", "person_attributes": {"role": "founder"}},
    {
        "relationship": "founded Ostrel Marine",
        "relationship_attributes": {
            "subject": "Mara Ostrel", "predicate": "founded", "object": "Ostrel Marine",
        },
    },
    {
        "relationship": "own the ferry Kittiwake",
        "relationship_attributes": {
            "source": "Ostrel Marine", "type": "owns", "target": "Kittiwake",
        },
    },
    {"person": "Odd Fenn"},
]  # fmt: skip


def saved(documents: Any, folder: Path) -> Path:
    """Save documents with LangExtract."""
    lx.io.save_annotated_documents(iter(documents), output_dir=folder, show_progress=False)
    return folder / "data.jsonl"


def loaded(path: Path) -> list[Any]:
    """Load documents with LangExtract."""
    return list(lx.io.load_annotated_documents_jsonl(path, show_progress=False))


def said(result: Any) -> list[str]:
    """Return the verdicts of a checked document."""
    return [e.attributes["odke_verdict"] for e in result.extractions]


def test_what_was_extracted_is_verified_saved_and_loaded(tmp_path: Path) -> None:
    """The verdicts are there in the end, and the document is equal to what was saved."""
    result = extract(TEXT, ANSWER)
    checked = verify(result)
    assert type(checked) is lx.data.AnnotatedDocument
    assert said(checked) == ["unchecked", "unchecked", "unchecked", "not_found"]
    (again,) = loaded(saved([checked], tmp_path))
    assert again == checked
    assert again.document_id == checked.document_id == result.document_id
    assert verify(again) == checked
    (line,) = SavedDocuments.read(tmp_path / "data.jsonl").documents
    assert verify(line) == line


def test_the_result_is_not_touched() -> None:
    """Not even an id is made up for a document that nobody asked for one."""
    native = lx.data.AnnotatedDocument(text=TEXT, extractions=[lx.data.Extraction("p", "Ivo")])
    checked = verify(native)
    assert native.extractions[0].attributes is None
    assert native._document_id is None
    assert checked.extractions[0].attributes["odke_verdict"] == "unchecked"
    assert checked.extractions[0].attributes["odke_evidence"].startswith("doc_")


def test_several_documents_are_checked_in_one_go() -> None:
    """A list of them, or the generator that loads them."""
    documents = [
        lx.data.Document(text=TEXT, document_id="a"),
        lx.data.Document(text="Odd Fenn runs the Tern.", document_id="b"),
    ]
    results = list(extract(documents, ANSWER, [{"person": "Odd Fenn"}]))
    checked = verify(results)
    assert [type(each) for each in checked] == [lx.data.AnnotatedDocument] * 2
    assert said(checked[0])[-1] == "not_found"
    assert said(checked[1]) == ["unchecked"]


def test_the_kept_result_is_langextracts_own() -> None:
    """Without what the text does not hold."""
    kept = verify(extract(TEXT, ANSWER), keep=True)
    assert [e.extraction_text for e in kept.extractions][-1] != "Odd Fenn"
    assert len(kept.extractions) == 3


def test_a_models_verdict_is_written_into_the_objects() -> None:
    """One for each of its claims."""
    client = ScriptedJudge({"founded": "supported", "owns": "contradicted", "Mara": "supported"})
    checked = verify(extract(TEXT, ANSWER), llm=client)
    assert said(checked) == ["supported", "supported", "contradicted", "not_found"]


@needs_browser
def test_the_whole_way_to_a_browser(tmp_path: Path) -> None:
    """Extracted, verified, saved, loaded, and looked at: on our page and on LangExtract's."""
    (document,) = loaded(saved([verify(extract(TEXT, ANSWER))], tmp_path))
    dom = seen(visualize(document), tmp_path)
    assert dom.texts["text"] == TEXT
    assert ("unchecked", "Mara Ostrel") in dom.marks
    assert "person [not_found] Odd Fenn subject_absent" in dom.texts["unplaced"]
    theirs = seen(lx.visualize(labelled(document)), tmp_path)
    assert "relationship [unchecked]" in theirs.texts["lx-legend"]
    plain = seen(lx.visualize(document), tmp_path)
    assert "odke_verdict: unchecked" in plain.texts["attributesContainer"]


def test_what_is_built_can_be_langextracts_own(tmp_path: Path) -> None:
    """Objects that it saves, loads and shows; every claim is read back from them."""
    text = Document(id="log", text="The Kittiwake, built in 1987, was moored at Skerry Gap.")
    rows = [
        TripleRow(doc="log", subject="Kittiwake", predicate="moored at", object="Skerry Gap"),
        TripleRow(
            doc="log", subject="Kittiwake", predicate="built_in", object=1987, start=15, end=28
        ),
    ]
    graph = KnowledgeGraph(facts=[to_fact(row, text) for row in rows])
    adapter = LangExtractAdapter(objects=True)
    built = adapter.build(graph, [text])
    assert built.lost == ()
    (document,) = loaded(saved(built.native, tmp_path))
    assert document == built.native[0]
    assert [(e.extraction_text, e.char_interval.start_pos) for e in document.extractions] == [
        ("Skerry Gap", 44),
        ("built in 1987", 15),
    ]
    read = [(r.subject, r.predicate, r.object) for r in adapter.to_rows(document)[0]]
    assert read == [("Kittiwake", "moored at", "Skerry Gap"), ("Kittiwake", "built_in", 1987)]
    assert "Kittiwake" in lx.visualize(document)


def test_dicts_and_objects_are_read_alike(tmp_path: Path) -> None:
    """One is the saved form of the other."""
    (native,) = loaded(saved(LangExtractAdapter(objects=True).build(_graph(), []).native, tmp_path))
    (line,) = SavedDocuments.read(tmp_path / "data.jsonl").documents
    adapter = LangExtractAdapter()
    assert adapter.to_rows(native)[0] == adapter.to_rows(line)[0]


def _graph() -> KnowledgeGraph:
    row = TripleRow(doc=None, subject="A", predicate="p", object="B")
    return KnowledgeGraph(facts=[to_fact(row)])


words = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=2),
    max_leaves=6,
)


@settings(max_examples=60)
@given(
    st.lists(st.tuples(words, words, st.dictionaries(words, json_values, max_size=4)), max_size=4),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=60),
)
def test_whatever_is_verified_can_be_saved_and_loaded(
    tmp_path_factory: pytest.TempPathFactory, items: list[tuple[str, str, Any]], text: str
) -> None:
    """And nothing of it but our keys has changed."""
    native = lx.data.AnnotatedDocument(
        document_id="d",
        text=text,
        extractions=[lx.data.Extraction(n, t, attributes=a or None) for n, t, a in items],
    )
    checked = verify(native)
    (again,) = loaded(saved([checked], tmp_path_factory.mktemp("saved")))
    assert again == checked
    for before, after in zip(native.extractions, again.extractions, strict=True):
        held = after.attributes or {}
        rest = {key: value for key, value in held.items() if not key.startswith("odke_")}
        assert rest == (before.attributes or {})
        ours = [value for key, value in held.items() if key.startswith("odke_")]
        assert all(isinstance(value, str) and value for value in ours)
    visualize(checked)


def test_the_samples_are_what_langextract_saves(tmp_path: Path) -> None:
    """So that what is tried on dicts elsewhere holds of its files."""
    native = firm()
    native["extractions"].append(relationship("Ivo", "Ivo", "is", "here"))
    objects = LangExtractAdapter().annotate(lx.data_lib.dict_to_annotated_document(firm()), [])
    (line,) = SavedDocuments.read(saved([objects], tmp_path)).documents
    assert line == firm()
