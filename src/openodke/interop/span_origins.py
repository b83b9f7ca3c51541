"""Who chose the spans that claims rest on, and how is that shown?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from openodke.model import Fact

NOWHERE = "none"
"""The origin of a claim without a span."""

SPAN_ORIGINS = ("cited", "located", "context", NOWHERE)

_SHOWN = {"context": "the whole text", NOWHERE: "nowhere"}
_COLUMNS = 16


def origin_of(fact: Fact) -> str:
    """Return who chose the first span of a claim."""
    span = next((held for held in fact.evidence if held.span is not None), None)
    return span.span_origin.value if span else NOWHERE


def spans_block(spans: Mapping[str, int]) -> Iterator[str]:
    """Yield the lines that count claims by the origin of their spans; `n` is of all."""
    yield f"spans  (n={spans['n']})"
    for origin, count in spans.items():
        if origin != "n":
            yield f"  {_SHOWN.get(origin, origin):<{_COLUMNS}}{count}"
