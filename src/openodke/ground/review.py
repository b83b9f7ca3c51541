"""Which fact should a person look at, and why?"""

from __future__ import annotations

from openodke.model import Fact
from openodke.model.frozen import FrozenDict, replaced
from openodke.model.keys import REVIEW

_BETWEEN = "; "


def marked(fact: Fact, reason: str) -> Fact:
    """Return the fact with a reason under `odke.review`, beside what is there; each stands once."""
    held = fact.qualifiers.get(REVIEW)
    reasons = held.split(_BETWEEN) if isinstance(held, str) and held else []
    if reason in reasons:
        return fact
    said = _BETWEEN.join([*reasons, reason])
    return replaced(fact, qualifiers=FrozenDict({**fact.qualifiers, REVIEW: said}))
