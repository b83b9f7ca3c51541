"""Is what a component or an audit was given what it takes?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from llama_index.core.schema import BaseNode

from openodke.errors import InputError
from openodke.ground import LLMGrounder
from openodke.llm import Completion

_OWN = frozenset({"class_name", "openodke"})
"""What a component's own dict holds beside its settings, and is read back with."""


class _Nobody:
    """A model that is never asked."""

    def complete(self, *_: Any, **__: Any) -> Completion:
        raise NotImplementedError


def refuse_unknown(component: str, given: Mapping[str, Any], settings: Iterable[str]) -> None:
    """Refuse settings that a component does not have.

    Raises:
        InputError: it names the first one, and the one that was probably meant.
    """
    known = sorted(set(settings) - _OWN)
    for name in sorted(given.keys() - _OWN - set(known)):
        close = get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
        raise InputError(f"{component} has no setting {name!r}: {hint}")


def checked_names(examples: Iterable[str]) -> list[str]:
    """Return the names of the prompt's examples as a list.

    Raises:
        InputError: for one text, which is a list of letters.
    """
    if isinstance(examples, str):
        raise InputError(f"examples={examples!r} is one text: put the names into a list")
    return list(examples)


def checked_prompt(prompt: str) -> None:
    """Refuse the key of a prompt that there is not, whether it will be needed or not.

    Raises:
        InputError: it names those that there are.
    """
    LLMGrounder(client=_Nobody(), prompt=prompt)


def checked_nodes(nodes: object) -> None:
    """Refuse what is no list of nodes.

    Raises:
        InputError: it says what was given, and which element of a list is no node.
    """
    if not isinstance(nodes, list | tuple):
        kind = "None" if nodes is None else type(nodes).__name__
        raise InputError(f"GroundTriplets takes a list of LlamaIndex nodes, and not {kind}")
    for at, node in enumerate(nodes):
        if not isinstance(node, BaseNode):
            raise InputError(
                f"nodes[{at}] is a {type(node).__name__}, {node!r:.80}, and no node: hand in "
                "LlamaIndex nodes, such as TextNode, with their relations in the metadata"
            )


def checked_store(store: object) -> None:
    """Refuse what is no property graph store: an index, a path, nothing.

    Raises:
        InputError: it says what was given, and what to hand in.
    """
    reads = getattr(store, "get_triplets", None), getattr(store, "get_llama_nodes", None)
    if all(map(callable, reads)) and not isinstance(store, type):
        return
    wanted = "audit_store takes a property graph store"
    if getattr(store, "property_graph_store", None) is not None:
        raise InputError(f"{wanted}: hand in index.property_graph_store, and not the index")
    kind = "None" if store is None else f"{type(store).__name__} {store!r:.80}"
    raise InputError(
        f"{wanted}, such as index.property_graph_store, and not {kind}; one in a file is read by "
        "SimplePropertyGraphStore.from_persist_path(…)"
    )
