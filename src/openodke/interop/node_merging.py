"""Which nodes of a native object are one thing, and how is an adapter asked to make them one node?

Only what a run proved is merged: an identifier agrees, or a caller decided the key. What is only
similar stays two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from openodke.errors import AdapterError
from openodke.interop.adapter import Adapter

Native = TypeVar("Native")


@dataclass(frozen=True, slots=True)
class NodeName:
    """A node, in the words of the rows that name it.

    Attributes:
        name: the row's subject, or its object.
        type: the row's `subject_type` or `object_type`, None where it has none.
        key: the row's `subject_key` or `object_key`, None where it has none, or one that says no
            more than its type and its name do.
    """

    name: str
    type: str | None = None
    key: str | None = None

    def __str__(self) -> str:
        """Return the name, with its key where it has one."""
        return f"{self.name} ({self.key})" if self.key else self.name


@dataclass(frozen=True, slots=True)
class NodeMerge:
    """A node that is proven to be another one of the same native object.

    Attributes:
        old: the node that is given up.
        new: the node that it becomes. It is none that is given up itself.
        because: what proved it.
    """

    old: NodeName
    new: NodeName
    because: str = ""


@dataclass(frozen=True, slots=True)
class MergedNode:
    """A node of the framework that is not there any more, and the one that stands for it.

    Attributes:
        old: its id, as the framework has it.
        new: the id of the node that stands for it.
        name: what it was called, where the id is no name.
        new_name: what the other is called, where its id is no name.
        because: what proved it.
    """

    old: str
    new: str
    name: str = ""
    new_name: str = ""
    because: str = ""

    def __str__(self) -> str:
        """Return `old -> new: why`, by their names."""
        why = f": {self.because}" if self.because else ""
        return f"{self.name or self.old} -> {self.new_name or self.new}{why}"


@dataclass(frozen=True)
class Merged(Generic[Native]):
    """A native object in which nodes that are one thing are one node.

    Attributes:
        native: the object.
        nodes: what became of each node that is not there any more.
        notes: what a user has to know besides, a line each.
    """

    native: Native
    nodes: tuple[MergedNode, ...] = ()
    notes: tuple[str, ...] = field(default=())


@runtime_checkable
class MergingAdapter(Protocol[Native]):
    """What an adapter has besides, whose framework has nodes that can be made one.

    An adapter without `merge` may say why as its attribute `cannot_merge`.
    """

    def merge(self, native: Native, merges: Iterable[NodeMerge]) -> Merged[Native]:
        """Return a copy in which each `old` node is the `new` one, wherever it stands.

        Whatever named the old node names the new one; properties of both are kept; what was merged
        into a node stands at it as `odke_merged`, a JSON list. A name that the object does not have
        is passed over.
        """
        ...


def checked_merging(adapter: Adapter[Any]) -> MergingAdapter[Any]:
    """Return the adapter as one that merges nodes.

    Raises:
        AdapterError: when it does not, with the reason that it gives.
    """
    if isinstance(adapter, MergingAdapter):
        return adapter
    why = getattr(adapter, "cannot_merge", "") or "it has no method merge()"
    raise AdapterError(
        f"the adapter {adapter.name!r} merges no nodes: {why}. Canonical names are written beside "
        "each item all the same (odke_subject_name, odke_object_name)"
    )


def merges_among(
    merges: Iterable[NodeMerge], there: Collection[NodeName]
) -> dict[NodeName, NodeMerge]:
    """Return the merges of the nodes that a native object still has, by the node that is given up.

    Where the node that was to stay is not there any more, the first of those that were to become it
    takes its place.
    """
    stays: dict[NodeName, NodeName] = {}
    found: dict[NodeName, NodeMerge] = {}
    for merge in merges:
        if merge.old not in there or merge.old == merge.new:
            continue
        new = stays.setdefault(merge.new, merge.new if merge.new in there else merge.old)
        if new != merge.old:
            found[merge.old] = replace(merge, new=new)
    return found
