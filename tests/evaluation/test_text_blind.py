"""Does the text-blind score find what gives wrong claims away, and nothing where nothing does?"""

from __future__ import annotations

import random

from labelled_claims import claim

from openodke.evaluation import LabelledFact, text_blind_auc


def claims(*, telling: bool) -> list[LabelledFact]:
    """Return claims of four relations; a telling one is of wrong claims alone."""
    chance = random.Random(11)
    found = []
    for at in range(400):
        right = chance.random() < 0.5
        held = claim(at, right=right, document=f"d{at // 4}")
        relation = "given_away" if telling and not right else f"relation {chance.randrange(4)}"
        fact = held.fact.model_copy(update={"predicate": relation})
        found.append(LabelledFact(fact, held.labels))
    return found


def test_relations_that_tell_nothing_stay_near_chance() -> None:
    """And what they give away is found in documents that were not learned from."""
    blind = text_blind_auc(claims(telling=False))
    assert blind is not None
    assert 0.4 < blind < 0.57
    assert text_blind_auc(claims(telling=True)) == 1.0


def test_one_side_alone_has_no_order() -> None:
    """Nothing to tell apart."""
    assert text_blind_auc([claim(0, right=True)]) is None
