"""What do the laws of an adapter ask of whoever has them tested?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from openodke.interop import Adapter, TripleRow, ground_graph
from openodke.model import Document, Entity, Fact, KnowledgeGraph
from openodke.testing.native_contents import contents_of, marks


@dataclass(frozen=True)
class Malformed:
    """A native object with an item that is no claim.

    Attributes:
        native: the object.
        rows: how many rows its other items make.
        problems: how many items `left_out` is to report.
    """

    native: Any
    rows: int
    problems: int = 1


class ContractFixtures:
    """The fixtures that the laws are tried on, and what an object holds."""

    recounts = False
    has_columns = False

    @pytest.fixture
    def adapter(self) -> Adapter[Any]:
        """Return the adapter to be tried."""
        raise NotImplementedError("give the fixture `adapter`: return the adapter to be tried")

    @pytest.fixture
    def native(self) -> Any:
        """Return a native object with claims and their texts."""
        raise NotImplementedError("give the fixture `native`: return an object with claims")

    @pytest.fixture
    def malformed(self, adapter: Adapter[Any], native: Any) -> Malformed:
        """Return a native object with a malformed item; by default, a list with a stray number."""
        if not isinstance(native, list):
            pytest.fail(
                "give the fixture `malformed`: only a list can be spoilt blindly. Return "
                "Malformed(native, rows): an object with a malformed item, and how many rows its "
                "other items make"
            )
        rows, _ = adapter.to_rows(native)
        middle = len(native) // 2
        return Malformed([*native[:middle], 42, *native[middle:]], len(rows))

    @pytest.fixture
    def empty(self, adapter: Adapter[Any]) -> Any:
        """Return a native object without a claim; by default, one built from an empty graph."""
        return adapter.build(KnowledgeGraph(), ()).native

    @pytest.fixture
    def sourceless(self, adapter: Adapter[Any]) -> Any:
        """Return a native object whose claims have no text; by default, a built one."""
        ends = [Entity(key=f"person:{name}", type="Person", label=name) for name in ("Ada", "Bo")]
        claim = Fact(id="bare", subject=ends[0], predicate="knows", object_entity=ends[1])
        return adapter.build(KnowledgeGraph(facts=(claim,)), ()).native

    @pytest.fixture
    def inferred(self, adapter: Adapter[Any]) -> Any:
        """Return a native object with what a model infers and no text holds word for word.

        Classes, types, descriptions, enumerations. By default, entities of a type that their text
        does not name.
        """
        text = Document(id="harbour", text="Ada met Bo at the harbour.")
        row = TripleRow(
            doc="harbour",
            subject="Ada",
            subject_type="Protagonist",
            predicate="met",
            object="Bo",
            object_type="Antagonist",
        )
        graph = ground_graph([row], [text]).facts
        return adapter.build(KnowledgeGraph(facts=graph), [text]).native

    def contents(self, native: Any) -> Any:
        """Return all that a native object holds as dicts, lists and scalars (`contents_of`)."""
        return contents_of(native)

    def expected(self, native: Any) -> Iterable[tuple[str, str, Any]] | None:  # noqa: ARG002
        """Return the subject, predicate and object of each claim in `native`, None to skip."""
        return None

    def verdicts(self, native: Any) -> dict[Any, dict[str, Any]]:
        """Return the verdicts in a native object, by their place, in order."""
        return {mark.path: dict(mark.values) for mark in marks(self.contents(native))}
