"""How is a framework's graph taken in and handed back, and which adapters are installed?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, runtime_checkable

from openodke.errors import AdapterError, RowProblem
from openodke.install import install_line
from openodke.interop.row import TripleRow
from openodke.model import Document, Fact, KnowledgeGraph
from openodke.ontology import Ontology
from openodke.stages import Gate

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Native = TypeVar("Native")

GROUP = "openodke.adapters"
"""The entry point group in which an adapter's distribution names its class."""

TRIPLES = "triples"
"""The name of the format that needs no adapter: rows."""

_SHOWN = 50  # items of a list that are looked at to name their classes

KNOWN = ("graphrag", "langchain", "langextract", "llama-index")
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

        Its method `write(folder)`, where it has one, is what `odke ground --write-back` calls, and
        its attribute `problems` holds, as RowProblem, the lines that could not be read.

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

    def keep(
        self,
        native: Native,
        facts: Iterable[Fact],
        *,
        gate: Gate | None = None,
        ontology: Ontology | None = None,
        graph: KnowledgeGraph | None = None,
    ) -> Native:
        """Return an annotated copy without what the gate refuses, and whatever rests on it.

        The gate is asked once an item, with the fact that speaks for it (`representative`): an
        accept with a reason is a mark, a refusal drops the item. Left out, it is `strict_gate()`:
        what is contradicted or not found is dropped. An item without a fact is not asked about.
        """
        ...

    def build(self, graph: KnowledgeGraph, documents: Iterable[Document]) -> Built[Native]:
        """Return a native object made from a graph, and the facts that it has no place for."""
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

    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        other = found.setdefault(point.name, point)
        if _distribution(other) != _distribution(point):
            raise AdapterError(
                f"{_distribution(other)} and {_distribution(point)} both install an adapter "
                f"{point.name!r}: uninstall one of them"
            )
    return dict(sorted(found.items()))


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "an unnamed distribution"


@cache
def load_adapter(name: str) -> Adapter[object]:
    """Return an installed adapter, built with its defaults.

    Raises:
        AdapterError: when it is not installed, with the line that installs it.
    """
    installed = installed_adapters()
    if name in installed:
        try:
            adapter: Adapter[object] = installed[name].load()()
        except Exception as error:  # whatever a third party's import raises
            raise AdapterError(
                f"the adapter {name!r} of {_distribution(installed[name])} cannot be loaded: "
                f"{type(error).__name__}: {error}"
            ) from error
        return adapter
    if name in KNOWN:
        raise AdapterError(
            f"the adapter {name!r} is not installed. Run, in the checkout: "
            + install_line(f"adapters/{name}")
        )
    there_are = sorted({TRIPLES, *installed, *KNOWN})
    close = get_close_matches(name.lower(), there_are, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    there = ", ".join(there_are)
    raise AdapterError(f"there is no adapter {name!r}; there are: {there}.{hint}")


def adapter_for(native: object) -> Adapter[object]:
    """Return the one installed adapter that accepts the object.

    Raises:
        AdapterError: when none does, or more than one: the message names them, and any that
            cannot be loaded.
    """
    adapters, broken = _loaded()
    fitting = [adapter for adapter in adapters if adapter.accepts(native)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = " and ".join(repr(adapter.name) for adapter in fitting)
        raise AdapterError(
            f"the adapters {names} both accept {shown(native)}: name one with adapter="
        )
    there = ", ".join(adapter.name for adapter in adapters) or "none"
    way = "Rows are TripleRow objects or dicts with doc, subject, predicate and object"
    if isinstance(native, str | PathLike):
        way = "Rows are in .jsonl, .csv or .parquet; one named with adapter= says what it lacks"
    raise AdapterError(
        f"no installed adapter accepts {shown(native)} (installed: {there}). {way}"
        + "".join(f"; {problem}" for problem in broken)
    )


def _loaded() -> tuple[list[Adapter[object]], list[AdapterError]]:
    """Return the adapters that can be loaded, and what is wrong with the others."""
    adapters: list[Adapter[object]] = []
    broken: list[AdapterError] = []
    for name in installed_adapters():
        try:
            adapters.append(load_adapter(name))
        except AdapterError as error:
            broken.append(error)
    return adapters, broken


def shown(native: object) -> str:
    """Return what an object is, for a message."""
    if isinstance(native, str | PathLike):
        return f"the path {str(native)[:200]}"
    if isinstance(native, list | tuple) and native:
        if all(isinstance(item, Mapping) for item in native[:_SHOWN]) and native[0]:
            return f"a {type(native).__name__} of {_class_of(native[0])} with {_keys(native[0])}"
        kinds = list(dict.fromkeys(map(_class_of, native[:_SHOWN])))
        return f"a {type(native).__name__} of {' and '.join(kinds[:3])}"
    if isinstance(native, Mapping):
        return f"a {type(native).__name__} with {_keys(native)}"
    return _class_of(native)


def _keys(native: Mapping[Any, Any]) -> str:
    if not native:
        return "nothing in it"
    return f"the keys {', '.join(map(repr, islice(native, 5)))}"


def refused(reader: Adapter[Any], native: object) -> AdapterError:
    """Return what is said of an object that an adapter does not accept, and what it takes.

    An adapter may say the latter itself, as its attribute `takes`.
    """
    takes = getattr(reader, "takes", "")
    hint = f": it takes {takes}" if takes else ""
    return AdapterError(f"the adapter {reader.name!r} does not accept {shown(native)}{hint}")


def _class_of(native: object) -> str:
    kind = type(native)
    if kind.__module__ == "builtins":
        return kind.__name__
    return f"{kind.__module__}.{kind.__qualname__}"
