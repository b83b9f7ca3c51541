"""Does an ontology hold together, and where does it not?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal

from openodke.model.frozen import FrozenModel
from openodke.ontology.term import LITERAL_RANGES, EntityType, Predicate
from openodke.ontology.vocabulary import folded

if TYPE_CHECKING:
    from openodke.ontology.schema import Ontology


_GUESSED_FROM = 500
"""How many names a guess is sought among: with more, a file full of problems would take minutes."""


class Diagnostic(FrozenModel):
    """One inconsistency: a stable `code`, the dotted `path` of its place, and what to do."""

    code: str
    path: str
    message: str
    severity: Literal["error", "warning"]

    def __str__(self) -> str:
        """Render as `severity: path: message [code]`."""
        return f"{self.severity}: {self.path}: {self.message} [{self.code}]"


def did_you_mean(word: str, options: Iterable[str]) -> str:
    """Return ` … did you mean 'x'?` for the closest option, or nothing when none is close."""
    close = get_close_matches(word, islice(options, _GUESSED_FROM), n=1)
    return f" … did you mean {close[0]!r}?" if close else ""


def diagnose(ontology: Ontology) -> list[Diagnostic]:
    """Return every inconsistency: the ontology's own, its types' and its predicates' in order."""
    return list(
        chain(
            _whole(ontology),
            *(_type(ontology, key, held) for key, held in ontology.types.items()),
            *(_predicate(ontology, key, held) for key, held in ontology.predicates.items()),
            _aliases("types", ontology.types),
            _aliases("predicates", ontology.predicates),
        )
    )


def _error(code: str, path: str, message: str) -> Diagnostic:
    return Diagnostic(code=code, path=path, message=message, severity="error")


def _warning(code: str, path: str, message: str) -> Diagnostic:
    return Diagnostic(code=code, path=path, message=message, severity="warning")


def _whole(ontology: Ontology) -> Iterator[Diagnostic]:
    if ontology.inferred and ontology.frozen_at is None:
        message = "this ontology was inferred from texts and nobody has reviewed and frozen it"
        yield _warning("unreviewed", "inferred", message)
    for cycle in ontology.cycles():
        members = ", ".join(map(repr, cycle))
        message = f"{members} inherit from each other, so each has the predicates of all"
        yield _warning("inheritance-cycle", f"types.{cycle[0]}.parents", message)


def _name(kind: str, key: str, name: str) -> Iterator[Diagnostic]:
    if name != key:
        message = f"the entry {key!r} is named {name!r}: make the two equal, or leave the name out"
        yield _error("name-mismatch", f"{kind}.{key}.name", message)


def _type(ontology: Ontology, key: str, held: EntityType) -> Iterator[Diagnostic]:
    yield from _name("types", key, held.name)
    for index, parent in enumerate(held.parents):
        if parent not in ontology.types:
            message = f"{parent!r} is no type{did_you_mean(parent, ontology.types)}"
            yield _error("unknown-parent", f"types.{key}.parents[{index}]", message)
    for index, name in enumerate(held.keys):
        path = f"types.{key}.keys[{index}]"
        declared = ontology.predicates.get(name)
        if declared is None:
            message = f"{name!r} is no predicate{did_you_mean(name, ontology.predicates)}"
            yield _error("unknown-key", path, message)
        elif not ontology.fits(key, declared.domain):
            message = f"{name!r} is said of {_listed(declared.domain)} only, so {key!r} has none"
            yield _error("key-outside-domain", path, message)


def _predicate(ontology: Ontology, key: str, held: Predicate) -> Iterator[Diagnostic]:
    path = f"predicates.{key}"
    yield from _name("predicates", key, held.name)
    yield from _domain(ontology, path, held)
    if held.range not in LITERAL_RANGES and held.range not in ontology.types:
        options = (*ontology.types, *sorted(LITERAL_RANGES))
        message = (
            f"{held.range!r} is no type and none of the literals "
            f"{', '.join(sorted(LITERAL_RANGES))}{did_you_mean(held.range, options)}"
        )
        yield _error("unknown-range", f"{path}.range", message)
    yield from _scope(path, held)
    yield from _inverse(ontology, key, held)


