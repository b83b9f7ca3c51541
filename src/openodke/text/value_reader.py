"""Which values may this text state, and where?

The generous reader. It walks the tokens once and gives two things: groups, one for each value that
is written, with its readings as alternatives; and extras, further readings that the text allows,
such as the year of a date or the second year of "2019-20".
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from openodke.text.date_readings import DateParts, gap_between, read_date, short_years
from openodke.text.measure_readings import CURRENCY_CODES, Prefix, Suffix, glued, prefix, suffixes
from openodke.text.numerals import (
    DECADE_WORDS,
    EXACT,
    NUMBER_WORDS,
    VULGAR_FRACTIONS,
    Digits,
    WordNumber,
    digit_readings,
)
from openodke.text.value_tokens import (
    ALL_MONTHS,
    DIGITS,
    MONTH,
    WORD,
    Token,
    fold_values,
    number_word,
    value_tokens,
)

_ONE = Decimal(1)


class Reading(NamedTuple):
    """One value that a place may state."""

    kind: str
    """number, quantity, percent, money, date, decade, century or time."""
    value: Decimal | DateParts
    """A number is in its kind's base unit; a decade is its first year; a time is in minutes."""
    unit: str | None
    start: int
    end: int
    number: Decimal
    """The number as written, scaled but not converted."""
    written: int = 0
    """Significant digits as written."""
    factor: Decimal = _ONE
    scaled: bool = False
    """A scale word or suffix was written."""


class Group(NamedTuple):
    """One value as written, and everything it may mean."""

    start: int
    end: int
    readings: tuple[Reading, ...]
    worded: bool
    """Written in words, without a digit."""
    plain: bool
    """No unit, currency, scale, percent or date: a bare number."""


class _Pending(NamedTuple):
    """A number that a unit or scale after a later number may also belong to."""

    start: int
    end: int
    digits: tuple[Digits, ...]
    currency: str | None


_HYPHEN_PREFIXES = frozenset(
    "mid pre post early late non circa ca to and of under over top aged age then since until"
    " approximately about some around plus between through or by up ex".split()
)
_GLUED_PREFIXES = CURRENCY_CODES | {"c", "ca", "no", "nr", "n", "p", "pp", "vol", "ch", "x"}
_WORD_BEFORE_HYPHEN = re.compile(r"(?<![^\W\d_])[^\W\d_]{1,14}$")
_LINKS = frozenset({"-", "–", "—", " - ", " – ", " — ", " to ", "-to-", " and ", " or ", ", ", " x ",
                    "x", " × ", "×", " by ", " through ", " until ", ", and ", ", or ", "/", " & ",
                    " and to ", " to about ", " and about ", "‑", "~", " to over "})  # fmt: skip
_WORD_GAPS = frozenset({" ", "-", " and ", "-and-", " & ", ", "})
_ARTICLE_GAPS = frozenset({" a ", " an ", " and a ", "-and-a-", " and one ", " of a ", " and an "})
_DASHES = ("-", "–", "—", "/", "‑", " – ", " - ", " to ")
_ERA = re.compile(r" ?(?:(b\.? ?c\.?(?: ?e\.?)?|before christ)|(a\.? ?d\.?|c\.? ?e\.?))(?![^\W\d_])")
_SCIENTIFIC = re.compile(r"e([+-]?[0-9]{1,3})(?![\w])")
_POWER = re.compile(r" ?(?:×|x|\*|·|⋅) ?10(?:\^|\*\*)?([-−+]?[0-9]{1,3}|[⁻]?[⁰¹²³⁴-⁹]{1,3})(?!\w)")
_POWER_ALONE = re.compile(r"(?:\^|\*\*)([-−+]?[0-9]{1,3})(?![\w])|([⁻]?[⁰¹²³⁴-⁹]{1,3})(?!\w)")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_CLOCK = re.compile(r" ?(?:([ap])\.?m\b\.?|o'clock)")
_CENTURY = re.compile(r"(?:st|nd|rd|th)?[ -](century|centuries)\b|(?:世紀|世纪)")
_CENTURY_LATER = re.compile(r"(?:st|nd|rd|th)?(?: and | to |-|–|, | or )(?:the )?$")
_AGED = re.compile(r"\b(?:aged|age|ages|age of|aged between) $")
_ORDINALS = frozenset({"", "st", "nd", "rd", "th"})
_YEAR_UNIT = glued("years")[0]


