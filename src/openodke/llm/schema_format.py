"""How is an endpoint asked for an answer that fits a JSON Schema?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openodke.llm.message import Messages, Schema


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
