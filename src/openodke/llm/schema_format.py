"""How is an endpoint asked for an answer that fits a JSON Schema?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openodke.llm.message import Messages, Schema
from openodke.llm.model_spec import ModelSpec
from openodke.llm.provider_failure import refuses_schema

_FIELD = "response_format"


class SchemaOffer:
    """Offers an endpoint a JSON Schema to hold its answers to, until it refuses one."""

    def __init__(self) -> None:
        """Offer schemas."""
        self._is_open = True

    def made(self, schema: Schema | None) -> dict[str, Any]:
        """Return the arguments of a call that offer a schema; none where it is offered no more."""
        if schema is None or not self._is_open:
            return {}
        return {_FIELD: response_format(schema)}

    def is_withdrawn(self, error: Exception, asked: Mapping[str, Any], spec: ModelSpec) -> bool:
        """Whether a call failed for the schema alone, so that it is made again without one.

        A form that the user asks for (`spec.extra`) is theirs, and is not withdrawn. Calls that
        were under way find the offer withdrawn already, and are made again too.
        """
        ours = _FIELD in asked and _FIELD not in spec.extra
        if not ours or not refuses_schema(error):
            return False
        self._is_open = False
        return True


def response_format(schema: Schema) -> dict[str, Any]:
    """Return the `response_format` of OpenAI's chat protocol for a schema.

    The endpoint is held to it ("strict") where the schema allows that: OpenAI refuses one in which
    a property may be left out or added.
    """
    name = str(schema.get("title") or "answer")
    held = {"name": name, "strict": _is_strict(schema), "schema": dict(schema)}
    return {"type": "json_schema", "json_schema": held}


def turns(messages: Messages) -> list[dict[str, str]]:
    """Return a conversation in the chat protocol's form."""
    return [{"role": message.role, "content": message.content} for message in messages]


def _is_strict(schema: Any) -> bool:
    """Whether each object in a schema has all of its properties, and no others."""
    if isinstance(schema, list | tuple):
        return all(map(_is_strict, schema))
    if not isinstance(schema, Mapping):
        return True
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        closed = schema.get("additionalProperties") is False
        if not closed or set(schema.get("required", ())) != set(properties):
            return False
    return all(map(_is_strict, schema.values()))
