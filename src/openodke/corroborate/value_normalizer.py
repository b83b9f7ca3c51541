"""Which one spelling has each value and each name of a fact?

Source: the resolution page, "Normalise".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from openodke.corroborate.interval_union import DEFAULT_INTERVALS
from openodke.errors import InputError
from openodke.model.entity import Entity
from openodke.model.fact import Fact
from openodke.model.frozen import FrozenDict, replaced
from openodke.model.keys import NAME_KEY, OBJECT_TYPE, SOURCE_FORM
from openodke.ontology import Ontology
from openodke.text.memo import Memo
from openodke.text.name_keys import name_key
from openodke.text.values import normalize_value

_OBJECT_VALUE = "object_value"
_RESERVED = "odke."
_NO_KIND = "string"
"""What sources call every literal of which they know nothing: it says no more than no type."""
_VALUES = 1 << 18  # as many as a million facts hold: a memory that forgets them reads them again
_ENTITIES = 1 << 19
_LONG = 200  # characters: a longer text seldom comes twice

_Reading = tuple[Any, FrozenDict | None]
"""A value in its canonical form and, if it was rewritten, the qualifiers of a fact that had none.

They tell how it was written; facts that are told alike share them.
"""


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
        self._readings: Memo[tuple[str, str | None], _Reading] = Memo(_VALUES)
        self._entities: Memo[int, tuple[Entity, Entity]] = Memo(_ENTITIES)
        self._stamps: Memo[str, FrozenDict] = Memo(_VALUES)

    def normalize(self, fact: Fact) -> Fact:
        """Return the fact in its canonical form; the fact itself when it is in that form."""
        changes: dict[str, Any] = {}
        subject, entity, held = fact.subject, fact.object_entity, fact.qualifiers
        keyed = self._keyed(subject)
        if keyed is not subject:
            changes["subject"] = keyed
        form = None
        if entity is None:
            kind = self._range(fact.predicate, held)
            read, form = self._reading(fact.object_value, kind)
            if form is not None:
                changes[_OBJECT_VALUE] = read
        else:
            keyed = self._keyed(entity)
            if keyed is not entity:
                changes["object_entity"] = keyed
        if held:
            written = {} if form is None else {_OBJECT_VALUE: fact.object_value}
            changes.update(self._requalified(held, written))
        elif form is not None:
            changes["qualifiers"] = form
        return replaced(fact, **changes) if changes else fact

    def _range(self, predicate: str, held: Mapping[str, Any]) -> str | None:
        """Return what the object is to be read as; None is anything."""
        declared = self._ranges.get(predicate)
        if declared is not None or not held:
            return declared
        given = held.get(OBJECT_TYPE)
        return given if isinstance(given, str) and given != _NO_KIND else None

    def _requalified(self, held: Mapping[str, Any], written: dict[str, Any]) -> dict[str, Any]:
        """Return the qualifiers, if they change, with what was written there and in the object."""
        read_as = self._qualifiers(held)
        written.update((key, held[key]) for key in read_as)
        if not written:
            return {}
        forms = _with_forms(held.get(SOURCE_FORM), written)
        return {"qualifiers": FrozenDict({**held, **read_as, SOURCE_FORM: forms})}

    def _qualifiers(self, held: Any) -> dict[str, Any]:
        """Return the qualifiers that change."""
        changed: dict[str, Any] = {}
        for key, given in held.items():
            if key.startswith(_RESERVED):
                continue
            value, form = self._reading(given, "date" if key in DEFAULT_INTERVALS else None)
            if form is not None:
                changed[key] = value
        return changed

    def _reading(self, value: Any, kind: str | None) -> _Reading:
        if not isinstance(value, str) or len(value) > _LONG:
            return self._read(value, kind)
        asked = (value, kind)
        held = self._readings.get(asked)
        if held is None:
            held = self._readings[asked] = self._read(value, kind)
        return held

    def _read(self, value: Any, kind: str | None) -> _Reading:
        if isinstance(value, str):
            read = normalize_value(value, range=kind, day_first=self.day_first)
            if read == "":
                read = value  # a blank text is no value, and stays as written
        else:
            read = normalize_value(value, range=kind) if isinstance(value, float) else value
        if read is value or not _differs(read, value):
            return value, None
        return read, FrozenDict({SOURCE_FORM: FrozenDict({_OBJECT_VALUE: (value,)})})

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
