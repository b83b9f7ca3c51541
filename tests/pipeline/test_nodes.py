"""Which entities do the facts of a graph name?"""

from hypothesis import given
from hypothesis import strategies as st

from openodke.model import Entity, Fact
from openodke.nodes import nodes


def facts_on(*subjects: Entity) -> list[Fact]:
    """Return one fact about each entity."""
    return [Fact(subject=entity, predicate="note", object_value=1) for entity in subjects]


def test_entities_come_in_the_order_first_named() -> None:
    """Subjects and objects, each once."""
    a, b, c = (Entity(key=key, type="Port") for key in "abc")
    edges = [
        Fact(subject=one, predicate="near", object_entity=other) for one, other in ((b, a), (a, c))
    ]
    assert nodes([*edges, *facts_on(b)]) == (b, a, c)


def test_one_key_and_type_is_one_node() -> None:
    """Where facts describe one key differently, the first stands and the rest is added to it."""
    described = facts_on(
        Entity(key="aurora", type="Vessel"),
        Entity(key="aurora", type="Vessel", label="MS Aurora", attributes={"flag": "NO"}),
        Entity(key="aurora", type="Vessel", label="Aurora", aliases=("A.",), external_id="imo:1"),
        Entity(key="aurora", type="Vessel", label="Aurora", attributes={"flag": "SE", "crew": 9}),
        Entity(key="aurora", type="Dawn"),
    )
    assert nodes(described) == (
        Entity(
            key="aurora",
            type="Vessel",
            label="MS Aurora",
            aliases=("Aurora", "A."),
            external_id="imo:1",
            attributes={"flag": "NO", "crew": 9},
        ),
        Entity(key="aurora", type="Dawn"),
    )


NAMES = st.sampled_from(["Aurora", "MS Aurora", "A.", None])


@given(
    st.lists(
        st.builds(
            Entity,
            key=st.sampled_from("ab"),
            type=st.just("Vessel"),
            label=NAMES,
            aliases=st.lists(NAMES.filter(bool), max_size=2),
        )
    )
)
def test_no_name_is_lost(entities: list[Entity]) -> None:
    """Every label and alias of a key is a name of its node, whose label is the first one given."""
    for node in nodes(facts_on(*entities)):
        same = [entity for entity in entities if entity.key == node.key]
        given = {name for entity in same for name in (entity.label, *entity.aliases) if name}
        assert {name for name in (node.label, *node.aliases) if name} == given
        assert node.label == next((entity.label for entity in same if entity.label), None)
