"""What differs between two ontologies, and does it break what was built on the old one?

A change is breaking when a claim that the old ontology takes may be refused, contested or read as
another claim under the new one. Each function below says this of one part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

from openodke.model.frozen import FrozenModel
from openodke.ontology.term import LITERAL_RANGES, EntityType, Predicate, Qualifier

if TYPE_CHECKING:
    from openodke.ontology.schema import Ontology

Kind = Literal["added", "removed", "changed"]
Breaks = Callable[[str], bool]
"""Tells of one name in a list whether its going, or its coming, breaks anything."""
Named = Callable[[str], str | None]
"""Finds the declared name that a text spells."""

_WIDER = {("float", "number"), ("integer", "number")}
"""Literal ranges of which the second takes each value of the first, and reads it alike."""


class SchemaChange(FrozenModel):
    """One difference: its `kind`, the dotted `path` of its place, and what it is in `detail`.

    `breaking` says whether a claim that the old ontology takes may be refused, contested or read as
    another claim under the new one.
    """

    kind: Kind
    path: str
    breaking: bool
    detail: str = ""

    def __str__(self) -> str:
        """Render as `breaking: path: kind detail`, without the first word where it is not."""
        text = f"{self.path}: {self.kind} {self.detail}".rstrip()
        return f"breaking: {text}" if self.breaking else text


def changes(old: Ontology, new: Ontology) -> list[SchemaChange]:
    """Return every difference: of the whole, of the types, of the predicates."""
    return list(chain(_whole(old, new), _types(old, new), _predicates(old, new)))


def _whole(old: Ontology, new: Ontology) -> Iterator[SchemaChange]:
    """Nothing about the whole is breaking."""
    for field in ("name", "version", "inferred"):
        yield from _value(field, getattr(old, field), getattr(new, field))


def _types(old: Ontology, new: Ontology) -> Iterator[SchemaChange]:
    """Breaking: a type that is gone, or a new one whose name led to another."""
    for name, held in old.types.items():
        if name not in new.types:
            yield _gone(f"types.{name}", new.type_named(name))
        else:
            yield from _type(old, new, held, new.types[name], name)
    for name, fresh in new.types.items():
        if name not in old.types:
            kinds = f"a kind of {_listed(fresh.parents)}" if fresh.parents else ""
            taken = old.type_named(name) is not None
            yield SchemaChange(kind="added", path=f"types.{name}", breaking=taken, detail=kinds)


def _type(
    old: Ontology, new: Ontology, was: EntityType, now: EntityType, name: str
) -> Iterator[SchemaChange]:
    """Breaking: a lost ancestor, another key, an alias that no longer leads here."""
    path = f"types.{name}"
    yield from _value(f"{path}.description", was.description, now.description)
    loses = not old.lineage(name) <= new.lineage(name)
    yield from _list(f"{path}.parents", was.parents, now.parents, lambda _: loses, _never)
    yield from _list(f"{path}.keys", was.keys, now.keys, _always, _always)
    yield from _aliases(path, was, now, old.type_named, new.type_named)


def _predicates(old: Ontology, new: Ontology) -> Iterator[SchemaChange]:
    """Breaking: one that is gone, or a new one that is required or whose name led to another."""
    for name, held in old.predicates.items():
        if name not in new.predicates:
            yield _gone(f"predicates.{name}", new.predicate_named(name))
        else:
            yield from _predicate(old, new, held, new.predicates[name], name)
    for name, fresh in new.predicates.items():
        if name not in old.predicates:
            subjects = _listed(fresh.domain) or "every type"
            detail = f"{subjects} → {fresh.range!r}, {fresh.cardinality}"
            detail += ", required" if fresh.required else ""
            path = f"predicates.{name}"
            breaks = fresh.required or old.predicate_named(name) is not None
            yield SchemaChange(kind="added", path=path, breaking=breaks, detail=detail)


def _predicate(
    old: Ontology, new: Ontology, was: Predicate, now: Predicate, name: str
) -> Iterator[SchemaChange]:
    """Breaking: what the functions below say, and one value instead of many, or a value at all."""
    path = f"predicates.{name}"
    for field in ("description", "importance"):
        yield from _value(f"{path}.{field}", getattr(was, field), getattr(now, field))
    yield from _list(f"{path}.examples", was.examples, now.examples, _never, _never)
    yield from _label(path, was.label, now.label, name, new)
    yield from _aliases(path, was, now, old.predicate_named, new.predicate_named)
    yield from _domain(f"{path}.domain", was.domain, now.domain, new)
    yield from _value(
        f"{path}.range", was.range, now.range, breaking=not _takes(new, was.range, now.range)
    )
    fewer = now.cardinality == "single"
    yield from _value(f"{path}.cardinality", was.cardinality, now.cardinality, breaking=fewer)
    scope = frozenset(now.scope_keys)
    yield from _list(
        f"{path}.cardinality_scope",
        was.cardinality_scope,
        now.cardinality_scope,
        lambda lost: lost not in scope,
        _never,
    )
    yield from _value(f"{path}.required", was.required, now.required, breaking=now.required)
    yield from _qualifiers(f"{path}.qualifiers", was.qualifiers, now.qualifiers)
    partner = old.inverses.get(name)
    loses = partner is not None and new.inverses.get(name) != partner
    yield from _value(f"{path}.inverse_of", was.inverse_of, now.inverse_of, breaking=loses)
    yield from _value(f"{path}.symmetric", was.symmetric, now.symmetric, breaking=loses)


def _label(
    path: str, was: str | None, now: str | None, name: str, new: Ontology
) -> Iterator[SchemaChange]:
    """Breaking: the old label no longer leads here."""
    lost = bool(was) and new.predicate_named(str(was)) != name
    yield from _value(f"{path}.label", was, now, breaking=lost)


def _aliases(
    path: str,
    was: EntityType | Predicate,
    now: EntityType | Predicate,
    named: Named,
    named_now: Named,
) -> Iterator[SchemaChange]:
    """Breaking: an alias that no longer leads here, or a new one that led elsewhere."""
    yield from _list(
        f"{path}.aliases",
        was.aliases,
        now.aliases,
        lambda alias: named_now(alias) != was.name,
        lambda alias: named(alias) not in (None, was.name),
    )


def _domain(
    path: str, was: tuple[str, ...], now: tuple[str, ...], new: Ontology
) -> Iterator[SchemaChange]:
    """Breaking: a type that could have the predicate no longer can, though there still is one."""
    if was and now:
        allowed = frozenset(now)
        yield from _list(
            path,
            was,
            now,
            lambda kind: kind in new.types and not new.fits(kind, allowed),
            _never,
        )
    elif was or now:
        detail = f"{_listed(was) or 'every type'} → {_listed(now) or 'every type'}"
        yield SchemaChange(kind="changed", path=path, breaking=not was, detail=detail)


def _takes(new: Ontology, was: str, now: str) -> bool:
    """Tell whether the new range takes what the old one took: a wider literal, or an ancestor."""
    if was in LITERAL_RANGES or now in LITERAL_RANGES:
        return (was, now) in _WIDER
    return was in new.types and now in new.lineage(was)


def _qualifiers(
    path: str, was: Mapping[str, Qualifier], now: Mapping[str, Qualifier]
) -> Iterator[SchemaChange]:
    """Breaking: one that is gone, and any that bears identity and did not, or the reverse."""
    for name in was:
        place = f"{path}.{name}"
        if name not in now:
            yield SchemaChange(kind="removed", path=place, breaking=True)
            continue
        yield from _value(f"{place}.description", was[name].description, now[name].description)
        one, other = was[name].identity, now[name].identity
        yield from _value(f"{place}.identity", one, other, breaking=True)
    for name, fresh in now.items():
        if name not in was:
            detail = "bears identity" if fresh.identity else ""
            yield SchemaChange(
                kind="added", path=f"{path}.{name}", breaking=fresh.identity, detail=detail
            )


def _gone(path: str, successor: str | None) -> SchemaChange:
    detail = f"(its name now stands for {successor!r})" if successor else ""
    return SchemaChange(kind="removed", path=path, breaking=True, detail=detail)


def _value(path: str, was: Any, now: Any, *, breaking: bool = False) -> Iterator[SchemaChange]:
    if was != now:
        detail = f"{_shown(was)} → {_shown(now)}"
        yield SchemaChange(kind="changed", path=path, breaking=breaking, detail=detail)


def _list(
    path: str, was: Iterable[str], now: Iterable[str], lost: Breaks, gained: Breaks
) -> Iterator[SchemaChange]:
    """Yield each name of a list that is gone, then each that is new."""
    before, after = dict.fromkeys(was), dict.fromkeys(now)
    for name in before:
        if name not in after:
            yield SchemaChange(kind="removed", path=path, breaking=lost(name), detail=repr(name))
    for name in after:
        if name not in before:
            yield SchemaChange(kind="added", path=path, breaking=gained(name), detail=repr(name))


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None else repr(value)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


def _always(_: str) -> bool:
    return True


def _never(_: str) -> bool:
    return False
