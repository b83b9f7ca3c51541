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
    """

    def __init__(
        self,
        triples: Iterable[TripleRow],
        extractor: str = "triples",
        confidence: float = 0.5,
        documents: Iterable[Document] = (),
    ) -> None:
        """Hold rows and the documents they are about: those that the pipeline is run on.

        `extractor` and `confidence` stand in where a row has none of its own.
        """
        self._given = (extractor, confidence)
        self._documents = tuple(documents)
        self._converter = self._new_converter(Ontology())
        self._ontology = Ontology()
        self._rows: dict[str, list[TripleRow]] = {}
        for row in triples:
            doc = self._converter.document(row)
            self._rows.setdefault(doc.id if doc else "", []).append(row)
        self._unmatched = self._rows.pop("", [])

    @property
    def stats(self) -> dict[str, int | list[str]]:
        """The counts so far; a row whose document is not here is counted as unmatched."""
        return self._converter.stats

    @property
    def unmatched(self) -> tuple[TripleRow, ...]:
        """The rows that no document of the run can give."""
        return tuple(self._unmatched)

    def extract(self, chunk: Chunk, ontology: Ontology) -> list[Fact]:
        """Return the facts of the chunk's document, with its first chunk; [] with the others."""
        if chunk.index != 0:
            return []
        if ontology is not self._ontology:
            counted = self._converter.stats
            self._converter = self._new_converter(ontology)
            self._converter.stats = counted
            self._ontology = ontology
        doc = self._converter.lookup.find(chunk.doc_id)
        return [self._converter.fact(row, doc) for row in self._rows.get(chunk.doc_id, ())]

    def _new_converter(self, ontology: Ontology) -> RowConverter:
        extractor, confidence = self._given
        return RowConverter(
            self._documents, ontology=ontology, extractor=extractor, confidence=confidence
        )
