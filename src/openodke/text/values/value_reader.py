"""Which values may this text state, and where?

The generous reader. It walks the tokens once, decides what each of them begins, and enters that in
the ledger.
"""

from __future__ import annotations

from decimal import Decimal

from openodke.text.values.date_readings import read_date, short_years
from openodke.text.values.measure_readings import Suffix, glued, suffixes
from openodke.text.values.number_contexts import digits_stand_alone, inside_word, word_stands_alone
from openodke.text.values.number_phrases import (
    MYRIAD_SIGNS,
    SpokenNumber,
    fraction_after,
    myriads,
    powered,
    scale_words,
    space_grouped,
    spoken_number,
)
from openodke.text.values.numerals import (
    DECADE_WORDS,
    NUMBER_WORDS,
    VULGAR_FRACTIONS,
    Digits,
    digit_readings,
    is_grouped,
)
from openodke.text.values.reading_ledger import ReadingLedger
from openodke.text.values.spaced_groups import is_one_number
from openodke.text.values.value_readings import number_reading
from openodke.text.values.value_tokens import (
    DECADE,
    DIGITS,
    MONTH,
    WORD,
    Token,
    fold_values,
    value_tokens,
)
from openodke.text.values.year_shapes import (
    century_end,
    clock_minutes,
    decades,
    era_year,
    later_year,
)

_ORDINALS = frozenset({"", "st", "nd", "rd", "th"})
_ONE = Decimal(1)


def read_values(text: str) -> ReadingLedger:
    """Read every value of a text, in one pass."""
    return read_folded_values(fold_values(text), text)


def read_folded_values(folded: str, text: str) -> ReadingLedger:
    """Read every value of a text, given with what `fold_values` makes of it."""
    reader = _Reader(folded, text)
    reader.run()
    return reader.ledger


