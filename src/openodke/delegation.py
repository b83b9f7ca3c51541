"""Who does a stage: openodke, the platform a graph is written to, or both by mistake?

Source: the concepts page, "PlatformProfile and Delegated".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from openodke.model.document import Chunk
from openodke.model.entity import EntityLink, Resolution
from openodke.model.fact import Fact
from openodke.model.frozen import FrozenModel, Name, replaced
from openodke.model.graph import KnowledgeGraph
from openodke.model.verdict import GateVerdict, RouteVerdict
from openodke.ontology import Ontology
from openodke.stages import (
    EntityIndex,
    PassThroughChunker,
    PassThroughConstrainer,
    PassThroughCorroborator,
    PassThroughGate,
    PassThroughGrounder,
    PassThroughInferrer,
    PassThroughLoader,
    PassThroughNormalizer,
    PassThroughResolver,
    PassThroughScorer,
)


class DoubleStageWarning(UserWarning):
    """A stage runs here and, after the write, in the platform a sink writes to."""


class PlatformProfile(FrozenModel):
    """What a store does itself after a write; a sink says so in its attribute `profile`."""

    name: Name
    resolves: bool = False
    constrains: bool = False
    prunes: bool = False


class Delegated(
    PassThroughLoader,
    PassThroughChunker,
    PassThroughGrounder,
    PassThroughNormalizer,
    PassThroughCorroborator,
    PassThroughScorer,
    PassThroughConstrainer,
    PassThroughInferrer,
):
    """Hands a stage to the platform: a pass-through, at any place, that records to whom.

    A resolver records it in `Entity.resolution.linker` of entities that nothing has resolved yet, a
    router and a gate in their verdict's reason. Source: the concepts page.
    """

    def __init__(self, to: str) -> None:
        """Take the platform's name for the stage, such as `neo4j-graphrag:FuzzyMatchResolver`."""
        if not to or not isinstance(to, str):
            raise ValueError(f"Delegated(to={to!r}): name the platform that does the stage")
        self._resolution = Resolution(method="linker", linker=to)
        self._reason = f"delegated to {to}"
        self.to = to

    def __repr__(self) -> str:
        """Render as the call that makes it."""
        return f"Delegated(to={self.to!r})"

    def route(self, chunk: Chunk) -> RouteVerdict:  # noqa: ARG002
        """Return `extract`, with the platform in the reason."""
        return RouteVerdict(action="extract", reason=self._reason)

    def extract(self, chunk: Chunk, ontology: Ontology) -> Iterable[Fact]:  # noqa: ARG002
        """Return no facts: the platform extracts them."""
        return ()

    def resolve(
        self,
        facts: Iterable[Fact],
        index: EntityIndex,  # noqa: ARG002
    ) -> tuple[Iterable[Fact], Iterable[EntityLink]]:
        """Return the facts with the platform as the linker of both ends, and no links."""
        return [self._stamped(fact) for fact in facts], ()

    def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:  # noqa: ARG002
        """Return `accept`, with the platform in the reason."""
        return GateVerdict(action="accept", reason=self._reason)

    def write(self, kg: KnowledgeGraph) -> None:
        """Write nothing: the platform does."""

    def _stamped(self, fact: Fact) -> Fact:
        ends = {"subject": fact.subject, "object_entity": fact.object_entity}
        unresolved = {
            field: replaced(end, resolution=self._resolution)
            for field, end in ends.items()
            if end is not None and end.resolution is None
        }
        return replaced(fact, **unresolved) if unresolved else fact


_DEEDS = {"resolves": "resolver", "constrains": "constrainer", "prunes": "gate"}
_IDLE = (Delegated, PassThroughResolver, PassThroughConstrainer, PassThroughGate)


def doubled(sinks: Iterable[object], workers: Mapping[str, object]) -> Iterator[str]:
    """Yield one sentence for each stage that runs here and in the platform of a sink.

    Args:
        sinks: those with a PlatformProfile as their `profile` are read.
        workers: who stands at each place: `resolver`, `constrainer` and `gate`.
    """
    said: set[tuple[str, str]] = set()
    for sink in sinks:
        profile = getattr(sink, "profile", None)
        if not isinstance(profile, PlatformProfile):
            continue
        for deed, place in _DEEDS.items():
            runs_here = not isinstance(workers[place], _IDLE)
            if runs_here and getattr(profile, deed) and (profile.name, deed) not in said:
                said.add((profile.name, deed))
                yield (
                    f"{profile.name} {deed} after the write, and the {place} "
                    f"{type(workers[place]).__name__} does it here: both will run. Pass "
                    f"{place}=Delegated(to=...) to leave it to the platform."
                )
