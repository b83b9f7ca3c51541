"""Which keys does the resolver take for one thing, and what does it say of the others?"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.corroborate import MemoryLookup, NativeResolver
from openodke.errors import InputError
from openodke.model import Entity, EntityLink, Fact, LinkKind, Resolution


def entity(key: str, label: str | None, kind: str = "Company", **fields: Any) -> Entity:
    """Make an entity."""
    return Entity(key=key, type=kind, label=label, **fields)


def facts(*entities: Entity) -> list[Fact]:
    """Make a fact of each entity."""
    return [Fact(subject=held, predicate="is", object_value="x") for held in entities]


def told(links: list[EntityLink]) -> list[str]:
    """Write links on a line each."""
    return [f"{link.kind.value} {link.source_key} {link.target_key}" for link in links]


def resolve(*entities: Entity, **options: Any) -> tuple[list[str], list[str]]:
    """Return the keys of the facts, and the links."""
    resolved, links = NativeResolver(**options).resolve(facts(*entities))
    return [fact.subject.key for fact in resolved], told(links)


def test_alike_names_are_proposed_and_keep_their_keys() -> None:
    """A similar link names the rule and what it rests on."""
    a, b = entity("a", "Acme Widget"), entity("b", "Acme Widgets")
    resolved, links = NativeResolver().resolve(facts(a, b))
    assert [fact.subject.key for fact in resolved] == ["a", "b"]
    (link,) = links
    assert (link.kind, link.score) == (LinkKind.SIMILAR, 0.9565)
    assert link.reason == 'names 0.9565: "acme widget", "acme widgets"'


def test_attributes_nudge_a_score() -> None:
    """An attribute that agrees adds, one that differs takes away, and the reason says so."""
    a = entity("a", "Acme Widget", attributes={"country": "GB", "odke.name_key": "acme widget"})
    b = entity("b", "Acme Widgets", attributes={"country": " gb"})
    c = entity("c", "Acme Widgets", attributes={"country": "DE"})
    _, links = NativeResolver(threshold=0.8).resolve(facts(a, b, c))
    scores = {(link.source_key, link.target_key): link.score for link in links}
    assert scores == {("a", "b"): 1.0, ("a", "c"): 0.8065, ("b", "c"): 0.85}
    assert links[0].reason is not None
    assert links[0].reason.endswith("; country agree")


def test_entities_of_two_types_are_never_compared() -> None:
    """One name or one id under two types is two things."""
    mine = entity("a", "Mercury", "Planet", external_id="1")
    assert resolve(mine, entity("b", "Mercury", "Metal", external_id="1")) == (["a", "b"], [])


def test_ids_of_two_schemes_say_nothing_of_each_other() -> None:
    """They neither match nor disagree."""
    wikidata = entity("a", "Acme", external_id="wikidata:Q1")
    assert resolve(wikidata, entity("b", "Acme", external_id="lei:Q1"))[1] == ["similar a b"]
    assert resolve(wikidata, entity("b", "Foo", external_id=" WikiData:q1 "))[0] == ["a", "a"]


def test_a_domain_among_the_aliases_is_proof() -> None:
    """An address with a path is none: it is compared as a name."""
    a = entity("a", "Acme", aliases=("acme.com",))
    assert resolve(a, entity("b", "Zeta", aliases=("https://www.acme.com/",)))[0] == ["a", "a"]
    assert resolve(a, entity("b", "Zeta", aliases=("https://www.acme.com/x",)))[0] == ["a", "b"]


@pytest.mark.parametrize("host", ["github.com", "https://www.linkedin.com/", "en.wikipedia.org"])
def test_a_host_that_many_share_is_no_proof(host: str) -> None:
    """A page on a platform says nothing of who owns it, unless it is the platform's own."""
    a, b = entity("a", "Acme", aliases=(host,)), entity("b", "Zeta", aliases=(host,))
    assert resolve(a, b) == (["a", "b"], [])
    assert resolve(a, b, shared_hosts=None)[0] == ["a", "a"]


