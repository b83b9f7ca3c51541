"""What is written on one item that was several, from what was written on each?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Final

from openodke.interop.claim_verdicts import whole_verdict
from openodke.interop.item_verdict import ITEM_KEYS, WORST_FIRST
from openodke.model import GroundingVerdict

MERGED_KEY: Final = "odke_merged"
"""The key that says, as a JSON list, which nodes went into one; no verdict, but content."""

_VERDICT, _EVIDENCE = "odke_verdict", "odke_evidence"


def whole_values(copies: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return what is written on each copy of one claim: the verdict of all together.

    It is supported if one copy is, else contradicted if one is, else not found if all are. The
    evidence is that of the copies that decide; the rest is from the first of them, and what it does
    not say from the next.

    Args:
        copies: the properties of each copy; those without a verdict have no part in it.
    """
    judged = [copy for copy in copies if copy.get(_VERDICT) in WORST_FIRST]
    if not judged:
        return {}
    verdict = reduce(whole_verdict, (GroundingVerdict(copy[_VERDICT]) for copy in judged))
    deciding = [copy for copy in judged if copy[_VERDICT] == verdict]
    return _said(deciding, verdict.value)


def worst_values(items: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return what is written on one item that was several, each with claims of its own.

    The least favourable verdict stands, as it does for the claims of one item.
    """
    judged = [item for item in items if item.get(_VERDICT) in WORST_FIRST]
    if not judged:
        return {}
    verdict = min((item[_VERDICT] for item in judged), key=WORST_FIRST.index)
    return _said([item for item in judged if item[_VERDICT] == verdict], verdict)


def merged_value(held: object, names: Iterable[str]) -> str:
    """Return what MERGED_KEY holds once further nodes went into one, each named once.

    Args:
        held: what it held before, None for nothing.
        names: the ids of those nodes.
    """
    return json.dumps(list(dict.fromkeys([*_listed(held), *names])), ensure_ascii=False)


def _listed(held: object) -> list[str]:
    if not isinstance(held, str):
        return []
    try:
        names = json.loads(held)
    except ValueError:
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _said(deciding: Sequence[Mapping[str, Any]], verdict: str) -> dict[str, str]:
    """Return the values of the copies that decide, the first that has one speaking for all."""
    said = {
        key: next((copy[key] for copy in deciding if isinstance(copy.get(key), str)), "")
        for key in ITEM_KEYS
    }
    places = (copy.get(_EVIDENCE) for copy in deciding)
    evidence = (place for text in places if isinstance(text, str) for place in text.split("|"))
    said |= {_VERDICT: verdict, _EVIDENCE: "|".join(dict.fromkeys(filter(None, evidence)))}
    return {key: text for key, text in said.items() if text}
