"""What else does an edge say, read from its other end?

Source: the concepts page, "Inverse and symmetric partners".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from openodke.model.fact import Fact, Signature
from openodke.model.frozen import freeze, replaced, without
from openodke.model.keys import DERIVED, ROWS
from openodke.ontology import Ontology


def partners(facts: Iterable[Fact], ontology: Ontology) -> list[Fact]:
    """Return the partners that a batch lacks: the same claims the other way round, in order.

    Each edge on a predicate with an inverse, or on a symmetric one, has a partner, but for an edge
    that was itself derived. A partner that the batch states already is not returned. A partner
    keeps its source's evidence, verdict, support and qualifiers, all but the rows of
    `odke.rows`, and says under `odke.derived` which rule made it, of which signature. Its id is its
    source's with that rule, `r7~inverse`, so that a second run gives the same.
    """
    inverses = ontology.inverses
    if not inverses:
        return []
    batch = list(facts)
    stated = {fact.signature for fact in batch if fact.predicate in inverses}
    turned = (
        _turned(fact, inverses[fact.predicate])
        for fact in batch
        if fact.is_edge and fact.predicate in inverses and DERIVED not in fact.qualifiers
    )
    return [fact for fact in turned if fact.signature not in stated]


def derived_from(fact: Fact) -> Signature | None:
    """Return the signature of the stated fact that a partner was derived from; else None."""
    stamp = fact.qualifiers.get(DERIVED)
    return cast("Signature", _tuples(stamp["of"])) if stamp else None


def _turned(fact: Fact, predicate: str) -> Fact:
    rule = "symmetric" if predicate == fact.predicate else "inverse"
    stamp = {DERIVED: {"rule": rule, "of": fact.signature}}
    return replaced(
        fact,
        id=f"{fact.id}~{rule}",
        subject=fact.object_entity,
        predicate=predicate,
        object_entity=fact.subject,
        qualifiers=freeze({**without(fact.qualifiers, ROWS), **stamp}),
    )


def _tuples(value: Any) -> Any:
    """Make tuples of the lists that a signature became on its way through JSON."""
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value
