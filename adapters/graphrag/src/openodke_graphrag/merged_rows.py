"""Which rows of a table become one, and what does that one say?"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from openodke.interop import is_verdict_key, whole_values, worst_values
from openodke_graphrag.cells import lists, texts
from openodke_graphrag.table_change import with_figures, with_lists, with_names, with_texts
from openodke_graphrag.table_file import ExportTable

_DESCRIPTION, _UNITS = "description", "text_unit_ids"

Groups = Mapping[int, Sequence[int]]
"""For each row that stays, by its index, the rows that go into it."""


def grouped(keys: Sequence[Hashable], renamed: Sequence[bool]) -> dict[int, list[int]]:
    """Return which rows go into which: those that have one key now, where one was renamed.

    The row that stays is the first whose key was its own before.
    """
    rows: dict[Hashable, list[int]] = {}
    for row, key in enumerate(keys):
        rows.setdefault(key, []).append(row)
    found = {}
    for held in rows.values():
        if len(held) > 1 and any(renamed[row] for row in held):
            stays = next((row for row in held if not renamed[row]), held[0])
            found[stays] = [row for row in held if row != stays]
    return found


def joined_rows(table: ExportTable, groups: Groups) -> ExportTable:
    """Return a table whose rows that stay say what those say that go into them.

    Descriptions stand one below the other, each once; text units are united and counted; weights
    are added up, as GraphRAG adds up those of one pair. The other rows are still there.
    """
    described = texts(table, _DESCRIPTION)
    table = _with_verdicts(table, groups, described)
    table = with_names(table, _DESCRIPTION, _changed(described, groups, _descriptions))
    units = lists(table, _UNITS)
    united = list(units)
    for row, others in groups.items():
        united[row] = list(dict.fromkeys(i for at in (row, *others) for i in units[at]))
    table = with_lists(table, _UNITS, united)
    frequency = texts(table, "frequency")
    for row in groups:
        frequency[row] = str(len(united[row])) if frequency[row] else ""
    table = with_figures(table, "frequency", frequency)
    return with_figures(table, "weight", _changed(texts(table, "weight"), groups, _sum))


def _changed(held: Sequence[str], groups: Groups, of: Callable[[Sequence[str]], str]) -> list[str]:
    new = list(held)
    for row, others in groups.items():
        new[row] = of([held[row], *(held[other] for other in others)])
    return new


def _descriptions(held: Sequence[str]) -> str:
    return "\n".join(dict.fromkeys(filter(None, held)))


def _sum(held: Sequence[str]) -> str:
    """Return the sum of some numbers; what is none stays as it is."""
    try:
        return str(sum(float(cell) for cell in held if cell)) if any(held) else ""
    except ValueError:
        return held[0]


def _with_verdicts(table: ExportTable, groups: Groups, described: Sequence[str]) -> ExportTable:
    """Return the rows that stay with what is known of all that go into them.

    Of one description it is the verdict on all of its texts; where there are several, the least
    favourable, as for the sentences of one.
    """
    names = [name for name in table.data.column_names if is_verdict_key(name)]
    columns = {name: texts(table, name) for name in names}
    if not columns:
        return table
    for row, others in groups.items():
        every = (row, *others)
        said = [{name: columns[name][at] for name in names if columns[name][at]} for at in every]
        one = len({described[at] for at in every}) == 1
        values = whole_values(said) if one else worst_values(said)
        for name in names:
            columns[name][row] = values.get(name, "")
    for name, cells in columns.items():
        table = with_texts(table, name, [cell or None for cell in cells])
    return table
