"""Over which connections does litellm ask, so that neither text nor key goes anywhere else?

litellm's own follow redirects, and hand the keys of some providers on with them (`x-api-key`,
`x-goog-api-key`); and they take a call to this machine through the environment's proxy.
"""

from __future__ import annotations

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary, finalize

from openodke.llm.call_address import address_of, is_this_machine
from openodke.llm.loop_closing import closed_with_loop
from openodke.llm.model_spec import ModelSpec

HANDED = frozenset(
    {
        "anthropic",
        "bedrock",
        "deepseek",
        "fireworks_ai",
        "gemini",
        "groq",
        "mistral",
        "openrouter",
        "together_ai",
        "xai",
    }
)
"""Providers that litellm asks over a connection that it is handed; it makes the others' itself."""


class Connections:
    """The connections of one client; safe in threads, and on any number of event loops."""

    def __init__(self) -> None:
        """Open nothing yet."""
        self._lock = Lock()
        self._called: dict[bool, Any] = {}
        self._awaited: WeakKeyDictionary[Any, dict[bool, Any]] = WeakKeyDictionary()

    def called(self, spec: ModelSpec) -> dict[str, Any]:
        """Return litellm's argument `client` for a call, {} where it takes none."""
        if spec.provider not in HANDED:
            return {}
        local = _is_local(spec)
        with self._lock:
            if local not in self._called:
                handler = self._called[local] = _handler(local)
                finalize(self, handler.client.close)
            return {"client": self._called[local]}

    async def awaited(self, spec: ModelSpec) -> dict[str, Any]:
        """As `called`, on the running event loop: connections cannot be taken to another."""
        if spec.provider not in HANDED:
            return {}
        from asyncio import get_running_loop  # slow to import, and most runs await nothing

        local = _is_local(spec)
        with self._lock:
            held = self._awaited.setdefault(get_running_loop(), {})
        if local not in held:
            handler = _async_handler(local)
            keeper = closed_with_loop(handler.client.aclose, held, local)
            await anext(keeper)
            held[local] = handler, keeper
        return {"client": held[local][0]}


def _is_local(spec: ModelSpec) -> bool:
    address = address_of(spec)
    return address is not None and is_this_machine(address)


def _handler(local: bool) -> Any:
    from litellm.llms.custom_httpx.http_handler import HTTPHandler

    if local:
        import httpx

        return HTTPHandler(client=httpx.Client(follow_redirects=False, trust_env=False))
    handler = HTTPHandler()
    handler.client.follow_redirects = False
    return handler


def _async_handler(local: bool) -> Any:
    from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler

    handler = AsyncHTTPHandler()
    if local:
        import httpx

        handler.client = httpx.AsyncClient(follow_redirects=False, trust_env=False)
    else:
        handler.client.follow_redirects = False
    return handler
