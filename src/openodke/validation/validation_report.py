"""What did a validation find, in numbers that add up, and what became of each claim?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from openodke.errors import InputError
from openodke.interop.adapter import Adapter
from openodke.interop.grounded_graph import GroundedGraph
from openodke.interop.node_merging import Merged, MergingAdapter, NodeMerge, checked_merging
from openodke.interop.summary import GroundSummary
from openodke.interop.taken_graph import TakenGraph
from openodke.model import CONFLICT, Document, Fact, KnowledgeGraph
from openodke.ontology import Ontology
from openodke.refinement import Refined
from openodke.stages import Gate
from openodke.validation.stage_counts import Counts
from openodke.validation.validation_trail import ValidationTrail

SCHEMA_VERSION = "1.0"
"""The version of `report.json`."""

_NOT_WRITTEN = frozenset(
    {"grounding", "native", "adapter", "ontology", "trail", "refused_facts", "texts"}
)


@dataclass(frozen=True)
class ValidationReport:
    """The counts of one validation, and what became of each claim.

    facts_in + derived - merged - refused = facts_out.

    Attributes:
        dry_run: whether only the free checks were made and nothing was written.
        documents: the texts.
        facts_in: the claims, one a row.
        unmatched: rows whose text is not among the documents.
        malformed: rows, texts and lines that could not be read.
        left_out: items of the native object that are no claim.
        verdicts: how many rows have each of the four verdicts.
        checked: what the free checks refused: `not_in_text`, `predicate`, `domain`, `range`.
        derived: inverse and symmetric partners that were added.
        merged: facts that went into another one, being the same claim.
        restated: claims that a store held already (see `SignatureCorroborator(store=…)`).
        refused: claims that the gate refused, by its answer in `refused_by`.
        facts_out: the claims that are written: `edges` and `properties`.
        entities: what they are about.
        linked: pairs of names that the resolver spoke of, by kind in `links`.
        contested: claims that stood against another: `won`, `lost`, `tied`.
        sources: how many claims rest on each number of independent sources.
        store: what a lookup found (`candidates`, `linked`, `rekeyed`), and what a store of facts
            did (`found`, `merged`, `rivals`); empty where there is none.
        judge, batch: what the resolver says of its judge, and of mentions that it joined; empty
            where it has none.
        calls, cached, failed, tokens, cost_usd, prompts: what a model was asked; the cost is None
            where it is unknown.
        tenant: whose graph it is, None for nobody's.
        writes: the sinks that were written to.
        mismatch: a sentence where texts and graph do not belong together, else "".
        stopped: why a model was not asked on, "" where it was.
        grounding: the summary of the grounding.
        texts: the texts, as documents.
        refused_facts: the claims that the gate refused, each with the reason under `odke.review`.
        native, adapter, ontology, trail: what `annotate`, `keep` and `explain` go by.
    """

    dry_run: bool = False
    documents: int = 0
    facts_in: int = 0
    unmatched: int = 0
    malformed: int = 0
    left_out: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)
    derived: int = 0
    merged: int = 0
    restated: int = 0
    refused: int = 0
    refused_by: dict[str, int] = field(default_factory=dict)
    facts_out: int = 0
    edges: int = 0
    properties: int = 0
    entities: int = 0
    linked: int = 0
    links: dict[str, int] = field(default_factory=dict)
    contested: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    store: dict[str, Any] = field(default_factory=dict)
    judge: dict[str, Any] = field(default_factory=dict)
    batch: dict[str, Any] = field(default_factory=dict)
    calls: int = 0
    cached: int = 0
    failed: int = 0
    tokens: int = 0
    cost_usd: float | None = None
    prompts: tuple[str, ...] = ()
    tenant: str | None = None
    writes: tuple[str, ...] = ()
    mismatch: str = ""
    stopped: str = ""
    grounding: GroundSummary = field(default_factory=GroundSummary, repr=False)
    texts: tuple[Document, ...] = field(default=(), repr=False)
    refused_facts: tuple[Fact, ...] = field(default=(), repr=False)
    native: Any = field(default=None, repr=False)
    adapter: Adapter[Any] | None = field(default=None, repr=False)
    ontology: Ontology | None = field(default=None, repr=False)
    trail: ValidationTrail = field(default_factory=lambda: ValidationTrail(()), repr=False)

    @property
    def is_empty(self) -> bool:
        """Whether there was no claim at all, which is `no_claims` and never a pass."""
        return self.facts_in == 0

    @property
    def rows(self) -> dict[str, str]:
        """The id of the fact that each row went into, by the row's id."""
        return self.trail.rows

    @property
    def row_facts(self) -> tuple[Fact, ...]:
        """One fact a row: its own verdict, its merged claim's support, confidence and names."""
        return tuple(self.trail.told())

    @cached_property
    def one_nodes(self) -> tuple[NodeMerge, ...]:
        """Each node of the native object that is proven to be another one of it, and why.

        An identifier that agrees proves it, a key that the caller decided, or one spelling but for
        case, spacing and punctuation around; never that two names are similar.
        """
        return self.trail.one_nodes()

    def annotate(self, *, merge: bool = False) -> Any:
        """Return a copy of the native object with what is known of each item at its own place.

        Args:
            merge: make the nodes of `one_nodes` one, too: see `merge_nodes`.

        Raises:
            InputError: when rows or facts were handed in: they have no native object.
            AdapterError: for `merge` where the adapter merges no nodes.
        """
        if merge:
            self._merging()
        native = self._grounded().annotate()
        return self.merge_nodes(native).native if merge else native

    def merge_nodes(self, native: Any) -> Merged[Any]:
        """Return what `annotate` or `keep` returned with the nodes of `one_nodes` made one.

        Its `nodes` say which id became which.

        Raises:
            InputError: when rows or facts were handed in: they have no native object.
            AdapterError: when the adapter merges no nodes.
        """
        adapter = self._merging()
        return Merged(native) if adapter is None else adapter.merge(native, self.one_nodes)

    def keep(self, gate: Gate | None = None, *, force: bool = False, merge: bool = False) -> Any:
        """Return an annotated copy of the native object without what a gate refuses.

        Args:
            gate: who decides, once an item; left out, what is contradicted or not found, or against
                the ontology, is dropped (`strict_gate`).
            force: drop even where texts and graph do not belong together.
            merge: make the nodes of `one_nodes` one, too, of what is left: see `merge_nodes`.

        Raises:
            InputError: when rows or facts were handed in, and when `mismatch` says that texts and
                graph do not belong together.
            AdapterError: for `merge` where the adapter merges no nodes.
        """
        if merge:
            self._merging()
        native = self._grounded().keep(gate, force=force)
        return self.merge_nodes(native).native if merge else native

    def explain(self, claim_id: str) -> str:
        """Return everything that was decided about one claim and why, in order, a line each.

        Args:
            claim_id: the id of a row or of a fact.

        Raises:
            InputError: when nothing has the id.
        """
        return self.trail.explain(claim_id)

    def to_json(self) -> dict[str, Any]:
        """Return the report as `report.json` holds it."""
        status = "no_claims" if self.is_empty else "ok"
        counts = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in _NOT_WRITTEN}
        return {"schema_version": SCHEMA_VERSION, "status": status, **counts}

    def render(self) -> str:
        """Return the report as the terminal shows it."""
        from openodke.validation.validation_text import rendered

        return rendered(self)

    def __str__(self) -> str:
        """Return what `render` returns."""
        return self.render()

    def _merging(self) -> MergingAdapter[Any] | None:
        """Return the adapter as one that merges, None for a native object that is empty."""
        self._grounded()  # rows have no native object
        return None if self.adapter is None else checked_merging(self.adapter)

    def _grounded(self) -> GroundedGraph:
        """Return the rows' facts as a graph that goes back to its framework."""
        if self.native is None:
            raise InputError(
                "rows have no native object to go back to: what is known of each row is on "
                ".row_facts, and the graph holds what was kept"
            )
        return GroundedGraph(
            facts=self.row_facts,
            summary=self.grounding,
            native=self.native,
            adapter=self.adapter,
            ontology=self.ontology,
        )


