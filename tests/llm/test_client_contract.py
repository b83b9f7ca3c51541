"""Is what cannot be asked refused before the first call?"""

# ruff: noqa: D102 - the methods are there for their arguments

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock, Mock

import pytest

from openodke.errors import InputError
from openodke.llm import RecordedClient, RecordingClient, ScriptedClient
from openodke.llm.client_contract import check_client


class Chat:
    """A model of a framework."""

    def invoke(self, text: str) -> str:
        return text


class Positional:
    """Takes a prompt."""

    def complete(self, prompt: str) -> str:
        return prompt


class Awaited:
    """Is to be awaited."""

    async def complete(self, messages: Any, *, spec: Any, schema: Any = None) -> None:
        pass


class Open:
    """Takes anything."""

    def complete(self, *args: Any, **kwargs: Any) -> None:
        pass


@pytest.mark.parametrize(
    ("client", "message"),
    [
        (Chat(), r"client=.*Chat.* has no method complete"),
        (None, "client=None has no method complete"),
        (Positional(), "does not take complete"),
        (Awaited(), "name it acomplete"),
        (ScriptedClient, "client=ScriptedClient is a class"),
        (str, "has no method complete"),
    ],
)
def test_what_cannot_be_asked_is_refused(client: Any, message: str) -> None:
    """The argument is named, and what is wrong with it."""
    with pytest.raises(InputError, match=message):
        check_client("client", client)


@pytest.mark.parametrize(
    "client",
    [
        *(ScriptedClient(), RecordedClient([]), RecordingClient(ScriptedClient()), Open()),
        *(Mock(), MagicMock()),
    ],
    ids=lambda client: type(client).__name__,
)
def test_what_can_be_asked_is_taken(client: Any) -> None:
    """Also what takes any arguments."""
    check_client("client", client)
