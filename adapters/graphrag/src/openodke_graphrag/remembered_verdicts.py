"""What does the sidecar say of claims that were judged before?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openodke.model import GROUND, Document, Fact, GroundingVerdict
from openodke_graphrag.cells import lists, texts
from openodke_graphrag.run_folder import SIDECAR
from openodke_graphrag.table_file import ExportTable

_VERDICTS = frozenset(GroundingVerdict)


@dataclass(frozen=True, slots=True)
class RememberedVerdict:
    """One row of the sidecar.

    Attributes:
        verdict: what was found.
        reason: its code.
        suspicion: in [0, 1], None where nobody gave one.
        spans: `start-end` of what was looked at, half-open.
        seen: the signals.
        grounder: who judged, with a version.
        model: the model that was asked, "" for none.
        prompt: the key of the prompt, "" for none.
        openodke: the version of openodke that judged.
    """

    verdict: GroundingVerdict
    reason: str
    suspicion: float | None
    spans: tuple[str, ...]
    seen: tuple[str, ...]
    grounder: str
    model: str
    prompt: str
    openodke: str

    def on(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact with this verdict; the text is the same, its document's id may not be."""
        record = {
            "grounder": self.grounder,
            "model": self.model or None,
            "prompt": self.prompt or None,
            "reason": self.reason,
            "suspicion": self.suspicion,
            "seen": list(self.seen),
            "looked_at": [f"{doc.id}:{span}" for span in self.spans],
        }
        qualifiers = {**fact.qualifiers, GROUND: record}
        return fact.model_copy(update={"qualifiers": qualifiers, "verdict": self.verdict})


def read_verdicts(data: Any) -> Iterator[tuple[str, RememberedVerdict]]:
    """Yield what the rows of a sidecar say, by their keys.

    A row without a key or a judge, as an older form of the table has them, is passed over.
    """
    table = ExportTable(Path(f"{SIDECAR}.parquet"), data)
    keys = texts(table, "claim_sha256")
    columns = {
        name: texts(table, name)
        for name in (
            "verdict", "reason", "suspicion", "evidence", "grounder", "model", "prompt", "openodke",
        )
    }  # fmt: skip
    seen = lists(table, "seen")
    for row, key in enumerate(keys):
        verdict = columns["verdict"][row]
        if not key or verdict not in _VERDICTS or not columns["grounder"][row]:
            continue
        evidence = filter(None, columns["evidence"][row].split("|"))
        yield (
            key,
            RememberedVerdict(
                verdict=GroundingVerdict(verdict),
                reason=columns["reason"][row],
                suspicion=_number(columns["suspicion"][row]),
                spans=tuple(place.rpartition(":")[2] for place in evidence),
                seen=tuple(seen[row]),
                grounder=columns["grounder"][row],
                model=columns["model"][row],
                prompt=columns["prompt"][row],
                openodke=columns["openodke"][row],
            ),
        )


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None