def reported(
    summary: GroundSummary,
    refined: Refined,
    trail: ValidationTrail,
    taken: TakenGraph,
    *,
    graph: KnowledgeGraph,
    counts: Mapping[str, Counts],
    ontology: Ontology,
    tenant: str | None,
    texts: tuple[Document, ...],
    writes: tuple[str, ...],
) -> ValidationReport:
    """Return the report of a run; `counts` are those of its stages, by their places."""
    matching = summary.matching
    resolver, corroborator, gate = counts["resolver"], counts["corroborator"], counts["gate"]
    refused_by = {key: count for key, count in (gate.get("refused") or {}).items() if count}
    contests = Counter(
        str(fact.qualifiers[CONFLICT].get("status"))
        for fact in (*refined.facts, *refined.refused)
        if CONFLICT in fact.qualifiers
    )
    links = Counter(link.kind.value for link in refined.links)
    return ValidationReport(
        dry_run=summary.dry_run,
        documents=len(texts),
        texts=texts,
        facts_in=summary.facts,
        unmatched=int(matching.get("unmatched_rows", 0)),
        malformed=summary.malformed_rows,
        left_out=len(summary.left_out),
        verdicts=summary.verdicts,
        checked=summary.refused,
        derived=refined.derived,
        merged=refined.merged,
        restated=int((corroborator.get("store") or {}).get("merged", 0)),
        refused=len(refined.refused),
        refused_by=refused_by,
        facts_out=len(refined.facts),
        edges=len(graph.edges),
        properties=len(graph.properties),
        entities=len(graph.entities),
        linked=len(refined.links),
        links=dict(sorted(links.items())),
        contested=dict(sorted(contests.items())),
        sources=_by_support(refined),
        store={**(resolver.get("store") or {}), **(corroborator.get("store") or {})},
        judge=dict(resolver.get("judge") or {}),
        batch=dict(resolver.get("batch") or {}),
        calls=summary.calls,
        cached=summary.cached,
        failed=summary.failed,
        tokens=summary.tokens,
        cost_usd=summary.cost_usd,
        prompts=summary.prompts,
        tenant=tenant,
        writes=writes,
        mismatch=summary.mismatch,
        stopped=summary.stopped,
        grounding=summary,
        refused_facts=refined.refused,
        native=taken.native,
        adapter=taken.reader,
        ontology=ontology,
        trail=trail,
    )


def _by_support(refined: Refined) -> dict[str, int]:
    """Return how many written claims rest on 1, 2, 3 and more independent sources."""
    found = Counter("3+" if fact.support > 2 else str(fact.support) for fact in refined.facts)
    return dict(sorted(found.items()))
