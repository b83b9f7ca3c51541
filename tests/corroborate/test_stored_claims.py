"""What becomes of a batch when a store is in between?"""

from collections.abc import Iterable

from harbour_claims import HARBOUR, RUN_AT, WHEN, SourceTier, cited, claim

from openodke.corroborate import CONFLICT, SignatureCorroborator
from openodke.model import Fact
from openodke.model.keys import ROWS


class Shelf:
    """Stands in for a store: it holds some facts, and gives those about the same subject."""

    def __init__(self, *facts: Fact) -> None:
        self.facts = facts

    def stored(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return the facts about a subject and predicate that is asked for."""
        asked = {(fact.subject.key, fact.predicate) for fact in facts}
        return [held for held in self.facts if (held.subject.key, held.predicate) in asked]


OLD = claim("Bergen", id="old", evidence=cited("a", SourceTier.CURATED), confidence=0.9)


def test_a_claim_is_merged_with_its_stored_self() -> None:
    """Sources add up; what the batch does not state is not handed on."""
    corroborator = SignatureCorroborator(
        HARBOUR, store=Shelf(OLD, claim("gone", "nickname")), run_at=RUN_AT
    )
    (fact,) = corroborator.corroborate([claim("Bergen", id="new", evidence=cited("b"))])
    assert (fact.support, fact.confidence) == (2, 0.9)
    assert fact.qualifiers[ROWS] == ("new", "old")
    assert corroborator.stats["store"] == {"found": 1, "merged": 1, "rivals": 0}
    assert corroborator.rivals == []


def test_a_stored_rival_is_contested() -> None:
    """The new claim stands against the stored one, which is put aside as it stands now."""
    corroborator = SignatureCorroborator(HARBOUR, store=[Shelf(OLD), Shelf()], run_at=RUN_AT)
    (lost,) = corroborator.corroborate([claim("Narvik", evidence=cited("b"), confidence=0.5)])
    assert lost.qualifiers[CONFLICT]["to"] == "'Bergen'"
    assert [fact.qualifiers[CONFLICT]["status"] for fact in corroborator.rivals] == ["won"]
    assert corroborator.stats["store"] == {"found": 1, "merged": 0, "rivals": 1}
    assert corroborator.stats["conflicts"] == {"lost": 1, "tied": 0, "won": 0}


def test_two_stores_hold_one_claim() -> None:
    """What several stores hold is merged too."""
    other = claim("Bergen", id="other", evidence=cited("c"))
    corroborator = SignatureCorroborator(HARBOUR, store=[Shelf(OLD), Shelf(other)], run_at=RUN_AT)
    (fact,) = corroborator.corroborate([claim("Bergen", evidence=cited("b"))])
    assert fact.support == 3


def test_a_batch_that_is_handed_in_again_adds_no_source() -> None:
    """Not even one that cites nothing: its rows are in the store already; another is one more."""
    rows = [claim("Bergen", id=name, evidence=()) for name in ("r1", "r2", "r3")]
    (held,) = SignatureCorroborator(HARBOUR, run_at=RUN_AT).corroborate(rows[:2])
    assert held.support == 2
    for again, support in ((rows[:2], 2), (rows[1:2], 2), (rows[1:], 3), (rows[2:], 3)):
        corroborator = SignatureCorroborator(HARBOUR, store=Shelf(held), run_at=RUN_AT)
        (fact,) = corroborator.corroborate(again)
        assert fact.support == support
    two = SignatureCorroborator(HARBOUR, store=[Shelf(held), Shelf(held)], run_at=RUN_AT)
    assert [fact.support for fact in two.corroborate(rows[:1])] == [2]


def test_a_retired_fact_tells_nothing() -> None:
    """Its last source is gone: it neither counts nor contests."""
    retired = OLD.model_copy(update={"retired_at": WHEN})
    corroborator = SignatureCorroborator(HARBOUR, store=Shelf(retired), run_at=RUN_AT)
    same, other = claim("Bergen", evidence=cited("b")), claim("Narvik", evidence=cited("c"))
    (fact,) = corroborator.corroborate([same])
    assert fact.support == 1
    (fact,) = corroborator.corroborate([other])
    assert CONFLICT not in fact.qualifiers


def test_newer_stored_evidence_is_not_after_the_run() -> None:
    """A store may hold what was read after the batch was."""
    newer = claim("Bergen", evidence=cited("a", days=30))
    corroborator = SignatureCorroborator(HARBOUR, store=Shelf(newer), run_at=RUN_AT)
    (fact,) = corroborator.corroborate([claim("Narvik", evidence=cited("b"))])
    assert fact.qualifiers[CONFLICT]["status"] == "tied"
