"""What must an object be able to do to stand at one place of the pipeline?"""

import pytest

from openodke import stages
from openodke.errors import InputError
from openodke.model import (
    Chunk,
    Document,
    Entity,
    Fact,
    GateVerdict,
    GroundingVerdict,
    RouteVerdict,
)
from openodke.ontology import Ontology

DOC = Document(id="d", text="The Aurora is moored in Bergen.")
CHUNK = Chunk(doc_id="d", start=0, end=10, text="The Aurora", index=0)
AURORA = Entity(key="aurora", type="Vessel", label="Aurora")
BERGEN = Entity(key="bergen", type="Port")
MOORED = Fact(
    subject=AURORA,
    predicate="moored_in",
    object_entity=BERGEN,
    verdict=GroundingVerdict.SUPPORTED,
    support=3,
)
STAGES = {
    "Loader": "load",
    "Chunker": "chunk",
    "Router": "route",
    "Extractor": "extract",
    "Grounder": "ground",
    "Normalizer": "normalize",
    "Resolver": "resolve",
    "Corroborator": "corroborate",
    "Scorer": "score",
    "Gate": "validate",
    "Sink": "write",
    "Constrainer": "constrain",
    "Inferrer": "infer",
}
OTHERS = {
    "Initiator": "targets",
    "Retriever": "retrieve",
    "StoreLookup": "candidates",
    "FactLookup": "stored",
}


def worker(method: str) -> object:
    """Return an object with one method of that name."""
    return type("Worker", (), {method: lambda self, *_: self})()


@pytest.mark.parametrize(("name", "method"), (STAGES | OTHERS).items())
def test_any_object_with_the_method_is_the_stage(name: str, method: str) -> None:
    """Each protocol holds for an object with its one method, and for no other."""
    protocol = getattr(stages, name)
    assert isinstance(worker(method), protocol)
    assert not isinstance(worker("rest"), protocol)


@pytest.mark.parametrize("name", STAGES.keys() - {"Extractor", "Sink"})
def test_pass_throughs_are_their_stages(name: str) -> None:
    """Every stage but the extractor and the sink has a pass-through."""
    assert isinstance(getattr(stages, f"PassThrough{name}")(), getattr(stages, name))


def test_pass_throughs_hand_on_what_they_are_given() -> None:
    """A pass-through changes no fact, and routes, accepts and asks for nothing."""
    assert stages.PassThroughRouter().route(CHUNK) == RouteVerdict(action="extract")
    assert stages.PassThroughGrounder().ground(MOORED, DOC) is MOORED
    assert stages.PassThroughNormalizer().normalize(MOORED) is MOORED
    assert stages.PassThroughResolver().resolve([MOORED], {}) == ([MOORED], ())
    assert list(stages.PassThroughCorroborator().corroborate([MOORED])) == [MOORED]
    assert stages.PassThroughScorer().score(MOORED) is MOORED
    assert stages.PassThroughGate().validate(MOORED, Ontology()) == GateVerdict(action="accept")
    assert stages.PassThroughConstrainer().constrain(Ontology()) == ()
    assert stages.PassThroughInferrer().infer([DOC]) == Ontology()


@pytest.mark.parametrize("text", ["", "Ærø lies south of Fyn."])
def test_pass_through_chunker_takes_the_whole_document(text: str) -> None:
    """The whole document is one chunk, whose offsets resolve to its text."""
    doc = Document(text=text)
    (chunk,) = stages.PassThroughChunker().chunk(doc)
    assert (chunk.doc_id, chunk.start, chunk.end, chunk.index) == (doc.id, 0, len(text), 0)
    assert chunk.text == text


def test_pass_through_loader_takes_documents() -> None:
    """Documents are handed on; anything that needs reading is refused."""
    loader = stages.PassThroughLoader()
    assert tuple(loader.load(DOC)) == (DOC,)
    assert tuple(loader.load(iter([DOC, DOC]))) == (DOC, DOC)
    for source in ("harbour.txt", b"text", None, {"text": "x"}, ["harbour.txt"]):
        with pytest.raises(InputError, match="no loader was given"):
            loader.load(source)
