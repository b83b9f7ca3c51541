"""How is a framework's graph taken in and handed back, and which adapters are installed?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from os import PathLike
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, runtime_checkable

from openodke.errors import AdapterError, RowProblem
from openodke.install import install_line
from openodke.interop.row import TripleRow
from openodke.model import Document, Fact, KnowledgeGraph

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Native = TypeVar("Native")

GROUP = "openodke.adapters"
"""The entry point group in which an adapter's distribution names its class."""

KNOWN = ("graphrag",)
"""The adapters of this project, installed or not."""


@runtime_checkable
class Adapter(Protocol[Native]):
    """A framework's graph, both ways.

    Attributes:
        name: how `--adapter` and `adapter=` name it.
        carries: what the format can hold: "predicate", "literal", "polarity", "qualifiers",
            "span", "several texts" …
        examples: the names in the framework's own prompt examples; a claim about one of them that
            its text does not name was copied from the prompt.
    """

    name: str
    carries: frozenset[str]
    examples: frozenset[str]

    def accepts(self, native: object) -> bool:
        """Tell whether the object, or the file or folder at a path, is of this framework."""
        ...

    def open(self, path: str | PathLike[str]) -> Native:
        """Return the native object that a file or folder holds.

        Raises:
            ExportError: naming the file and what it lacks.
        """
        ...

    def to_rows(
        self, native: Native, documents: Iterable[Document] = ()
    ) -> tuple[list[TripleRow], list[Document]]:
        """Return one row a claim and text, and the texts; `documents` stand in where it has none.

        A row's id leads back to its place: `<document ordinal>/<kind>/<index>[/<part>]`.
        """
        ...

    def left_out(self, native: Native) -> list[RowProblem]:
        """Return each item that gave no row, with a reason code: malformed, or no claim at all."""
        ...

    def annotate(
        self, native: Native, facts: Iterable[Fact], *, graph: KnowledgeGraph | None = None
    ) -> Native:
        """Return a copy of the native object with each verdict at its own place."""
        ...


@dataclass(frozen=True)
class Built(Generic[Native]):
    """A native object built from a graph, and what it has no place for.

    Attributes:
        native: the framework's own object.
        lost: the facts it could not hold, each with the reason.
    """

    native: Native
    lost: tuple[tuple[Fact, str], ...] = field(default=())


def installed_adapters() -> dict[str, EntryPoint]:
    """Return the entry point of every installed adapter, by name, sorted."""
    from importlib.metadata import entry_points  # slow to import, and most runs need no adapter

    found = {point.name: point for point in entry_points(group=GROUP)}
    return dict(sorted(found.items()))


@cache
def load_adapter(name: str) -> Adapter[object]:
    """Return an installed adapter, built with its defaults.

    Raises:
        AdapterError: when it is not installed, with the line that installs it.
    """
    installed = installed_adapters()
    if name in installed:
        adapter: Adapter[object] = installed[name].load()()
        return adapter
    if name in KNOWN:
        raise AdapterError(
            f"the adapter {name!r} is not installed. Run: {install_line(f'adapters/{name}')}"
        )
    close = get_close_matches(name, {*installed, *KNOWN}, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    there = ", ".join(sorted({*installed, *KNOWN}))
    raise AdapterError(f"there is no adapter {name!r}; there are: {there}.{hint}")


def adapter_for(native: object) -> Adapter[object]:
    """Return the one installed adapter that accepts the object.

    Raises:
        AdapterError: when none does, or more than one: the message names them.
    """
    adapters = [load_adapter(name) for name in installed_adapters()]
    fitting = [adapter for adapter in adapters if adapter.accepts(native)]
    if len(fitting) == 1:
        return fitting[0]
    kind = f"{type(native).__module__}.{type(native).__qualname__}"
    shown = f"{kind} ({str(native)[:80]!r})" if isinstance(native, str) else kind
    if fitting:
        names = " and ".join(repr(adapter.name) for adapter in fitting)
        raise AdapterError(f"the adapters {names} both accept {shown}: name one with adapter=")
    there = ", ".join(adapter.name for adapter in adapters) or "none"
    raise AdapterError(
        f"no installed adapter accepts {shown} (installed: {there}). Rows are TripleRow objects or "
        "dicts with doc, subject, predicate and object"
    )
