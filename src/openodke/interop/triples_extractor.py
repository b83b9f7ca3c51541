"""How do rows from elsewhere take the extractor's place in a pipeline?"""

from __future__ import annotations

from collections.abc import Iterable

from openodke.interop.conversion import RowConverter
from openodke.interop.row import TripleRow
from openodke.model import Chunk, Document, Fact
from openodke.ontology import Ontology


class TriplesExtractor:
    """An extractor that reads no text: it hands on the rows of each document, once.

    Attributes:
        stats: how rows found their text (see RowConverter.stats).
        unmatched: the rows whose document is not among those given.
    """

    def __init__(
        self,
        triples: Iterable[TripleRow],
        extractor: str = "triples",
        confidence: float = 0.5,
        documents: Iterable[Document] = (),
    ) -> None:
        """Hold rows and the documents that the pipeline is run on.

        Without `documents` a row's `doc` has to be a Document.id, and the first chunk of a document
        stands for its text. `extractor` and `confidence` stand in where a row has none of its own.
        """
        self._given = (extractor, confidence)
        self._documents = tuple(documents)
        self._ontology = Ontology()
        self._converter = self._new_converter(self._documents, self._ontology)
        self._rows: dict[str, list[TripleRow]] = {}
        unmatched = []
        for row in triples:
            doc_id = self._document_id(row)
            if doc_id is None:
                unmatched.append(row)
            else:
                self._rows.setdefault(doc_id, []).append(row)
        self.unmatched = tuple(unmatched)

    @property
    def stats(self) -> dict[str, int | list[str]]:
        """The counts so far; a row whose document is not here is counted as unmatched."""
        return self._converter.stats

    def extract(self, chunk: Chunk, ontology: Ontology) -> list[Fact]:
        """Return the facts of the chunk's document, with its first chunk; [] with the others."""
        rows = self._rows.get(chunk.doc_id) if chunk.index == 0 else None
        if not rows:
            return []
        if ontology is not self._ontology:
            self._use(ontology)
        doc = self._converter.lookup.find(chunk.doc_id)
        if doc is None:
            doc = Document(id=chunk.doc_id, text=chunk.text)
        return [self._converter.fact(row, doc) for row in rows]

    def _document_id(self, row: TripleRow) -> str | None:
        if not self._documents:
            return row.doc
        doc = self._converter.document(row)
        return doc.id if doc else None

    def _use(self, ontology: Ontology) -> None:
        counted = self._converter.stats
        self._converter = self._new_converter(self._documents, ontology)
        self._converter.stats = counted
        self._ontology = ontology

    def _new_converter(self, documents: tuple[Document, ...], ontology: Ontology) -> RowConverter:
        extractor, confidence = self._given
        return RowConverter(
            documents, ontology=ontology, extractor=extractor, confidence=confidence
        )