def test_a_platform_is_known_by_its_own_host() -> None:
    """GitHub is, at github.com."""
    named = ("GitHub", "GitHub, Inc.")
    held = [entity(f"k{at}", name, aliases=("github.com",)) for at, name in enumerate(named)]
    assert resolve(*held)[0] == ["k0", "k0"]


def test_a_batch_shows_which_host_is_shared() -> None:
    """Four names without a word in common share no owner; three may."""
    names = ("Acme", "Borealis", "Cumulus", "Dynamo")
    held = [entity(f"k{at}", name, aliases=("pages.example",)) for at, name in enumerate(names)]
    assert resolve(*held) == ([f"k{at}" for at in range(4)], [])
    assert resolve(*held[:3])[0] == ["k0"] * 3
    assert resolve(*held, shared_hosts=None)[0] == ["k0"] * 4


def test_an_identifier_that_disagrees_keeps_two_apart_through_a_third() -> None:
    """A host would join what an id of another member tells apart."""
    a = entity("a", "Alpha", external_id="1", aliases=("acme.com",))
    b = entity("b", "Beta", aliases=("acme.com",))
    c = entity("c", "Gamma", external_id="2", aliases=("acme.com",))
    resolved, links = NativeResolver().resolve(facts(a, b, c))
    assert [fact.subject.key for fact in resolved] == ["a", "a", "c"]
    assert told(links) == ["different a c", "different b c", "same_as a b"]
    reasons = [str(link.reason) for link in links]
    assert all("external_id mismatch: 1 vs 2" in reason for reason in reasons[:2])


def test_names_alike_across_a_disagreement_are_different() -> None:
    """Also where one of them has its id from another entity that it is."""
    a = entity("a", "Acme Corporation", external_id="1")
    b = entity("b", "Acme Corporation", aliases=("acme.com",))
    c = entity("c", "Zeta", external_id="2", aliases=("acme.com",))
    assert resolve(a, b, c)[1] == ["different a b", "same_as b c"]


def test_nothing_is_different_that_nothing_would_match() -> None:
    """Two companies with two ids are no news."""
    a, b = entity("a", "Acme", external_id="1"), entity("b", "Zeta", external_id="2")
    assert resolve(a, b) == (["a", "b"], [])


def test_the_canonical_entity_keeps_what_the_others_were_called() -> None:
    """The caller's key wins, then the index's, then one with an id, then the smallest."""
    ids = {"external_id": "1"}
    plain = entity("a", "Alpha", **ids, attributes={"x": 1, "y": 2})
    callers = entity(
        "z", "Zulu", **ids, attributes={"x": 3}, resolution=Resolution(method="caller")
    )
    resolved, _ = NativeResolver().resolve(facts(plain, callers))
    merged = resolved[0].subject
    assert (merged.key, merged.aliases, merged.attributes) == (
        "z",
        ("a", "Alpha"),
        {"x": 3, "y": 2},
    )
    assert merged.resolution == Resolution(method="caller")
    index = {"m": entity("m", "Mike", **ids)}
    assert [f.subject.key for f in NativeResolver().resolve(facts(plain), index)[0]] == ["m"]
    site = ("acme.com",)
    with_id = entity("b", "Bravo", aliases=site, external_id="9")
    assert resolve(entity("a", "Alpha", aliases=site), with_id)[0] == ["b", "b"]


def test_every_entity_says_how_its_key_stands() -> None:
    """Compared, joined by an id, joined by a host, or decided before."""
    before = Resolution(method="linker", linker="other", score=0.5)
    held = [
        entity("a", "Alpha", resolution=before),
        entity("b", "Bravo"),
        entity("c", "Charlie", external_id="1"),
        entity("d", "Delta", external_id="1"),
        entity("e", "Echo", aliases=("echo.com",)),
        entity("f", "Foxtrot", aliases=("echo.com",)),
    ]
    resolved, _ = NativeResolver().resolve(facts(*held))
    found = [fact.subject.resolution for fact in resolved]
    native = Resolution(method="linker", linker="odke.native")
    by_id, by_host = Resolution(method="external_id"), native.model_copy(update={"score": 1.0})
    assert found == [before, native, by_id, by_id, by_host, by_host]


