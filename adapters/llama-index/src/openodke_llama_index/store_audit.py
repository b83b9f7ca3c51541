"""How do the relations stand that a property graph store already holds?"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from llama_index.core.graph_stores.types import PropertyGraphStore
from llama_index.core.llms import LLM
from llama_index.core.schema import BaseNode

from openodke import LexicalGrounder, LLMGrounder, Ontology, ground_graph
from openodke.interop import GroundSummary, is_verdict_key, with_verdicts
from openodke_llama_index.given_settings import checked_store
from openodke_llama_index.llama_index_adapter import LlamaIndexAdapter
from openodke_llama_index.llama_index_client import LlamaIndexClient
from openodke_llama_index.native_shapes import KG_NODES, KG_RELATIONS
from openodke_llama_index.relation_claim import TEXTS
from openodke_llama_index.store_reading import (
    key_of,
    source_ids,
    source_nodes,
    stored_triplets,
)
from openodke_llama_index.store_writing import write_verdicts

_log = logging.getLogger(__name__)

SOURCE_MISSING = "source_missing"
"""The reason of a relation whose node is no longer in the store."""

SOURCE_UNKNOWN = "source_unknown"
"""The reason of a relation that names no node and stands in none of those that its ends name."""

_REFUTED = frozenset({"contradicted", "not_found"})

_BY_MODEL = frozenset({"supported", "contradicted"})


@dataclass(frozen=True)
class AuditedRelation:
    """A relation of a store, and how it stands.

    Attributes:
        triplet: (entity, relation, entity), as the store handed it out.
        values: `odke_verdict`, `odke_reason`, `odke_evidence` …
        not_written: why the store did not take the values, "" where it did or was not asked.
    """

    triplet: Sequence[Any]
    values: dict[str, str]
    not_written: str = ""

    @property
    def verdict(self) -> str:
        """Its verdict."""
        return self.values["odke_verdict"]

    def __str__(self) -> str:
        """Return the relation with its verdict, on one line."""
        source, label, target = key_of(self.triplet)
        reason = self.values.get("odke_reason", "no reason given")
        return f"{source} -> {label} -> {target}: {self.verdict} ({reason})"


@dataclass(frozen=True)
class StoreAudit:
    """What an audit found.

    Attributes:
        relations: each relation between entities; those that join nodes of the index are left out.
        summary: the run's counts, of the texts that were looked at.
    """

    relations: tuple[AuditedRelation, ...]
    summary: GroundSummary

    @property
    def refuted(self) -> tuple[AuditedRelation, ...]:
        """The relations that their text contradicts or does not hold."""
        return tuple(one for one in self.relations if one.verdict in _REFUTED)

    @property
    def not_written(self) -> tuple[AuditedRelation, ...]:
        """The relations whose verdict the store did not take."""
        return tuple(one for one in self.relations if one.not_written)

    def __str__(self) -> str:
        """Return the counts, and why what was not written was not."""
        verdicts = Counter(one.verdict for one in self.relations)
        counts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(verdicts.items()))
        lines = [f"{len(self.relations)} relations: {counts or 'no_claims'}"]
        reasons = Counter(one.not_written for one in self.not_written)
        lines += [f"{n} not written: {reason}" for reason, n in reasons.items()]
        return "\n".join(lines)


def audit_store(
    store: PropertyGraphStore,
    *,
    llm: LLM | None = None,
    grounder: LexicalGrounder | LLMGrounder | None = None,
    ontology: Ontology | None = None,
    triplets: Iterable[Sequence[Any]] | None = None,
    nodes: Iterable[BaseNode] = (),
    write: bool = True,
    reground: bool = False,
) -> StoreAudit:
    """Check each relation of a store against its node, and write the verdict on it.

    A relation whose node is gone is unchecked, `source_missing`. One that names no node is checked
    on those that its ends name, and never refuted by them: unchecked, `source_unknown`.

    Every relation is looked at anew, and a new verdict takes the place of the one that is stored;
    but what a model said there stands where only the words are looked at now.

    Args:
        store: the store; one in memory is changed in place, any other is asked in Cypher where it
            understands that, and then asked what it kept.
        llm: asks whether the text states each relation; without it nobody is asked.
        grounder: who gives the verdicts, in place of `llm`.
        ontology: adds the free checks on the predicate and the types.
        triplets: the relations to check, where the store does not hand out all of them at once.
        nodes: the texts, where the store does not hold them.
        write: False to leave the store as it is.
        reground: let the words alone overwrite what a model said, too.

    Raises:
        InputError: when `store` is no property graph store, or `llm` no LLM of LlamaIndex.
    """
    checked_store(store)
    adapter = LlamaIndexAdapter()
    if grounder is None:
        lexical = LexicalGrounder(examples=adapter.examples)
        grounder = lexical if llm is None else LLMGrounder(client=LlamaIndexClient(llm))
    found = stored_triplets(store) if triplets is None else list(triplets)
    sources = [source_ids(triplet) for triplet in found]
    given = {node.node_id: _text_alone(node) for node in nodes}
    wanted = (one for ids, _ in sources for one in ids if one not in given)
    texts = [*given.values(), *source_nodes(store, wanted)]
    native = [*texts, *map(_with_sources, found, sources)]
    grounded = ground_graph(native, adapter=adapter, grounder=grounder, ontology=ontology)
    if grounded.summary.unjudged:
        _log.warning("%s", grounded.summary.unjudged)
    there = {node.node_id for node in texts}
    checked = grounded.annotate()[len(texts) :]
    spared = isinstance(grounder, LexicalGrounder) and not reground
    audited = [
        AuditedRelation(
            triplet,
            (_of_a_model(triplet, source, there) if spared else None)
            or _values(new[1].properties, source, there),
        )
        for triplet, source, new in zip(found, sources, checked, strict=True)
        if "odke_verdict" in new[1].properties
    ]
    return StoreAudit(
        tuple(_written(store, found, audited) if write else audited), grounded.summary
    )


def _text_alone(node: BaseNode) -> BaseNode:
    """Return a node without a graph of its own: the relations to check are those of the store."""
    rest = {k: v for k, v in node.metadata.items() if k not in (KG_NODES, KG_RELATIONS)}
    return node if len(rest) == len(node.metadata) else node.model_copy(update={"metadata": rest})


def _with_sources(triplet: Sequence[Any], source: tuple[list[str], bool]) -> Sequence[Any]:
    """Return a triplet whose relation names the nodes to check it on, and has no verdict yet."""
    first, relation, last = triplet
    properties = with_verdicts(relation.properties, {})
    properties[TEXTS] = json.dumps(source[0])
    return first, relation.model_copy(update={"properties": properties}), last


def _of_a_model(
    triplet: Sequence[Any], source: tuple[list[str], bool], there: Collection[str]
) -> dict[str, str] | None:
    """Return the stored values where a model gave the verdict on a text that is still there.

    Words alone bear nothing out and contradict nothing, and they give other reasons.
    """
    held = triplet[1].properties
    by_model = held.get("odke_verdict") in _BY_MODEL or held.get("odke_reason") == "not_found"
    if not by_model or not any(one in there for one in source[0]):
        return None
    return {key: str(said) for key, said in held.items() if is_verdict_key(key) and said}


def _values(
    properties: Mapping[str, Any], source: tuple[list[str], bool], there: Collection[str]
) -> dict[str, str]:
    """Return what is said of a relation, whose source may be gone or a guess."""
    values = {key: str(said) for key, said in properties.items() if is_verdict_key(key)}
    ids, is_own = source
    if not any(one in there for one in ids):
        values["odke_reason"] = SOURCE_MISSING if ids and is_own else SOURCE_UNKNOWN
    elif not is_own and values["odke_verdict"] in _REFUTED:
        values = {**values, "odke_verdict": "unchecked", "odke_reason": SOURCE_UNKNOWN}
    return values


def _written(
    store: PropertyGraphStore, found: list[Any], audited: list[AuditedRelation]
) -> list[AuditedRelation]:
    """Write the verdicts; return the relations, each with why it was not written."""
    values = {key_of(one.triplet): one.values for one in audited}
    problems = write_verdicts(store, found, values)
    return [replace(one, not_written=problems.get(key_of(one.triplet), "")) for one in audited]
