"""A client for tests that answers the prompt of one claim and that of several, rightly or not."""

# ruff: noqa: ARG002 - a client's arguments are given

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from threading import Lock
from typing import Any

from asking import SAID

from openodke.llm import Completion
from openodke.llm.message import estimated_tokens

Entry = dict[str, Any]
Spoil = Callable[[list[Entry]], list[Entry] | str]
"""Makes of the right entries what the clerk answers: other entries, or a text."""

_LISTED = re.compile(r"\[(\w+)\] (.*)")
_PORT = re.compile(r"Port (\d+)")


def by_port(claim: str) -> str:
    """Return the verdict that goes with the port of a claim."""
    found = _PORT.search(claim)
    assert found is not None
    return SAID[int(found[1]) % 3]


def claims_of(messages: Any) -> dict[str, str]:
    """Return the claims of a question, by their ids; one that is asked about alone has none."""
    asked, _, _ = messages[1].content.partition("\n\nPassage:\n")
    if not asked.startswith("Claims:\n"):
        return {"": asked.removeprefix("Claim: ")}
    matches = [_LISTED.fullmatch(line) for line in asked.split("\n")[1:]]
    found = {match[1]: match[2] for match in matches if match}
    assert len(found) == len(matches)
    return found


class Clerk:
    """Answers each claim by what it says, and remembers the claims of every call.

    Attributes:
        calls: the claims of each call.
        specs: the spec of each call.
    """

    def __init__(
        self,
        reply: Callable[[str], str] = by_port,
        *,
        spoil: Spoil | None = None,
        fails: Callable[[list[str]], BaseException | None] = lambda _: None,
        nap: float = 0.0,
    ) -> None:
        self.reply = reply
        self.spoil = spoil
        self.fails = fails
        self.nap = nap
        self.calls: list[list[str]] = []
        self.specs: list[Any] = []
        self.prompt_tokens = 0
        self.characters = 0
        self._lock = Lock()

    def complete(self, messages: Any, *, spec: Any, schema: Any = None) -> Completion:
        """Answer, after a random part of the nap."""
        time.sleep(random.random() * self.nap)
        return self._answer(messages, spec)

    def _answer(self, messages: Any, spec: Any) -> Completion:
        claims = claims_of(messages)
        with self._lock:
            self.calls.append(list(claims.values()))
            self.specs.append(spec)
            self.characters += sum(len(message.content) for message in messages)
            self.prompt_tokens += estimated_tokens(*(message.content for message in messages))
        error = self.fails(list(claims.values()))
        if error is not None:
            raise error
        if "" in claims:
            return Completion(json.dumps({"verdict": self.reply(claims[""])}), model="clerk")
        entries = [{"id": name, "verdict": self.reply(claim)} for name, claim in claims.items()]
        said = self.spoil(entries) if self.spoil else entries
        text = said if isinstance(said, str) else json.dumps({"verdicts": said})
        return Completion(text, model="clerk")


class AwaitedClerk(Clerk):
    """The same, awaited."""

    async def acomplete(self, messages: Any, *, spec: Any, schema: Any = None) -> Completion:
        """Answer, after a random part of the nap."""
        await asyncio.sleep(random.random() * self.nap)
        return self._answer(messages, spec)
