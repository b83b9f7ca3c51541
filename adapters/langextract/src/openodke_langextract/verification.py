"""How is what `lx.extract` returned checked in one line?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from openodke import (
    Gate,
    GroundedGraph,
    LexicalGrounder,
    LLMGrounder,
    Ontology,
    aground_graph,
    ground_graph,
)
from openodke.errors import InputError
from openodke.llm import LLMClient
from openodke.model import Document, Fact
from openodke_langextract.extraction_reading import By, Reader, Reading
from openodke_langextract.langextract_adapter import LangExtractAdapter


class Judge(Protocol):
    """Anything that grounds one fact on one document."""

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact with a verdict."""
        ...


def verify(
    result: Any,
    *,
    examples: Iterable[Any] = (),
    reading: Reading | By | Reader | None = None,
    documents: Iterable[Document] = (),
    llm: LLMClient | None = None,
    grounder: Judge | None = None,
    ontology: Ontology | None = None,
    keep: bool = False,
    gate: Gate | None = None,
) -> Any:
    """Check every extraction against its text, and return the same documents with the verdicts.

    Args:
        result: what `lx.extract` returned: an AnnotatedDocument, or several of them; dicts of the
            saved form and the path of a saved file will do too. It is not changed.
        examples: the ExampleData that the prompt was made with: a name in them that the text does
            not hold was copied from the prompt (`prompt_example`).
        reading: how extractions are read as claims: a Reading, the name of a way, or a function of
            an extraction and its document that returns (subject, predicate, object) triples.
        documents: the texts, by id, of annotated documents that have none.
        llm: a client that a model is asked through, about each claim, on the sentence that names
            both of its ends.
        grounder: who gives the verdicts, in place of both; left out, the words of the text alone.
        ontology: adds the free checks on predicates and types.
        keep: leave out what is contradicted or not found.
        gate: leave out what this gate refuses.

    Returns:
        The form that was handed in, a list for an iterator. Verdicts stand among each extraction's
        attributes: `odke_verdict`, `odke_reason`, `odke_evidence`, `odke_place`, `odke_span`.

    Raises:
        AdapterError: when `result` is nothing that LangExtract returns.
        InputError: when `llm` and `grounder` are both given; when a reading returns no triple; and
            with `keep` or `gate` when texts and extractions plainly do not belong together.
    """
    adapter, native = LangExtractAdapter(reading=reading, examples=examples), _held(result)
    judge = _judge(adapter, llm, grounder)
    checked = ground_graph(native, documents, adapter=adapter, ontology=ontology, grounder=judge)
    return _handed_back(checked, keep, gate)


async def averify(
    result: Any,
    *,
    examples: Iterable[Any] = (),
    reading: Reading | By | Reader | None = None,
    documents: Iterable[Document] = (),
    llm: LLMClient | None = None,
    grounder: Judge | None = None,
    ontology: Ontology | None = None,
    keep: bool = False,
    gate: Gate | None = None,
) -> Any:
    """As `verify`, awaiting the grounder; one that cannot be awaited is run in a thread."""
    adapter, native = LangExtractAdapter(reading=reading, examples=examples), _held(result)
    judge = _judge(adapter, llm, grounder)
    checked = await aground_graph(
        native, documents, adapter=adapter, ontology=ontology, grounder=judge
    )
    return _handed_back(checked, keep, gate)


def _held(result: Any) -> Any:
    """Return what an iterator yields, which can be read once only; anything else as it is."""
    return list(result) if isinstance(result, Iterator) else result


def _judge(adapter: LangExtractAdapter, llm: LLMClient | None, grounder: Judge | None) -> Judge:
    if llm is not None and grounder is not None:
        raise InputError("llm= and grounder= both say who gives the verdicts: leave one out")
    if llm is not None:
        return LLMGrounder(client=llm, locate=True)
    return LexicalGrounder(examples=adapter.examples) if grounder is None else grounder


def _handed_back(checked: GroundedGraph, keep: bool, gate: Gate | None) -> Any:
    return checked.keep(gate) if keep or gate is not None else checked.annotate()