def test_an_object_is_resolved_as_a_subject_is() -> None:
    """Both ends of an edge get the canonical entity."""
    a, b = entity("a", "Alpha", external_id="1"), entity("b", "Bravo", external_id="1")
    fact = Fact(subject=entity("x", "X-Ray"), predicate="owns", object_entity=b)
    resolved, _ = NativeResolver().resolve([fact, *facts(a)])
    assert resolved[0].object_entity == resolved[1].subject
    assert resolved[0].id == fact.id


def test_one_key_with_two_descriptions_is_one_entity() -> None:
    """It has the names and the identifiers of both, and each fact keeps its own."""
    one, other = entity("a", "Alpha"), entity("a", "Bravo Lab", external_id="1")
    resolved, links = NativeResolver().resolve(facts(one, other, entity("b", "Bravo Labs")))
    assert [fact.subject.label for fact in resolved] == ["Alpha", "Bravo Lab", "Bravo Labs"]
    assert told(links) == ["similar a b"]


@pytest.mark.parametrize("count", [101, 1500])
def test_more_of_one_name_than_can_be_compared_end_well(count: int) -> None:
    """Each is compared with the first, and what is not is counted."""
    resolver = NativeResolver()
    held = [entity(f"k{at:06}", "Acme") for at in range(count)]
    _, links = resolver.resolve(facts(*held))
    assert len(links) == count - 1
    assert resolver.stats["skipped_pairs"] == count * (count - 1) // 2 - (count - 1)


