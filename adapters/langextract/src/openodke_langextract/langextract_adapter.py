"""How does openodke take in LangExtract's annotated documents and hand them back?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from openodke import Gate
from openodke.errors import AdapterError, RowProblem
from openodke.interop import Built, ItemGate, TripleRow
from openodke.model import Document, Fact, KnowledgeGraph
from openodke.ontology import Ontology
from openodke_langextract.built_extractions import built_documents
from openodke_langextract.claims_made import ClaimsMade
from openodke_langextract.extraction_keeping import kept
from openodke_langextract.extraction_reading import By, Reader, Reading
from openodke_langextract.extraction_rows import rows_of
from openodke_langextract.extraction_texts import ExtractionTexts
from openodke_langextract.extraction_verdicts import placed, with_verdicts_in
from openodke_langextract.extraction_view import DocumentView, views_of
from openodke_langextract.field_names import mend
from openodke_langextract.native_forms import Native, is_native
from openodke_langextract.prompt_names import folded_name, names_in
from openodke_langextract.saved_documents import SavedDocuments, is_saved


class LangExtractAdapter:
    """Reads extractions as claims on their document's text, and writes verdicts beside them.

    A native object is an AnnotatedDocument or the dict of one, a list or tuple of them, or the
    SavedDocuments of a file. LangExtract is imported only where `objects` has `build` make its own.

    Attributes:
        name: "langextract".
        carries: what an extraction can hold.
        examples: the names in the examples of the prompt.
        reading: how extractions are read as claims.
        cannot_merge: why it has no `merge`.
    """

    name = "langextract"
    cannot_merge = "an extraction is a mention in a text and no node, so that none is one too many"
    carries = frozenset(
        {"literal", "no text", "polarity", "predicate", "qualifiers", "span", "type"}
    )

    def __init__(
        self,
        *,
        reading: Reading | By | Reader | None = None,
        examples: Iterable[Any] = (),
        objects: bool = False,
    ) -> None:
        """Build an adapter.

        Args:
            reading: how extractions are read as claims: a Reading, the name of a way, or a function
                of an extraction and its document that returns (subject, predicate, object) triples.
            examples: the ExampleData that the prompt was made with, or names out of it.
            objects: have `build` make LangExtract's own objects; left out, the dicts of its saved
                form, which need no LangExtract.

        Raises:
            InputError: for a reading that there is not.
        """
        self.reading = Reading.of(reading)
        self.examples = names_in(examples)
        self._folded = frozenset(map(folded_name, self.examples))
        self._objects = objects

    def accepts(self, native: object) -> bool:
        """Tell whether it is or holds annotated documents, or is the path of a file of them."""
        if isinstance(native, str | PathLike):
            return is_saved(native)
        return is_native(native)

    def open(self, path: str | PathLike[str]) -> SavedDocuments:
        """Return the documents of a JSON Lines file that LangExtract saved.

        Raises:
            ExportError: naming the file that is not there, or holds no annotated document.
        """
        return SavedDocuments.read(Path(path))

    def to_rows(
        self, native: Native, documents: Iterable[Document] = ()
    ) -> tuple[list[TripleRow], list[Document]]:
        """Return one row a claim, and one document for each annotated document with a text.

        `documents` stand in, by id, where an annotated document has no text of its own.

        Raises:
            InputError: for what a reader of the caller's own returned that is no triple.
        """
        views = _views(native)
        texts = ExtractionTexts(views, documents)
        rows = rows_of(views, texts, ClaimsMade(self.reading), self._is_example)
        return list(rows), texts.documents

    def left_out(self, native: Native) -> list[RowProblem]:
        """Return what gave no row, with a reason code: `malformed` or `no_extractions`."""
        return list(_problems(native, _views(native)))

    def annotate(
        self, native: Native, facts: Iterable[Fact], *, graph: KnowledgeGraph | None = None
    ) -> Native:
        """Return a copy whose extractions have the verdicts among their attributes, as texts.

        Args:
            native: what the rows came from, which is not changed.
            facts: one fact a row, in any order; an extraction without one stays as it is.
            graph: not taken: an extraction has no place for merged claims.

        Raises:
            InputError: for a fact that is not of this native object.
            AdapterError: when a graph is given.
        """
        _refuse_merged(graph)
        views = _views(native)
        claims = placed(views, ClaimsMade(self.reading), facts)
        return with_verdicts_in(native, views, claims)

    def keep(
        self,
        native: Native,
        facts: Iterable[Fact],
        *,
        gate: Gate | None = None,
        ontology: Ontology | None = None,
        graph: KnowledgeGraph | None = None,
    ) -> Native:
        """Return an annotated copy without what a gate refuses and what rests on it.

        An attribute that is refused goes, and out of a list the value; anything else takes its
        extraction along. The members of a group go with its head. Documents stay.

        Args:
            native: what the rows came from, which is not changed.
            facts: one fact a row, in any order; a claim without one is not asked about.
            gate: asked once a claim. Left out, what is contradicted or not found is dropped.
            ontology: what the gate is asked with.
            graph: not taken: an extraction has no place for merged claims.

        Raises:
            InputError: for a fact that is not of this native object.
            AdapterError: when a graph is given.
        """
        _refuse_merged(graph)
        views = _views(native)
        claims = placed(views, ClaimsMade(self.reading), facts)
        return kept(native, views, claims, ItemGate(gate, ontology))

    def build(self, graph: KnowledgeGraph, documents: Iterable[Document]) -> Built[Native]:
        """Return annotated documents made of a graph, and the facts that have no place in them.

        Each fact is an extraction of the class `relationship` for each document that it cites.

        Raises:
            MissingExtraError: when objects were asked for and LangExtract is not installed.
        """
        return built_documents(graph, list(documents), objects=self._objects)

    def _is_example(self, text: str) -> bool:
        return bool(self._folded) and folded_name(text) in self._folded


def _views(native: Native) -> list[DocumentView]:
    views = views_of(native)
    for view in views:
        mend(view)
    return views


def _problems(native: Native, views: list[DocumentView]) -> Iterator[RowProblem]:
    is_file = isinstance(native, SavedDocuments)
    source = native.name if is_file else "documents"
    for view in views:
        line = native.lines[view.position] if is_file and native.lines else view.position
        if view.problem:
            yield RowProblem(source, line, "", view.problem)
        elif not view.extractions and (view.text or "").strip():
            yield RowProblem(source, line, "", _NOTHING)
        for item in view.extractions:
            if item.problem:
                yield RowProblem(source, line, f"extractions[{item.position}]", item.problem)


_NOTHING = (
    "no_extractions: nothing was extracted from this text: LangExtract leaves out, without a word, "
    "the part of a text whose answer cannot be parsed (resolver_params suppress_parse_errors)"
)


def _refuse_merged(graph: KnowledgeGraph | None) -> None:
    if graph is not None:
        raise AdapterError("an extraction cannot hold a merged graph: leave out graph=")
