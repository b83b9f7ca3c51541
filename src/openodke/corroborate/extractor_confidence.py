"""What confidence did the extractor report, before any stage changed it?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openodke.model.fact import Fact
from openodke.model.keys import CONFLICT, SCORE


def reported_confidence(fact: Fact) -> float:
    """Return the extractor's confidence, read back from the stamps of the stages that changed it.

    So a penalty never compounds, however often stages are run. Source: the resolution page,
    "Nothing is overwritten".
    """
    held = fact.qualifiers
    if held:
        if SCORE in held and (told := _figure(held[SCORE], "extractor")) is not None:
            return told
        if CONFLICT in held and (told := _figure(held[CONFLICT], "confidence_before")) is not None:
            return told
    return fact.confidence


def _figure(stamp: Any, field: str) -> float | None:
    figure = stamp.get(field) if isinstance(stamp, Mapping) else None
    return float(figure) if isinstance(figure, int | float) else None
