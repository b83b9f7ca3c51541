"""Which triples does a NetworkxEntityGraph hold, in the right order?

Its `get_triples` returns subject, object, predicate.
"""

from __future__ import annotations

from typing import Any


def networkx_triples(graph: Any) -> list[dict[str, str]]:
    """Return the triples of a `NetworkxEntityGraph` as `{head, relation, tail}`.

    The graph keeps no text: hand in the documents it was made from. Of two predicates between the
    same pair it has kept the last.
    """
    return [
        {"head": subject, "relation": predicate, "tail": tail}
        for subject, tail, predicate in graph.get_triples()
    ]
