"""Is there any node, triplet or triple at which the adapter fails, or of which it loses a part?"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, Relation
from llama_index.core.schema import TextNode

from openodke import ground_graph
from openodke.testing import contents_of
from openodke_llama_index import GroundTriplets, LlamaIndexAdapter, dehydrate, rehydrate

NAMES = ("Mara Ostrel", "Fenwick mill", 'The "Blue" Mill', "", " ", "東京製粉", "x -> y", "chunk-1")
TEXT = 'Mara Ostrel runs the Fenwick mill and The "Blue" Mill. 東京製粉は製粉会社である。'

names = st.sampled_from(NAMES)
odd = st.one_of(st.none(), st.integers(), st.text(max_size=3), st.just({}), st.just([1, 2]))
properties = st.dictionaries(
    st.sampled_from(["since", "odke_verdict", "odke_object", "odke_doc_ids", "odke_span", "file"]),
    st.one_of(st.text(max_size=4), st.integers(), st.booleans(), st.just('["chunk-1", "gone"]')),
    max_size=3,
)
entities = st.builds(EntityNode, name=names, label=st.sampled_from(["entity", "DATE", "PERSON"]))
chunks = st.builds(ChunkNode, text=names, id_=st.sampled_from(["c", "chunk-1"]))
relations = st.builds(
    Relation,
    label=st.sampled_from(["runs", "`member of`", "", "SOURCE"]),
    source_id=names.map(lambda name: name.replace('"', " ")),
    target_id=names.map(lambda name: name.replace('"', " ")),
    properties=properties,
)
graph_nodes = st.one_of(entities, chunks, entities.map(lambda one: one.model_dump()), odd)
graph_relations = st.one_of(relations, relations.map(lambda one: one.model_dump()), odd)
lists = st.one_of(st.none(), odd, st.lists(graph_relations, max_size=6))


@st.composite
def text_nodes(draw: st.DrawFn, held: Any = lists) -> TextNode:
    """Return a node whose metadata holds almost anything."""
    return TextNode(
        id_=draw(st.sampled_from(["chunk-1", "chunk-2"])),
        text=draw(st.sampled_from([TEXT, "", "The ferry is late."])),
        metadata={
            "author": "Mara Ostrel",
            "nodes": draw(st.one_of(st.none(), odd, st.lists(graph_nodes, max_size=6))),
            "relations": draw(held),
        },
    )


triples = st.one_of(
    st.tuples(names, names, st.one_of(names, st.floats(), st.integers())),
    st.lists(names, max_size=4),
    st.fixed_dictionaries({"head": st.one_of(names, odd), "type": names, "tail": odd}),
)
triplets = st.tuples(st.one_of(entities, chunks), relations, st.one_of(entities, chunks))
natives = st.lists(st.one_of(text_nodes(), triplets, triplets.map(list), triples, odd), max_size=5)

trials = settings(deadline=None, max_examples=150)


@trials
@given(natives)
def test_nothing_makes_the_adapter_fail(native: list[Any]) -> None:
    """Each place of a claim makes rows or is left out with a code; the input is untouched."""
    adapter = LlamaIndexAdapter()
    before = contents_of(native)
    rows, documents = adapter.to_rows(native)
    ids = [row.id for row in rows]
    assert len(ids) == len(set(ids))
    assert len({document.id for document in documents}) == len(documents)
    claims = {str(row.id).partition("/")[2] for row in rows}
    problems = adapter.left_out(native)
    assert {int(claim.rpartition("/")[2]) for claim in claims}.isdisjoint(
        problem.line for problem in problems
    )
    assert len(claims) + len(problems) == sum(map(_places, native))
    if adapter.accepts(native):
        grounded = ground_graph(native, adapter=adapter)
        assert len(grounded.annotate()) == len(native)
        assert len(grounded.keep(force=True)) <= len(native)
    assert contents_of(native) == before


def _places(item: Any) -> int:
    if not isinstance(item, TextNode):
        return 1
    held = item.metadata["relations"]
    if isinstance(held, list):
        return len(held)
    return 0 if held is None else 1


@trials
@given(st.lists(text_nodes(), max_size=4), st.booleans())
def test_what_comes_out_of_the_component_is_a_graph(nodes: list[TextNode], keep: bool) -> None:
    """Objects alone, whatever went in: an index can take them."""
    checked = GroundTriplets(keep=keep)(nodes)
    assert [id(node) for node in checked] == [id(node) for node in nodes]
    for node in checked:
        for one in node.metadata["nodes"] or ():
            assert isinstance(one, EntityNode | ChunkNode)
        for one in node.metadata["relations"] or ():
            assert isinstance(one, Relation)


@trials
@given(st.lists(text_nodes(st.lists(relations, max_size=5)), max_size=3))
def test_dicts_of_a_graph_become_the_same_objects_again(nodes: list[TextNode]) -> None:
    """There and back."""
    for node in nodes:
        node.metadata["nodes"] = []
    before = contents_of(nodes)
    dehydrate(nodes)
    assert all(isinstance(r, dict) for node in nodes for r in node.metadata["relations"])
    rehydrate(nodes)
    assert contents_of(nodes) == before
