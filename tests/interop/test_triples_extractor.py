"""Do rows take the extractor's place in a pipeline, each once?"""

import pytest

from openodke import Document, Ontology, Pipeline, TripleRow
from openodke.interop import TriplesExtractor

DOCS = [
    Document(id="texts/ports.txt", text="Aurora sailed to Skail. It rained."),
    Document(id="mill", text="The Orrin Mill opened in 1872."),
]
ROWS = [
    TripleRow(doc="mill", subject="Orrin Mill", predicate="opened_in", object=1872),
    TripleRow(doc="ports", subject="Aurora", predicate="sailed_to", object="Skail"),
    TripleRow(doc="lost", subject="Aurora", predicate="near", object="Leeds"),
    TripleRow(doc=None, subject="Zib", predicate="near", object="Leeds"),
    TripleRow(doc="ports", subject="Aurora", predicate="sailed_to", object="Skail"),
]


class Halves:
    """A chunker that cuts a text in two."""

    def chunk(self, doc: Document):
        """Yield the two halves."""
        from openodke import Chunk

        middle = len(doc.text) // 2
        for index, (start, end) in enumerate([(0, middle), (middle, len(doc.text))]):
            yield Chunk(doc_id=doc.id, start=start, end=end, text=doc.text[start:end], index=index)


@pytest.mark.parametrize("chunker", [None, Halves()], ids=["whole", "halves"])
def test_each_row_comes_once(chunker: object) -> None:
    """With the document it is on, in row order, whatever the chunks; duplicates stay."""
    extractor = TriplesExtractor(ROWS, documents=DOCS, extractor="elsewhere", confidence=0.75)
    graph = Pipeline(Ontology(), extractor, chunker=chunker).run(DOCS)
    stated = [(fact.evidence[0].doc_id, fact.subject.label) for fact in graph.facts]
    assert stated == [
        ("texts/ports.txt", "Aurora"),
        ("texts/ports.txt", "Aurora"),
        ("mill", "Orrin Mill"),
    ]
    assert {(fact.extractor, fact.confidence) for fact in graph.facts} == {("elsewhere", 0.75)}
    assert len({fact.id for fact in graph.facts}) == 3


def test_what_no_document_can_give_is_told() -> None:
    """Rows of a document that is not there, or of none, are kept aside and counted."""
    extractor = TriplesExtractor(ROWS, documents=DOCS)
    assert extractor.unmatched == (ROWS[2], ROWS[3])
    assert extractor.stats["unmatched_rows"] == 1
    assert extractor.stats["unmatched_docs"] == ["lost"]


def test_the_ontology_of_the_run_decides() -> None:
    """The pipeline's ontology types the rows."""
    ontology = Ontology.from_dict(
        {"types": {"Mill": {}}, "predicates": {"opened_in": {"domain": ["Mill"], "range": "date"}}}
    )
    graph = Pipeline(ontology, TriplesExtractor(ROWS[:1], documents=DOCS)).run(DOCS)
    (fact,) = graph.facts
    assert fact.subject.type == "Mill"
    assert graph.ontology_name == ontology.name


def test_rows_find_the_documents_of_the_run() -> None:
    """A row that names a document of the run by its id comes, though none were handed in before."""
    graph = Pipeline(Ontology(), TriplesExtractor(ROWS[:1])).run(DOCS)
    assert [fact.subject.label for fact in graph.facts] == ["Orrin Mill"]