class _Reader:
    """A walk over the tokens of one text; each step gives the index of the next token."""

    __slots__ = ("_folded", "_text", "_tokens", "ledger")

    def __init__(self, folded: str, text: str) -> None:
        self._folded = folded
        self._text = text
        self._tokens = value_tokens(folded)
        self.ledger = ReadingLedger(folded)

    def run(self) -> None:
        """Read every token."""
        index, tokens = 0, self._tokens
        while index < len(tokens):
            kind = tokens[index].kind
            if kind == DIGITS:
                index = self._digits(index)
            elif kind == WORD:
                index = self._words(index)
            elif kind == MONTH:
                index = self._date(index) or index + 1
            else:
                index = self._sign(index)

    def _date(self, index: int) -> int:
        """Read a date; 0 when there is none."""
        found = read_date(self._folded, self._tokens, index)
        if found is None:
            return 0
        start = self._tokens[index].start
        self.ledger.add_dates(start, found.end, found.dates)
        if found.after == index + 1 and self._tokens[index].text.isdigit():
            self._also_number(self._tokens[index])  # 20240305 may be a count
        if found.after == index + 2 and self._fraction(index):
            shares = self.ledger.groups.pop().readings
            date = self.ledger.groups.pop()
            self.ledger.groups.append(date._replace(readings=(*date.readings, *shares)))
        if found.after == index + 2 and (year := self._later_year(found.after - 1)) is not None:
            self.ledger.add_dates(start, found.end, ((year, None, None),))
            self.ledger.extras.extend(self.ledger.groups.pop().readings)
        return found.after

    def _also_number(self, token: Token) -> None:
        """Give the date just read the readings of its digits as one number."""
        numbers = [number_reading(token.start, token.end, d) for d in digit_readings(token.text)]
        date = self.ledger.groups.pop()
        self.ledger.groups.append(date._replace(readings=(*date.readings, *numbers)))

    def _later_year(self, index: int) -> int | None:
        return later_year(self._folded, self._tokens[index - 1], self._tokens[index])

    def _bare(self, token: Token) -> None:
        """Record the digits of a longer value as numbers too."""
        self.ledger.add_parts(token.start, token.end, digit_readings(token.text))

    # Digits

    def _digits(self, index: int) -> int:
        token = self._tokens[index]
        alone = digits_stand_alone(self._folded, self._tokens, index)
        if alone and not self.ledger.may_complete(token.start):
            self.ledger.add_bare(token.start, token.end, digit_readings(token.text), False)
            return index + 1
        if inside_word(self._folded, self._tokens, index):
            return index + 1
        short = len(token.text) == 2 and self._folded[token.start - 1 : token.start] in ("'", "’")
        if not short and (after := self._date(index)):
            return after
        if self._year_shape(index, short):
            return index + 1
        return self._clock(index) or self._fraction(index) or self._number(index)

    def _year_shape(self, index: int, short: bool) -> bool:
        """Read decades, centuries, years of an era, "'63" and the end of "2019-20"."""
        token, folded, ledger = self._tokens[index], self._folded, self.ledger
        start, end = token.start, token.end
        if found := decades(folded, token):
            ledger.add_periods("decade", start, *found)
        elif short:
            years = short_years(int(token.text))
            ledger.add_dates(start, end, tuple((year, None, None) for year in years))
        elif len(token.text) < 3 and (end := century_end(folded, token.end)):
            ledger.add_periods("century", start, end, (int(token.text),))
        elif era := era_year(folded, token):
            ledger.add_year(start, *era)
            return True
        elif index and (year := self._later_year(index)) is not None:
            ledger.add_dates(start, token.end, ((year, None, None),))
        else:
            return False
        self._bare(token)
        return True

    def _clock(self, index: int) -> int:
        """Read a time of day; 0 when there is none."""
        found = clock_minutes(self._folded, self._tokens, index)
        if found is None:
            return 0
        after, end, minutes = found
        self.ledger.add_periods("time", self._tokens[index].start, end, minutes)
        for token in self._tokens[index:after]:
            self._bare(token)
        return after

    def _fraction(self, index: int) -> int:
        """Read "1/2" as a fraction and as two numbers; 0 when there is none."""
        value = fraction_after(self._folded, self._tokens, index)
        if value is None:
            return 0
        first, last = self._tokens[index : index + 2]
        self._bare(first)
        self._bare(last)
        self.ledger.add_number(first.start, last.end, (value,))
        return index + 2

    def _number(self, index: int) -> int:
        """Read digits with their scale, power, unit and currency."""
        tokens, token = self._tokens, self._tokens[index]
        after, text = space_grouped(self._folded, tokens, index)
        if after > index + 1:
            groups = tokens[index:after]
            for part in () if is_one_number(self._text, self._folded, groups) else groups:
                self._bare(part)
        elif not text.isdigit():
            self._list_parts(token)
        elif self._folded[token.end : token.end + 1] in MYRIAD_SIGNS and (
            found := myriads(self._folded, tokens, index)
        ):
            number, end, after = found
            self.ledger.add_number(token.start, end, (number,), times=Decimal(0))
            return after
        digits, end = digit_readings(text), tokens[after - 1].end
        if not digits:
            return after
        if power := powered(self._folded, digits, end):
            digits, end = power
            while after < len(tokens) and tokens[after].start < end:
                after += 1
            self.ledger.add_number(token.start, end, digits)
            return after
        return self._scaled(token.start, after, digits)

    def _list_parts(self, token: Token) -> None:
        """Read "3,5" as a list too, and "1963.2" as a year with the number of a note."""
        parts = token.text.split(",")
        if len(parts) == 1 and token.text[4:5] == ".":
            parts = token.text.split(".")
        if len(parts) == 1 or is_grouped(token.text):
            return
        start = token.start
        for part in parts:
            self.ledger.add_parts(start, start + len(part), digit_readings(part))
            start += len(part) + 1

    def _scaled(self, start: int, after: int, digits: tuple[Digits, ...]) -> int:
        """Take letters glued to digits or scale words after them, and add the number."""
        last = self._tokens[after - 1]
        glue, end = last.glue, last.end
        meanings: tuple[Suffix, ...] = ()
        if glue in VULGAR_FRACTIONS:
            part = VULGAR_FRACTIONS[glue]
            digits = tuple(Digits(one.value + part, one.written + 1) for one in digits)
            end += 1
        elif glue in _ORDINALS:
            end += len(glue)
        elif glue in NUMBER_WORDS and NUMBER_WORDS[glue].kind == "scale":
            digits = tuple(
                Digits(one.value * NUMBER_WORDS[glue].value, one.written) for one in digits
            )
            self.ledger.add_number(start, end + len(glue), digits, times=Decimal(0))
            return after
        elif glue != "x":
            meanings = glued(glue)
            if not meanings:
                self.ledger.add_parts(start, end, digits)
                return after
            end += len(glue)
        times = _ONE
        if not meanings:
            times, end, after = scale_words(self._folded, self._tokens, end, after)
        self.ledger.add_number(start, end, digits, meanings, times=times)
        return after

    # Words and signs

    def _sign(self, index: int) -> int:
        """Read a decade's name, or a fraction sign without digits before it."""
        token = self._tokens[index]
        if token.kind == DECADE:
            years = short_years(DECADE_WORDS[token.text])
            self.ledger.add_periods("decade", token.start, token.end, years, worded=True)
        elif not self._folded[token.start - 1 : token.start].isdigit():
            value = Digits(VULGAR_FRACTIONS[token.text], 2)
            self.ledger.add_number(token.start, token.end, (value,))
        return index + 1

    def _words(self, index: int) -> int:
        """Read a number in words."""
        token, ledger = self._tokens[index], self.ledger
        word = NUMBER_WORDS[token.text]
        alone = word_stands_alone(self._folded, self._tokens, index)
        if alone and not ledger.may_complete(token.start):
            value = word.value if word.kind != "part" else 1 / word.value
            ledger.add_bare(token.start, token.end, (_worded(value),), True)
            return index + 1
        if word.ordinal and (after := self._date(index)):
            return after
        number = spoken_number(self._folded, self._tokens, index)
        for at, value in number.parts:
            part = self._tokens[at]
            ledger.add_parts(part.start, part.end, (Digits(value, 2),))
        digits: tuple[Digits, ...] = (_worded(number.value),)
        end = century_end(self._folded, number.end) if number.ordinal else 0
        if end and number.value < 100:
            ledger.add_parts(token.start, end, digits)
            ledger.add_periods("century", token.start, end, (int(number.value),), worded=True)
            return number.after
        if number.ordinal and number.value > 2 and self._after_article(token.start):
            digits = (*digits, Digits(1 / number.value, 2))
        times, end = Decimal(0) if number.scaled else _ONE, self._past_article(number)
        ledger.add_number(token.start, end, digits, times=times, lent=number.scale, worded=True)
        return number.after

    def _past_article(self, number: SpokenNumber) -> int:
        """Give the offset before the unit of "half a mile", else the end of the number."""
        for article in (" a", " an", "-a", "-an"):
            end = number.end + len(article)
            if number.value < 1 and self._folded.startswith(article + " ", number.end):
                return end if suffixes(self._folded, end) else number.end
        return number.end

    def _after_article(self, start: int) -> bool:
        """Tell whether "a" makes an ordinal a share: "a third"."""
        before = self._folded[max(0, start - 3) : start]
        return before in ("a ", "a-") or before[-3:] in (" a ", " a-", "(a ")


def _worded(value: Decimal) -> Digits:
    """Give a number in words with the digits that it would be written with."""
    return Digits(value, max(1, len(value.normalize().as_tuple().digits)) if value else 1)
