"""May two given names be of one person: Tim and Timothy, Bill and William, J and Jane?"""

from __future__ import annotations

from openodke.text.word_lists import HYPOCORISMS

_SHORTEST = 3  # letters of a short form
_CUT = 2  # letters it lacks at least: Paula is not Paul

_LONG_FORMS: dict[str, set[str]] = {}
for _full, _short_forms in HYPOCORISMS.items():
    for _short in _short_forms.split():
        _LONG_FORMS.setdefault(_short, set()).add(_full)


def may_be_same_given_name(first: str, second: str) -> bool:
    """Tell whether one folded given name is the other, its initial, or short for it."""
    short, long = (first, second) if len(first) <= len(second) else (second, first)
    if long.startswith(short):
        return len(short) == 1 or short == long or _is_prefix(short, long)
    forms, others = _LONG_FORMS.get(first, set()), _LONG_FORMS.get(second, set())
    return second in forms or first in others or not forms.isdisjoint(others)


def _is_prefix(short: str, long: str) -> bool:
    return len(short) >= _SHORTEST and len(long) - len(short) >= _CUT
