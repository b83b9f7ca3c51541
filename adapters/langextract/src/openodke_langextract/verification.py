"""How is what `lx.extract` returned checked in one line?"""

from __future__ import annotations

from collections.abc import Iterable
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
from openodke_langextract.checked_arguments import (
    checked_client,
    checked_gate,
    checked_native,
)
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
    joint: int = 1,
    cascade: bool = False,
    recheck: float = 0.0,
    ontology: Ontology | None = None,
    keep: bool = False,
    gate: Gate | None = None,
    force: bool = False,
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
            both of its ends: `LangExtractClient(model)` of a model of LangExtract's, or one of
            openodke's own.
        grounder: who gives the verdicts, in place of both; left out, the words of the text alone.
        joint: claims on one passage that `llm` is asked about in one call, at most.
        cascade: have the words refute what they can first, and `llm` asked about the rest.
        recheck: the share, 0 to 1, of what the words refute that `llm` is asked about too.
        ontology: adds the free checks on predicates and types.
        keep: leave out what is contradicted or not found.
        gate: leave out what this gate refuses.
        force: go on with `keep` or `gate` even where texts and extractions plainly do not belong
            together; what such texts do not hold is `unchecked` (`text_mismatch`) and stays, unless
            a gate refuses it.

    Returns:
        The form that was handed in, a list for an iterator. Verdicts stand among each extraction's
        attributes: `odke_verdict`, `odke_reason`, `odke_evidence`, `odke_place`, `odke_span`.

    Raises:
        AdapterError: when `result` is nothing that LangExtract returns.
        ExportError: for a file that is empty, or holds no annotated document.
        InputError: for a path where there is no file, and a document without extractions; for
            arguments of another kind; when `llm` and `grounder` are both given, or a way to ask
            without `llm`; when a reading
            returns no triple; and with `keep` or `gate`, but for `force`, when texts and
            extractions plainly do not belong together.
    """
    checked_gate(gate)
    adapter, native = LangExtractAdapter(reading=reading, examples=examples), checked_native(result)
    judge = _judge(adapter, llm, grounder, joint=joint, cascade=cascade, recheck=recheck)
    checked = ground_graph(native, documents, adapter=adapter, ontology=ontology, grounder=judge)
    return _handed_back(checked, keep=keep, gate=gate, force=force)


async def averify(
    result: Any,
    *,
    examples: Iterable[Any] = (),
    reading: Reading | By | Reader | None = None,
    documents: Iterable[Document] = (),
    llm: LLMClient | None = None,
    grounder: Judge | None = None,
    joint: int = 1,
    cascade: bool = False,
    recheck: float = 0.0,
    ontology: Ontology | None = None,
    keep: bool = False,
    gate: Gate | None = None,
    force: bool = False,
) -> Any:
    """As `verify`, awaiting the grounder; one that cannot be awaited is run in a thread."""
    checked_gate(gate)
    adapter, native = LangExtractAdapter(reading=reading, examples=examples), checked_native(result)
    judge = _judge(adapter, llm, grounder, joint=joint, cascade=cascade, recheck=recheck)
    checked = await aground_graph(
        native, documents, adapter=adapter, ontology=ontology, grounder=judge
    )
    return _handed_back(checked, keep=keep, gate=gate, force=force)


def _judge(
    adapter: LangExtractAdapter,
    llm: LLMClient | None,
    grounder: Judge | None,
    *,
    joint: int,
    cascade: bool,
    recheck: float,
) -> Judge:
    if llm is not None and grounder is not None:
        raise InputError("llm= and grounder= both say who gives the verdicts: leave one out")
    words = LexicalGrounder(examples=adapter.examples)
    if llm is not None:
        checked_client(llm)
        return LLMGrounder(
            client=llm,
            locate=True,
            joint=joint,
            cascade=cascade and words,
            recheck=recheck,
        )
    if joint != 1 or cascade or recheck:
        raise InputError("joint=, cascade= and recheck= are ways to ask: add llm=")
    return words if grounder is None else grounder


def _handed_back(checked: GroundedGraph, *, keep: bool, gate: Gate | None, force: bool) -> Any:
    if not keep and gate is None:
        return checked.annotate()
    if checked.summary.mismatch and not force:
        raise InputError(
            f"nothing is left out: {checked.summary.mismatch}. Hand in the texts that the "
            "extractions were made from, or go on with force=True: what the texts "
            "do not hold stays, as unchecked, unless a gate refuses it"
        )
    return checked.keep(gate, force=True)
