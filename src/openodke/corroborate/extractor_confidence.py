"""What confidence did the extractor report, before any stage changed it?"""

from __future__ import annotations

from collections.abc import Mapping

from openodke.model.fact import Fact
from openodke.model.keys import CONFLICT, SCORE

_REPORTED = ((SCORE, "extractor"), (CONFLICT, "confidence_before"))


def reported_confidence(fact: Fact) -> float:
    """Return the extractor's confidence, read back from the stamps of the stages that changed it.

    So a penalty never compounds, however often stages are run. Source: the resolution page,
    "Nothing is overwritten".
    """
    held = fact.qualifiers
    if not held:
        return fact.confidence
    for key, field in _REPORTED:
        stamp = held.get(key)
        if isinstance(stamp, Mapping) and isinstance(stamp.get(field), int | float):
            return float(stamp[field])
    return fact.confidence
