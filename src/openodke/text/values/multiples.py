"""Which numbers does a text name by a word that is no number word?

"Doubled", "a trio", "threescore", "tenfold", "fifty-fifty", "5 grand" and "ten below zero". Only
looked for before a number, a share, an amount or a temperature is refuted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal

from openodke.text.values.currencies import WORDS
from openodke.text.values.lone_units import part_after, quantity
from openodke.text.values.numerals import EXACT
from openodke.text.values.units import GENEROUS_UNITS
from openodke.text.values.value_readings import Reading
from openodke.text.values.word_places import word_places

Spans = list[tuple[int, int]]

_TIMES = {
    2: "double doubled doubles doubling twofold two-fold",
    3: "triple tripled triples tripling treble trebled threefold three-fold",
    4: "quadruple quadrupled quadrupling fourfold four-fold",
    5: "quintupled fivefold five-fold", 6: "sixfold six-fold", 7: "sevenfold", 8: "eightfold",
    10: "tenfold ten-fold", 100: "hundredfold", 1000: "thousandfold",
}  # fmt: skip
_COUNTS = {
    1: "single|sole|lone",
    2: "duo|twins", 3: "trio|triplets|hat-trick|hat trick", 4: "quartet|quadruplets",
    5: "quintet", 6: "sextet",
    7: "septet", 8: "octet", 9: "nonet", 12: "noon|midday|midnight",
    13: "baker's dozen|baker’s dozen",
    20: "a score|one score", 40: "two score", 60: "three score|threescore",
    80: "four score|fourscore", 100: "centenary|centennial",
    144: "a gross", 150: "sesquicentennial", 200: "bicentenary|bicentennial", 1000: "a grand",
}  # fmt: skip
_SHARES = {
    50: "halved|halves|halving|fifty-fifty|50-50|50/50|even split",
    100: "all of|all the|all its|all their|all our|entire|entirely|whole|wholly|full|fully"
    "|complete|completely|every|everyone|everybody|unanimous|unanimously",
    0: "none|no|nobody|nothing|never|without|free",
}


_FREE = (
    "free", "gratis", "complimentary", "waived", "nothing", "without charge", "no charge",
    "no charges", "no fee", "no fees", "any fee", "no cost", "no costs",
)  # fmt: skip


def _words() -> dict[Decimal, list[str]]:
    words: defaultdict[Decimal, list[str]] = defaultdict(list)
    for number, names in _COUNTS.items():
        words[Decimal(number)] += names.split("|")
    for number, names in _TIMES.items():
        words[Decimal(number)] += names.split()
    words[Decimal("0.5")] += ["halved", "halving"]
    return dict(words)


def _share_words() -> dict[Decimal, list[str]]:
    words = defaultdict(list, {Decimal(n): names.split("|") for n, names in _SHARES.items()})
    for number, names in _TIMES.items():
        for percent in (100 * number, 100 * number - 100):
            words[Decimal(percent)] += names.split()
    return dict(words)


_NUMBER_NAMES = _words()
_SHARE_NAMES = _share_words()
_GRAND = re.compile(
    r" grand(?= (?:a|an|in|for|to|on|and|or|per|each|from|more|less)\b|[.,;:!?)]|$)"
)
_COINS = ("dollar", "buck", "euro", "pound", "cent", "penny", "franc", "peso", "rupee", "krone")
_GRAND_CURRENCIES = ("$", "£", "EUR")
_BELOW = re.compile(
    r" ?(?:°|degrees?)?(?: ?[cf]\b| celsius| centigrade| fahrenheit)? below (?:zero|freezing)"
)
COLD_WORDS = ("temperature", "temperatures", "freezing", "thermometer", "frost")
"""Words beside which a bare number may be a temperature."""
_MOST = 8


def named_amount(folded: str, claim: Reading) -> Spans:
    """List the first places of the words that mean a claim's number, share or amount of nothing.

    A percentage is also that of a change: "doubled" is 200 % and a rise by 100 %.
    """
    if claim.kind == "money":
        return [] if claim.number else _places(folded, _FREE)
    names = _SHARE_NAMES if claim.kind == "percent" else _NUMBER_NAMES
    return _places(folded, names.get(claim.number, ()))


def _places(folded: str, names: Iterable[str]) -> Spans:
    found: Spans = []
    for name in names:
        found += word_places(folded, name)
        if len(found) >= _MOST:
            break
    return sorted(found)[:_MOST]


def grands(folded: str, readings: Iterable[Reading]) -> Iterator[Reading]:
    """Yield the amounts of "5 grand" in the currencies that it is said of."""
    if "grand" not in folded:
        return
    for name in ("a grand", "one grand"):
        for start, end in word_places(folded, name):
            for currency in _GRAND_CURRENCIES if _GRAND.match(folded, end - len(" grand")) else ():
                yield _money(start, end, Decimal(1000), currency)
    for reading in readings:
        if reading.unit is None and (match := _GRAND.match(folded, reading.end)):
            number = EXACT.scaleb(reading.number, 3)
            for currency in _GRAND_CURRENCIES:
                yield reading._replace(
                    kind="money", unit=currency, number=number, value=number, end=match.end()
                )


def lone_coins(folded: str) -> Iterator[Reading]:
    """Yield the amounts of "a dollar" and "a pound and a half"."""
    for name in _COINS:
        for article in ("a ", "an "):
            for start, end in word_places(folded, article + name):
                more, after = part_after(folded, end)
                yield _money(start, after, 1 + more, WORDS[name])


def _money(start: int, end: int, number: Decimal, currency: str) -> Reading:
    return Reading("money", number, currency, start, end, number, 4)


def below_zero(folded: str, readings: Iterable[Reading]) -> Iterator[Reading]:
    """Yield the temperatures of "ten below zero", on both scales."""
    if " below " not in folded:
        return
    for reading in readings:
        match = _BELOW.match(folded, reading.end)
        if match and reading.number > 0 and reading.unit in (None, "K", "°"):
            for unit in GENEROUS_UNITS["degrees"]:
                found = quantity(
                    reading.start, match.end(), -reading.number, unit.base, unit.factor
                )
                yield found._replace(value=found.value + unit.offset)
