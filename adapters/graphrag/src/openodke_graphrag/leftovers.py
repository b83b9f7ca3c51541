"""What went, what still speaks of it, and what has to be run again?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from openodke.model import Fact


@dataclass(frozen=True, slots=True)
class DroppedItem:
    """A row that is not there any more.

    Attributes:
        kind: "relationship", "entity" or "claim".
        index: its row in the table that was read, from 0.
        id: its id, "" where it had none.
        name: the entity's title, `SOURCE -> TARGET`, or the claim's subject.
        because: why it went: the gate's reason, or what it went with.
        refused: whether the gate refused it; else it went with what was refused.
    """

    kind: str
    index: int
    id: str
    name: str
    because: str
    refused: bool


@dataclass(frozen=True)
class Leftovers:
    """What `keep` and `merge` did to an export. Printed, it says so in lines.

    Attributes:
        dropped: the relationships, entities and claims that went, in the order of their tables.
        refused: the facts of those items, each with the reason under `odke.review`.
        before: how many relationships, entities and claims there were, by kind.
        merged: how many entities became another one, and how many relationships became one with
            another, by kind.
        rows: how many rows of each further table went: communities, reports, nodes, embeddings.
        stale: how many reports that stay are marked `odke_stale`.
        mentions: what still speaks of what was dropped, or is not written because it does; a line
            each.
        workflows: the workflows of GraphRAG to run again, in order; empty where none is needed.
        notes: what to know when they are run, and which lists of ids stand as they were because
            the table they name has no ids; a line each.
    """

    dropped: tuple[DroppedItem, ...] = ()
    refused: tuple[Fact, ...] = ()
    before: Mapping[str, int] = field(default_factory=dict)
    merged: Mapping[str, int] = field(default_factory=dict)
    rows: Mapping[str, int] = field(default_factory=dict)
    stale: int = 0
    mentions: tuple[str, ...] = ()
    workflows: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def settings(self) -> str:
        """The lines for `settings.yaml` that make `graphrag index` run the workflows, or ""."""
        if not self.workflows:
            return ""
        return "\n".join(["workflows:", *(f"  - {name}" for name in self.workflows)])

    def __str__(self) -> str:
        """Return what happened, a line each."""
        lines = [f"{'dropped':<14}{self._dropped(kind)}" for kind in self.before]
        if self.merged:
            lines.append(f"{'merged':<14}{', '.join(map(self._merged, self.merged))} into others")
        lines += [f"{'':<14}{n} rows of {name}" for name, n in self.rows.items() if n]
        if self.stale:
            lines.append(f"{'stale':<14}{self.stale} of the reports, marked odke_stale")
        lines += _under("still there", self.mentions)
        if self.workflows:
            lines += _under("run again", self.settings.splitlines())
        lines += _under("" if self.workflows else "note", self.notes)
        return "\n".join(lines)

    def _merged(self, kind: str) -> str:
        count = self.merged[kind]
        return f"{count} {kind if count == 1 else _plural(kind)}"

    def _dropped(self, kind: str) -> str:
        items = Counter(item.refused for item in self.dropped if item.kind == kind)
        line = f"{items.total()} of {self.before[kind]} {_plural(kind)}"
        return f"{line}, {items[False]} of them with what was refused" if items[False] else line


def _under(head: str, lines: tuple[str, ...] | list[str]) -> list[str]:
    return [f"{head if not at else '':<14}{line}" for at, line in enumerate(lines)]


def _plural(kind: str) -> str:
    return "entities" if kind == "entity" else f"{kind}s"
