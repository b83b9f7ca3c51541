"""How is a claim explained from what a run wrote, without running anything again?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from os import PathLike

from openodke.errors import InputError
from openodke.gate import REFUSED_FILE
from openodke.interop.output import FACTS, LINKS, REPORT, ROWS_FILE
from openodke.model import EntityLink, Fact
from openodke.validation.claim_search import Named, Wanted, named, wholly_named
from openodke.validation.claim_story import (
    claim_story,
    gate_line,
    links_by_key,
    row_story,
    rows_of,
)
from openodke.validation.row_changes import ends_of
from openodke.validation.run_record import RecordLine, RunRecord, picked

_SHOWN = 10


def recorded_story(folder: str | PathLike[str], words: str, *, as_json: bool = False) -> str:
    """Return everything that was decided about one claim and why, in order, a line each.

    It is read from the folder that `odke validate -o` or `odke ground -o` wrote, in the time that
    it takes to read its files once.

    Args:
        folder: the folder.
        words: the id of a fact or a row, a beginning of it that no other id has, or words that the
            claim's subject, predicate and object hold.
        as_json: return a JSON object instead: `rows`, `links`, `claim` and `refused`, each fact and
            link whole, as the folder's files hold it; `claim` is null where nothing was merged.

    Raises:
        InputError: when the folder is none, or lacks a file; when several claims are meant, with a
            list of them; when none is, with those that are near.
    """
    record = RunRecord(folder)
    record.require(*record.row_files)
    if record.command == "validate":
        record.require(FACTS, REFUSED_FILE, LINKS, REPORT)
    teller = _Dumper(record) if as_json else _Teller(record)
    return teller.told(words.strip())


class _Teller:
    """Finds a claim among what a run wrote, and tells its story."""

    _between = "\n\n"  # the stories of two rows of one id

    def __init__(self, record: RunRecord) -> None:
        self._record = record
        self._merges = record.command == "validate"

    def told(self, words: str) -> str:
        if not words:
            raise InputError("which claim? Name its id, or words such as its subject and predicate")
        rows = self._rows_beginning(words)
        claims = self._claims_beginning(words)
        exact = [line for line in rows if line.id == words]
        if exact:
            return self._between.join(map(self._row, exact))
        exact = [line for line in claims if line.id == words]
        if exact:
            return self._claim(exact[0])
        by_id = {line.id: line for line in (*claims, *rows)}
        by_words = [own for own in self._by_words(Wanted(words)) if own.id not in by_id]
        whole = wholly_named(by_words, words)
        by_words = whole if len(whole) == 1 else by_words
        if len(by_id) == 1 and not by_words:
            (line,) = by_id.values()
            return self._row(line) if rows else self._claim(line)
        if len(by_words) == 1 and not by_id:
            return self._whole(by_words[0].id)
        if by_id or by_words:
            found = [*map(named, by_id.values()), *by_words]
            raise InputError(_listed(f"{words!r} fits {len(found)} claims; name one:", found))
        raise InputError(self._unknown(words))

    def _rows_beginning(self, words: str) -> list[RecordLine]:
        return picked(self._record.rows(), lambda own: own.startswith(words))

    def _claims_beginning(self, words: str) -> list[RecordLine]:
        if not self._merges:
            return []
        return picked(self._record.claims(), lambda own: own.startswith(words))

    def _by_words(self, wanted: Wanted) -> list[Named]:
        """Return the claims that the words fit: as they were merged, or as a row has them."""
        for look in (wanted.among, wanted.folded_among):
            found = look(self._record.rows())
            if self._merges:
                owners = self._record.owners() if found else {}
                claims = {claim.id: claim for claim in look(self._record.claims())}
                for row in found:
                    own = owners.get(row.id, row.id)
                    claims.setdefault(own, row._replace(id=own))
                found = list(claims.values())
            if found:
                return found
        return []

    def _unknown(self, words: str) -> str:
        lines = self._record.claims() if self._merges else self._record.rows()
        near = Wanted(words).near(lines)
        missing = f"{self._record.folder}: no claim has the id {words!r}, or these words"
        if not near:
            return missing + ("" if any(self._record.rows()) else ": there were no claims")
        return _listed(f"{missing}; near it:", near)

    def _whole(self, own: str) -> str:
        """Return the story of a claim with all of its rows, of a run without merges of the row."""
        if not self._merges:
            return self._row(picked(self._record.rows(), own.__eq__)[0])
        found = picked(self._record.claims(), own.__eq__)
        return self._claim(found[0]) if found else self._row(_only(self._record, own))

    def _row(self, line: RecordLine) -> str:
        if not self._merges:
            return self._told([line], None)
        owner = self._record.owners().get(line.id)
        held = picked(self._record.claims(), lambda own: own == owner)
        return self._told([line], held[0] if held else None)

    def _claim(self, line: RecordLine) -> str:
        owners = self._record.owners()
        ids = [row for row in rows_of(line.fact()) if owners.get(row) == line.id]
        at = {own: number for number, own in enumerate(ids)}
        rows = picked(self._record.rows(), at.__contains__)
        rows.sort(key=lambda row: at[row.id])
        return self._told(rows, line)

    def _told(self, lines: Sequence[RecordLine], claim: RecordLine | None) -> str:
        """Return what is told of rows and the claim that they went into, where they were merged."""
        rows = [line.fact() for line in lines]
        links = links_by_key(self._links(rows))
        told = [line for row in rows for line in row_story(row, links)]
        if claim is not None:
            told.extend(claim_story(claim.fact(), refused=_is_refused(claim)))
        elif not self._merges and self._record.is_gated:
            told.append(gate_line(rows[0], refused=_is_refused(lines[0])))
        return "\n".join(told)

    def _links(self, rows: Sequence[Fact]) -> Iterator[EntityLink]:
        """Yield the links that name an end of one of the rows."""
        if self._merges:
            keys = {end.key for row in rows for end in ends_of(row).values()}
            yield from self._record.links(keys)


class _Dumper(_Teller):
    """Finds a claim among what a run wrote, and hands it out as JSON, a line each."""

    _between = "\n"

    def _told(self, lines: Sequence[RecordLine], claim: RecordLine | None) -> str:
        links = self._links([line.fact() for line in lines])
        gated = claim or (lines[0] if self._record.is_gated else None)
        held = {
            "rows": [line.data() for line in lines],
            "links": [link.model_dump(mode="json") for link in links],
            "claim": claim and claim.data(),
            "refused": None if gated is None else _is_refused(gated),
        }
        return json.dumps(held, ensure_ascii=False)


def _only(record: RunRecord, own: str) -> RecordLine:
    found = picked(record.rows(), own.__eq__)
    if not found:
        raise InputError(f"{record.folder / ROWS_FILE}: lacks the row {own!r}: was it changed?")
    return found[0]


def _is_refused(line: RecordLine) -> bool:
    return line.path.name == REFUSED_FILE


def _listed(opening: str, found: Sequence[Named]) -> str:
    more = len(found) - _SHOWN
    lines = [f"  {claim}" for claim in found[:_SHOWN]]
    return "\n".join([opening, *lines, *([f"  … and {more} more"] if more > 0 else [])])
