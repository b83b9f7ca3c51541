"""Does the adapter keep the laws of every adapter, in every class and form of a graph?"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from graph_families import FAMILIES, SOURCE, Family, family, mill_graph

from openodke.interop import Adapter
from openodke.testing import AdapterContract, Malformed
from openodke.testing.native_contents import contents_of
from openodke_langchain import GraphFile, GraphMapping, LangChainAdapter
from openodke_langchain.judged_triple import JudgedTriple


class KnowledgeTriple(NamedTuple):
    """A triple as langchain-community has it."""

    subject: str
    predicate: str
    object_: str


def pair(**said: Any) -> dict[str, Any]:
    """Return a claim on the mill."""
    return {"head": "Mara Ostrel", "relation": "runs", "tail": "Fenwick Mill", **said}


FORMS: dict[str, Any] = {
    "heads and tails": [pair(head_type="Person"), pair(), pair(tail="Skerry")],
    "a list in the list": [[pair(), pair()], pair(tail="Tolby")],
    "one pair": pair(),
    "triples": [KnowledgeTriple("Mara Ostrel", "runs", "Fenwick Mill")] * 2,
    "under relations": {"relations": [pair(), pair(tail="Tolby")]},
    "an answer with its raw form": {
        "raw": "…",
        "parsed": {
            "nodes": [{"id": "Mara Ostrel", "type": "Person", "properties": None}],
            "relationships": [
                {"source_node_id": "Hugo Lant", "type": "owns", "target_node_id": "Ferry"},
            ],
        },
        "parsing_error": None,
    },
    "properties in a list": [
        {
            "nodes": [
                {"id": "Hugo Lant", "properties": [{"key": "age", "value": "40"}]},
                {"id": "Nasa"},
            ],
            "relationships": [
                {"source": "Mara Ostrel", "type": "met", "target": "Hugo Lant", "properties": None}
            ],
            "source": SOURCE,
        }
    ],
    "values in a list": [
        {
            "nodes": [{"id": "Mara Ostrel", "properties": {"left": [1993, 1994, "Tolby"]}}],
            "relationships": [],
            "source": SOURCE,
        }
    ],
}


RUNS = ("Mara Ostrel", "runs", "Fenwick Mill")
IN_TOLBY = ("Mara Ostrel", "runs", "Tolby")
CLAIMS: dict[str, set[tuple[str, str, Any]]] = {
    "heads and tails": {RUNS, ("Mara Ostrel", "runs", "Skerry")},
    "a list in the list": {RUNS, IN_TOLBY},
    "one pair": {RUNS},
    "triples": {RUNS},
    "under relations": {RUNS, IN_TOLBY},
    "an answer with its raw form": {
        ("Hugo Lant", "owns", "Ferry"),
        ("Mara Ostrel", "is_a", "Person"),
    },
    "properties in a list": {
        ("Mara Ostrel", "met", "Hugo Lant"),
        ("Hugo Lant", "age", "40"),
        ("Nasa", "is_a", "entity"),
    },
    "values in a list": {("Mara Ostrel", "left", year) for year in (1993, 1994, "Tolby")},
}
MILL = {
    ("Mara Ostrel", "RUNS", "Fenwick Mill"),
    ("Nasa", "BOUGHT", "Fenwick Mill"),
    ("Nasa", "BOUGHT Fenwick Mill: since", "1993-07-04"),
    ("Adam", "WORKS_FOR", "Microsoft"),
    ("Mara Ostrel", "role", "miller"),
    ("Mara Ostrel", "left", 1993),
    ("Skerry", "is_a", "Place"),
}


class LangChainContract(AdapterContract):
    """The contract, with an adapter and what a tuple holds beside its parts."""

    @pytest.fixture
    def adapter(self) -> Adapter[Any]:
        """The adapter with its defaults."""
        return LangChainAdapter()

    def expected(self, native: Any) -> Any:  # noqa: ARG002
        """The claims of the graph on the mill."""
        return MILL

    def contents(self, native: Any) -> Any:
        """What an object holds; of a triple its parts and its verdicts, of pairs a dict."""
        if isinstance(native, GraphFile):
            return list(map(contents_of, native))
        return _with_triples(native)


def _with_triples(native: Any) -> Any:
    if isinstance(native, list):
        if native and all(
            isinstance(item, dict) and item.keys() == {"key", "value"} for item in native
        ):
            return {item["key"]: item["value"] for item in native}
        return [_with_triples(item) for item in native]
    if isinstance(native, dict):
        return {key: _with_triples(value) for key, value in native.items()}
    if hasattr(native, "_fields"):
        said = native.verdicts if isinstance(native, JudgedTriple) else {}
        return {**native._asdict(), **said}
    return contents_of(native)


class TestGraphDocumentContract(LangChainContract):
    """Lists of graph documents, of every class."""

    @pytest.fixture(params=FAMILIES)
    def family(self, request: pytest.FixtureRequest) -> Family:
        """Each class of graph documents that is installed."""
        return family(request.param)

    @pytest.fixture
    def adapter(self, family: Family) -> Adapter[Any]:
        """An adapter that builds that class, where it can be built."""
        built = family.graph if isinstance(family.graph, type) and family.name in _BUILT else None
        return LangChainAdapter(graph_document=built)

    @pytest.fixture
    def native(self, family: Family) -> Any:
        """Two graphs on one text, and one on another."""
        other = mill_graph(family, "Mara Ostrel met Hugo Lant at Skerry in 1993.")
        return [mill_graph(family), mill_graph(family), other]


_BUILT = {"neo4j", "community", "memgraph", "falkordb", "arangodb", "plain", "model", "dataclass"}


class TestSingleGraphContract(LangChainContract):
    """One graph document, without a list around it."""

    @pytest.fixture
    def native(self, plain: Family) -> Any:
        """The graph on the mill."""
        return mill_graph(plain)

    @pytest.fixture
    def malformed(self, plain: Family) -> Malformed:
        """A graph one of whose relationships begins nowhere."""
        graph = mill_graph(plain)
        rows, _ = LangChainAdapter().to_rows(graph)
        graph.relationships.insert(1, plain.relate("", "OWNS", "Fenwick Mill"))
        return Malformed(graph, len(rows))


class TestOtherFormsContract(LangChainContract):
    """Triples, pairs, and what a model answered with."""

    def expected(self, native: Any) -> Any:
        """The claims of each form."""
        return next(claims for name, claims in CLAIMS.items() if FORMS[name] == native)

    @pytest.fixture(params=FORMS)
    def native(self, request: pytest.FixtureRequest) -> Any:
        """Each form."""
        return deepcopy(FORMS[request.param])

    @pytest.fixture
    def malformed(self) -> Malformed:
        """A pair without a tail among others."""
        return Malformed([pair(), pair(tail=None), pair()], 2)


class TestOwnClassContract(LangChainContract):
    """A class of one's own, with a mapping."""

    def expected(self, native: Any) -> Any:  # noqa: ARG002
        """An edge and a node."""
        return {RUNS, ("Skerry", "is_a", "entity")}

    @pytest.fixture
    def adapter(self) -> Adapter[Any]:
        """An adapter that knows how the class names its parts."""
        named = GraphMapping(
            relationships="edges", nodes="entities", source="from", type="label", target="to"
        )
        return LangChainAdapter(mapping=named)

    @pytest.fixture
    def native(self) -> Any:
        """A dict with edges."""
        ends = {"from": "Mara Ostrel", "to": "Fenwick Mill"}
        return [
            {"entities": [{"id": "Skerry"}], "edges": [{**ends, "label": "runs"}], "source": SOURCE}
        ]

    def test_it_accepts_its_own(self, adapter: Adapter[Any], native: Any) -> None:
        """By the mapping: without it nobody knows the names."""
        assert adapter.accepts(native)
        assert not LangChainAdapter().accepts(native)


class TestGraphFileContract(LangChainContract):
    """A file of graph documents."""

    @pytest.fixture
    def native(self, tmp_path: Path, plain: Family) -> GraphFile:
        """Two lines, one graph each."""
        path = tmp_path / "graphs.jsonl"
        lines = [mill_graph(plain).model_dump_json() for _ in range(2)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return GraphFile.read(path)

    @pytest.fixture
    def malformed(self, native: GraphFile) -> Malformed:
        """A file with a line that is no JSON."""
        rows, _ = LangChainAdapter().to_rows(native)
        lines = native.path.read_text(encoding="utf-8").splitlines()
        native.path.write_text("\n".join([lines[0], "{", lines[1]]), encoding="utf-8")
        return Malformed(GraphFile.read(native.path), len(rows))
