"""Does the bulk comparison find what comparing every pair would?"""

from __future__ import annotations

from itertools import combinations

from hypothesis import example, given
from hypothesis import strategies as st

from openodke.corroborate.entity_blocks import end_words
from openodke.corroborate.entity_node import Node, describe
from openodke.corroborate.name_matches import NameMatches
from openodke.corroborate.name_similarity import name_similarity
from openodke.corroborate.weak_evidence import WeakEvidence
from openodke.model import Entity

WORDS = st.sampled_from("ada a lovelace lovelac b j john jon smith smyth the east west x".split())
NAMES = st.lists(WORDS, min_size=1, max_size=9).map(" ".join)


def nodes_of(names: list[str], country: list[str]) -> list[Node]:
    """Make a node of each name."""
    nodes = []
    for at, name in enumerate(names):
        held = {"country": country[at % len(country)]} if country and country[0] else {}
        entity = Entity(key=f"{at:04}", type="T", label=name, attributes=held)
        nodes.append(Node(entity.key, entity.type, [entity]))
    describe(nodes, None)
    return nodes


@example(names=["jose maria", "maria jose", "maria jose a"], threshold=0.9, country=[])
@given(
    names=st.lists(NAMES, max_size=12),
    threshold=st.sampled_from([0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 1.0]),
    country=st.sampled_from([[], ["gb"], ["gb", "de"], ["gb", "de", ""], ["gb", ""]]),
)
def test_no_pair_of_a_block_is_missed(
    names: list[str], threshold: float, country: list[str]
) -> None:
    """The links and scores are those of scoring every pair that shares an end word."""
    nodes = nodes_of(names, country)
    evidence = WeakEvidence(0.05, 0.15)
    found = NameMatches(nodes, evidence, threshold, 100).found(len(nodes), {})
    wanted = {}
    for first, second in combinations(range(len(nodes)), 2):
        mine, theirs = nodes[first].names[0], nodes[second].names[0]
        if set(end_words(mine)) & set(end_words(theirs)):
            score = evidence.of(nodes[first], nodes[second])
            if score.value >= threshold:
                wanted[first, second] = score.value
    assert {pair: score.value for pair, score in found.items()} == wanted


@given(names=st.lists(NAMES, min_size=8, max_size=40))
def test_what_is_not_compared_is_counted(names: list[str]) -> None:
    """In a block cut in pieces, pairs compared and skipped are all there are."""
    names = [f"smith {name}" for name in dict.fromkeys(names)]
    nodes = nodes_of(names, [])
    matches = NameMatches(nodes, WeakEvidence(0, 0), 0.9, 2)
    matches.found(len(nodes), {})
    assert 0 <= matches.skipped <= len(nodes) * len(nodes)


@given(a=NAMES, b=NAMES)
def test_similarity_has_no_direction_by_words(a: str, b: str) -> None:
    """It lies in [0, 1], and is 1 for one name."""
    assert 0.0 <= name_similarity(a, b) <= 1.0
    assert name_similarity(a, a) == 1.0
