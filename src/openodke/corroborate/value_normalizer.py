"""Which one spelling has each value and each name of a fact?

Source: the resolution page, "Normalise".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from openodke.corroborate.interval_union import DEFAULT_INTERVALS
from openodke.errors import InputError
from openodke.model.entity import Entity
from openodke.model.fact import Fact
from openodke.model.frozen import NOTHING, FrozenDict, replaced
from openodke.model.keys import NAME_KEY, OBJECT_TYPE, SOURCE_FORM
from openodke.ontology import Ontology
from openodke.text.memo import Memo
from openodke.text.name_keys import name_key
from openodke.text.values import normalize_value

_OBJECT_VALUE = "object_value"
_RESERVED = "odke."
_NO_KIND = "string"
"""What sources call every literal of which they know nothing: it says no more than no type."""
_VALUES = 1 << 16
_ENTITIES = 1 << 19
_LONG = 200  # characters: a longer text seldom comes twice


class ValueNormalizer:
    """Rewrites a fact's value and qualifiers into one canonical form, and stamps the names' keys.

    What was rewritten is kept as it was under `odke.source_form`; each entity gets the key that its
    name is compared by under `odke.name_key`, and keeps its label. A value that cannot be read for
    sure stays as written. Normalising a normalised fact changes nothing.
    """

    def __init__(
        self,
        ontology: Ontology | None = None,
        *,
        day_first: bool | None = None,
        person_types: Iterable[str] = (),
    ) -> None:
        """Take what decides how a value is read.

        Args:
            ontology: its ranges decide what a predicate's value is read as. Of a predicate without
                one, the type that the source gave the literal does, unless that is "string".
            day_first: the order of day and month in an all-numeric date; None leaves it as written.
            person_types: the types whose names are people's; their subtypes' names are too.

        Raises:
            InputError: when `person_types` is a text: give a list of names.
        """
        if isinstance(person_types, str):
            raise InputError(f"person_types is {person_types!r}: give a list of type names")
        self.ontology = Ontology() if ontology is None else ontology
        self.day_first = day_first
        self.person_types = frozenset(person_types)
        self._people: dict[str, bool] = {}
        self._ranges = {name: held.range for name, held in self.ontology.predicates.items()}
        self._values: Memo[tuple[str, str | None], Any] = Memo(_VALUES)
        self._entities: Memo[int, tuple[Entity, Entity]] = Memo(_ENTITIES)
        self._forms: Memo[str, FrozenDict] = Memo(_VALUES)
        self._stamps: Memo[str, FrozenDict] = Memo(_VALUES)

    def normalize(self, fact: Fact) -> Fact:
        """Return the fact in its canonical form; the fact itself when it is in that form."""
        changes: dict[str, Any] = {}
        subject, entity, value = fact.subject, fact.object_entity, fact.object_value
        keyed = self._keyed(subject)
        if keyed is not subject:
            changes["subject"] = keyed
        held = fact.qualifiers
        written: dict[str, Any] = {}
        if entity is not None:
            keyed = self._keyed(entity)
            if keyed is not entity:
                changes["object_entity"] = keyed
        else:
            read = self._value(value, self._range(fact))
            if read is not value and _differs(read, value):
                changes[_OBJECT_VALUE] = read
                written[_OBJECT_VALUE] = value
        read_as = self._qualifiers(held) if held else NOTHING
        if read_as:
            written.update((key, held[key]) for key in read_as)
        if written and not held:
            changes["qualifiers"] = self._only_form(value)
        elif written:
            forms = _with_forms(held.get(SOURCE_FORM), written)
            changes["qualifiers"] = FrozenDict({**held, **read_as, SOURCE_FORM: forms})
        return replaced(fact, **changes) if changes else fact

    def _only_form(self, value: Any) -> FrozenDict:
        """Return qualifiers that hold the object's spelling alone: facts told alike share them."""
        if not isinstance(value, str) or len(value) > _LONG:
            return _form_of(value)
        form = self._forms.get(value)
        if form is None:
            form = self._forms[value] = _form_of(value)
        return form

    def _range(self, fact: Fact) -> str | None:
        """Return what the object is to be read as; None is anything."""
        declared = self._ranges.get(fact.predicate)
        if declared is not None or not fact.qualifiers:
            return declared
        given = fact.qualifiers.get(OBJECT_TYPE)
        return given if isinstance(given, str) and given != _NO_KIND else None

    def _qualifiers(self, held: Any) -> dict[str, Any]:
        """Return the qualifiers that change."""
        changed: dict[str, Any] = {}
        for key, given in held.items():
            if key.startswith(_RESERVED):
                continue
            value = self._value(given, "date" if key in DEFAULT_INTERVALS else None)
            if value is not given and _differs(value, given):
                changed[key] = value
        return changed

    def _value(self, value: Any, kind: str | None) -> Any:
        if not isinstance(value, str):
            return normalize_value(value, range=kind) if isinstance(value, float) else value
        if len(value) > _LONG:
            return self._read(value, kind)
        asked = (value, kind)
        held = self._values.get(asked)
        if held is None:
            held = self._values[asked] = self._read(value, kind)
        return held

    def _read(self, text: str, kind: str | None) -> Any:
        value = normalize_value(text, range=kind, day_first=self.day_first)
        return text if value == "" else value  # a blank text is no value, and stays as written

    def _keyed(self, entity: Entity) -> Entity:
        """Return the entity with its name's key; the same one each time, since facts share it."""
        held = self._entities.get(id(entity))
        if held is not None and held[0] is entity:
            return held[1]
        stamped = self._stamped(entity)
        self._entities[id(entity)] = (entity, stamped)
        return stamped

    def _stamped(self, entity: Entity) -> Entity:
        key = name_key(entity.name, person=self._is_person(entity.type))
        if not key or entity.attributes.get(NAME_KEY) == key:
            return entity
        if entity.attributes:
            return replaced(entity, attributes=FrozenDict({**entity.attributes, NAME_KEY: key}))
        stamp = self._stamps.get(key)
        if stamp is None:
            stamp = self._stamps[key] = FrozenDict({NAME_KEY: key})
        return replaced(entity, attributes=stamp)

    def _is_person(self, entity_type: str) -> bool:
        if not self.person_types:
            return False
        held = self._people.get(entity_type)
        if held is None:
            held = self.ontology.fits(entity_type, self.person_types)
            self._people[entity_type] = held
        return held


def _form_of(value: Any) -> FrozenDict:
    return FrozenDict({SOURCE_FORM: FrozenDict({_OBJECT_VALUE: (value,)})})


def _differs(value: Any, given: Any) -> bool:
    """Tell whether a value was rewritten: 5 is another spelling than 5.0."""
    return type(value) is not type(given) or bool(value != given)


def _with_forms(held: Any, written: dict[str, Any]) -> FrozenDict:
    """Return the spellings kept so far, with those just rewritten."""
    if not held:
        return FrozenDict({field: (spelling,) for field, spelling in written.items()})
    forms = {field: tuple(spellings) for field, spellings in held.items()}
    for field, spelling in written.items():
        known = forms.get(field, ())
        if all(_differs(spelling, other) for other in known):
            forms[field] = (*known, spelling)
    return FrozenDict(forms)
