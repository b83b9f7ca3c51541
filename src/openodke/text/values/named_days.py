"""Which days of the year does a text name and not number?"""

from __future__ import annotations

from itertools import islice

from openodke.text.values.dates import MONTHS
from openodke.text.values.numerals import NUMBER_WORDS
from openodke.text.values.word_places import word_places

_DAYS = {
    (1, 1): "new year's day", (1, 6): "epiphany", (2, 14): "valentine's day",
    (3, 17): "st patrick's day|st. patrick's day", (4, 1): "april fools' day|april fool's day",
    (5, 1): "may day|labour day", (7, 4): "independence day", (7, 14): "bastille day",
    (10, 31): "halloween|hallowe'en", (11, 1): "all saints' day", (11, 11): "armistice day",
    (12, 6): "st nicholas' day", (12, 24): "christmas eve", (12, 25): "christmas day|christmas",
    (12, 26): "boxing day", (12, 31): "new year's eve",
}  # fmt: skip
_MOST = 8
_UNITS = {int(word.value): name for name, word in NUMBER_WORDS.items() if word.ordinal}
_TENS = {20: "twenty", 30: "thirty"}


def _in_words(month: int, day: int) -> set[str]:
    """Spell a day whose ordinal is two words: "the twenty-first of June"."""
    tens, unit = day // 10 * 10, _UNITS.get(day % 10)
    if tens not in _TENS or not unit or not day % 10:
        return set()
    months = [name for name, number in MONTHS.items() if number == month and len(name) > 2]
    ordinals = [f"{_TENS[tens]}{gap}{unit}" for gap in "- "]
    orders = ("{0} of {1}", "{1} {0}", "{1} the {0}")
    return {form.format(day, name) for form in orders for day in ordinals for name in months}


def named_days(folded: str, month: int | None, day: int | None) -> list[tuple[int, int]]:
    """List the first places of the names of a day of the year in a folded text."""
    if month is None or day is None:
        return []
    names = _DAYS.get((month, day), "")
    spellings = {name for name in names.split("|") if name}
    spellings |= {name.replace("'", "’") for name in spellings}
    spellings |= _in_words(month, day)
    places = (place for name in sorted(spellings) for place in word_places(folded, name))
    return sorted(islice(places, _MOST))
