"""What did the stages count in one run, though they count over all of theirs?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openodke.refinement import Refinement

Counts = dict[str, Any]


def counts_of(stages: Refinement) -> dict[str, Counts]:
    """Return what the stages have counted so far, by their places; nothing of one that does not."""
    places = {
        "resolver": stages.resolver,
        "corroborator": stages.corroborator,
        "gate": stages.gate,
    }
    return {place: _copied(getattr(stage, "stats", {})) for place, stage in places.items()}


def since(before: Mapping[str, Any], now: Mapping[str, Any]) -> Counts:
    """Return what was counted after `before`: a stage that is used again counts on."""
    return {key: _less(value, before.get(key)) for key, value in now.items()}


def _less(now: Any, before: Any) -> Any:
    if isinstance(now, Mapping):
        return since(before if isinstance(before, Mapping) else {}, now)
    if _is_count(now) and _is_count(before):
        return now - before
    return now


def _is_count(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _copied(stats: object) -> Counts:
    if not isinstance(stats, Mapping):
        return {}
    return {k: _copied(v) if isinstance(v, Mapping) else v for k, v in stats.items()}
