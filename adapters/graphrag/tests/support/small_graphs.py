"""Small graphs, communities on them, and gates that refuse what a test picks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from openodke import Fact, GateVerdict, Ontology
from openodke.interop import to_fact
from openodke_graphrag import Export, GraphRAGAdapter


class Refusing:
    """Refuses each fact that a test picks, and marks those that another picks."""

    def __init__(
        self, refuse: Callable[[Fact], bool], mark: Callable[[Fact], bool] = lambda _: False
    ) -> None:
        """Take who is refused, and who is marked."""
        self.refuse, self.mark = refuse, mark
        self.asked: list[Fact] = []

    def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:
        """Answer, and remember the question."""
        assert isinstance(ontology, Ontology)
        self.asked.append(fact)
        if self.refuse(fact):
            return GateVerdict(action="refuse", reason="the test says so")
        return GateVerdict(action="accept", reason="look here" if self.mark(fact) else None)


def items(*ids: str) -> Callable[[Fact], bool]:
    """Pick facts by their place, such as `entity/0`."""
    return lambda fact: "/".join(fact.id.split("/")[1:3]) in ids


def facts_of(export: Export) -> list[Fact]:
    """Return a fact a row, without verdicts."""
    rows, documents = GraphRAGAdapter().to_rows(export)
    texts = {document.id: document for document in documents}
    return [to_fact(row, texts.get(row.doc or "")) for row in rows]


def without(export: Export, *ids: str) -> Export:
    """Keep all but some items."""
    gate = Refusing(items(*ids))
    return GraphRAGAdapter().keep(export, facts_of(export), gate=gate)


def column(export: Export, table: str, name: str) -> list[Any]:
    """Return a column."""
    return export.table(table).column(name).to_pylist()


def graph(*pairs: str, alone: str = "", **more: Any) -> dict[str, Any]:
    """Return tables with a relationship for each pair of letters, on one text."""
    names = sorted({*"".join(pairs), *alone})
    units = [["u"]]
    tables = {
        "entities": {
            "id": [f"e-{name}" for name in names],
            "title": names,
            "description": [f"{name} is here" for name in names],
            "text_unit_ids": units * len(names),
            "degree": [0] * len(names),
        },
        "relationships": {
            "id": [f"r-{pair}" for pair in pairs],
            "source": [pair[0] for pair in pairs],
            "target": [pair[1] for pair in pairs],
            "description": [f"{pair[0]} knows {pair[1]}" for pair in pairs],
            "text_unit_ids": units * len(pairs),
            "combined_degree": [0] * len(pairs),
        },
        "text_units": {
            "id": ["u", "v"],
            "text": ["All are here.", "Nobody is here."],
            "entity_ids": [[f"e-{name}" for name in names], []],
            "relationship_ids": [[f"r-{pair}" for pair in pairs], None],
        },
    }
    return {**tables, **more}


def group(number: int, parent: int, children: list[int], names: str, *pairs: str) -> dict[str, Any]:
    """Return a community."""
    return {
        "id": f"k-{number}",
        "community": number,
        "parent": parent,
        "children": children,
        "entity_ids": [f"e-{name}" for name in names],
        "relationship_ids": [f"r-{pair}" for pair in pairs],
        "text_unit_ids": ["u"] if pairs else [],
        "size": len(names),
    }


def grouped(*groups: dict[str, Any]) -> dict[str, pa.Table]:
    """Return communities and a report on each."""
    reports = [
        {
            "id": f"p-{held['community']}",
            **{name: held[name] for name in ("community", "parent", "children", "size")},
            "title": "Report",
            "full_content": f"What community {held['community']} does.",
        }
        for held in groups
    ]
    return {
        "communities": pa.Table.from_pylist(list(groups)),
        "community_reports": pa.Table.from_pylist(reports),
    }
