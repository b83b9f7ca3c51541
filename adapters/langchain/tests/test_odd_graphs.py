"""Does any graph that a model could answer with go through, and come back as it was?"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from openodke import ground_graph
from openodke.testing.native_contents import differences
from openodke_langchain import GroundGraph, LangChainAdapter

ADAPTER = LangChainAdapter()
TEXT = "Mara Ostrel runs the Fenwick mill in Tolby."

words = st.sampled_from(
    ["Mara Ostrel", "Tolby", "tolby", "Zorro", "", " ", "é\u0301", "\ud800", "N/A"]
)
scalars = st.one_of(words, st.none(), st.booleans(), st.integers(-3, 3), st.floats())
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["id", "type", "key", "value", "odke_verdict"]), inner),
    ),
    max_leaves=5,
)
properties = st.one_of(
    st.dictionaries(st.sampled_from(["role", "name", "odke_reason", "odke_x", ""]), anything),
    st.lists(st.fixed_dictionaries({"key": words, "value": anything}), max_size=3),
    anything,
)
nodes = st.one_of(
    st.fixed_dictionaries({"id": words}, optional={"type": words, "properties": properties}),
    anything,
)
ends = st.one_of(words, nodes)
relations = st.one_of(
    st.fixed_dictionaries(
        {"source": ends, "type": words, "target": ends}, optional={"properties": properties}
    ),
    st.fixed_dictionaries({"head": ends, "relation": words, "tail": ends}),
    anything,
)
sources = st.one_of(
    st.none(),
    st.fixed_dictionaries({"page_content": st.just(TEXT)}, optional={"metadata": anything}),
    anything,
)
graphs = st.fixed_dictionaries(
    {
        "nodes": st.one_of(st.lists(nodes, max_size=4), st.none()),
        "relationships": st.one_of(st.lists(relations, max_size=4), st.none()),
    },
    optional={"source": sources},
)
natives = st.lists(st.one_of(graphs, graphs, relations, anything), max_size=3)


@given(natives)
def test_nothing_that_a_model_answers_ends_the_run(native: list[Any]) -> None:
    """What cannot be read is left out; the rest is checked, and nothing is changed."""
    before = repr(native)
    if not ADAPTER.accepts(native):
        return
    grounded = ground_graph(native, adapter=ADAPTER)
    marked = grounded.annotate()
    assert list(differences(_plain(native), _plain(marked))) == []
    assert len(marked) == len(native)
    again = ADAPTER.annotate(marked, grounded.facts)
    assert repr(again) == repr(marked)
    grounded.keep(force=True)
    GroundGraph(keep=True).invoke(native)
    assert repr(native) == before


@given(graphs, st.randoms(use_true_random=False))
def test_the_order_of_nodes_changes_no_verdict(graph: dict[str, Any], random: Any) -> None:
    """Without tools the transformer's nodes come in any order."""
    shuffled = deepcopy(graph)
    if not shuffled["nodes"] or not ADAPTER.accepts([graph]):
        return
    random.shuffle(shuffled["nodes"])
    assert _relation_verdicts(graph) == _relation_verdicts(shuffled)


def _relation_verdicts(graph: Any) -> list[tuple[Any, ...]]:
    facts = ground_graph([graph], adapter=ADAPTER).facts
    return [
        (f.id, f.verdict, f.subject.name, f.object_name) for f in facts if "/relationship/" in f.id
    ]


def _plain(native: Any) -> Any:
    """Return what is there, pairs as a dict and NaN as a word."""
    if isinstance(native, list):
        if all(isinstance(n, dict) and isinstance(n.get("key"), str) for n in native):
            return {f"{at}": _plain(n) for at, n in enumerate(n for n in native if not _ours(n))}
        return [_plain(item) for item in native]
    if isinstance(native, dict):
        return {key: _plain(value) for key, value in native.items()}
    return repr(native) if isinstance(native, float) else native


def _ours(pair: dict[str, Any]) -> bool:
    return str(pair["key"]).startswith("odke_")
