"""Does a text state a quantity with its number or its unit in words of another language?

Only looked for before a number is refuted. A model that writes English from a German text says
"25 years" for "25 Jahren" and "1 GW" for "einem Gigawatt".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from heapq import merge
from itertools import islice
from string import ascii_lowercase

from openodke.text.folding import beyond_ascii
from openodke.text.values.rare_numerals import MOST_SPANS
from openodke.text.values.units import GENEROUS_UNITS, Unit
from openodke.text.values.value_readings import Reading
from openodke.text.values.word_places import word_places

Spans = list[tuple[int, int]]

_UNIT_WORDS = {
    "seconds": "sekunde sekunden sek seconde secondes segundo segundos secondo secondi"
    " секунда секунды секунд сек 秒 초",
    "minutes": "minuten minuto minutos minuti минута минуты минут мин 分 분",
    "hours": "stunde stunden std heure heures hora horas ora ore uur час часа часов ч",
    "days": "tag tage tagen jour jours día días dia dias giorno giorni dag dagen"
    " день дня дней сут 天 日 일",
    "weeks": "woche wochen semaine semaines semana semanas settimana settimane weken"
    " неделя недели недель нед 周 週 주",
    "months": "monat monate monaten mois mes meses mese mesi mês maand maanden"
    " месяц месяца месяцев мес 个月 個月 か月 ヶ月 개월",
    "years": "jahr jahre jahren an ans année années año años anno anni ano anos jaar"
    " год года лет 年 년",
    "degrees": "grad grado grados degré degrés gradi градус градуса градусов °с",
    "metres": "mètre mètres metro metros metri метр метра метров м",
    "kilometres": "kilometern kilomètre kilomètres kilómetro kilómetros chilometro chilometri"
    " километр километра километров км",
    "centimetres": "zentimeter centimètre centimètres сантиметр сантиметра сантиметров см 厘米",
    "millimetres": "millimètre millimètres миллиметр миллиметра миллиметров мм 毫米",
    "kilograms": "kilogramm kilogramos килограмм килограмма килограммов кг",
    "grams": "gramm gramo gramos grammi грамм грамма граммов г 克",
    "milligrams": "milligramm miligramos миллиграмм мг 毫克",
    "tons": "tonnen tonnellate toneladas tonelada тонна тонны тонн т 吨",
    "litres": "litro litros litri литр литра литров л 升",
    "millilitres": "миллилитр мл 毫升",
}
_NUMBER_WORDS = {
    1: "a an one ein eine einem einen einer eines un une una um uma uno één een один одна одно",
    2: "zwei deux dos due dois duas twee два две двух двум",
    3: "drei trois tres tre três drie три трех трёх трем",
    4: "vier quatre cuatro quattro quatro четыре четырех четырёх",
    5: "fünf cinq cinco cinque vijf пять пяти",
    6: "sechs six seis sei zes шесть шести",
    7: "sieben sept siete sette sete zeven семь семи",
    8: "acht huit ocho otto oito восемь восьми",
    9: "neun neuf nueve nove negen девять девяти",
    10: "zehn dix diez dieci dez tien десять десяти dizaine decena diecina",
    11: "elf onze once undici одиннадцать",
    12: "zwölf douze doce dodici doze twaalf двенадцать двенадцати dutzend douzaine docena dozzina",
    15: "fünfzehn quinze quince quindici vijftien пятнадцать quinzaine quincena",
    20: "zwanzig vingt veinte venti vinte twintig двадцать двадцати vingtaine veintena ventina",
    30: "dreißig trentaine trente treinta trenta trinta dertig тридцать тридцати",
    40: "vierzig quarante cuarenta quaranta quarenta veertig сорок",
    50: "fünfzig cinquante cincuenta cinquanta cinquenta vijftig пятьдесят",
    100: "hundert einhundert centaine centenar centinaio cent cien ciento cento cem honderd сто",
    1000: "tausend eintausend mille mil duizend тысяча тысячи тысяч",
}
"""German, French, Spanish, Italian, Portuguese, Dutch and Russian; English for one alone."""
_SCALES = {
    10**3: "tausend mille mil duizend тысяч тысячи",
    10**6: "million millionen mio millions millones millón milione milioni milhões milhão miljoen"
    " млн миллион миллиона миллионов",
    10**9: "milliarde milliarden mrd milliard milliards miliardo miliardi miljard млрд миллиарда"
    " миллиардов",
}
_PLACES = 1000  # of one number in words that are looked at
_NOT_ALONE = frozenset("due cent mil once elf sept sei".split())
"""Numbers that are other words in another language; these, and one, count only before a unit."""
_BEFORE = re.compile(r"(?<!\w)([^\W\d_]+) $")
_LONGEST_WORD = 20
_NEXT = re.compile(r"[ -]{0,3}([^\W\d_]+|°[ ]?с)")
_SPACED_UNTIL = "\u0900"  # no spaces between words in the scripts from here on


def _units() -> dict[str, tuple[Unit, ...]]:
    found: defaultdict[str, tuple[Unit, ...]] = defaultdict(tuple)
    for english, words in _UNIT_WORDS.items():
        for word in words.split():
            found[word] += GENEROUS_UNITS[english]
    return dict(found)


_FOREIGN_UNITS = _units()
_LONGEST_UNSPACED = max(len(word) for word in _FOREIGN_UNITS if word >= _SPACED_UNTIL)


class ForeignWords:
    """Where one text has numbers in words of other languages; each number is looked for once."""

    def __init__(self, folded: str) -> None:
        """Note the text, as `fold_values` makes it; nothing is looked for yet."""
        self._folded = folded
        self._found: dict[Decimal, Spans] = {}
        self._scales: dict[int, list[tuple[str, int, int]]] = {}

    def quantities(self, claim: Reading, like: Iterable[Reading]) -> Spans:
        """List places of an amount or quantity with its number or unit in a foreign word.

        `like` are the readings of the claim's number; one with a unit of its own is another
        quantity.
        """
        if claim.kind != "quantity":
            return self._scaled(claim)[:MOST_SPANS] if claim.kind == "money" else []
        bare = [(reading.start, reading.end) for reading in like if reading.unit is None]
        places = [*bare, *self._worded(claim)]
        found = (span for span in places if _is_of(claim, _unit_after(self._folded, span[1])))
        return list(islice(found, MOST_SPANS))

    def numbers(self, claim: Reading) -> Spans:
        """List places of a bare number in a foreign word."""
        if claim.number == 1:
            return []
        alone = (s for s in self._worded(claim) if self._folded[slice(*s)] not in _NOT_ALONE)
        return [*alone, *self._scaled(claim)][:MOST_SPANS]

    def _scaled(self, claim: Reading) -> Spans:
        """List places of a large number in words: "zwei Millionen"."""
        return [
            (start, end)
            for scale in _SCALES
            if (words := _words_of(claim.number / scale))
            for word, start, end in self._before_scale(scale)
            if word in words
        ]

    def _before_scale(self, scale: int) -> list[tuple[str, int, int]]:
        """List the words before a scale, where they start, and where the scale ends."""
        found = self._scales.get(scale)
        if found is None:
            places = self._places(_SCALES[scale].split())
            found = self._scales[scale] = [
                (match[1], match.start(1), end)
                for start, end in places
                if (match := _BEFORE.search(self._folded, max(0, start - _LONGEST_WORD), start))
            ]
        return found

    def _worded(self, claim: Reading) -> Spans:
        found = self._found.get(claim.number)
        if found is None:
            every = self._places(_words_of(claim.number))
            found = self._found[claim.number] = list(islice(every, _PLACES))
        return found

    def _places(self, words: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Yield where any of the words stands, in order; a text lacks the letters of most."""
        known = (word for word in words if word.isascii() or self._letters.issuperset(word))
        return merge(*(word_places(self._folded, word) for word in known))

    @cached_property
    def _letters(self) -> set[str]:
        return {*ascii_lowercase, *beyond_ascii(self._folded)}


def _words_of(number: Decimal) -> tuple[str, ...]:
    words = _NUMBER_WORDS.get(int(number)) if number == int(number) else None
    return tuple(words.split()) if words else ()


def _unit_after(folded: str, end: int) -> tuple[Unit, ...]:
    match = _NEXT.match(folded, end)
    if match is None:
        return ()
    word, start = match[1].replace(" ", ""), match.start(1)
    if word >= _SPACED_UNTIL:
        sizes = range(_LONGEST_UNSPACED, 0, -1)
        word = next((w for n in sizes if (w := folded[start : start + n]) in _FOREIGN_UNITS), "")
    return (*_FOREIGN_UNITS.get(word, ()), *GENEROUS_UNITS.get(word, ()))


def _is_of(claim: Reading, units: tuple[Unit, ...]) -> bool:
    return any(unit.base == claim.unit and unit.factor == claim.factor for unit in units)
