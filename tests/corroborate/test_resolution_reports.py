"""What users of other tools reported of names and entities, with the outcome they asked for."""

from __future__ import annotations

from collections.abc import Sequence

from openodke import TripleRow
from openodke.corroborate import MemoryLookup, NativeResolver
from openodke.interop import TriplesExtractor
from openodke.model import Chunk, Entity, Evidence, Fact
from openodke.ontology import Ontology


def entity(key: str, label: str, kind: str = "Person") -> Entity:
    """Make an entity."""
    return Entity(key=key, type=kind, label=label)


def facts(*held: Entity) -> list[Fact]:
    """Make a fact of each entity, in one document."""
    evidence = (Evidence(doc_id="d"),)
    return [Fact(subject=one, predicate="is", object_value="x", evidence=evidence) for one in held]


def linked(resolver: NativeResolver, *held: Entity) -> list[tuple[str, str, str]]:
    """Return the links."""
    _, links = resolver.resolve(facts(*held), {})
    return [(link.kind.value, link.source_key, link.target_key) for link in links]


def test_a_person_by_part_of_the_name_is_similar_and_not_merged() -> None:
    """GraphRAG 401, llm-graph-builder 912, LightRAG 495: one man by his first or his last name."""
    resolver = NativeResolver(rules=["part_name"])
    for whole, part in (
        ("Sherlock Holmes", "Sherlock"),
        ("Sherlock Holmes", "Mr. Holmes"),
        ("James Buchanan Barnes", "James Barnes"),
        ("James Buchanan Barnes", "Sgt. Barnes"),
        ("John T. Doe", "John Doe"),
    ):
        pair = entity("a", whole), entity("b", part)
        assert linked(resolver, *pair) == [("similar", "a", "b")]
        resolved, _ = resolver.resolve(facts(*pair), {})
        assert [fact.subject.key for fact in resolved] == ["a", "b"]
    two = entity("c", "Mycroft Holmes"), entity("d", "Anna Barnes")
    for whole, part in (("Sherlock Holmes", "Mr. Holmes"), ("James B. Barnes", "Sgt. Barnes")):
        assert linked(resolver, entity("a", whole), entity("b", part), *two) == []


def test_another_first_name_is_another_person() -> None:
    """llm-graph-builder 912: a nickname is not taken for a name."""
    resolver = NativeResolver(rules=["part_name"])
    assert linked(resolver, entity("a", "James Buchanan Barnes"), entity("b", "Bucky Barnes")) == []


def test_a_mention_that_may_be_either_of_two_joins_neither() -> None:
    """LightRAG 1323: what is alike to two that are kept apart is made neither of them."""
    held = [
        entity(key, f"Acme Holding{form}", "Firm")
        for key, form in (("a", ""), ("b", " GmbH"), ("c", " Ltd"))
    ]
    resolver = NativeResolver(normalize_batch=True)
    resolved, links = resolver.resolve(facts(*held), {})
    assert [fact.subject.key for fact in resolved] == ["a", "b", "c"]
    assert {link.kind.value for link in links} == {"similar"}
    assert resolver.stats["batch"]["ambiguous"] == 2


def test_two_spellings_of_one_word_are_alike_and_stay_two() -> None:
    """LightRAG 1323: Apple and apple, which may be a firm and a fruit."""
    held = entity("a", "Apple", "Thing"), entity("b", "apple", "Thing")
    assert linked(NativeResolver(), *held) == [("similar", "a", "b")]
    resolved, _ = NativeResolver().resolve(facts(*held), {})
    assert [fact.subject.key for fact in resolved] == ["a", "b"]
    assert (
        linked(NativeResolver(), entity("a", "Apple", "Firm"), entity("b", "apple", "Fruit")) == []
    )


