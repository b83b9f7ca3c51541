"""What does a knowledge graph hold, and what can be said of a fact to be written?"""

import pytest
from pydantic import ValidationError

from openodke import (
    Entity,
    EntityLink,
    Fact,
    GateVerdict,
    GroundingVerdict,
    KnowledgeGraph,
    LinkKind,
    RouteVerdict,
)

ACME = Entity(key="c:acme", type="Company", label="Acme")
GMBH = Entity(key="c:acme-gmbh", type="Company", label="Acme GmbH")
UPTIME = Fact(subject=ACME, predicate="uptime", object_value="99.9%")
OWNS = Fact(subject=ACME, predicate="owns", object_entity=GMBH)
OFF = Fact(subject=ACME, predicate="listed", object_value=False)


def test_the_pages_graph() -> None:
    """The counts of the concepts page."""
    link = EntityLink(source_key="c:acme", target_key="c:acme-gmbh", kind=LinkKind.DIFFERENT)
    graph = KnowledgeGraph(entities=(ACME, GMBH), facts=(UPTIME,), links=(link,))
    assert (len(graph.edges), len(graph.properties), len(graph.links)) == (0, 1, 1)


def test_every_fact_is_an_edge_or_a_property() -> None:
    """The two views share the facts out, in order; a falsy value is a property."""
    graph = KnowledgeGraph(facts=[UPTIME, OWNS, OFF])
    assert graph.edges == (OWNS,)
    assert graph.properties == (UPTIME, OFF)
    assert graph.facts == (UPTIME, OWNS, OFF)


def test_an_empty_graph() -> None:
    """A graph of nothing is a graph."""
    graph = KnowledgeGraph()
    assert graph.model_dump(exclude={"created_at"}) == {
        "entities": (),
        "facts": (),
        "links": (),
        "ontology_name": None,
        "stats": {},
    }


def test_there_are_four_verdicts() -> None:
    """There is never a fifth."""
    values = {verdict.value for verdict in GroundingVerdict}
    assert values == {"unchecked", "supported", "contradicted", "not_found"}


@pytest.mark.parametrize("action", ["accept", "refuse", "conflict"])
def test_a_gate_has_three_answers(action: str) -> None:
    """The three answers of the page; the reason may be left out."""
    assert GateVerdict(action=action).model_dump() == {"action": action, "reason": None}


@pytest.mark.parametrize("action", ["extract", "skip", "defer"])
def test_a_router_has_three_answers(action: str) -> None:
    """The three answers of the page; a verdict is on the chunk unless it says so."""
    verdict = RouteVerdict(action=action)
    assert (verdict.label, verdict.scope, verdict.reason) == (None, "chunk", None)


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        (GateVerdict, {"action": "maybe"}),
        (GateVerdict, {}),
        (RouteVerdict, {"action": "read"}),
        (RouteVerdict, {"action": "skip", "scope": "page"}),
    ],
)
def test_another_answer_is_refused(model: type, fields: dict[str, str]) -> None:
    """An answer that is not on the page is refused."""
    with pytest.raises(ValidationError):
        model(**fields)
