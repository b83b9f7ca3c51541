"""Barges and ports: claims, a text, and clients for tests of the model grounder."""

# ruff: noqa: ARG002 - a client's arguments are given

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable
from threading import Lock
from typing import Any

from openodke.ground import LLMGrounder, RetryPolicy
from openodke.llm import Completion, ModelRoles, ScriptedClient
from openodke.model import (
    Document,
    Entity,
    Evidence,
    Fact,
    GroundingVerdict,
    Span,
    SpanOrigin,
)

SAID = ("supported", "contradicted", "not_found")
SUPPORTED, CONTRADICTED = GroundingVerdict.SUPPORTED, GroundingVerdict.CONTRADICTED
NOT_FOUND, UNCHECKED = GroundingVerdict.NOT_FOUND, GroundingVerdict.UNCHECKED
DOC = Document(id="d", text="Vessel 1 was moored at Port 1. It sank there in 1902.")
ROLES = ModelRoles.single("ollama/small")
ONCE = RetryPolicy(attempts=1)
QUICK = RetryPolicy(base_delay=0)
_PORT = re.compile(r"Port (\d+)")


def says(*answers: Any, **options: Any) -> LLMGrounder:
    """Return a grounder whose model gives these answers in turn."""
    return LLMGrounder(ROLES, client=ScriptedClient(answers), **{"max_workers": 1, **options})


def cited(start: int, end: int, origin: SpanOrigin = SpanOrigin.CITED) -> Evidence:
    """Return a citation of a span of DOC."""
    return Evidence(doc_id="d", span=Span(doc_id="d", start=start, end=end), span_origin=origin)


def corpus(facts: int, per_document: int = 7) -> list[tuple[list[Fact], Document]]:
    """Return documents of claims, each citing its own sentence, numbered from 0."""
    pairs = []
    for first in range(0, facts, per_document):
        numbers = range(first, min(facts, first + per_document))
        lines = [f"Vessel {n} was moored at Port {n}." for n in numbers]
        doc = Document(id=f"d{first}", text="\n".join(lines))
        held, start = [], 0
        for n, line in zip(numbers, lines, strict=True):
            held.append(moored(n, doc, start, start + len(line)))
            start += len(line) + 1
        pairs.append((held, doc))
    return pairs


def moored(n: int, doc: Document, start: int = 0, end: int | None = None, **more: Any) -> Fact:
    """Return the claim that a vessel was moored at a port, citing a span of a text."""
    end = len(doc.text) if end is None else end
    span = Span(doc_id=doc.id, start=start, end=end, quote=doc.text[start:end])
    fields: dict[str, Any] = {
        "id": str(n),
        "subject": Entity(key=f"v{n}", type="Vessel", label=f"Vessel {n}"),
        "predicate": "moored_at",
        "object_entity": Entity(key=f"p{n}", type="Port", label=f"Port {n}"),
        "evidence": (Evidence(doc_id=doc.id, span=span),),
    }
    return Fact(**{**fields, **more})


def port_of(messages: Any) -> int:
    """Return the number of the port that a call is about."""
    found = _PORT.search(messages[1].content.split("\n")[0])
    assert found is not None
    return int(found[1])


def verdict_of(n: int) -> GroundingVerdict:
    """Return what the clients here answer about a port."""
    return GroundingVerdict(SAID[n % 3])


def answer(n: int) -> Completion:
    """Return the answer about a port."""
    said = {"verdict": SAID[n % 3]}
    return Completion(str(said), parsed=said, prompt_tokens=10, completion_tokens=2)


class Asked:
    """Answers each call by a function of its port's number, and remembers what it was asked."""

    def __init__(self, reply: Callable[[int], Any] = answer, nap: float = 0.0) -> None:
        self.reply = reply
        self.nap = nap
        self.asked: list[int] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self._lock = Lock()

    def complete(self, messages: Any, *, spec: Any, schema: Any = None) -> Any:
        """Answer after a random part of the nap."""
        n = self._begun(messages)
        try:
            time.sleep(random.random() * self.nap)
            return self.reply(n)
        finally:
            self._ended()

    def _begun(self, messages: Any) -> int:
        n = port_of(messages)
        with self._lock:
            self.asked.append(n)
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
        return n

    def _ended(self) -> None:
        with self._lock:
            self.in_flight -= 1


class Awaited(Asked):
    """The same, awaited: answers come in a random order."""

    async def acomplete(self, messages: Any, *, spec: Any, schema: Any = None) -> Any:
        """Answer after a random part of the nap."""
        n = self._begun(messages)
        try:
            await asyncio.sleep(random.random() * self.nap)
            return self.reply(n)
        finally:
            self._ended()

    def complete(self, messages: Any, *, spec: Any, schema: Any = None) -> Any:
        """Fail: what can be awaited is not to block the loop."""
        raise AssertionError("called, and not awaited")
