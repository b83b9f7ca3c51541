"""Is this value a code that is compared by its pieces, and where does a text write it?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from openodke.text.values.dates import normalize_date
from openodke.text.values.identifiers import (
    identifier_digits,
    identifier_spans,
    is_grouped_identifier,
)
from openodke.text.values.versions import claimed_version, version_spans

_LONGEST = 60
_STARTS = frozenset("0123456789+(v")


@lru_cache(maxsize=1 << 13)
def is_code(claimed: str) -> bool:
    """Tell whether a folded value is a version or an identifier in groups, and no date."""
    if claimed[:1] not in _STARTS or len(claimed) > _LONGEST:
        return False
    if not (claimed_version(claimed) or is_grouped_identifier(claimed)):
        return False
    return normalize_date(claimed, day_first=True) is None


def code_spans(
    folded: str, runs: Mapping[str, Sequence[int]], claimed: str
) -> tuple[tuple[int, int], ...]:
    """List where a folded text writes a code, `runs` telling where each run of digits stands."""
    if version := claimed_version(claimed):
        return tuple(version_spans(folded, version))
    if digits := identifier_digits(claimed):
        return tuple(identifier_spans(folded, runs, digits))
    return ()
