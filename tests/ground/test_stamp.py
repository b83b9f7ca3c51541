"""Who gave a verdict, why, and whether it stands."""

from __future__ import annotations

import pytest

from openodke.ground.stamp import (
    LEXICAL,
    MODEL,
    SPAN,
    ground_record,
    place,
    reason_of,
    stamped,
    stands,
    strength,
    suspicion_of,
)
from openodke.model import Entity, Fact, GroundingVerdict
from openodke.model.keys import CLAIM, GROUND

FACT = Fact(
    subject=Entity(key="T:orle", type="T", label="Orle"),
    predicate="p",
    object_value="v",
    qualifiers={CLAIM: "Orle is v."},
)
FIELDS = ["grounder", "model", "prompt", "reason", "suspicion", "seen", "looked_at"]


def test_a_stamp_holds_the_whole_record() -> None:
    """Every field is there in one order, the verdict is set, and other qualifiers stay."""
    fact = stamped(
        FACT,
        GroundingVerdict.NOT_FOUND,
        grounder=LEXICAL,
        reason="subject_absent",
        suspicion=1.0,
        seen=("subject:absent",),
        looked_at=("d:0-4",),
    )
    assert fact.verdict is GroundingVerdict.NOT_FOUND
    assert list(ground_record(fact)) == FIELDS
    assert ground_record(fact) == {
        "grounder": "lexical@1",
        "model": None,
        "prompt": None,
        "reason": "subject_absent",
        "suspicion": 1.0,
        "seen": ["subject:absent"],
        "looked_at": ["d:0-4"],
    }
    assert fact.qualifiers[CLAIM] == "Orle is v."
    assert FACT.verdict is GroundingVerdict.UNCHECKED
    assert fact.signature == FACT.signature


def test_a_stamp_is_overwritten_and_not_merged() -> None:
    """Nothing of an earlier judge is left."""
    first = stamped(
        FACT, GroundingVerdict.NOT_FOUND, grounder=LEXICAL, reason="x", suspicion=1.0, seen=("a",)
    )
    second = stamped(
        first, GroundingVerdict.SUPPORTED, grounder=MODEL, reason="y", model="m", prompt="p@1"
    )
    assert ground_record(second) == {
        "grounder": "model@1",
        "model": "m",
        "prompt": "p@1",
        "reason": "y",
        "suspicion": None,
        "seen": [],
        "looked_at": [],
    }


def test_a_stamped_fact_survives_json() -> None:
    """What is written to a file is read back with its record."""
    fact = stamped(FACT, GroundingVerdict.UNCHECKED, grounder=SPAN, reason="no_source")
    read = Fact.model_validate_json(fact.model_dump_json())
    assert reason_of(read) == "no_source"
    assert ground_record(read)["grounder"] == SPAN
    assert read == fact


def test_a_fact_without_a_record_has_no_reason() -> None:
    """There is nothing to say, and the suspicion is even."""
    assert ground_record(FACT) == {}
    assert reason_of(FACT) == ""
    assert suspicion_of(FACT) == 0.5
    odd = FACT.model_copy(update={"qualifiers": {GROUND: "by hand"}})
    assert (reason_of(odd), suspicion_of(odd)) == ("", 0.5)


def test_a_record_without_a_suspicion_is_even() -> None:
    """A judge may give none."""
    fact = stamped(FACT, GroundingVerdict.UNCHECKED, grounder=SPAN, reason="no_source")
    assert suspicion_of(fact) == 0.5
    certain = stamped(FACT, GroundingVerdict.NOT_FOUND, grounder=SPAN, reason="empty", suspicion=1)
    assert suspicion_of(certain) == 1.0


JUDGES = [SPAN, LEXICAL, MODEL, "acme-judge@3", "unversioned", ""]


def test_a_model_is_the_strongest_judge_and_the_span_check_the_weakest() -> None:
    """A judge that is not known, or did not sign, is taken for a model; versions do not count."""
    assert [strength(judge) for judge in JUDGES] == [1, 2, 3, 3, 3, 3]
    assert strength("span@7") == 1


@pytest.mark.parametrize("asked", [SPAN, LEXICAL, MODEL])
@pytest.mark.parametrize("held", JUDGES)
def test_a_verdict_stands_before_the_same_and_weaker_judges(held: str, asked: str) -> None:
    """A stronger judge asks again."""
    for verdict in GroundingVerdict:
        fact = stamped(FACT, verdict, grounder=held, reason="r")
        expected = verdict.value != "unchecked" and strength(held) >= strength(asked)
        assert stands(fact, asked) is expected


@pytest.mark.parametrize("asked", [SPAN, LEXICAL, MODEL])
def test_an_unsigned_verdict_stands(asked: str) -> None:
    """A verdict that came with the fact was somebody's, and is not overruled for free."""
    fact = FACT.model_copy(update={"verdict": GroundingVerdict.CONTRADICTED})
    assert stands(fact, asked)
    assert not stands(FACT, asked)


def test_places_name_the_document_and_the_offsets() -> None:
    """One place a span, in the order given."""
    assert place("a:b", [(0, 4), (7, 9)]) == ["a:b:0-4", "a:b:7-9"]
    assert place("d", []) == []
