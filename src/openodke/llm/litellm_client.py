"""How is a model asked through litellm, which knows the protocols of the other providers?"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from threading import Lock
from typing import Any

from openodke.llm.call_address import address_of
from openodke.llm.chat_answer import completion_of
from openodke.llm.completion_fields import price
from openodke.llm.litellm_connections import Connections
from openodke.llm.message import Completion, Messages, Schema
from openodke.llm.model_spec import ModelSpec, as_spec, named_spec
from openodke.llm.provider_failure import provider_failure
from openodke.llm.provider_table import require_key
from openodke.llm.required_library import check_library
from openodke.llm.schema_format import SchemaOffer, turns

_BEFORE_IMPORT: Mapping[str, str] = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else it fetches its list of prices when imported
    "LITELLM_LOG": "ERROR",  # else it warns of its own workings on standard error
    "LITELLM_MODE": "PRODUCTION",  # else it reads the nearest .env into the environment
}
_NO_KEY = "none"  # so that it does not look for one in the environment
_importing = Lock()


class LiteLLMClient:
    """Asks through litellm (the extra `litellm`), imported at the first call.

    Its import opens no connection and reads no `.env`; what the environment sets for it stands.
    Nothing is tried again, kept or handed to its callbacks, and no parameter is dropped: one that a
    model does not take is a failed call. Safe in threads and on event loops.
    """

    def __init__(self, model: str | ModelSpec) -> None:
        """Ask for a model; nothing is sent yet.

        Args:
            model: a name such as `anthropic/claude-haiku-4-5`, or a spec. A call's own spec comes
                before it.

        Raises:
            ProviderNotInstalled: when litellm is not there; the message installs it.
            MissingAPIKey: when the model's key is not set.
            InputError: for a `base_url` that is no address.
        """
        self.spec = ModelSpec.model_validate(as_spec(model))
        check_library("litellm", self.spec)
        address_of(self.spec)
        require_key(self.spec)
        self._offer = SchemaOffer()
        self._connections = Connections()

    def __repr__(self) -> str:
        """Name the model, and no key."""
        return f"LiteLLMClient({self.spec.model!r})"

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
        key = require_key(spec)
        ask = imported_litellm().completion
        over = self._connections.called(spec)
        while True:
            asked = self._arguments(messages, spec, key, schema)
            try:
                answer = ask(**{**over, **asked})
            except Exception as error:
                if self._offer.is_withdrawn(error, asked, spec):
                    continue
                raise provider_failure(error, spec, key) from None
            return _read(answer, spec, asked)

    async def acomplete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """As `complete`, awaited."""
        spec = named_spec(spec, self.spec)
        key = require_key(spec)
        ask = imported_litellm().acompletion
        over = await self._connections.awaited(spec)
        while True:
            asked = self._arguments(messages, spec, key, schema)
            try:
                answer = await ask(**{**over, **asked})
            except Exception as error:
                if self._offer.is_withdrawn(error, asked, spec):
                    continue
                raise provider_failure(error, spec, key) from None
            return _read(answer, spec, asked)

    def _arguments(
        self, messages: Messages, spec: ModelSpec, key: str | None, schema: Schema | None
    ) -> dict[str, Any]:
        """Return the arguments of a call."""
        asked: dict[str, Any] = {
            "model": spec.model,
            "messages": turns(messages),
            "timeout": spec.timeout,
            "max_tokens": spec.max_tokens,
            "max_retries": 0,
            "num_retries": 0,
            "drop_params": False,
            "caching": False,
            "no-log": True,
        }
        if key is not None or spec.base_url is not None:
            asked["api_key"] = key or _NO_KEY
        if spec.base_url is not None:
            asked["api_base"] = spec.base_url
        if spec.temperature is not None:
            asked["temperature"] = spec.temperature
        return {**asked, **self._offer.made(schema), **spec.extra}


def imported_litellm() -> Any:
    """Return litellm, imported so that it opens no connection and reads no file of settings."""
    with _importing:
        if "litellm" not in sys.modules:
            for name, value in _BEFORE_IMPORT.items():
                os.environ.setdefault(name, value)
        import litellm

        litellm.suppress_debug_info = True  # else an error prints advertisements
    return litellm


def _read(answer: Any, spec: ModelSpec, asked: dict[str, Any]) -> Completion:
    return completion_of(
        answer,
        model=spec.model,
        structured="response_format" in asked,
        costs=lambda prompt, given, usage: _cost(spec, prompt, given, usage),
    )


def _cost(spec: ModelSpec, prompt: int, given: int, usage: Any) -> float | None:
    """Return what an answer cost, by the model that was asked for and not the one it names.

    A list price holds at the provider's own address alone, and one of 0 says that none is known.
    """
    if spec.price is not None:
        return spec.price.cost(prompt, given)
    if spec.base_url is not None:
        return None
    try:
        parts = imported_litellm().cost_per_token(model=spec.model, usage_object=usage)
    except Exception:  # it has none for the model
        return None
    return price(sum(parts)) or None
