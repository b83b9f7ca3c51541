"""What is said of an item by the verdicts on its rows, and in which columns?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from openodke.errors import InputError
from openodke.ground import ground_record, reason_of
from openodke.interop import deciding, representative
from openodke.model import CHECK, SCORE, Fact, GroundingVerdict
from openodke_graphrag.export import Export
from openodke_graphrag.row_place import KINDS, RowPlace

COLUMNS = ("odke_verdict", "odke_reason", "odke_evidence", "odke_support", "odke_confidence")
"""The columns added to relationships, entities and covariates, all of text."""


@dataclass(frozen=True, slots=True)
class ItemVerdict:
    """What is written beside one item; None leaves a cell empty."""

    verdict: str
    reason: str | None = None
    evidence: str | None = None
    support: str | None = None
    confidence: str | None = None


def with_columns(
    export: Export, facts: Iterable[tuple[RowPlace, Fact]], left_out: Mapping[tuple[str, int], str]
) -> Export:
    """Return the export with COLUMNS in each table of claims, replaced where they are there.

    `left_out` holds the reason code of each item that gave no row. An item of which nothing is
    known has empty cells.

    Raises:
        InputError: for a fact of an item that the export does not have.
    """
    rows: dict[str, dict[int, list[Fact]]] = {kind: defaultdict(list) for kind in KINDS}
    for place, fact in facts:
        rows[place.kind][place.index].append(fact)
    for kind, name in KINDS.items():
        data = export.table(name)
        _check_places(kind, rows[kind], 0 if data is None else data.num_rows)
        if data is not None:
            said = [_said(rows[kind].get(i), left_out.get((kind, i))) for i in range(data.num_rows)]
            export = export.with_table(name, with_verdicts(data, said))
    return export


def _check_places(kind: str, rows: Mapping[int, list[Fact]], count: int) -> None:
    last = max(rows, default=-1)
    if last >= count:
        raise InputError(
            f"the fact {rows[last][0].id!r} is of another export: this one has {count} items of "
            f"the kind {kind!r}"
        )


def _said(facts: list[Fact] | None, code: str | None) -> ItemVerdict | None:
    if facts:
        return whole(facts)
    return ItemVerdict(GroundingVerdict.UNCHECKED.value, code) if code else None


def whole(parts: list[Fact]) -> ItemVerdict:
    """Return the verdict of an item from those of its rows.

    The reason is that of the row that speaks for the item (see `representative`).
    """
    decisive, speaker = deciding(parts), representative(parts)
    places = dict.fromkeys(place for part in decisive for place in looked_at(part))
    support = max(part.support for part in parts)
    merged = support > 1 or any(part.supported_by for part in parts)
    scored = [part.confidence for part in decisive if SCORE in part.qualifiers]
    return ItemVerdict(
        verdict=speaker.verdict.value,
        reason=reason(speaker),
        evidence="|".join(places) or None,
        support=str(support) if merged else None,
        confidence=str(max(scored)) if scored else None,
    )


def reason(fact: Fact) -> str | None:
    """Return the code of the reason for a fact's verdict, None where nobody gave one."""
    check = fact.qualifiers.get(CHECK)
    return str(check["check"]) if check else reason_of(fact) or None


def looked_at(fact: Fact) -> Iterator[str]:
    """Yield `doc:start-end` for what was looked at, or else for the spans the fact cites."""
    places = ground_record(fact).get("looked_at")
    if places:
        yield from map(str, places)
        return
    for evidence in fact.evidence:
        if evidence.span is not None:
            yield f"{evidence.span.doc_id}:{evidence.span.start}-{evidence.span.end}"


def with_verdicts(data: Any, said: list[ItemVerdict | None]) -> Any:
    """Return a table with COLUMNS: what is said of each row, nothing where that is None."""
    fields = ("verdict", "reason", "evidence", "support", "confidence")
    for column, field in zip(COLUMNS, fields, strict=True):
        cells = [None if item is None else getattr(item, field) for item in said]
        values = pa.array(cells, pa.string())
        if column in data.column_names:
            data = data.set_column(data.column_names.index(column), column, values)
        else:
            data = data.append_column(column, values)
    return data
