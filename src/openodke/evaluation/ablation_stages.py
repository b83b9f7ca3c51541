"""Which claims are left after each stage?

Source: the concepts page, "The order the stages run in"; the resolution page, "Score", for the
threshold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from openodke.corroborate import (
    EvidenceScorer,
    NativeResolver,
    SignatureCorroborator,
    ValueNormalizer,
)
from openodke.evaluation.named_documents import NamedDocuments
from openodke.gate import VerdictGate, strict_gate
from openodke.interop.claim_verdicts import item_of
from openodke.interop.gating import gated
from openodke.model import Document, Fact, GroundingVerdict
from openodke.model.frozen import replaced
from openodke.ontology import Ontology
from openodke.refinement import Refinement
from openodke.validation.claim_story import rows_of

Left = tuple[str, frozenset[str]]
"""A stage's name, and the ids of the rows that are left after it."""

RAW, GATED, NOT_FOUND = "raw", "gate: contradicted", "gate: also not_found"
SUPPORTED, STRICT, MERGED = "supported alone", "gate: strict", "merged, "


def stages(
    facts: Sequence[Fact],
    *,
    ontology: Ontology | None = None,
    documents: Iterable[Document] = (),
    threshold: float = 0.5,
) -> Iterator[Left]:
    """Yield what is left of grounded facts, each with an id of its own, after each stage.

    Gates drop what they refuse, whoever gave the verdict. The merged stages normalise, resolve,
    corroborate and score first, so that the gate sees the verdict of all texts of a claim; a row is
    left where its claim is.
    """
    everything = frozenset(fact.id for fact in facts)
    yield RAW, everything
    if any(fact.verdict is GroundingVerdict.SUPPORTED for fact in facts):
        supported = (f.id for f in facts if f.verdict is GroundingVerdict.SUPPORTED)
        yield SUPPORTED, frozenset(supported)
    default = VerdictGate(on_refusal="drop")
    yield GATED, _gated(facts, default, ontology)
    both = VerdictGate(refuse_not_found=True, on_refusal="drop")
    yield NOT_FOUND, _gated(facts, both, ontology)
    if ontology is not None:
        yield STRICT, _gated(facts, strict_gate(), ontology)
    merged = _refined(facts, ontology, documents, default)
    yield MERGED + GATED, _rows(merged)
    yield MERGED + NOT_FOUND, _rows(_refined(facts, ontology, documents, both))
    sure = [fact for fact in merged if fact.confidence >= threshold]
    yield f"{MERGED}score ≥ {threshold:g}", _rows(sure)


def with_own_ids(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts, each with an id of its own; what has an id twice is numbered."""
    times: dict[str, int] = {}
    found = []
    for fact in facts:
        again = times[fact.id] = times.get(fact.id, 0) + 1
        found.append(fact if again == 1 else replaced(fact, id=f"{fact.id}~{again}"))
    return found


def _gated(facts: Sequence[Fact], gate: VerdictGate, ontology: Ontology | None) -> frozenset[str]:
    # The rows of an item of a framework's graph, told by their ids, stand and fall together.
    by_item = all(item_of(fact.id) for fact in facts)
    kept = gated(facts, gate, ontology=ontology, by_item=by_item).kept
    return frozenset(fact.id for fact in kept)


def _refined(
    facts: Sequence[Fact],
    ontology: Ontology | None,
    documents: Iterable[Document],
    gate: VerdictGate,
) -> tuple[Fact, ...]:
    ontology = ontology or Ontology()
    named = NamedDocuments(documents)
    cited = dict.fromkeys(held.doc_id for fact in facts for held in fact.evidence)
    texts = [doc for doc in map(named.find, cited) if doc is not None]
    resolver = NativeResolver(ontology=ontology)
    resolver.documents.update({doc.id: doc for doc in texts})
    refinement = Refinement(
        ontology,
        normalizer=ValueNormalizer(ontology),
        resolver=resolver,
        corroborator=SignatureCorroborator(ontology, documents=texts),
        scorer=EvidenceScorer(),
        gate=gate,
    )
    return refinement.run(list(facts)).facts


def _rows(facts: Iterable[Fact]) -> frozenset[str]:
    return frozenset(row for fact in facts for row in rows_of(fact))
