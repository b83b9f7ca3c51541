"""A client that answers by what a claim says: several threads may ask it in any order."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from openodke.llm import Completion, Message


class ScriptedJudge:
    """Gives the verdict of the first key that stands in the claim.

    Attributes:
        asked: the last message of each call.
    """

    def __init__(self, verdicts: Mapping[str, str]) -> None:
        self._verdicts = verdicts
        self.asked: list[str] = []

    def complete(self, messages: Sequence[Message], **_: Any) -> Completion:
        """Return the verdict on a claim."""
        content = messages[-1].content
        self.asked.append(content)
        claim = content.partition("Passage:")[0]
        verdict = next((v for key, v in self._verdicts.items() if key in claim), "not_found")
        return Completion(text=json.dumps({"verdict": verdict}))
