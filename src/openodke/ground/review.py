"""Which fact should a person look at, and why?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openodke.model import Fact
from openodke.model.fact import qualified
from openodke.model.keys import REVIEW

_BETWEEN = "; "
_OF_A_VERDICT = ("contradicted:", "not_found:", "instruction_in_text:", "claim_cut:", "recheck:")


def marked(fact: Fact, reason: str) -> Fact:
    """Return the fact with a reason under `odke.review`, beside what is there; each stands once."""
    held = fact.qualifiers.get(REVIEW)
    reasons = held.split(_BETWEEN) if isinstance(held, str) and held else []
    if reason in reasons:
        return fact
    said = _BETWEEN.join([*reasons, reason])
    return qualified(fact, REVIEW, said)


def unmarked(qualifiers: Mapping[str, Any]) -> dict[str, Any]:
    """Return qualifiers without the reasons that rest on a verdict, which is asked about again."""
    held = qualifiers.get(REVIEW)
    if not isinstance(held, str):
        return dict(qualifiers)
    reasons = [reason for reason in held.split(_BETWEEN) if not reason.startswith(_OF_A_VERDICT)]
    rest = {key: value for key, value in qualifiers.items() if key != REVIEW}
    return {**rest, REVIEW: _BETWEEN.join(reasons)} if reasons else rest
