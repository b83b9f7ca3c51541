"""What is a graph in dicts, lists, texts and numbers alone?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from openodke_langchain.judged_triple import JudgedTriple
from openodke_langchain.property_claims import plain


def plain_graphs(native: Any) -> Any:
    """Return a graph as a dict, a list of them as a list; a triple is `{head, relation, tail}`."""
    if isinstance(native, list | tuple) and not hasattr(native, "_fields"):
        return [plain_graphs(item) for item in native]
    if hasattr(native, "_fields"):
        head, relation, tail = native
        said = native.verdicts if isinstance(native, JudgedTriple) else {}
        return {"head": head, "relation": relation, "tail": tail, **said}
    if isinstance(native, Mapping):
        return {str(key): _part(value) for key, value in native.items()}
    return _part(native)


def _part(value: Any) -> Any:
    if hasattr(type(value), "model_dump"):
        return plain(value.model_dump())
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, list | tuple):
        return [_part(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _part(item) for key, item in value.items()}
    return plain(value)
