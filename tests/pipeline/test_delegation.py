"""Who does a stage: openodke, the platform a graph is written to, or both by mistake?"""

import warnings
from typing import Any

import pytest

from openodke import stages
from openodke.delegation import Delegated, DoubleStageWarning, PlatformProfile
from openodke.model import Chunk, Document, Entity, Fact, KnowledgeGraph, Resolution
from openodke.ontology import Ontology
from openodke.pipeline import Pipeline

DOC = Document(id="d", text="The Aurora is moored in Bergen.")
CHUNK = Chunk(doc_id="d", start=0, end=10, text="The Aurora", index=0)
AURORA = Entity(key="aurora", type="Vessel", label="Aurora")
MOORED = Fact(
    subject=AURORA, predicate="moored_in", object_entity=Entity(key="bergen", type="Port")
)


def worker(method: str) -> Any:
    """Return an object with one method of that name."""
    return type("Worker", (), {method: lambda self, *_: self})()


@pytest.mark.parametrize(
    "name",
    [
        "Loader",
        "Chunker",
        "Router",
        "Extractor",
        "Grounder",
        "Normalizer",
        "Resolver",
        "Corroborator",
        "Scorer",
        "Gate",
        "Sink",
        "Constrainer",
        "Inferrer",
    ],
)
def test_delegated_is_every_stage(name: str) -> None:
    """Delegated stands at any place."""
    assert isinstance(Delegated(to="store"), getattr(stages, name))


def test_delegated_resolver_records_the_platform() -> None:
    """Both ends carry the platform as their linker, unless something resolved them before."""
    caller = Resolution(method="caller")
    known = MOORED.model_copy(update={"subject": AURORA.model_copy(update={"resolution": caller})})
    delegated = Delegated(to="store:Matcher")
    (fact,), links = delegated.resolve([known], {})
    assert fact.subject.resolution == caller
    assert fact.object_entity is not None
    assert fact.object_entity.resolution == Resolution(method="linker", linker="store:Matcher")
    assert fact.signature == MOORED.signature
    assert tuple(links) == ()
    assert MOORED.subject.resolution is None


def test_delegated_router_and_gate_give_the_reason() -> None:
    """The verdict lets all through, and its reason names the platform."""
    delegated = Delegated(to="store")
    assert delegated.route(CHUNK).action == "extract"
    assert delegated.route(CHUNK).reason == "delegated to store"
    verdict = delegated.validate(MOORED, Ontology())
    assert (verdict.action, verdict.reason) == ("accept", "delegated to store")


def test_delegated_elsewhere_passes_through() -> None:
    """At every other place nothing is changed, extracted or written."""
    delegated = Delegated(to="store")
    assert delegated.ground(MOORED, DOC) is MOORED
    assert delegated.normalize(MOORED) is MOORED
    assert delegated.score(MOORED) is MOORED
    assert list(delegated.corroborate([MOORED])) == [MOORED]
    assert list(delegated.extract(CHUNK, Ontology())) == []
    assert delegated.constrain(Ontology()) == ()
    assert delegated.write(KnowledgeGraph()) is None
    assert repr(delegated) == "Delegated(to='store')"


@pytest.mark.parametrize("to", ["", None, 3])
def test_delegated_needs_a_platform(to: Any) -> None:
    """Delegating to nobody is refused."""
    with pytest.raises(ValueError, match="name the platform"):
        Delegated(to=to)


class StoreSink:
    """A sink whose platform resolves, constrains and prunes."""

    profile = PlatformProfile(name="store", resolves=True, constrains=True, prunes=True)

    def write(self, kg: KnowledgeGraph) -> None:
        """Write nothing."""


WORKING = {
    "resolver": worker("resolve"),
    "constrainer": worker("constrain"),
    "gate": worker("validate"),
}


@pytest.mark.parametrize("place", WORKING)
def test_a_stage_done_twice_is_told_once(place: str) -> None:
    """A stage that runs here and in the platform is one warning, however many sinks say so."""
    with pytest.warns(DoubleStageWarning, match=rf"^store .*Pass {place}=Delegated") as told:
        Pipeline(
            Ontology(),
            worker("extract"),  # type: ignore[arg-type]
            sinks=[StoreSink(), StoreSink()],
            **{place: WORKING[place]},  # type: ignore[arg-type]
        )
    assert len(told) == 1
    assert told[0].filename == __file__


def test_a_stage_done_once_is_silent() -> None:
    """No stage, a pass-through, a delegated stage or a platform that does nothing: no warning."""
    plain = type("Plain", (), {"write": StoreSink.write, "profile": PlatformProfile(name="p")})()
    extractor = worker("extract")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Pipeline(Ontology(), extractor, sinks=[StoreSink()])
        Pipeline(Ontology(), extractor, sinks=[plain], **WORKING)  # type: ignore[arg-type]
        for made in (Delegated(to="store"), None):
            Pipeline(
                Ontology(), extractor, resolver=made, constrainer=made, gate=made,
                sinks=[StoreSink()],
            )  # fmt: skip
        Pipeline(Ontology(), extractor, gate=stages.PassThroughGate(), sinks=[StoreSink()])
