"""What does a gate say of an item of a framework's graph that makes several rows?"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence

from openodke.errors import InputError, StageError
from openodke.gate import strict_gate
from openodke.interop.claim_verdicts import representative
from openodke.model import Fact, GateVerdict
from openodke.ontology import Ontology
from openodke.stages import Gate


class ItemGate:
    """Asks a gate once an item, with the fact that speaks for all of its rows.

    Attributes:
        gate: the gate.
        ontology: what it is asked with; an empty one forbids nothing.
    """

    def __init__(self, gate: Gate | None = None, ontology: Ontology | None = None) -> None:
        """Take a gate; without one `strict_gate()`: contradicted and not found are dropped.

        Raises:
            InputError: for what is no gate.
        """
        if gate is not None and (
            isinstance(gate, type) or not callable(getattr(gate, "validate", None))
        ):
            raise InputError(
                f"gate={reprlib.repr(gate)} has no method validate(fact, ontology): give a gate "
                "object, such as strict_gate()"
            )
        self.gate: Gate = strict_gate() if gate is None else gate
        self.ontology = ontology or Ontology()

    def ask(self, parts: Sequence[Fact]) -> GateVerdict:
        """Return the gate's answer on an item, from the facts of its rows.

        Raises:
            StageError: when the gate answers with anything but a GateVerdict.
            ValueError: when there is no fact.
        """
        answer = self.gate.validate(representative(parts), self.ontology)
        if not isinstance(answer, GateVerdict):
            raise StageError(
                f"the gate {type(self.gate).__name__} answered {reprlib.repr(answer)} on the fact "
                f"{parts[0].id!r}: it returns a GateVerdict"
            )
        return answer
