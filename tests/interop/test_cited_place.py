"""Is the span that a claim cites among the places that were looked at?"""

from __future__ import annotations

import pytest

from openodke import Document, LexicalGrounder, ground_graph
from openodke.interop import ItemVerdict

TEXT = "Mara Ostrel owns the Fenwick mill. The fines were paid by Mara Ostrel in Tolby last May."
QUOTE = "The fines were paid by Mara Ostrel in Tolby last May."


@pytest.mark.parametrize(
    ("quote", "obj", "evidence"),
    [
        (QUOTE, "Fenwick mill", "mill:35-88|mill:0-34"),
        (QUOTE, "Tolby", "mill:35-88"),
        (None, "Fenwick mill", "mill:0-34"),
    ],
)
def test_the_quote_comes_before_what_names_both(quote: str | None, obj: str, evidence: str) -> None:
    """What lies inside it is not named again; a claim without one is as before."""
    row = {"doc": "mill", "subject": "Mara Ostrel", "predicate": "fined", "object": obj}
    rows = [{**row, "quote": quote} if quote else row]
    graph = ground_graph(rows, [Document(id="mill", text=TEXT)], grounder=LexicalGrounder())
    assert ItemVerdict.of(graph.facts).evidence == evidence
