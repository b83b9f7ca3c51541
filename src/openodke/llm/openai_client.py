"""How is a model asked at an endpoint that speaks OpenAI's chat protocol?"""

from __future__ import annotations

import json
import os
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, finalize

from openodke.errors import InputError
from openodke.llm.call_address import address_of, is_this_machine
from openodke.llm.chat_answer import completion_of
from openodke.llm.loop_closing import closed_with_loop
from openodke.llm.message import Completion, Messages, Schema
from openodke.llm.model_spec import ModelSpec, as_spec, named_spec
from openodke.llm.provider_failure import no_json, provider_failure
from openodke.llm.provider_table import PROVIDERS, require_key
from openodke.llm.required_library import check_library
from openodke.llm.schema_format import SchemaOffer, turns

_NO_KEY = "none"  # the SDK wants one; a server without keys does not look at it
_OPENAI = "https://api.openai.com/"
_PATH = "/chat/completions"  # posted to as it is: the SDK's own method takes twice the time
_HEADERS = "extra_headers"  # of `extra`, as the SDK and litellm call them


class _Access(NamedTuple):
    """Where a model is asked, and the key that is sent; never shown."""

    address: str
    key: str


class OpenAICompatClient:
    """Asks OpenAI, and whatever speaks its protocol: Ollama, vLLM, LM Studio, llama.cpp, gateways.

    The OpenAI SDK (the extra `openai`) is imported at the first call. It tries nothing again,
    follows no redirect, and a call to this machine goes through no proxy. Safe in threads, and on
    any number of event loops.
    """

    def __init__(self, model: str | ModelSpec) -> None:
        """Ask for a model; nothing is sent yet.

        Args:
            model: a name such as `ollama/qwen2.5:3b`, or a spec, whose `base_url` is where it is
                asked. A call's own spec comes before it.

        Raises:
            ProviderNotInstalled: when the OpenAI SDK is not there; the message installs it.
            MissingAPIKey: when the model's key is not set.
            InputError: when it has no address.
        """
        self.spec = ModelSpec.model_validate(as_spec(model))
        check_library("openai", self.spec)
        _access(self.spec)
        self._offer = SchemaOffer()
        self._lock = Lock()
        self._clients: dict[_Access, Any] = {}
        self._on_loops: WeakKeyDictionary[Any, dict[_Access, Any]] = WeakKeyDictionary()

    def __repr__(self) -> str:
        """Name the model, and no key."""
        return f"OpenAICompatClient({self.spec.model!r})"

    def complete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """Return the model's answer.

        Where the endpoint refuses a JSON Schema it is asked without one, from there on.

        Raises:
            ProviderError: when the call failed; it says how, and whether to try again.
            MissingAPIKey: when the key is not set any more.
        """
        spec = named_spec(spec, self.spec)
        access = _access(spec)
        post = self._client(access).post
        while True:
            asked = self._body(messages, spec, schema)
            try:
                answer = post(_PATH, cast_to=object, body=asked, options=_options(spec))
            except Exception as error:
                if self._offer.is_withdrawn(error, asked, spec):
                    continue
                raise provider_failure(error, spec, access.key) from None
            return _read(answer, spec, asked)

    async def acomplete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """As `complete`, awaited."""
        spec = named_spec(spec, self.spec)
        access = _access(spec)
        post = (await self._aclient(access)).post
        while True:
            asked = self._body(messages, spec, schema)
            try:
                answer = await post(_PATH, cast_to=object, body=asked, options=_options(spec))
            except Exception as error:
                if self._offer.is_withdrawn(error, asked, spec):
                    continue
                raise provider_failure(error, spec, access.key) from None
            return _read(answer, spec, asked)

    def _body(self, messages: Messages, spec: ModelSpec, schema: Schema | None) -> dict[str, Any]:
        """Return what is posted."""
        asked: dict[str, Any] = {"model": _model_there(spec), "messages": turns(messages)}
        if spec.temperature is not None:
            asked["temperature"] = spec.temperature
        if not spec.extra.keys() & {"max_tokens", "max_completion_tokens"}:
            asked[_limit_name(spec)] = spec.max_tokens
        asked.update(self._offer.made(schema))
        asked.update(spec.extra)
        asked.pop(_HEADERS, None)
        return asked

    def _client(self, access: _Access) -> Any:
        with self._lock:
            client = self._clients.get(access)
            if client is None:
                import openai

                client = _sdk(openai.OpenAI, openai.DefaultHttpxClient, access)
                finalize(self, client.close)
                self._clients[access] = client
        return client

    async def _aclient(self, access: _Access) -> Any:
        """Return the client of the running loop: connections cannot be taken to another."""
        from asyncio import get_running_loop  # slow to import, and most runs await nothing

        with self._lock:
            held = self._on_loops.setdefault(get_running_loop(), {})
        if access not in held:
            import openai

            client = _sdk(openai.AsyncOpenAI, openai.DefaultAsyncHttpxClient, access)
            keeper = closed_with_loop(client.close, held, access)
            await anext(keeper)
            held[access] = client, keeper
        return held[access][0]


def _access(spec: ModelSpec) -> _Access:
    address = address_of(spec)
    if address is None:
        raise InputError(
            f"{spec.model}: has no address: give base_url, such as http://host:8000/v1"
        )
    return _Access(address, require_key(spec) or _NO_KEY)


def _sdk(kind: Any, http: Any, access: _Access) -> Any:
    """Return one of the SDK's clients, which reads no address and no key of its own."""
    local = is_this_machine(access.address)
    client = kind(
        api_key=access.key,
        base_url=access.address,
        max_retries=0,
        http_client=http(follow_redirects=False, trust_env=not local),
        default_headers=None if access.address.startswith(_OPENAI) else _left_out(),
    )
    if not access.address.startswith(_OPENAI):
        client.organization = client.project = None  # of the environment, and OpenAI's alone
    return client


def _left_out() -> dict[str, Any]:
    """Return the headers that the SDK would take from the environment, each as left out."""
    from openai import Omit

    lines = os.environ.get("OPENAI_CUSTOM_HEADERS", "").split("\n")
    return {
        name.strip(): Omit() for name, colon, _ in (line.partition(":") for line in lines) if colon
    }


def _limit_name(spec: ModelSpec) -> str:
    """Return what the length of an answer is called: OpenAI's newer models refuse the old name."""
    own = (address_of(spec) or "").startswith(_OPENAI)
    return "max_completion_tokens" if own else "max_tokens"


def _model_there(spec: ModelSpec) -> str:
    """Return a model's name as its endpoint knows it: without a provider that is ours to read."""
    known = PROVIDERS.get(spec.provider)
    _, slash, name = spec.model.partition("/")
    return name if slash and known and known.library == "openai" else spec.model


def _options(spec: ModelSpec) -> dict[str, Any]:
    """Return the SDK's options of a call."""
    headers = spec.extra.get(_HEADERS)
    return {"timeout": spec.timeout, **({"headers": dict(headers)} if headers else {})}


def _read(answer: Any, spec: ModelSpec, asked: dict[str, Any]) -> Completion:
    """Return the answer that a response holds: JSON, or a text where it was not sent as that."""
    if isinstance(answer, str):
        try:
            answer = json.loads(answer)
        except (ValueError, RecursionError):
            raise no_json() from None
    price = spec.price
    return completion_of(
        answer,
        model=spec.model,
        structured="response_format" in asked,
        costs=lambda prompt, given, _: price.cost(prompt, given) if price else None,
    )
