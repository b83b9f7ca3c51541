"""What is left of a graph when every claim was checked, merged, scored and gated?

Source: the resolution page, and the concepts page, "The order the stages run in".
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from os import PathLike
from typing import Any

from openodke.delegation import DoubleStageWarning, doubled
from openodke.errors import InputError
from openodke.garbage import rarely_collected
from openodke.gate import VerdictGate
from openodke.ground import LexicalGrounder, LLMGrounder
from openodke.handover import Post
from openodke.interop.adapter import Adapter
from openodke.interop.conversion import Claim
from openodke.interop.row import TripleRow
from openodke.interop.run import GroundingRun, Grounds
from openodke.interop.summary_counter import SummaryCounter
from openodke.interop.taken_graph import TakenGraph
from openodke.llm import LLMClient, ModelRoles
from openodke.model import Document, Entity, Fact, KnowledgeGraph
from openodke.model.frozen import freeze, now, replaced
from openodke.nodes import nodes
from openodke.ontology import Ontology
from openodke.refinement import Refined, Refinement
from openodke.stages import Corroborator, Gate, Normalizer, Resolver, Scorer, Sink, StoreLookup
from openodke.validation import ValidationReport, ValidationTrail, reported
from openodke.validation.stage_counts import counts_of, since

_OF_A_MODEL = ("client", "roles")
_OF_THE_RESOLVER = ("lookup", "judge")


class Validator:
    """Runs every stage after extraction on a graph that somebody else extracted.

    A stage that is left out is openodke's own; its pass-through, from `openodke.stages`, leaves it
    out of the run.
    """

    def __init__(
        self,
        ontology: Ontology | None = None,
        *,
        client: LLMClient | None = None,
        roles: ModelRoles | None = None,
        grounder: Grounds | None = None,
        normalizer: Normalizer | None = None,
        resolver: Resolver | None = None,
        corroborator: Corroborator | None = None,
        scorer: Scorer | None = None,
        gate: Gate | None = None,
        inverses: bool = True,
        lookup: StoreLookup | None = None,
        judge: Any = None,
        sinks: Iterable[Sink] = (),
        tenant: str | None = None,
        locate: bool = False,
        run_at: datetime | None = None,
    ) -> None:
        """Take the stages.

        Args:
            ontology: what the claims are held to; without one every predicate may have many values.
            client: asks the model that gives the verdicts; without it and `roles` none is asked.
            roles: which model is asked.
            grounder: who gives the verdicts: left out a LexicalGrounder, with a model an
                LLMGrounder.
            normalizer: left out, a ValueNormalizer.
            resolver: left out, a NativeResolver with `lookup` and `judge`.
            corroborator: left out, a SignatureCorroborator, which has the texts.
            scorer: left out, an EvidenceScorer.
            gate: left out, `VerdictGate(schema=True)`.
            inverses: whether edges gain the partners that the ontology declares.
            lookup: what a store holds that the graph may name.
            judge: asked about pairs of names that the rules leave open (PairJudge).
            sinks: where the graph is written, in this order.
            tenant: stamped on every entity as the attribute `tenant`.
            locate: give a claim without a span the sentence that states it.
            run_at: the time of the run: when links are made, and when a text was read that does not
                say; no later date is trusted. Two runs at one time give the same to the byte. None
                is the time of each call. A stage of the caller's own has its own clock.

        Raises:
            InputError: for arguments of which one would be ignored.
            StageError: when a stage cannot stand at its place.
        """
        self._check_pairs(locals())
        self.ontology = Ontology() if ontology is None else ontology
        self.client, self.roles, self.grounder = client, roles, grounder
        self.normalizer, self.resolver, self.corroborator = normalizer, resolver, corroborator
        self.scorer, self.gate, self.inverses = scorer, gate, inverses
        self.lookup, self.judge = lookup, judge
        self.sinks = tuple(sinks)
        self.tenant, self.locate, self.run_at = tenant, locate, run_at
        self._refinement({}, run_at).require()
        for sink in self.sinks:
            Post("sink", sink).require("write")

    def validate(
        self,
        native: Any,
        documents: Iterable[Document] | str | PathLike[str] = (),
        *,
        adapter: str | Adapter[Any] | None = None,
        dry_run: bool = False,
        keep_answers: bool = False,
    ) -> tuple[KnowledgeGraph, ValidationReport]:
        """Return the graph that is left, and what became of every claim.

        Args:
            native: rows, facts, a path of a triples file, or whatever an installed adapter accepts.
            documents: the texts, or the path of their file or folder, where `native` has none.
            adapter: the adapter's name or instance; left out, the one that accepts `native`.
            dry_run: make the free checks alone, ask no model, write to no sink.
            keep_answers: have Ctrl-C end a model's questions and not the run: what was answered is
                gone on with, the rest is left unchecked (`unasked`), and the report's `stopped`
                says so.

        Returns:
            The graph, one fact a claim, and the report: its sums hold (in + derived - merged -
            refused = out), `annotate()` and `keep()` hand the native object back, `explain(id)`
            tells what was decided about one claim.

        Raises:
            AdapterError: when no adapter accepts `native`, or two do.
            InputError: when a file cannot be read. A bad row is reported, not raised.
            StageError: when a stage hands back what the next cannot take.
        """
        run_at = self.run_at or now()
        taken = TakenGraph(native, documents, adapter)
        run = GroundingRun(
            taken.documents,
            ontology=self.ontology,
            grounder=None if dry_run else self._grounder(taken),
            locate=self.locate,
            keep_answers=keep_answers,
            run_at=run_at,
        )
        counter = SummaryCounter(by_item=taken.reader is not None)
        with rarely_collected():
            looked = list(run.look(_with_ids(taken.rows)))
            facts = list(counter.counting(map(run.settle, looked)))
            summary = run.summary(counter, taken.problems, taken.left_out)
            trail = ValidationTrail(self._stamped(facts), taken.rows)
            texts = run.converter.lookup.documents
            refinement = self._refinement({doc.id: doc for doc in texts}, run_at)
            before = counts_of(refinement)
            refined = refinement.run(list(trail.grounded), told=trail.resolved_as)
            trail.refined_as(refined)
            kg = self._graph(refined, run_at)
        report = reported(
            summary,
            refined,
            trail,
            taken,
            graph=kg,
            ontology=self.ontology,
            counts=since(before, counts_of(refinement)),
            tenant=self.tenant,
            texts=texts,
            writes=() if dry_run else self._written(kg, refinement),
        )
        return kg, report

    def _check_pairs(self, given: dict[str, Any]) -> None:
        """Refuse what would be ignored beside a stage of the caller's own."""
        for stage, names in (("grounder", _OF_A_MODEL), ("resolver", _OF_THE_RESOLVER)):
            ignored = [name for name in names if given[name] is not None]
            if given[stage] is not None and ignored:
                raise InputError(
                    f"{' and '.join(ignored)} would be ignored beside {stage}=: hand "
                    f"{'them' if len(ignored) > 1 else 'it'} to the {stage} instead"
                )

    def _grounder(self, taken: TakenGraph) -> Grounds:
        if self.grounder is not None:
            return self.grounder
        if self.client is not None or self.roles is not None:
            return LLMGrounder(self.roles, client=self.client)
        return LexicalGrounder(examples=taken.reader.examples if taken.reader else ())

    def _refinement(self, documents: dict[str, Document], run_at: datetime | None) -> Refinement:
        """Return the later stages of one run: openodke's own are made anew for each."""
        # Here, since `import openodke` need not pay for what most runs do not use.
        from openodke.corroborate import EvidenceScorer, SignatureCorroborator, ValueNormalizer

        for stage in (self.resolver, self.judge, self.corroborator):
            held = getattr(stage, "documents", None)
            if isinstance(held, dict):
                held.update(documents)
        return Refinement(
            self.ontology,
            normalizer=self.normalizer or ValueNormalizer(self.ontology),
            resolver=self.resolver or self._resolver(documents, run_at),
            corroborator=self.corroborator
            or SignatureCorroborator(self.ontology, documents=documents, run_at=run_at),
            scorer=self.scorer or EvidenceScorer(),
            gate=self.gate or VerdictGate(schema=True),
            inverses=self.inverses,
        )

    def _resolver(self, documents: dict[str, Document], run_at: datetime | None) -> Resolver:
        from openodke.corroborate import NativeResolver

        resolver = NativeResolver(
            lookup=self.lookup, judge=self.judge, ontology=self.ontology, run_at=run_at
        )
        resolver.documents.update(documents)
        return resolver

    def _stamped(self, facts: list[Fact]) -> list[Fact]:
        """Return the facts with the tenant on every entity."""
        if self.tenant is None:
            return facts
        tenant = freeze({"tenant": self.tenant})
        stamped: dict[int, Entity] = {}

        def of(entity: Entity) -> Entity:
            held = stamped.get(id(entity))
            if held is None:
                attributes = freeze({**entity.attributes, **tenant})
                held = stamped[id(entity)] = replaced(entity, attributes=attributes)
            return held

        return [
            replaced(
                fact,
                subject=of(fact.subject),
                object_entity=fact.object_entity and of(fact.object_entity),
            )
            for fact in facts
        ]

    def _graph(self, refined: Refined, run_at: datetime) -> KnowledgeGraph:
        return KnowledgeGraph(
            entities=nodes(refined.facts),
            facts=refined.facts,
            links=refined.links,
            ontology_name=self.ontology.name,
            created_at=run_at,
            stats=freeze({"derived": refined.derived, "refused": len(refined.refused)}),
        )

    def _written(self, kg: KnowledgeGraph, refinement: Refinement) -> tuple[str, ...]:
        """Write the graph to every sink; return their names."""
        for sentence in doubled(self.sinks, vars(refinement)):
            warnings.warn(DoubleStageWarning(sentence), stacklevel=3)
        for sink in self.sinks:
            Post("sink", sink).call("the write", sink.write, kg)
        return tuple(type(sink).__name__ for sink in self.sinks)


def _with_ids(claims: Sequence[Claim]) -> Iterator[Claim]:
    """Yield the claims, each with an id of its own: what was decided is found by it.

    A row without one gets that of its content; of several with one id the first keeps it.
    """
    taken = {claim.id for claim in claims if claim.id is not None}
    times: dict[str, int] = {}
    for claim in claims:
        held = claim.id or (claim.content_id if isinstance(claim, TripleRow) else "")
        again = times.get(held, 0) + 1
        own = held
        while again > 1 and (own := f"{held}~{again}") in taken:
            again += 1
        times[held] = again
        taken.add(own)
        yield claim if own == claim.id else replaced(claim, id=own)
