"""What may a graph hold: which types, which predicates, and how do they hang together?"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cached_property
from os import PathLike
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    StrictBool,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from openodke.errors import InputError, OntologyFreezeError
from openodke.model.frozen import NOTHING, FrozenDict, FrozenModel, Name, Text, frozen_mapping, now
from openodke.ontology import consistency, loading, pydantic_models, saving, schema_change, syntax
from openodke.ontology.consistency import Diagnostic
from openodke.ontology.hierarchy import Hierarchy
from openodke.ontology.schema_change import SchemaChange
from openodke.ontology.snippet import DEFAULT_LIMIT, OntologySnippet, cut_for
from openodke.ontology.term import EntityType, Predicate
from openodke.ontology.vocabulary import Vocabulary


def _no_timestamp(value: Any) -> Any:
    """Refuse a number, or a text of one, which pydantic would count in seconds since 1970."""
    if isinstance(value, date | None):
        return value
    if isinstance(value, str) and value[4:5] == "-":
        return value
    raise PydanticCustomError("datetime_type", "no date and time")


class Ontology(FrozenModel):
    """The types and predicates a graph is held to; an empty one holds it to nothing.

    An entry without a `name` takes its key. One that is frozen (`frozen_at` is set) was reviewed:
    it cannot be copied with changes, nor its file written over.
    """

    name: Text = "untitled"
    version: Text = "0"
    types: Annotated[Mapping[Name, EntityType], AfterValidator(frozen_mapping)] = NOTHING
    predicates: Annotated[Mapping[Name, Predicate], AfterValidator(frozen_mapping)] = NOTHING
    inferred: StrictBool = False
    frozen_at: Annotated[datetime | None, BeforeValidator(_no_timestamp)] = None
    frozen_by: Text | None = None

    @model_validator(mode="before")
    @classmethod
    def _name_entries(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        named = {key: _named(data[key]) for key in ("types", "predicates") if key in data}
        return {**data, **named}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, strict: bool = True) -> Self:
        """Build an ontology from a mapping of the fields above.

        Args:
            data: name, version, types {name: {…}} and predicates {name: {…}}, all optional.
            strict: refuse any problem; else leave out what cannot be read, with a warning naming
                each thing left out, and keep what is merely inconsistent for `validate` to tell.

        Raises:
            OntologyLoadError: with every problem found, each opening with its dotted path.
        """
        return loading.build(cls, data, "", strict=strict)

    @classmethod
    def from_json(cls, source: str | PathLike[str], *, strict: bool = True) -> Self:
        """Read an ontology from JSON: the text itself, or the path of a file.

        A string is the text when it has a newline or opens with `{`, `[`, `---`, `#` or `%`.

        Raises:
            OntologyLoadError: as `from_dict`, and when the file cannot be read or is no JSON.
        """
        return loading.build(cls, *syntax.parsed(source, syntax.parse_json), strict=strict)

    @classmethod
    def from_yaml(cls, source: str | PathLike[str], *, strict: bool = True) -> Self:
        """Read an ontology from YAML: the text itself, or the path of a file, told as `from_json`.

        Raises:
            MissingExtraError: when pyyaml is not installed.
            OntologyLoadError: as `from_dict`, and when the file cannot be read or is no YAML.
        """
        return loading.build(cls, *syntax.parsed(source, syntax.parse_yaml), strict=strict)

    @classmethod
    def from_pydantic(cls, *models: type[BaseModel], name: str = "untitled") -> Self:
        """Build an ontology from pydantic models: they become types, and their fields predicates.

        The models that these descend from, or name in a field, are read too. A field that holds a
        model is an edge, a list is `multi`, `None` makes it optional. Fields of one name are one
        predicate of all of their models; a field that is inherited is its parent's. What is left
        out, or is wider than the field, is named as `Model.field` in one OntologyImportWarning.

        Args:
            models: subclasses of BaseModel; no instances, root models or unfilled generics.
            name: the name of the ontology.

        Raises:
            OntologyLoadError: with every problem, each opening with `Model.field`: two fields of
                one name that mean different things, a type that is not defined yet, two models of
                one name.
        """
        data, left_out = pydantic_models.described(models)
        built = loading.build(cls, {"name": name, **data}, "", strict=True)
        if left_out:
            message = "not as the models have it:\n" + "\n".join(left_out)
            warnings.warn(loading.OntologyImportWarning(message), stacklevel=2)
        return built

    def validate(self) -> list[Diagnostic]:  # type: ignore[override]
        """Return everything inconsistent in the ontology, errors and warnings, in a fixed order."""
        return consistency.diagnose(self)

    def diff(self, new: Ontology) -> list[SchemaChange]:
        """Return what `new` adds, removes and changes, in the order of this one and then of it.

        A change is breaking when a claim that this ontology takes may be refused, contested or
        read as another claim under `new`. The order of entries is no change, and neither is who
        froze which. No changes is an empty list.

        Raises:
            InputError: when `new` is no ontology.
        """
        if not isinstance(new, Ontology):
            raise InputError(f"new is {new!r}: give an Ontology")
        return schema_change.changes(self, new)

    def snippet(self, type_name: str, limit: int = DEFAULT_LIMIT) -> OntologySnippet:
        """Return what an extractor needs to know of one type: at most `limit` of its predicates.

        The type is found by its name or an alias in any case. Its own predicates and the inherited
        ones come by importance; of equals a key of the type first, then a required one, then the
        one declared first. `truncated` counts those that are left out.

        Raises:
            InputError: when there is no such type, or the limit is no whole number from 1.
        """
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
            raise InputError(f"limit is {limit!r}: give a whole number, 1 or more")
        name = self.type_named(_text(type_name, "type_name"))
        if name is None:
            guess = consistency.did_you_mean(type_name, self.types)
            raise InputError(f"{type_name!r} is no type of {self.name!r}{guess}")
        return cut_for(self, name, limit)

    def freeze(self, by: str) -> Self:
        """Return a copy that is marked as reviewed, by whom and when (UTC).

        Raises:
            InputError: when `by` names nobody.
            OntologyFreezeError: when it is frozen already.
        """
        if not isinstance(by, str) or not by.strip():
            raise InputError(f"by is {by!r}: give the name of who reviewed it, as text")
        try:
            return self.model_copy(update={"frozen_at": now(), "frozen_by": by})
        except ValidationError as error:
            raise InputError(f"by: {error.errors()[0]['msg']}") from None

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with some fields replaced and checked; `frozen_at=None` lifts a freeze.

        Raises:
            OntologyFreezeError: when it is frozen, and `update` does not say `frozen_at=None`.
            pydantic.ValidationError: for a value that the field may not hold, or an unknown field.
        """
        if not update:
            return self
        changes = dict(update)
        if self.frozen_at is not None:
            if changes.get("frozen_at", self.frozen_at) is not None:
                raise OntologyFreezeError(
                    f"{saving.frozen_words(self)}: to edit it, copy it with frozen_at=None in the "
                    "update"
                )
            changes.setdefault("frozen_by", None)
        return super().model_copy(update=changes, deep=deep)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the ontology as a JSON file, without what is at its default.

        Raises:
            OntologyFreezeError: when the file holds a frozen ontology other than this one.
            OutputError: when the path holds something else, or cannot be written to.
        """
        saving.write(self, path)

    def predicates_for(self, type_name: str) -> list[Predicate]:
        """Return the predicates that a type may have, in the order declared."""
        return [held for held in self.predicates.values() if self.fits(type_name, held.domain)]

    def identity_keys(self, predicate: str) -> tuple[str, ...]:
        """Return the identity-bearing qualifiers of a predicate, sorted; none of an unknown one."""
        declared = self.predicates.get(predicate)
        return declared.identity_keys if declared else ()

    def lineage(self, type_name: str) -> frozenset[str]:
        """Return the type and all of its ancestors; of an undeclared type, only itself."""
        return self._hierarchy.lineage(type_name)

    def fits(self, type_name: str, domain: Iterable[str]) -> bool:
        """Tell whether a type or an ancestor of it is in `domain`; an empty one is every type."""
        return self._hierarchy.fits(type_name, domain)

    def related(self, one: str, other: str) -> bool:
        """Tell whether one of two types is the other or descends from it."""
        return self._hierarchy.related(one, other)

    def cycles(self) -> list[tuple[str, ...]]:
        """Return the groups of types that inherit from each other."""
        return self._hierarchy.cycles()

    def type_named(self, text: str) -> str | None:
        """Return the type that `text` spells, by its name or an alias in any case.

        Raises:
            InputError: when `text` is no text.
        """
        return self._type_names.spelled(_text(text))

    def predicate_named(self, text: str) -> str | None:
        """Return the predicate `text` spells, by its name, an alias or its label in any case.

        Raises:
            InputError: when `text` is no text.
        """
        return self._predicate_names.spelled(_text(text))

    @cached_property
    def inverses(self) -> Mapping[str, str]:
        """The partner of each predicate that has one; a symmetric predicate is its own.

        An inverse declared on one side counts both ways.
        """
        stated = {
            name: name if held.symmetric else held.inverse_of
            for name, held in self.predicates.items()
        }
        partners = {name: other for name, other in stated.items() if other in self.predicates}
        for name, other in tuple(partners.items()):
            partners.setdefault(str(other), name)
        return FrozenDict({name: partners[name] for name in self.predicates if name in partners})

    @cached_property
    def fingerprint(self) -> str:
        """The sha256, in hexadecimal, of the ontology as canonical JSON.

        Keys are sorted and defaults left out, so a new field of ours or another order of entries
        changes nothing; nor does a freeze, which is about the ontology and not in it.
        """
        about = {"frozen_at", "frozen_by"}
        content = self.model_dump(mode="json", exclude_defaults=True, exclude=about)
        canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

    @cached_property
    def _hierarchy(self) -> Hierarchy:
        return Hierarchy(self.types)

    @cached_property
    def _type_names(self) -> Vocabulary:
        aliases = {name: held.aliases for name, held in self.types.items()}
        return Vocabulary(self.types, aliases, {})

    @cached_property
    def _predicate_names(self) -> Vocabulary:
        aliases = {name: held.aliases for name, held in self.predicates.items()}
        labels = {name: held.label for name, held in self.predicates.items()}
        return Vocabulary(self.predicates, aliases, labels)


def _text(text: object, argument: str = "text") -> str:
    """Return a text, and refuse anything else by the name of its argument."""
    if not isinstance(text, str):
        raise InputError(f"{argument} is {text!r}: give a name as text")
    return text


def _named(entries: Any) -> Any:
    """Give each entry that is a mapping its key as the name it does not state."""
    if not isinstance(entries, Mapping):
        return entries
    return {
        # a key that cannot be a name is a problem of its own, told once
        key: {"name": key if isinstance(key, str) and key else "unnamed", **entry}
        if isinstance(entry, Mapping)
        else entry
        for key, entry in entries.items()
    }
