"""Did a stage hand back what its place asks for, and if not, which stage and where?"""

# ruff: noqa: ARG001, ARG005 - the arguments of a stage's methods are given

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from openodke.errors import StageError
from openodke.model import Chunk, Document, Entity, Fact
from openodke.ontology import Ontology
from openodke.pipeline import Pipeline

PEOPLE = Ontology.from_dict(
    {"types": {"Person": {}}, "predicates": {"met": {"range": "Person", "symmetric": True}}}
)
MAIL = Document(id="mail", text="Ines met Noor")
FACT = Fact(
    subject=Entity(key="ines", type="Person"),
    predicate="met",
    object_entity=Entity(key="noor", type="Person"),
)


def made(**methods: Callable[..., Any]) -> Any:
    """Return an object with these functions as its methods."""
    return type("Made", (), {name: staticmethod(method) for name, method in methods.items()})()


def failing(*_: object) -> Any:
    """Raise, as a stage does whose model is unreachable."""
    raise ConnectionError("no route")


def stages(place: str, methods: dict[str, Any]) -> dict[str, Any]:
    """Return a pipeline's arguments with one stage made of these methods."""
    extractor = made(extract=lambda chunk, ontology: [FACT])
    required = {"extract": failing, "ground": failing}
    return {"extractor": extractor, place: made(**(required | methods))}


WRONG: list[tuple[str, str, Any, str]] = [
    ("extractor", "extract", lambda c, o: None, r"extractor Made .* None at chunk 0 \[0:13\]"),
    ("extractor", "extract", lambda c, o: ["x"], r"a Fact, and returned str 'x' at chunk 0"),
    ("extractor", "extract", lambda c, o: FACT, r"an iterable of Fact, .* returned Fact .* 'mail'"),
    ("extractor", "extract_many", lambda c, o: [], r"returned 0 lists for 1, at the whole run"),
    ("extractor", "extract_many", lambda c, o: [None], r"returned None at chunk 0"),
    ("chunker", "chunk", lambda d: ["text"], r"chunker Made .* str 'text' at document 'mail'"),
    ("router", "route", lambda c: "skip", r"router Made .* a RouteVerdict, .* chunk 0"),
    ("grounder", "ground", lambda f, d: None, r"grounder Made .* None at fact \w+ \('ines' 'met'"),
    ("grounder", "ground_many", lambda f, d: [], r"0 facts for 1, at document 'mail'"),
    ("grounder", "ground_documents", lambda p: [[]], r"0 facts for 1, at document 'mail'"),
    ("grounder", "ground_documents", lambda p: None, r"None at the whole run"),
    ("normalizer", "normalize", lambda f: None, r"normalizer Made must return a Fact"),
    ("resolver", "resolve", lambda f, i: f, r"resolver Made must return a tuple"),
    ("resolver", "resolve", lambda f, i: (f, (), 1), r"returned 3 parts"),
    ("resolver", "resolve", lambda f, i: ([], ()), r"0 facts for 1, at the batch"),
    ("resolver", "resolve", lambda f, i: (f, [("a", "b")]), r"must return a EntityLink"),
    ("corroborator", "corroborate", lambda f: [*f, *f], r"merged 2 facts into 4"),
    ("corroborator", "corroborate", lambda f: [], r"merged 2 facts into 0"),
    ("corroborator", "corroborate", lambda f: None, r"corroborator Made .* None at the batch"),
    ("scorer", "score", lambda f: 0.5, r"scorer Made .* a Fact, and returned float 0\.5"),
    ("gate", "validate", lambda f, o: True, r"gate Made .* a GateVerdict, .* bool True"),
    ("retriever", "retrieve", lambda t: ["text"], r"a Document, and returned str 'text'"),
]


@pytest.mark.parametrize(("place", "method", "wrong", "message"), WRONG)
def test_what_a_stage_must_not_hand_back(place: str, method: str, wrong: Any, message: str) -> None:
    """The error names the stage, what it returned, and the chunk, document or fact."""
    docs: list[Document | str] = [MAIL, "target"] if place == "retriever" else [MAIL]
    with pytest.raises(StageError, match=message):
        Pipeline(PEOPLE, **stages(place, {method: wrong})).run(docs)


CHUNK = "chunk 0 [0:13] of document 'mail'"


@pytest.mark.parametrize(
    ("place", "method", "note"),
    [
        ("extractor", "extract", f"in the extractor Made, at {CHUNK}"),
        ("router", "route", f"in the router Made, at {CHUNK}"),
        ("chunker", "chunk", "in the chunker Made, at document 'mail'"),
        ("grounder", "ground", f"in the grounder Made, at fact {FACT.id} ('ines' 'met')"),
        ("resolver", "resolve", "in the resolver Made, at the batch"),
        ("constrainer", "constrain", "in the constrainer Made, at the ontology"),
    ],
)
def test_an_error_in_a_stage_is_noted_with_its_place(place: str, method: str, note: str) -> None:
    """The stage's own error comes through, with a note that names stage and place."""
    pipeline = Pipeline(PEOPLE, **stages(place, {method: failing}))
    with pytest.raises(ConnectionError, match="no route") as raised:
        pipeline.constraints() if place == "constrainer" else pipeline.run([MAIL])
    assert raised.value.__notes__ == [note]


def test_an_error_in_a_generator_is_noted_too() -> None:
    """An extractor that fails while its facts are read is named as well."""

    def extract(chunk: Chunk, ontology: Ontology) -> Iterator[Fact]:
        yield FACT
        failing()

    with pytest.raises(ConnectionError) as raised:
        Pipeline(PEOPLE, made(extract=extract)).run([MAIL])
    assert raised.value.__notes__ == [f"in the extractor Made, at {CHUNK}"]


def test_an_error_in_a_sink_is_noted() -> None:
    """A sink that cannot write is named."""
    extractor = made(extract=lambda chunk, ontology: [FACT])
    with pytest.raises(ConnectionError) as raised:
        Pipeline(PEOPLE, extractor, sinks=[made(write=failing)]).run([MAIL])
    assert raised.value.__notes__ == ["in the sink Made, at the write"]


PLACES = {
    "retriever": "retrieve",
    "chunker": "chunk",
    "router": "route",
    "grounder": "ground",
    "normalizer": "normalize",
    "resolver": "resolve",
    "corroborator": "corroborate",
    "scorer": "score",
    "gate": "validate",
    "constrainer": "constrain",
}


@pytest.mark.parametrize(("place", "method"), PLACES.items())
def test_what_cannot_stand_at_a_place_is_refused(place: str, method: str) -> None:
    """An object without the method, and a class in an object's stead, are refused by name."""
    extractor = made(extract=failing)
    with pytest.raises(StageError, match=rf"^{place}='text' has no method {method}\(\)"):
        Pipeline(PEOPLE, extractor, **{place: "text"})  # type: ignore[arg-type]
    with pytest.raises(StageError, match=rf"^{place}=Made is a class: pass an object"):
        Pipeline(PEOPLE, extractor, **{place: type(made(**{method: failing}))})


def test_the_extractor_and_every_sink_are_checked() -> None:
    """A missing extractor and a sink that cannot write are refused by name."""
    extractor = made(extract=failing)
    with pytest.raises(StageError, match=r"^extractor=None has no method extract\(\)"):
        Pipeline(PEOPLE, None)  # type: ignore[arg-type]
    with pytest.raises(StageError, match=r"^sink=.* has no method write\(\)"):
        Pipeline(PEOPLE, extractor, sinks=[extractor])
