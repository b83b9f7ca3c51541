"""Are the facts of one claim let through together, and those of two apart?"""

from __future__ import annotations

import pytest

from openodke import Entity, Fact, GroundingVerdict, VerdictGate
from openodke.errors import StageError
from openodke.gate import strict_gate
from openodke.ground.stamp import MODEL, SPAN, stamped
from openodke.interop import gated


def judged(fact_id: str, verdict: str, *, obj: str = "Ulvholm", grounder: str = MODEL) -> Fact:
    """Return a signed fact."""
    fact = Fact(
        id=fact_id,
        subject=Entity(key="Thing:brask", type="Thing", label="Brask"),
        predicate="p",
        object_entity=Entity(key=f"Thing:{obj}", type="Thing", label=obj),
    )
    return stamped(fact, GroundingVerdict(verdict), grounder=grounder, reason=verdict)


def ids(facts: tuple[Fact, ...]) -> list[str]:
    """Return the ids, in order."""
    return [fact.id for fact in facts]


def test_texts_of_one_claim_stand_together() -> None:
    """One text supports it, so what another does not hold is no ground to drop either."""
    facts = [judged("0/relationship/7", "not_found"), judged("1/relationship/7", "supported")]
    done = gated(facts, strict_gate())
    assert (ids(done.kept), done.refused) == (["0/relationship/7", "1/relationship/7"], ())
    assert done.stats == {"accepted": 1, "refused": {}}


@pytest.mark.parametrize("shared", ["1", "2023/report/7"])
def test_rows_that_say_different_things_are_two_claims(shared: str) -> None:
    """Whatever their ids are: a caller's numbering is no place in a native object."""
    facts = [
        judged(shared, "supported"),
        judged(shared.replace("2023", "2024"), "not_found", obj="Tarnby"),
    ]
    done = gated(facts, strict_gate())
    assert [fact.object_name for fact in done.kept] == ["Ulvholm"]
    assert [fact.object_name for fact in done.refused] == ["Tarnby"]
    assert done.stats == {"accepted": 1, "refused": {"not_found": 1}}


def test_an_items_parts_stand_together() -> None:
    """Of a native object, the parts of one item are one answer."""
    facts = [judged("0/entity/3/1", "not_found"), judged("0/entity/3/2", "supported", obj="Mill")]
    assert len(gated(facts, strict_gate(), by_item=True).kept) == 2
    assert len(gated(facts, strict_gate()).kept) == 1


@pytest.mark.parametrize("turned", [False, True])
def test_the_least_sure_judge_speaks_for_a_claim_in_any_order(turned: bool) -> None:
    """A model without a card only marks, whichever row comes first."""
    facts = [
        judged("0/relationship/7", "not_found", grounder=SPAN),
        judged("1/relationship/7", "not_found"),
    ]
    gate = VerdictGate(refuse_not_found=True)
    done = gated(facts[::-1] if turned else facts, gate)
    assert (len(done.kept), len(done.refused)) == (2, 0)


def test_a_gate_that_answers_with_something_else_is_named() -> None:
    """Its answer is no GateVerdict."""

    class Odd:
        def validate(self, *_: object) -> None:
            return None

    with pytest.raises(StageError, match="the gate Odd answered None"):
        gated([judged("1", "supported")], Odd())  # type: ignore[arg-type]