def read_values(text: str) -> Reader:
    """Read a text once."""
    reader = Reader(text)
    reader.run()
    return reader


class Reader:
    """A walk over the tokens of one text; `groups` and `extras` are its result."""

    def __init__(self, text: str) -> None:
        self.folded = fold_values(text)
        self.tokens = value_tokens(self.folded)
        self.groups: list[Group] = []
        self.extras: list[Reading] = []
        self._pending: list[_Pending] = []
        self._undated: list[Reading] = []

    def run(self) -> None:
        """Read every token."""
        index, tokens = 0, self.tokens
        while index < len(tokens):
            token = tokens[index]
            if token.kind == DIGITS:
                index = self._digits(index)
            elif token.kind == WORD:
                index = self._words(index)
            elif token.kind == MONTH:
                index = self._date(index) or index + 1
            else:
                self._decade_word(token)
                index += 1

    # Dates

    def _date(self, index: int) -> int:
        """Read a date at a token; 0 when there is none."""
        found = read_date(self.folded, self.tokens, index)
        if found is None:
            return 0
        start, end = self.tokens[index].start, found.end
        readings = tuple(
            Reading("date", date, None, start, end, _ONE) for date in found.dates
        )
        self._share_year(start, readings)
        if any(date[0] is not None or date[2] is not None for date in found.dates):
            self.groups.append(Group(start, end, readings, False, False))
        else:
            self.extras.extend(readings)
        for token in self.tokens[index : found.after]:
            if token.kind == DIGITS:
                self._bare(token)
        return found.after

    def _share_year(self, start: int, readings: tuple[Reading, ...]) -> None:
        """Give "3 April" of "3 April - 5 May 2019" its year, and "3" of "3-5 April" its month."""
        linked = self._undated and self._linked(self._undated[-1].end, start)
        for earlier in self._undated if linked else ():
            _, month, day = earlier.value  # type: ignore[misc]
            for later in readings:
                year, other, _ = later.value  # type: ignore[misc]
                self.extras.append(earlier._replace(value=(year, month or other, day)))
        if not linked or readings[0].value[0] is not None:  # type: ignore[index]
            self._undated.clear()
        if readings[0].value[0] is None and readings[0].value[2] is not None:  # type: ignore[index]
            self._undated.extend(readings[:1])

    def _bare(self, token: Token) -> None:
        """Record the digits of a date as numbers too."""
        for value, written in digit_readings(token.text):
            self.extras.append(
                Reading("number", value, None, token.start, token.end, value, written)
            )

    def _decade_word(self, token: Token) -> None:
        """Read "the nineties", "nineteen-nineties"."""
        first = DECADE_WORDS[token.text]
        self._decades(token.start, token.end, [year for year in short_years(first)], True)

    def _decades(self, start: int, end: int, years: list[int], worded: bool) -> None:
        readings = tuple(
            Reading("decade", Decimal(year), None, start, end, Decimal(year)) for year in years
        )
        self.groups.append(Group(start, end, readings, worded, False))

    # Numbers in digits

    def _digits(self, index: int) -> int:
        token = self.tokens[index]
        if self._inside_word(token.start):
            return index + 1
        folded, start = self.folded, token.start
        short = folded[start - 1 : start] in ("'", "’") and len(token.text) == 2
        if not short and (after := self._date(index)):
            return after
        if self._year_forms(token, short):
            return index + 1
        after = self._clock(index) or self._fraction(index)
        return after or self._number(index)

    def _inside_word(self, start: int) -> bool:
        """Tell digits of a name or a code from a number: Covid-19, B12."""
        before = self.folded[start - 1 : start]
        if before.isalpha() or before == "_":
            if before == "x" and self.folded[start - 2 : start - 1].isdigit():
                return False
            word = _WORD_BEFORE_HYPHEN.search(self.folded, max(0, start - 15), start)
            return word is None or word[0] not in _GLUED_PREFIXES or before == "x"
        if before != "-" or not self.folded[start - 2 : start - 1].isalpha():
            return False
        word = _WORD_BEFORE_HYPHEN.search(self.folded, max(0, start - 16), start - 1)
        return word is None or not (
            word[0] in _HYPHEN_PREFIXES or word[0] in NUMBER_WORDS or word[0] in ALL_MONTHS
        )

    def _year_forms(self, token: Token, short: bool) -> bool:
        """Read decades, centuries, BC years and "'63"."""
        folded, text, start, end = self.folded, token.text, token.start, token.end
        if not text.isdigit() or len(text) > 4:
            return False
        tail = folded[end : end + 2]
        plural = token.glue == "s" or (tail in ("'s", "’s") and text[-1] == "0")
        if plural and text[-1] == "0" and len(text) in (2, 4):
            year = int(text)
            last = end + (1 if token.glue == "s" else 2)
            self._decades(start, last, [year] if len(text) == 4 else list(short_years(year)), False)
            if len(text) == 4:
                self._bare(token)
            return True
        if short:
            self._years(start, end, short_years(int(text)))
            return True
        return self._century(token) or self._era(token)

    def _years(self, start: int, end: int, years: tuple[int, ...]) -> None:
        readings = tuple(
            Reading("date", (year, None, None), None, start, end, Decimal(year)) for year in years
        )
        self.groups.append(Group(start, end, readings, False, False))

    def _century(self, token: Token) -> bool:
        match = _CENTURY.match(self.folded, token.end)
        if match is None or len(token.text) > 2:
            return False
        self._add_century(token.start, match.end(), int(token.text), False)
        return True

    def _add_century(self, start: int, end: int, century: int, worded: bool) -> None:
        value = Decimal(century)
        reading = Reading("century", value, None, start, end, value, 2)
        self.groups.append(Group(start, end, (reading,), worded, False))
        self.extras.append(reading._replace(kind="number"))
        for pending in self._linked_pending(start):
            for value, _ in pending.digits:
                self.extras.append(
                    Reading("century", value, None, pending.start, pending.end, value, 2)
                )

    def _era(self, token: Token) -> bool:
        folded = self.folded
        if folded[token.end : token.end + 2] not in (" b", " a", " c", "bc", "ad", "bce", "ce"):
            return False
        match = _ERA.match(folded, token.end)
        if match is None:
            return False
        year = int(token.text)
        self._years(token.start, match.end(), (-year if match[1] else year,))
        self._bare(token)
        return True

    def _clock(self, index: int) -> int:
        """Read "17:30" and "5 pm"; 0 when there is none."""
        token, folded = self.tokens[index], self.folded
        if len(token.text) > 2 and "." not in token.text:
            return 0
        hour, minute, end, after = token.text, "0", token.end, index + 1
        if folded[end : end + 1] == ":" and after < len(self.tokens):
            later = self.tokens[after]
            if later.start == end + 1 and len(later.text) == 2:
                minute, end, after = later.text, later.end, after + 1
        elif "." in hour:
            hour, _, minute = hour.partition(".")
        half = _CLOCK.match(folded, end)
        if after == index + 1 and half is None:
            return 0
        if not (hour.isdigit() and minute.isdigit() and int(hour) < 25 and int(minute) < 60):
            return 0
        return self._add_time(index, after, (int(hour), int(minute)), half.end() if half else end,
                              half[1] if half else None)  # fmt: skip

    def _add_time(
        self, index: int, after: int, clock: tuple[int, int], end: int, half: str | None
    ) -> int:
        start, (hour, minute) = self.tokens[index].start, clock
        hours = {hour % 12 + 12 if half == "p" else hour % 12 if half == "a" else hour}
        if half is None and hour <= 12:
            hours.add(hour + 12)
        minutes = [Decimal(60 * hour + minute) for hour in sorted(hours)]
        readings = tuple(Reading("time", value, None, start, end, value) for value in minutes)
        self.groups.append(Group(start, end, readings, False, False))
        for token in self.tokens[index:after]:
            self._bare(token)
        return after

    def _fraction(self, index: int) -> int:
        """Read "1/2" and "3 1/2" as fractions and as numbers; 0 when there is none."""
        token = self.tokens[index]
        if self.folded[token.end : token.end + 1] != "/" or index + 1 >= len(self.tokens):
            return 0
        below = self.tokens[index + 1]
        plain = token.text.isdigit() and below.text.isdigit() and not below.glue
        if below.start != token.end + 1 or not plain or len(token.text + below.text) > 6:
            return 0
        if int(below.text) == 0 or len(token.text) == 4:
            return 0
        value = Decimal(int(token.text)) / int(below.text)
        self._bare(token)
        self._bare(below)
        self._emit(token.start, below.end, (Digits(value, 2),))
        return index + 2

    def _number(self, index: int) -> int:
        """Read digits with their scale, power, unit and currency."""
        token = self.tokens[index]
        digits, end, after = digit_readings(token.text), token.end, index + 1
        grouped = self._space_grouped(index)
        if grouped:
            for part in self.tokens[index:grouped]:
                self._bare(part)
            whole = "".join(part.text for part in self.tokens[index:grouped])
            digits, end, after = digit_readings(whole), self.tokens[grouped - 1].end, grouped
        if not digits:
            return after
        if "," in token.text and not grouped:
            self._list_parts(token)
        if powered := self._power(token, digits, end):
            digits, end = powered
            while after < len(self.tokens) and self.tokens[after].start < end:
                after += 1
        last = self.tokens[after - 1]
        glue = last.glue if last.end == end else ""
        return self._scaled(index, after, token.start, end, digits, glue)

    def _space_grouped(self, index: int) -> int:
        """Give the index after "1 000 000", or 0."""
        tokens, folded = self.tokens, self.folded
        if len(tokens[index].text) > 3 or folded[tokens[index].end : tokens[index].end + 1] != " ":
            return 0
        after = index
        while (
            after + 1 < len(tokens)
            and not tokens[after].glue
            and tokens[after + 1].start == tokens[after].end + 1
            and folded[tokens[after].end] == " "
            and len(tokens[after + 1].text) == 3
            and tokens[after + 1].text.isdigit()
            and after - index < 6
        ):
            after += 1
        return after + 1 if after > index and tokens[index].text.isdigit() else 0

    def _list_parts(self, token: Token) -> None:
        """Read "3,5" as a list too."""
        start = token.start
        for part in token.text.split(","):
            if part.isdigit() and len(part) < 5:
                value = Decimal(part)
                self.extras.append(
                    Reading("number", value, None, start, start + len(part), value, len(part))
                )
            start += len(part) + 1

    def _power(
        self, token: Token, digits: tuple[Digits, ...], end: int
    ) -> tuple[tuple[Digits, ...], int] | None:
        """Read "1.2e6", "1.2 × 10^6" and "10^6"."""
        folded = self.folded
        following = folded[end : end + 1]
        if following == "e" and (match := _SCIENTIFIC.match(folded, end)):
            return _shifted(digits, match[1]), match.end()
        if following in "×x*·⋅ " and following and (match := _POWER.match(folded, end)):
            return _shifted(digits, match[1]), match.end()
        if token.text == "10" and following and (match := _POWER_ALONE.match(folded, end)):
            return _shifted((Digits(_ONE, 1),), match[1] or match[2]), match.end()
        return None

    def _scaled(
        self, index: int, after: int, start: int, end: int, digits: tuple[Digits, ...], glue: str
    ) -> int:
        """Take scale words, a vulgar fraction and a unit after digits."""
        folded, tokens = self.folded, self.tokens
        meanings: tuple[Suffix, ...] = ()
        if glue and glue in VULGAR_FRACTIONS:
            digits = tuple(Digits(d.value + VULGAR_FRACTIONS[glue], d.written + 1) for d in digits)
            end += len(glue)
        elif glue in _ORDINALS:
            end += len(glue)
        elif glue != "x":
            meanings = glued(glue)
            end += len(glue)
            if not meanings:
                self._unknown_suffix(start, end - len(glue), digits)
                return after
        scale = 0
        while not meanings and after < len(tokens) and tokens[after].kind == WORD:
            word = number_word(tokens[after])
            gap = folded[end : tokens[after].start]
            if word.kind == "part" and gap in (" and a ", " "):
                if gap == " ":
                    break
                digits = tuple(Digits(d.value + word.value, d.written + 1) for d in digits)
            elif gap in (" ", "-") and word.kind in ("hundred", "scale", "dozen"):
                digits = tuple(Digits(d.value * word.value, d.written) for d in digits)
                scale = 1
            else:
                break
            end, after = tokens[after].end, after + 1
        self._emit(start, end, digits, meanings, scaled=bool(scale))
        self._expand_range(index, after)
        return after

    def _unknown_suffix(self, start: int, end: int, digits: tuple[Digits, ...]) -> None:
        for value, written in digits:
            self.extras.append(Reading("number", value, None, start, end, value, written))

    def _expand_range(self, index: int, after: int) -> None:
        """Read the second year of "2019-20" and "1998/9"."""
        if index == 0 or after != index + 1:
            return
        first, last = self.tokens[index - 1], self.tokens[index]
        if len(first.text) != 4 or len(last.text) > 2 or first.kind != DIGITS or first.glue:
            return
        if not (first.text.isdigit() and last.text.isdigit()):
            return
        if self.folded[first.end : last.start] not in _DASHES:
            return
        size = 10 ** len(last.text)
        year = int(first.text) // size * size + int(last.text)
        year += size if year <= int(first.text) else 0
        if 1000 <= year <= 2200 and year - int(first.text) < size:
            end = last.end
            reading = Reading("date", (year, None, None), None, last.start, end, Decimal(year))
            group = self.groups.pop()
            self.extras.extend(group.readings)
            self.groups.append(Group(last.start, end, (reading,), False, False))

    # Numbers in words

    def _words(self, index: int) -> int:
        if after := self._date(index):
            return after
        value, after, end = self._word_number(index)
        start = self.tokens[index].start
        if after < len(self.tokens) and (paired := self._spoken_year(index, after, value)):
            return paired
        number = value.value
        worded = Digits(number, max(1, len(number.normalize().as_tuple().digits)))
        if value.ordinal and self._word_century(start, end, number):
            return after
        if value.ordinal and self.folded[start - 4 : start] == "one " or (
            value.ordinal and self.folded[start - 2 : start] == "a "
        ):
            if number > 2:
                part = _ONE / number
                self.extras.append(Reading("number", part, None, start, end, part, 2))
        self._emit(start, end, (worded,), scaled=value.scaled, worded=True)
        return after

    def _word_number(self, index: int) -> tuple[WordNumber, int, int]:
        """Read one number in words and give it with the index and the offset after it."""
        number, tokens = WordNumber(), self.tokens
        number.add(number_word(tokens[index]))
        end, after = tokens[index].end, index + 1
        while after < len(tokens) and tokens[after].kind == WORD and not number.ordinal:
            gap = gap_between(self.folded, end, tokens[after].start)
            if gap not in _WORD_GAPS and gap not in _ARTICLE_GAPS:
                break
            word = number_word(tokens[after])
            if gap == ", " and not number.scaled:
                break
            if "and" in gap and word.kind in ("unit", "teen", "tens") and number.value < 100:
                break
            if not number.add(word, joined="and" in gap):
                break
            end, after = tokens[after].end, after + 1
        return number, after, end

    def _spoken_year(self, index: int, after: int, first: WordNumber) -> int:
        """Read "nineteen sixty-three" as a year; 0 when there is none."""
        if not 10 <= first.value <= 20 or first.words != 1 or self.tokens[after].kind != WORD:
            return 0
        if self.folded[self.tokens[index].end : self.tokens[after].start] not in (" ", "-"):
            return 0
        second, later, end = self._word_number(after)
        if not 10 <= second.value < 100 or second.ordinal or second.value != int(second.value):
            return 0
        year = 100 * first.value + second.value
        start = self.tokens[index].start
        self._emit(start, end, (Digits(year, 4),), worded=True)
        for part, at in ((first.value, index), (second.value, after)):
            token = self.tokens[at]
            self.extras.append(Reading("number", part, None, token.start, token.end, part, 2))
        return later

    def _word_century(self, start: int, end: int, number: Decimal) -> bool:
        match = _CENTURY.match(self.folded, end)
        if match is None or number > 99:
            return False
        self._add_century(start, match.end(), int(number), True)
        return True

    # What surrounds a number

    def _emit(
        self,
        start: int,
        end: int,
        digits: tuple[Digits, ...],
        meanings: tuple[Suffix, ...] = (),
        *,
        scaled: bool = False,
        worded: bool = False,
    ) -> None:
        """Add a number with every sign, scale, unit and currency it may have."""
        before = prefix(self.folded, start)
        currency = before.currency or self._linked_currency(before.start)
        if not meanings or all(m.scale for m in meanings):
            found = suffixes(self.folded, end)
            if found is not None:
                end = found.end
                meanings = _combined(meanings, found.meanings)
                if all(m.scale for m in found.meanings) and (last := suffixes(self.folded, end)):
                    end, meanings = last.end, _combined(meanings, last.meanings)
        if not meanings and _AGED.search(self.folded[max(0, start - 14) : start]):
            meanings = (Suffix(), _YEAR_UNIT)
        readings = _readings(before, end, digits, meanings or (Suffix(),), currency, scaled)
        plain = not (currency or meanings or scaled)
        self.groups.append(Group(before.start, end, readings, worded, plain))
        self._distribute(before, end, digits, meanings, currency, scaled)

    def _distribute(
        self,
        before: Prefix,
        end: int,
        digits: tuple[Digits, ...],
        meanings: tuple[Suffix, ...],
        currency: str | None,
        scaled: bool,
    ) -> None:
        """Give the unit and scale of "3-5 km" and "$3 to 5 million" to the numbers before."""
        linked = self._linked_pending(before.start)
        if meanings or currency:
            for earlier in linked:
                start = Prefix(earlier.start, None, False, False)
                self.extras.extend(
                    _readings(start, earlier.end, earlier.digits, meanings or (Suffix(),),
                              earlier.currency or currency, scaled)
                )  # fmt: skip
            self._pending.clear()
        elif not linked:
            self._pending.clear()
        if not meanings:
            self._pending.append(_Pending(before.start, end, digits, currency))

    def _linked_pending(self, start: int) -> list[_Pending]:
        """List the bare numbers that a range or a list joins to the one at `start`."""
        if not self._pending or not self._linked(self._pending[-1].end, start):
            return []
        return self._pending

    def _linked_currency(self, start: int) -> str | None:
        pending = self._linked_pending(start)
        return pending[-1].currency if pending else None

    def _linked(self, end: int, start: int) -> bool:
        return start >= end and start - end < 12 and self.folded[end:start] in _LINKS


