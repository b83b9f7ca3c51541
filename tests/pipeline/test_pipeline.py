"""In which order do the stages run, and what does each hand to the next?"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from moorings import LOG, MAIL, PORTS, Lines, Moorings, failing, made, triples

from openodke.errors import InputError
from openodke.model import (
    Chunk,
    Document,
    Entity,
    EntityLink,
    Fact,
    GateVerdict,
    KnowledgeGraph,
    LinkKind,
    RouteVerdict,
)
from openodke.ontology import Ontology
from openodke.pipeline import Pipeline


def test_a_run_without_stages() -> None:
    """Documents go in, facts and their partners come out, and the stats count both."""
    kg = Pipeline(PORTS, Moorings(), chunker=Lines()).run([LOG, MAIL])
    assert triples(kg.facts) == [
        ("aurora", "moored_in", "bergen"),
        ("boreas", "moored_in", "narvik"),
        ("aurora", "moored_in", "bergen"),
        ("bergen", "berths", "aurora"),
        ("narvik", "berths", "boreas"),
        ("bergen", "berths", "aurora"),
    ]
    assert list(kg.stats.items()) == [
        ("documents", 2),
        ("chunks", 5),
        ("skipped", 0),
        ("deferred", 0),
        ("empty_extractions", 2),
        ("derived", 3),
        ("refused", 0),
    ]
    assert [entity.key for entity in kg.entities] == ["aurora", "bergen", "boreas", "narvik"]
    assert kg.ontology_name == "ports"


def test_a_run_over_nothing() -> None:
    """No documents are an empty graph, with every count at nought."""
    kg = Pipeline(PORTS, Moorings()).run([])
    assert (kg.facts, kg.entities, kg.links) == ((), (), ())
    assert set(kg.stats.values()) == {0}


@pytest.mark.parametrize("wrap", [list, tuple, iter, lambda docs: (doc for doc in docs)])
def test_any_iterable_of_documents_is_run(wrap: Callable[[list[Document]], Any]) -> None:
    """A list, a tuple, an iterator and a generator all do."""
    assert Pipeline(PORTS, Moorings()).run(wrap([LOG, MAIL])).stats["documents"] == 2


def test_stages_run_in_the_order_of_the_page() -> None:
    """Ground, normalise, resolve, derive, corroborate, score, gate, write."""
    seen: list[str] = []

    def noting(name: str) -> Callable[..., Any]:
        def note(fact: Fact, *_: object) -> Fact:
            seen.append(f"{name} {fact.predicate}")
            return fact

        return note

    def resolve(facts: list[Fact], index: dict[str, Entity]) -> Any:
        seen.append(f"resolve {len(facts)} {sorted(index)}")
        link = EntityLink(source_key="aurora", target_key="a", kind=LinkKind.SIMILAR)
        return facts, (link,)

    def corroborate(facts: list[Fact]) -> list[Fact]:
        seen.append(f"corroborate {len(facts)}")
        return facts

    def validate(fact: Fact, ontology: Ontology) -> GateVerdict:
        seen.append(f"gate {fact.predicate} {ontology.name}")
        return GateVerdict(action="conflict")

    kg = Pipeline(
        PORTS,
        Moorings(),
        grounder=made(ground=noting("ground")),
        normalizer=made(normalize=noting("normalize")),
        resolver=made(resolve=resolve),
        corroborator=made(corroborate=corroborate),
        scorer=made(score=noting("score")),
        gate=made(validate=validate),
        sinks=[made(write=lambda kg: seen.append(f"write {len(kg.facts)}"))],
    ).run([MAIL])
    assert seen == [
        "ground moored_in",
        "normalize moored_in",
        "resolve 1 ['aurora', 'bergen']",
        "corroborate 2",
        "score moored_in",
        "score berths",
        "gate moored_in ports",
        "gate berths ports",
        "write 2",
    ]
    assert [link.target_key for link in kg.links] == ["a"]


def test_inverses_can_be_turned_off() -> None:
    """Without the step no partner is derived."""
    kg = Pipeline(PORTS, Moorings(), inverses=False).run([MAIL])
    assert triples(kg.facts) == [("aurora", "moored_in", "bergen")]
    assert kg.stats["derived"] == 0


def test_a_router_holds_chunks_back() -> None:
    """Skipped and deferred chunks are counted and not read."""
    actions = {"Aurora Bergen": "extract", "Boreas Narvik": "skip"}

    def route(chunk: Chunk) -> RouteVerdict:
        return RouteVerdict(action=actions.get(chunk.text, "defer"))  # type: ignore[arg-type]

    kg = Pipeline(PORTS, Moorings(), chunker=Lines(), router=made(route=route)).run([LOG])
    counts = {key: kg.stats[key] for key in ("chunks", "skipped", "deferred", "empty_extractions")}
    assert counts == {"chunks": 4, "skipped": 1, "deferred": 2, "empty_extractions": 0}
    assert triples(kg.facts)[0] == ("aurora", "moored_in", "bergen")


def test_a_document_wide_route_settles_the_later_chunks() -> None:
    """The router is asked no more about that document, and is asked anew about the next."""
    asked: list[tuple[str, int]] = []

    def route(chunk: Chunk) -> RouteVerdict:
        asked.append((chunk.doc_id, chunk.index))
        wide = chunk.index == 1
        return RouteVerdict(
            action="skip" if wide else "extract", scope="document" if wide else "chunk"
        )

    kg = Pipeline(PORTS, Moorings(), chunker=Lines(), router=made(route=route)).run([LOG, MAIL])
    assert asked == [("log", 0), ("log", 1), ("mail", 0)]
    assert (kg.stats["chunks"], kg.stats["skipped"]) == (5, 3)
    assert triples(kg.facts[:2]) == [("aurora", "moored_in", "bergen")] * 2


def test_an_extractor_may_take_a_whole_run() -> None:
    """`extract_many` gets every chunk that is read, and its lists go to their own documents."""
    calls: list[list[str]] = []

    def extract_many(chunks: list[Chunk], ontology: Ontology) -> list[list[Fact]]:
        calls.append([chunk.text for chunk in chunks])
        return [Moorings().extract(chunk, ontology) for chunk in chunks]

    extractor = made(extract=failing, extract_many=extract_many)
    grounded: list[tuple[str, str]] = []

    def ground(fact: Fact, doc: Document) -> Fact:
        grounded.append((fact.subject.key, doc.id))
        return fact

    kg = Pipeline(PORTS, extractor, chunker=Lines(), grounder=made(ground=ground)).run([LOG, MAIL])
    assert calls == [["Aurora Bergen", "Boreas Narvik", "", "nothing", "Aurora Bergen"]]
    assert grounded == [("aurora", "log"), ("boreas", "log"), ("aurora", "mail")]
    assert kg.stats["empty_extractions"] == 2


def test_every_sink_gets_the_graph() -> None:
    """Each sink is handed the graph that is returned, in order."""
    written: list[tuple[str, KnowledgeGraph]] = []
    sinks = [made(write=lambda kg, n=name: written.append((n, kg))) for name in ("first", "second")]
    kg = Pipeline(PORTS, Moorings(), sinks=sinks).run([MAIL])
    assert written == [("first", kg), ("second", kg)]


def test_constraints_are_returned_and_not_applied() -> None:
    """The statements come from the constrainer, and a run asks for none."""
    asked: list[str] = []

    def constrain(ontology: Ontology) -> Iterator[str]:
        asked.append(ontology.name)
        yield from (f"UNIQUE {name}" for name in ontology.types)

    pipeline = Pipeline(PORTS, Moorings(), constrainer=made(constrain=constrain))
    pipeline.run([MAIL])
    assert asked == []
    assert pipeline.constraints() == ("UNIQUE Vessel", "UNIQUE Port")
    assert Pipeline(PORTS, Moorings()).constraints() == ()


def test_a_retriever_fetches_the_targets() -> None:
    """Strings are targets, fetched at once, and their documents follow the documents given."""
    asked: list[list[str]] = []

    def retrieve(targets: list[str]) -> Iterator[Document]:
        asked.append(targets)
        yield from (Document(id=target, text=f"{target} Bergen") for target in targets)

    pipeline = Pipeline(PORTS, Moorings(), retriever=made(retrieve=retrieve))
    kg = pipeline.run(["Clio", MAIL, "Dione"])
    assert asked == [["Clio", "Dione"]]
    assert [fact.subject.key for fact in kg.facts[:3]] == ["aurora", "clio", "dione"]
    assert pipeline.run([MAIL]).stats["documents"] == 1
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("docs", "message"),
    [
        (["Aurora Bergen"], r"item 0 is str 'Aurora Bergen'"),
        ([MAIL, None], r"item 1 is NoneType None"),
        ([{"text": "x"}], r"item 0 is dict"),
        ("Aurora Bergen", r"not str: pass a list"),
        (MAIL, r"not Document: pass a list"),
        (None, r"not NoneType: pass a list"),
        ([MAIL, Document(id="mail", text="other")], r"different texts have the id 'mail'"),
    ],
)
def test_what_is_no_document_is_refused(docs: Any, message: str) -> None:
    """Anything but Documents, each with an id of its own, is refused with its place."""
    with pytest.raises(InputError, match=message):
        Pipeline(PORTS, Moorings()).run(docs)


def test_one_document_twice_is_run_twice() -> None:
    """The same text under the same id is no ambiguity."""
    assert Pipeline(PORTS, Moorings()).run([MAIL, MAIL]).stats["documents"] == 2


def test_the_ontology_must_be_one() -> None:
    """A mapping in an ontology's stead is refused, with the way to make it one."""
    with pytest.raises(InputError, match=r"must be an Ontology, not dict: see Ontology\.from_dict"):
        Pipeline({}, Moorings())  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["coverage", "reextract", "validator"])
def test_arguments_of_parts_that_do_not_exist_are_refused(name: str) -> None:
    """An argument whose part is not there is refused, never ignored."""
    with pytest.raises(TypeError, match=name):
        Pipeline(PORTS, Moorings(), **{name: True})  # type: ignore[arg-type]
