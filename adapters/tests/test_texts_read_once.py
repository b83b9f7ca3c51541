"""Is a text folded once, however many claims a framework's graph makes on it?"""

from __future__ import annotations

import pytest

from openodke import Document, KnowledgeGraph, TripleRow, ground_graph
from openodke.interop import load_adapter, to_fact
from openodke.text import word_index

SAID = " ".join(f"Captain Brask {n} sailed the ferry Skua {n} to Port Ember." for n in range(80))


@pytest.mark.parametrize("name", ["graphrag", "langchain", "langextract", "llama-index"])
def test_a_text_is_folded_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the framework's object to its verdicts and back."""
    # A text of its own: one that was read before is still at hand.
    log = Document(id="log", text=f"{SAID} So {name} has it.", uri="https://ferry.example/log")
    folded: list[int] = []
    fold = word_index.fold

    def counting(text: str) -> object:
        folded.append(len(text))
        return fold(text)

    monkeypatch.setattr(word_index, "fold", counting)
    rows = [
        TripleRow(doc="log", subject=f"Brask {n}", predicate="sailed", object=f"Skua {n}")
        for n in range(60)
    ]
    facts = tuple(to_fact(row, log) for row in rows)
    native = load_adapter(name).build(KnowledgeGraph(facts=facts), [log]).native
    grounded = ground_graph(native)
    grounded.annotate()
    grounded.keep()
    assert len(grounded.facts) >= 60
    assert folded.count(len(log.text)) == 1