def test_headings_that_count_up_are_not_one() -> None:
    """Graphify 3094: Tarea 5 and Tarea 6, however alike, in a batch that is normalised too."""
    held = entity("a", "Tarea 5", "Heading"), entity("b", "Tarea 6", "Heading")
    assert linked(NativeResolver(rules="vetoes", threshold=0.8), *held) == []
    resolver = NativeResolver(normalize_batch=True, threshold=0.8)
    resolved, _ = resolver.resolve(facts(*held), {})
    assert [fact.subject.key for fact in resolved] == ["a", "b"]


def test_an_initial_counts_only_beside_the_same_surname() -> None:
    """LifeOS 554: A Reader is not ADP, nor ACP, at any threshold that asks for likeness."""
    for name in ("ADP", "ACP"):
        pair = entity("a", "A Reader"), entity("b", name)
        assert linked(NativeResolver(threshold=0.5), *pair) == []
    pair = entity("a", "A. Reader"), entity("b", "Anna Reader")
    assert linked(NativeResolver(threshold=0.7), *pair) == [("similar", "a", "b")]


def test_two_links_make_no_third() -> None:
    """LightRAG 1323: what is like B is not like A because B is."""
    chain = (
        entity("a", "Alpha Bravo C"),
        entity("b", "Alpha Bravo Cd"),
        entity("c", "Alpha Bravo Cde"),
    )
    assert linked(NativeResolver(threshold=0.95), *chain) == [
        ("similar", "a", "b"),
        ("similar", "b", "c"),
    ]


def test_one_name_under_two_types_is_two_entities_unless_the_types_are_one() -> None:
    """GraphRAG-SDK 277: it is counted, and an ontology says which types are one."""
    held = entity("a", "Docker", "Concept"), entity("b", "Docker", "Technology")
    resolver = NativeResolver()
    assert linked(resolver, *held) == []
    assert resolver.stats["two_types"] == 1
    ontology = Ontology.from_dict({"types": {"Technology": {"aliases": ["Concept"]}}})
    assert linked(NativeResolver(ontology=ontology), *held) == [("similar", "a", "b")]


def test_an_exact_name_is_found_whatever_the_vectors_say() -> None:
    """Graphiti 1734: four nodes of one name, far apart as vectors."""

    def embed(texts: Sequence[str]) -> list[list[float]]:
        return [[float(at % 2), float(at % 3)] for at, _ in enumerate(texts)]

    stored = {key: entity(key, "DGIA", "Agency") for key in "abcd"}
    lookup = MemoryLookup(stored, embed=embed, vector_k=1)
    links = linked(NativeResolver(lookup=lookup), entity("x", "DGIA", "Agency"))
    assert links == [("similar", "x", key) for key in "abcd"]


def test_a_common_word_is_no_evidence() -> None:
    """Margince 2716 and 2861: royal banks and mails, banks of two directions."""
    pairs = (
        ("Royal Bank", "Royal Mail"),
        ("Star Holdings", "North Holdings"),
        ("Bank of the West", "Bank of the East"),
    )
    resolver = NativeResolver(rules="vetoes", threshold=0.8)
    for first, second in pairs:
        assert linked(resolver, entity("a", first, "Bank"), entity("b", second, "Bank")) == []


def test_two_nodes_that_a_framework_keeps_apart_stay_two() -> None:
    """Homonyms with keys of their own are no one's to merge, also where a batch is normalised."""
    rows = [
        TripleRow(
            doc="sky", subject="Mercury", predicate="is", object=what, object_type="string",
            subject_key=key,
        )
        for key, what in (("node-1", "a planet"), ("node-2", "a metal"))
    ]  # fmt: skip
    extractor = TriplesExtractor(rows)
    chunk = Chunk(doc_id="sky", start=0, end=3, text="sky", index=0)
    batch = list(extractor.extract(chunk, Ontology()))
    resolved, links = NativeResolver(normalize_batch=True).resolve(batch, {})
    assert [fact.subject.key for fact in resolved] == ["node-1", "node-2"]
    assert [link.kind.value for link in links] == ["similar"]
