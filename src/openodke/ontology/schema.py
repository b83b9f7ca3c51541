"""What may a graph hold: which types, which predicates, and how do they hang together?"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from os import PathLike
from typing import Annotated, Any, Self

from pydantic import AfterValidator, model_validator

from openodke.model.frozen import NOTHING, FrozenDict, FrozenModel, Name, Text, frozen_mapping
from openodke.ontology import consistency, loading, syntax
from openodke.ontology.consistency import Diagnostic
from openodke.ontology.hierarchy import Hierarchy
from openodke.ontology.term import EntityType, Predicate
from openodke.ontology.vocabulary import Vocabulary


class Ontology(FrozenModel):
    """The types and predicates a graph is held to; an empty one holds it to nothing.

    An entry without a `name` takes its key.
    """

    name: Text = "untitled"
    version: Text = "0"
    types: Annotated[Mapping[Name, EntityType], AfterValidator(frozen_mapping)] = NOTHING
    predicates: Annotated[Mapping[Name, Predicate], AfterValidator(frozen_mapping)] = NOTHING
    inferred: bool = False
    frozen_at: datetime | None = None
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

    def validate(self) -> list[Diagnostic]:  # type: ignore[override]
        """Return everything inconsistent in the ontology, errors and warnings, in a fixed order."""
        return consistency.diagnose(self)

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
        """Return the type that `text` spells, by its name or an alias in any case."""
        return self._type_names.spelled(text)

    def predicate_named(self, text: str) -> str | None:
        """Return the predicate `text` spells, by its name, an alias or its label in any case."""
        return self._predicate_names.spelled(text)

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
        changes nothing.
        """
        content = self.model_dump(mode="json", exclude_defaults=True)
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
