"""What becomes of grounded facts on their way to a graph?

Source: the concepts page, "The order the stages run in": normalise, resolve, inverse partners,
corroborate, score, gate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from openodke.errors import StageError
from openodke.gate import reviewed
from openodke.ground.review import marked
from openodke.handover import Post
from openodke.inverse import partners
from openodke.model.entity import Entity, EntityLink
from openodke.model.fact import Fact
from openodke.model.verdict import GateVerdict
from openodke.nodes import nodes
from openodke.ontology import Ontology
from openodke.stages import (
    Corroborator,
    Gate,
    Normalizer,
    PassThroughCorroborator,
    PassThroughGate,
    PassThroughNormalizer,
    PassThroughResolver,
    PassThroughScorer,
    Resolver,
    Scorer,
)


@dataclass(frozen=True)
class Refined:
    """What the stages after grounding made of the facts: in + derived - merged - refused = out.

    Attributes:
        facts: the facts to write, in order; a marked one has its reason under `odke.review`.
        refused: the facts that the gate refused, each with the reason under `odke.review`.
        links: what the resolver proposes or proved.
        derived: how many inverse and symmetric partners were added.
        merged: how many facts went into another one.
    """

    facts: tuple[Fact, ...]
    refused: tuple[Fact, ...]
    links: tuple[EntityLink, ...]
    derived: int
    merged: int


class Refinement:
    """Runs grounded facts through every later stage, in order; None is a stage's pass-through."""

    def __init__(
        self,
        ontology: Ontology,
        *,
        normalizer: Normalizer | None = None,
        resolver: Resolver | None = None,
        corroborator: Corroborator | None = None,
        scorer: Scorer | None = None,
        gate: Gate | None = None,
        inverses: bool = True,
    ) -> None:
        """Take the stages; `inverses` says whether edges gain the partners that are declared."""
        self.ontology = ontology
        self.normalizer: Normalizer = PassThroughNormalizer() if normalizer is None else normalizer
        self.resolver: Resolver = PassThroughResolver() if resolver is None else resolver
        self.corroborator: Corroborator = (
            PassThroughCorroborator() if corroborator is None else corroborator
        )
        self.scorer: Scorer = PassThroughScorer() if scorer is None else scorer
        self.gate: Gate = PassThroughGate() if gate is None else gate
        self.inverses = inverses

    def require(self) -> None:
        """Check that each stage can stand at its place.

        Raises:
            StageError: when one cannot.
        """
        Post("normalizer", self.normalizer).require("normalize")
        Post("resolver", self.resolver).require("resolve")
        Post("corroborator", self.corroborator).require("corroborate")
        Post("scorer", self.scorer).require("score")
        Post("gate", self.gate).require("validate")

    def run(
        self, facts: list[Fact], *, told: Callable[[list[Fact], list[Fact]], None] | None = None
    ) -> Refined:
        """Return what the stages make of the facts.

        Args:
            facts: grounded facts.
            told: is handed the facts as they were resolved, one for one, and the partners.

        Raises:
            StageError: when a stage hands back what the next cannot take.
        """
        facts = Post("normalizer", self.normalizer).each(self.normalizer.normalize, facts)
        facts, links = self._resolved(facts)
        derived = partners(facts, self.ontology) if self.inverses else []
        if told is not None:
            told(facts, derived)
        stated = len(facts) + len(derived)
        facts = self._corroborated([*facts, *derived])
        merged = stated - len(facts)
        facts = Post("scorer", self.scorer).each(self.scorer.score, facts)
        kept, refused = self._decided(facts)
        return Refined(tuple(kept), tuple(refused), tuple(links), len(derived), merged)

    def _resolved(self, facts: list[Fact]) -> tuple[list[Fact], list[EntityLink]]:
        post = Post("resolver", self.resolver)
        index: dict[str, Entity] = {}
        for entity in nodes(facts):  # of a key under two types, one whatever the order of the facts
            held = index.get(entity.key)
            if held is None or entity.type < held.type:
                index[entity.key] = entity
        handed = post.call("the batch", self.resolver.resolve, facts, index)
        both = post.one("the batch", handed, tuple)
        post.count("the batch", 2, len(both), "parts (facts, links)")
        resolved = post.many("the batch", both[0], Fact)
        post.count("the batch", len(facts), len(resolved))
        return resolved, post.many("the batch", both[1], EntityLink)

    def _corroborated(self, facts: list[Fact]) -> list[Fact]:
        post = Post("corroborator", self.corroborator)
        handed = post.call("the batch", self.corroborator.corroborate, facts)
        merged = post.many("the batch", handed, Fact)
        if len(merged) > len(facts) or bool(merged) != bool(facts):
            raise StageError(f"the {post} merged {len(facts)} facts into {len(merged)}")
        return merged

    def _decided(self, facts: list[Fact]) -> tuple[list[Fact], list[Fact]]:
        """Return what the gate lets through, and what it refuses."""
        post = Post("gate", self.gate)
        kept: list[Fact] = []
        refused: list[Fact] = []
        for fact in facts:
            handed = post.call(fact, self.gate.validate, fact, self.ontology)
            verdict = post.one(fact, handed, GateVerdict)
            if verdict.action == "refuse":
                refused.append(marked(fact, verdict.reason or "refused"))
            else:
                kept.append(reviewed(fact, verdict))
        return kept, refused