def _domain(ontology: Ontology, path: str, held: Predicate) -> Iterator[Diagnostic]:
    unknown = [name for name in held.domain if name not in ontology.types]
    if unknown and len(unknown) == len(held.domain):
        hint = did_you_mean(unknown[0], ontology.types)
        message = f"no type is named {_listed(unknown)}, so nothing can have this predicate{hint}"
        yield _error("unreachable-predicate", f"{path}.domain", message)
        return
    for index, name in enumerate(held.domain):
        if name not in ontology.types:
            message = f"{name!r} is no type{did_you_mean(name, ontology.types)}"
            yield _warning("unknown-domain", f"{path}.domain[{index}]", message)


def _scope(path: str, held: Predicate) -> Iterator[Diagnostic]:
    for index, name in enumerate(held.cardinality_scope):
        place = f"{path}.cardinality_scope[{index}]"
        declared = held.qualifiers.get(name)
        if declared is None:
            message = f"{name!r} is no qualifier of it{did_you_mean(name, held.qualifiers)}"
            yield _error("scope-undeclared-qualifier", place, message)
        elif not declared.identity:
            message = (
                f"{name!r} does not bear identity: two values that differ in it alone are one "
                "claim, so set `identity: true` on it or take it out of the scope"
            )
            yield _error("scope-not-identity", place, message)


def _inverse(ontology: Ontology, key: str, held: Predicate) -> Iterator[Diagnostic]:
    if held.symmetric:
        yield from _paired(ontology, key, key, f"predicates.{key}.symmetric")
    partner, path = held.inverse_of, f"predicates.{key}.inverse_of"
    if partner is None or (held.symmetric and partner == key):
        return
    if partner not in ontology.predicates:
        message = f"{partner!r} is no predicate{did_you_mean(partner, ontology.predicates)}"
        yield _error("unknown-inverse", path, message)
        return
    if ontology.inverses[partner] != key or held.symmetric:
        taken = key if held.symmetric else partner
        held_by = ontology.inverses[taken]
        message = f"{partner!r} is given, but {taken!r} has the inverse {held_by!r}"
        yield _error("inverse-not-mutual", path, message)
    yield from _paired(ontology, key, partner, path)


def _paired(ontology: Ontology, key: str, partner: str, path: str) -> Iterator[Diagnostic]:
    """Check that an edge on `key`, turned round, may be an edge on `partner`."""
    one, other = ontology.predicates[key], ontology.predicates[partner]
    values = [held for held in (one, other) if held.range in LITERAL_RANGES]
    if values:
        message = f"{values[0].name!r} takes values ({values[0].range}), which cannot be subjects"
        yield _error("inverse-not-edge", path, message)
    elif one.is_edge_in(ontology) and other.is_edge_in(ontology):
        ends = [((one.range,), other.domain), (one.domain, (other.range,))]
        for kinds, allowed in ends[:1] if key == partner else ends:
            misfits = [kind for kind in kinds if not _meets(ontology, kind, allowed)]
            if misfits:
                message = (
                    f"turned round, {key!r} puts {_listed(misfits)} where {partner!r} takes "
                    f"{_listed(allowed)}"
                )
                yield _error("inverse-domain-range", path, message)


def _meets(ontology: Ontology, kind: str, allowed: tuple[str, ...]) -> bool:
    """Tell whether something of this kind can be of an allowed one."""
    return not allowed or any(ontology.related(kind, other) for other in allowed)


def _aliases(kind: str, entries: Mapping[str, EntityType | Predicate]) -> Iterator[Diagnostic]:
    owners = {folded(name): name for name in reversed(tuple(entries))}
    for key, held in entries.items():
        for index, alias in enumerate(held.aliases):
            owner = owners.setdefault(folded(alias), key)
            if owner != key:
                message = (
                    f"{alias!r} already stands for {kind[:-1]} {owner!r}, and can for one only"
                )
                yield _error("duplicate-alias", f"{kind}.{key}.aliases[{index}]", message)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))
