"""Where do the subject and the object of a claim stand in a text?

The claims on one text name the same things again and again, so what was found of an end is kept
with the reading of the text, by what the claim calls it.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from dataclasses import dataclass, field

from openodke.model import Entity, Fact
from openodke.model.keys import OBJECT_TYPE
from openodke.text.counted_things import (
    begins_with_number,
    counted,
    measured,
    mentions_of_number,
    without_larger_numbers,
)
from openodke.text.memo import Memo
from openodke.text.mentions import ABSENT, PART, WHOLE, Mentions
from openodke.text.names import Name, read_name
from openodke.text.reading import Reading
from openodke.text.values import UNIT_NAMES, ValueMatch, is_value

_PREDICATE_WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+|%")
_BARE_NUMBER = re.compile(r"[-+]?[0-9][0-9.,]*")
_VALUES = 4096  # values remembered of one text
_ABSENT = Mentions(ABSENT)


@dataclass(slots=True)
class End:
    """The subject or the object of a claim, looked up in a text; free text is not looked up.

    Attributes:
        names: what the claim calls it; none where it is a value.
        mentions: where it stands, None for what is not looked up.
        value: the answer to the look-up of a value.
        is_named: whether the text holds it, or enough of its names.
        is_whole: whether the text holds it wholly.
        is_pronoun: whether a pronoun stands for what the text names elsewhere.
        is_absent: whether the text holds nothing of what was looked up.
    """

    names: tuple[Name, ...] = ()
    mentions: Mentions | None = None
    value: ValueMatch | None = None
    is_named: bool = field(init=False, default=False)
    is_whole: bool = field(init=False, default=False)
    is_pronoun: bool = field(init=False, default=False)
    is_absent: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        """Work out once what every claim of this end is asked."""
        if self.mentions is None:
            return
        presence = self.mentions.presence
        self.is_named = presence is not ABSENT
        self.is_whole = presence is WHOLE
        if not self.is_named and self.names:
            self.is_pronoun = all(name.is_pronoun for name in self.names)
        if self.value is not None:
            self.is_absent = not self.value.found
        else:
            self.is_absent = not self.is_named and not self.is_pronoun

    @property
    def is_looked_up(self) -> bool:
        """Whether there was a name or a value to look up."""
        return self.mentions is not None and not self.is_pronoun

    def reason(self, side: str) -> str:
        """Return why the end is absent: `subject_absent`, `value_absent` …"""
        return (self.value and self.value.reason) or f"{side}_absent"


_NOT_LOOKED_UP = End()


class EndFinder:
    """Looks up the ends of the claims on one text."""

    def __init__(self, reading: Reading) -> None:
        """Look into a text."""
        self._index = reading.index
        self._names = reading.names
        self._values = reading.values
        self._by_type: defaultdict[str, dict[str, End]] = defaultdict(dict)
        self._of_many: dict[tuple[str, str, tuple[str, ...]], End] = {}
        self._literals: dict[str, End] = {}
        self._places: Memo[tuple[tuple[int, int], ...], Mentions] = Memo(_VALUES)

    def entity(self, entity: Entity) -> End:
        """Return the end that an entity is: a name, several of them, or a value."""
        if entity.aliases:
            return self._any_name(entity)
        held, called = self._by_type[entity.type], entity.name
        end = held.get(called)
        if end is None:
            end = held[called] = self._one_name(read_name(called, entity.type))
        return end

    def object(self, fact: Fact) -> End:
        """Return the end that the object of a fact is."""
        entity = fact.object_entity
        end = self._property(fact) if entity is None else self.entity(entity)
        if end.value is not None and end.is_absent:
            return self._in_unit_of_predicate(fact) or end
        return end

    def _in_unit_of_predicate(self, fact: Fact) -> End | None:
        """Return the end that a number is in the unit that its predicate ends in: `length_km`."""
        number, words = fact.object_name, _PREDICATE_WORD.findall(fact.predicate)
        unit = words[-1].lower() if len(words) > 1 else ""
        if unit not in UNIT_NAMES or not _BARE_NUMBER.fullmatch(number):
            return None
        end = self._value(f"{number} {unit}")
        return None if end.is_absent else end

    def _property(self, fact: Fact) -> End:
        value = fact.object_value
        kind = fact.qualifiers.get(OBJECT_TYPE)
        if isinstance(value, bool) or value is None or kind in ("text", "boolean"):
            return _NOT_LOOKED_UP  # prose, and yes or no, are not written in the text as here
        if not isinstance(value, str):
            return self._value(value)  # 1 and 1.0 are one key, and not always written alike
        end = self._literals.get(value)
        if end is None:
            end = self._literals[value] = self._literal(value)
        return end

    def _one_name(self, name: Name) -> End:
        if name.may_be_value and is_value(name.raw):
            return self._value(name.raw)
        mentions = self._names.find(name)
        return self._numbered(name, mentions) if name.may_be_value else End((name,), mentions)

    def _numbered(self, name: Name, mentions: Mentions) -> End:
        """Return the end that a name with a number is, once its number was looked up as one.

        "5 Stars" is not in "3.5 stars", "120 Guests" is in "a hundred and twenty guests", and of
        "HbA1c 9.7 %" nothing is where the text has another figure.
        """
        index, values = self._index, self._values
        if mentions.presence is WHOLE and begins_with_number(name.words):
            mentions = without_larger_numbers(mentions, index) or _ABSENT
        figure = measured(name.raw) if mentions.presence is PART else None
        if figure and not any(values.look_up(each).found for each in figure):
            return End((name,), _ABSENT, values.look_up(figure[1]))
        if mentions.presence is ABSENT and (things := counted(name.raw)):
            number = values.look_up(things[0])
            if number.found:
                mentions = mentions_of_number(things[1], number, index) or _ABSENT
        return End((name,), mentions)

    def _any_name(self, entity: Entity) -> End:
        key = (entity.name, entity.type, entity.aliases)
        end = self._of_many.get(key)
        if end is None:
            names = tuple(read_name(each, entity.type) for each in (entity.name, *entity.aliases))
            mentions = self._names.find_any(names)
            end = self._of_many[key] = self._of_any(names, mentions)
        return end

    def _of_any(self, names: tuple[Name, ...], mentions: Mentions) -> End:
        if mentions.presence is ABSENT:
            ends = (self._numbered(name, mentions) for name in names if name.may_be_value)
            mentions = next((e.mentions for e in ends if e.is_named and e.mentions), mentions)
        return End(names, mentions)

    def _literal(self, value: str) -> End:
        if is_value(value):
            return self._value(value)
        return self._one_name(read_name(value))

    def _value(self, value: str | int | float) -> End:
        match = self._values.look_up(value)
        return End(mentions=self._mentions(match), value=match)

    def _mentions(self, match: ValueMatch) -> Mentions:
        """Return the words at which a value stands, the same object for the same places."""
        if not match.found:
            return _ABSENT
        held = self._places.get(match.spans)
        if held is None:
            held = self._places[match.spans] = self._words_at(match)
        return held

    def _words_at(self, match: ValueMatch) -> Mentions:
        index = self._index
        places = sorted({min(index.place_at(start), len(index) - 1) for start, _ in match.spans})
        return Mentions(WHOLE, array("I", places), bytes((1,)) * len(places))
