"""When may a judge's refusal remove a claim, and whose card counts?"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from openodke import Ontology, VerdictGate
from openodke.errors import InputError
from openodke.gate import strict_gate
from openodke.ground.calibration_card import (
    CalibrationCard,
    RefusalFigures,
    card_file,
    read_cards,
)
from openodke.model import Entity, Fact, GroundingVerdict
from openodke.model.keys import GROUND

JUDGE = {"grounder": "model@1", "model": "ollama/small", "prompt": "ground.span@1"}
PASSES = RefusalFigures(n=100, wrong=99, documents=40, precision=0.99, low=0.95)
FAILS = RefusalFigures(n=100, wrong=97, documents=40, precision=0.97, low=0.9499)
FEW = RefusalFigures(n=300, wrong=300, documents=19, precision=1.0, low=0.98)


def card(contradicted: RefusalFigures = PASSES, **more: object) -> CalibrationCard:
    """Return a card of the judge here."""
    fields = {**JUDGE, "dataset": "boats", "claims": 300, "documents": 60, "right": 150,
              "measured_at": date(2026, 5, 1), "contradicted": contradicted, **more}  # fmt: skip
    return CalibrationCard.model_validate(fields)


def judged(verdict: str = "contradicted", **record: object) -> Fact:
    """Return a fact with a verdict, signed by the judge here."""
    return Fact(
        subject=Entity(key="b", type="Boat", label="Skua"),
        predicate="sank_in",
        object_value=1940,
        verdict=GroundingVerdict(verdict),
        qualifiers={GROUND: {**JUDGE, "reason": verdict, **record}},
    )


def action(gate: VerdictGate, fact: Fact) -> str:
    """Return what a gate does with a fact."""
    answer = gate.validate(fact, Ontology())
    return "mark" if answer.action == "accept" and answer.reason else answer.action


@pytest.mark.parametrize(("figures", "done"), [(PASSES, "refuse"), (FAILS, "mark"), (FEW, "mark")])
def test_the_bar_is_the_lower_end_on_enough_documents(figures: RefusalFigures, done: str) -> None:
    """And without a card a model marks, as ever."""
    assert action(VerdictGate(card=card(figures)), judged()) == done
    assert action(VerdictGate(), judged()) == "mark"


@pytest.mark.parametrize(
    "other", [{"model": "ollama/large"}, {"prompt": "ground.onyx@1"}, {"grounder": "model@2"}]
)
def test_the_card_of_another_judge_does_not_count(other: dict[str, str]) -> None:
    """Not even one that is the same in two of three."""
    assert action(VerdictGate(card=card(**other)), judged()) == "mark"


def test_a_verdict_that_was_never_given_is_decided_as_without_a_card() -> None:
    """The card says nothing of it."""
    gate = VerdictGate(
        refuse_not_found=True, card=card(grounder="lexical@1", model=None, prompt=None)
    )
    lexical = {"grounder": "lexical@1", "model": None, "prompt": None}
    assert action(gate, judged("not_found", **lexical)) == "refuse"
    assert action(gate, judged("not_found")) == "mark"


def test_a_measured_judge_below_the_bar_marks_under_its_card() -> None:
    """The lexical grounder drops without one."""
    lexical = {"grounder": "lexical@1", "model": None, "prompt": None}
    fact = judged("not_found", **lexical)
    below = card(not_found=FAILS, **lexical)
    assert action(VerdictGate(refuse_not_found=True), fact) == "refuse"
    assert action(VerdictGate(refuse_not_found=True, card=below), fact) == "mark"


def test_of_several_cards_of_one_judge_all_have_to_pass() -> None:
    """In any order."""
    for cards in ([card(PASSES), card(FAILS)], [card(FAILS), card(PASSES)]):
        assert action(VerdictGate(card=cards), judged()) == "mark"
    assert action(VerdictGate(card=[card(PASSES), card(PASSES)]), judged()) == "refuse"


def test_the_strict_gate_asks_the_card_where_it_has_one() -> None:
    """Without one it drops everything that it refuses."""
    assert action(strict_gate(), judged()) == "refuse"
    assert action(strict_gate(card(FAILS)), judged()) == "mark"


def test_cards_come_back_from_their_file(tmp_path: Path) -> None:
    """And a gate takes the path."""
    path = tmp_path / "card.json"
    path.write_text(json.dumps(card_file([card(), card(FAILS)])), encoding="utf-8")
    assert read_cards(path) == (card(), card(FAILS))
    assert VerdictGate(card=path).cards == VerdictGate(card=str(path)).cards == read_cards(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no JSON"),
        ("[]", "is no calibration card"),
        ('{"cards": [], "card_version": 2}', "card_version 2 is not readable"),
        ('{"cards": [{"model": "m"}], "card_version": 1}', r"cards\.0\.grounder: Field required"),
    ],
)
def test_what_is_no_card_is_refused_by_its_place(tmp_path: Path, text: str, said: str) -> None:
    """The file is named."""
    path = tmp_path / "card.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said) as caught:
        VerdictGate(card=path)
    assert str(caught.value).startswith(str(path))


def test_what_would_be_ignored_is_refused() -> None:
    """`on_refusal` decides alone."""
    with pytest.raises(InputError, match="card= would be ignored"):
        VerdictGate(on_refusal="drop", card=card())
    with pytest.raises(InputError, match="cannot be opened"):
        VerdictGate(card="nowhere.json")
    with pytest.raises(InputError, match="is no CalibrationCard"):
        VerdictGate(card=[3])  # type: ignore[list-item]
