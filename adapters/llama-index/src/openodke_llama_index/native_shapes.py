"""Of which shape is an item that LlamaIndex handed out? Told without importing LlamaIndex.

Entities, chunks and relations are objects, or the dicts that a pipeline's cache makes of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

KG_NODES = "nodes"
"""The key of a node's metadata that holds its entities (LlamaIndex's KG_NODES_KEY)."""

KG_RELATIONS = "relations"
"""The key that holds its relations (LlamaIndex's KG_RELATIONS_KEY)."""

SOURCE_ID = "triplet_source_id"
"""The property in which a stored relation names its chunk (LlamaIndex's TRIPLET_SOURCE_KEY)."""

_ENDS = ("head", "tail")
_SURROGATES = re.compile("[\ud800-\udfff]")


def field(item: object, name: str) -> Any:
    """Return a field of an object, or of the dict made of it; None where it has none."""
    return item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)


def with_field(item: Any, name: str, value: object) -> Any:
    """Return a copy of an object or dict in which one field has another value."""
    if isinstance(item, Mapping):
        return {**item, name: value}
    if hasattr(item, "model_copy"):
        return item.model_copy(update={name: value})
    changed = copy(item)
    setattr(changed, name, value)
    return changed


def is_text_node(item: object) -> bool:
    """Tell whether it is a node: a text with metadata, in which the graph lies."""
    return (
        callable(getattr(item, "get_content", None))
        and isinstance(getattr(item, "metadata", None), Mapping)
        and isinstance(getattr(item, "node_id", None), str)
    )


def is_triplet(item: object) -> bool:
    """Tell whether it is (entity, relation, entity), as a tuple or as a list."""
    return isinstance(item, tuple | list) and len(item) == 3 and is_relation(item[1])


def is_relation(item: object) -> bool:
    """Tell whether it has the fields of a Relation."""
    if isinstance(item, Mapping):
        return "source_id" in item and "target_id" in item
    return hasattr(item, "source_id") and hasattr(item, "target_id")


def is_plain_triple(item: object) -> bool:
    """Tell whether it is (subject, predicate, object) as text; a named tuple is another's."""
    return (
        isinstance(item, tuple | list)
        and not hasattr(item, "_fields")
        and len(item) == 3
        and isinstance(item[0], str)
        and isinstance(item[1], str)
        and isinstance(item[2], str | int | float)
    )


def is_triple_dict(item: object) -> bool:
    """Tell whether it is {"head": …, "type": …, "tail": …}; "relation" may stand for "type"."""
    if not isinstance(item, Mapping) or not all(key in item for key in _ENDS):
        return False
    return "type" in item or "relation" in item


def is_ours(item: object) -> bool:
    """Tell whether an item is of LlamaIndex and plainly no other framework's.

    {"head", "relation", "tail"} is written by LangChain's transformer too.
    """
    return (
        is_text_node(item)
        or is_triplet(item)
        or is_plain_triple(item)
        or (isinstance(item, Mapping) and "relation" not in item and is_triple_dict(item))
    )


def is_entity(item: object) -> bool:
    """Tell whether a node of the graph is an entity: a chunk has a text, and no name."""
    return isinstance(field(item, "name"), str)


def entity_id(name: str) -> str:
    """Return the id that LlamaIndex gives an entity of this name."""
    return name.replace('"', " ")


def own_text(node: Any) -> str:
    """Return a node's text without its metadata, in which the claims themselves stand.

    A lone surrogate, which no file can hold, is replaced by one character, so that offsets hold.
    """
    loaded = sys.modules.get("llama_index.core.schema")
    mode = loaded.MetadataMode.NONE if loaded else "none"
    text = node.get_content(metadata_mode=mode)
    return writable(text) if isinstance(text, str) else ""


def writable(text: str) -> str:
    """Return a text in which each lone surrogate is one character that can be written."""
    return text if text.isascii() else _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)


def metadata_text(node: Any) -> str:
    """Return a node's metadata as the extractor's model read it: without the graph itself."""
    hidden = {KG_NODES, KG_RELATIONS, *(getattr(node, "excluded_llm_metadata_keys", None) or ())}
    template = getattr(node, "metadata_template", None) or "{key}: {value}"
    separator = getattr(node, "metadata_separator", None) or "\n"
    lines = (
        template.format(key=key, value=str(value))
        for key, value in node.metadata.items()
        if key not in hidden
    )
    return writable(separator.join(lines).strip())


def related_ids(node: Any) -> Iterator[str]:
    """Yield the ids of a node and of those that it is joined to in the index."""
    yield node.node_id
    for related in (getattr(node, "relationships", None) or {}).values():
        for one in related if isinstance(related, list) else [related]:
            if isinstance(related_id := getattr(one, "node_id", None), str):
                yield related_id
