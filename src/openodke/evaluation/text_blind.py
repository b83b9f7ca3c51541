"""Could the labels be told without reading a text?

A judge that reads has to beat one that only looks at the relation and the types of its ends. Where
such a text-blind score is far from chance, the wrong claims give themselves away, and every figure
measured with them flatters.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from openodke.evaluation.label_matching import LabelledFact
from openodke.evaluation.ranking import auc
from openodke.model import Fact
from openodke.model.keys import OBJECT_TYPE

FOLDS = 10
NEAR_CHANCE = 0.57
"""A text-blind AUC above this is no longer near chance."""

_Trait = tuple[str, ...]


def text_blind_auc(claims: Sequence[LabelledFact]) -> float | None:
    """Return the AUC of a score that is blind to texts; None where one side is empty.

    The score of a claim is the naive Bayes log-odds of its relation, its types, and both together,
    learned from the claims of other documents: the documents are cut in ten by their names.
    """
    traits = [tuple(_traits(held.fact)) for held in claims]
    folds = [_fold(held.document) for held in claims]
    scores = [0.0] * len(claims)
    for fold in set(folds):
        learned = _learned(claims, traits, folds, fold)
        for at, held in enumerate(folds):
            if held == fold:
                scores[at] = math.fsum(map(learned.odds, traits[at]))
    judged = list(zip(scores, claims, strict=True))
    return auc(
        (score for score, held in judged if not held.right),
        (score for score, held in judged if held.right),
    )


class _Learned:
    """How often each trait is of a wrong claim, and of a right one."""

    def __init__(self) -> None:
        self.wrong: Counter[_Trait] = Counter()
        self.right: Counter[_Trait] = Counter()
        self.claims = [0, 0]

    def odds(self, trait: _Trait) -> float:
        """Return how much a trait speaks for wrong, each count taken half a claim higher."""
        wrong = (self.wrong[trait] + 0.5) / (self.claims[0] + 1)
        right = (self.right[trait] + 0.5) / (self.claims[1] + 1)
        return math.log(wrong / right)


def _learned(
    claims: Sequence[LabelledFact],
    traits: Sequence[tuple[_Trait, ...]],
    folds: Sequence[int],
    left_out: int,
) -> _Learned:
    learned = _Learned()
    for held, found, fold in zip(claims, traits, folds, strict=True):
        if fold != left_out:
            learned.claims[held.right] += 1
            (learned.right if held.right else learned.wrong).update(found)
    return learned


def _traits(fact: Fact) -> Iterator[_Trait]:
    obj = fact.object_entity
    ends = (fact.subject.type, obj.type if obj else str(fact.qualifiers.get(OBJECT_TYPE) or ""))
    yield ("relation", fact.predicate)
    yield ("types", *ends)
    yield ("both", fact.predicate, *ends)


def _fold(document: str) -> int:
    return blake2b(document.encode(), digest_size=8).digest()[0] % FOLDS