def _shifted(digits: tuple[Digits, ...], power: str) -> tuple[Digits, ...]:
    exponent = int(power.translate(_SUPERSCRIPT))
    return tuple(Digits(EXACT.scaleb(d.value, exponent), d.written) for d in digits)


def _combined(first: tuple[Suffix, ...], second: tuple[Suffix, ...]) -> tuple[Suffix, ...]:
    """Join a short scale with what follows it: "5m" and "dollars"."""
    if not first:
        return second
    return tuple(
        Suffix(one.scale + two.scale, one.unit or two.unit, one.currency or two.currency)
        for one in first
        if one.scale
        for two in second
    )


def _readings(
    before: Prefix,
    end: int,
    digits: tuple[Digits, ...],
    meanings: tuple[Suffix, ...],
    currency: str | None,
    scaled: bool,
) -> tuple[Reading, ...]:
    """Build every reading of one number."""
    found = []
    for value, written in digits:
        signs = (-value, value) if before.doubtful else (-value,) if before.negative else (value,)
        for signed in signs:
            for meaning in meanings:
                found.append(_reading(before.start, end, signed, written, meaning, currency, scaled))
    return tuple(found)


def _reading(
    start: int,
    end: int,
    value: Decimal,
    written: int,
    meaning: Suffix,
    currency: str | None,
    scaled: bool,
) -> Reading:
    number = EXACT.scaleb(value, meaning.scale) if meaning.scale else value
    scaled = scaled or meaning.scale > 0
    money = meaning.currency or currency
    if money and not meaning.unit:
        return Reading("money", number, money, start, end, number, written, _ONE, scaled)
    unit = meaning.unit
    if unit is None:
        return Reading("number", number, None, start, end, number, written, _ONE, scaled)
    kind = "percent" if unit.base == "%" else "quantity"
    converted = EXACT.fma(number, unit.factor, unit.offset)
    return Reading(kind, converted, unit.base, start, end, number, written, unit.factor, scaled)