def test_a_crowd_of_one_name_is_split_by_country() -> None:
    """Those of one country are compared all where they are few enough."""
    held = [
        entity(f"k{at:03}", "Acme", attributes={"country": "GB" if at % 2 else "DE"})
        for at in range(120)
    ]
    _, links = NativeResolver().resolve(facts(*held))
    assert len(links) == 2 * (60 * 59 // 2)


def test_very_long_names_are_compared_for_equality() -> None:
    """So much text is no name."""
    names = ["word " * 4000 + str(at // 2) for at in range(10)]
    held = [entity(f"k{at}", name) for at, name in enumerate(names)]
    assert len(resolve(*held)[1]) == 5


def test_an_empty_name_matches_nothing() -> None:
    """Punctuation is kept as a name of its own."""
    assert resolve(entity("a", "!!!"), entity("b", "???")) == (["a", "b"], [])
    assert resolve(entity("a", " "), entity("b", " "))[1] == []


@pytest.mark.parametrize(
    "options",
    [
        {"threshold": 0}, {"threshold": 1.5}, {"threshold": True}, {"nudge_up": -1},
        {"nudge_down": 2}, {"max_block": 1}, {"max_block": 2.5}, {"lookup": object()},
    ],
)  # fmt: skip
def test_a_setting_without_a_meaning_is_refused(options: dict[str, Any]) -> None:
    """The message names it."""
    with pytest.raises(InputError, match=next(iter(options))):
        NativeResolver(**options)


LABELS = st.sampled_from(["Acme", "Acme Corp", "Acme Co Ltd", "Acne", "Zeta", "Zeta Labs", None])
ENTITIES = st.lists(
    st.builds(
        Entity,
        key=st.sampled_from("abcdef"),
        type=st.sampled_from(["Company", "Person"]),
        label=LABELS,
        aliases=st.sampled_from([(), ("acme.com",), ("zeta.org",), ("Acme Corporation",)]),
        external_id=st.sampled_from([None, None, "1", "2", "lei:1"]),
        attributes=st.sampled_from([{}, {"country": "GB"}, {"country": "DE"}]),
    ),
    max_size=8,
)


@given(held=ENTITIES, data=st.data())
def test_the_order_of_facts_is_no_matter(held: list[Entity], data: st.DataObject) -> None:
    """Links and keys are the same, and each fact is in its place."""
    given_facts = facts(*held)
    order = data.draw(st.permutations(range(len(held))))
    resolved, links = NativeResolver().resolve(given_facts)
    again, others = NativeResolver().resolve([given_facts[at] for at in order])
    assert [(told([a]), a.score, a.reason) for a in links] == [
        (told([b]), b.score, b.reason) for b in others
    ]
    assert [again[order.index(at)].subject.key for at in range(len(held))] == [
        fact.subject.key for fact in resolved
    ]


@given(held=ENTITIES)
def test_resolving_twice_re_keys_nothing_more(held: list[Entity]) -> None:
    """Facts that were resolved keep their keys.

    An entity holds one external id, so this is said of ids of one scheme, and one a key.
    """
    plain = [one for one in held if one.external_id != "lei:1"]
    described = {(one.key, one.type): one for one in plain}
    once, _ = NativeResolver().resolve(facts(*described.values()))
    twice, _ = NativeResolver().resolve(once)
    assert [fact.subject.key for fact in twice] == [fact.subject.key for fact in once]
    assert [fact.id for fact in twice] == [fact.id for fact in once]


def test_a_store_is_compared_with_and_never_within() -> None:
    """A proof re-keys onto the stored entity as stored; anything weaker is a link."""
    acme = entity("c:acme", "Acme Corporation", aliases=("acme.com",))
    twin = entity("c:acme-2", "Acme Corporation")
    store = MemoryLookup({held.key: held for held in (acme, twin)})
    incoming = entity("c:a", "ACME Inc.", aliases=("https://acme.com/",))
    resolver = NativeResolver(lookup=store)
    resolved, links = resolver.resolve(facts(incoming))
    assert resolved[0].subject == acme
    assert told(links) == ["similar c:a c:acme-2", "same_as c:a c:acme"]
    assert resolver.stats["store"] == {"candidates": 2, "linked": 2, "rekeyed": 1}


def test_a_batch_that_states_a_stored_key_keeps_its_own_entity() -> None:
    """And so does the caller's key; what is proven the same gets the batch's."""
    acme = entity("c:acme", "Acme Corporation", external_id="1")
    store = MemoryLookup({acme.key: acme})
    stated = entity("c:acme", "Acme as the batch has it")
    incoming = entity("c:a", "Acme Inc.", external_id="1")
    resolved, _ = NativeResolver(lookup=store).resolve(facts(stated, incoming))
    assert {fact.subject.key for fact in resolved} == {"c:acme"}
    assert resolved[1].subject.label == "Acme as the batch has it"
    callers = incoming.model_copy(update={"resolution": Resolution(method="caller")})
    resolved, links = NativeResolver(lookup=store).resolve(facts(callers))
    assert (resolved[0].subject.key, told(links)) == ("c:a", ["same_as c:a c:acme"])


def test_two_stored_entities_are_never_joined() -> None:
    """A batch's entity that both are is re-keyed onto one, and linked with the other."""
    held = [entity(key, "Acme", external_id="1") for key in ("s1", "s2")]
    store = MemoryLookup({one.key: one for one in held})
    resolved, links = NativeResolver(lookup=store).resolve(facts(entity("a", "A", external_id="1")))
    assert resolved[0].subject == held[0]
    assert told(links) == ["same_as a s1", "same_as a s2"]


def test_a_lookup_has_to_answer_for_every_entity() -> None:
    """A list too few would shift them all."""

    class Short:
        def candidates(self, entities: Any) -> list[list[Entity]]:  # noqa: ARG002
            return []

    with pytest.raises(InputError, match="0 lists for 1 entities"):
        NativeResolver(lookup=Short()).resolve(facts(entity("a", "Acme")))
