"""How does what `odke ontology` finds in a file read?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from openodke.cli.columns import in_columns
from openodke.cli.ontology_file import OntologyFile
from openodke.ontology import Diagnostic, Ontology, SchemaChange


def findings_lines(file: OntologyFile, found: Sequence[Diagnostic]) -> list[str]:
    """Return the report on a file: what is wrong with it, then how much it holds."""
    rows = [(one.severity, one.path, one.message) for one in found]
    tally = Counter(one.severity for one in found)
    counts = ", ".join(_counted(count, severity) for severity, count in tally.items())
    return [*in_columns(rows), f"{_size(file)}: {counts or 'no problems'}"]


def change_lines(old: Ontology, new: Ontology, changes: Sequence[SchemaChange]) -> list[str]:
    """Return the report on two ontologies: the changes, then how many of them break."""
    rows = [("breaking" if one.breaking else "", one.kind, one.path, one.detail) for one in changes]
    breaking = sum(one.breaking for one in changes)
    counts = f"{_counted(len(changes), 'change')}, {breaking or 'none'} breaking"
    return [
        *in_columns(rows),
        f"{old.name} {old.version} → {new.name} {new.version}: {counts if changes else 'the same'}",
    ]


def type_rows(held: Ontology) -> list[dict[str, object]]:
    """Return each type with its parents, keys, aliases and the number of its predicates."""
    said: dict[str, set[str]] = {}
    everywhere = {name for name, one in held.predicates.items() if not one.domain}
    for name, one in held.predicates.items():
        for kind in one.domain:
            said.setdefault(kind, set()).add(name)
    return [
        {
            "name": name,
            "parents": list(one.parents),
            "keys": list(one.keys),
            "aliases": list(one.aliases),
            "predicates": len(everywhere.union(*(said.get(k, ()) for k in held.lineage(name)))),
        }
        for name, one in held.types.items()
    ]


def type_lines(file: OntologyFile) -> list[str]:
    """Return the table of a file's types."""
    heading = ("TYPE", "PREDICATES", "PARENTS", "KEYS", "ALIASES")
    rows = [
        (
            str(row["name"]),
            str(row["predicates"]),
            *(_joined(row[key]) for key in ("parents", "keys", "aliases")),
        )
        for row in type_rows(file.held)
    ]
    return [*in_columns([heading, *rows] if rows else []), _size(file)]


def _size(file: OntologyFile) -> str:
    types, predicates = len(file.held.types), len(file.held.predicates)
    return f"{file.path}: {_counted(types, 'type')}, {_counted(predicates, 'predicate')}"


def _joined(names: object) -> str:
    return ", ".join(names) if isinstance(names, Iterable) else ""


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
