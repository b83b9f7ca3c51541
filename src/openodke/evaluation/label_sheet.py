"""Which claims is a person to label, and what do they have to see of each?"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from openodke.errors import InputError
from openodke.evaluation.named_documents import NamedDocuments
from openodke.ground import ground_record
from openodke.model import Document, Fact, GroundingVerdict
from openodke.model.keys import CLAIM

COLUMNS = (
    "id", "label", "kind", "doc", "subject", "predicate", "object", "claim", "passage",
)  # fmt: skip
SEED = 1
_FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d.,]*$)")
_AROUND = 1500  # characters of a text shown on either side of a span, or twice of its beginning


def drawn(
    facts: Sequence[Fact],
    n: int,
    *,
    verdicts: Collection[GroundingVerdict] = (),
    seed: int = SEED,
) -> list[Fact]:
    """Return `n` facts drawn by chance, or all if there are fewer, in their order.

    `verdicts` draws among the facts with one of these alone. The same seed draws the same.

    Raises:
        InputError: for fewer than one, when two facts have one id, and when there is none to draw.
    """
    if n < 1:
        raise InputError(f"n={n}: draw one claim or more")
    among = [fact for fact in facts if not verdicts or fact.verdict in verdicts]
    if not among:
        raise InputError("there is no such claim to label")
    if len({fact.id for fact in facts}) < len(facts):
        raise InputError("two facts have one id, so that a label could be of either: give ids")
    chosen = set(random.Random(seed).sample(range(len(among)), min(n, len(among))))
    return [fact for at, fact in enumerate(among) if at in chosen]


def write_claim_sheet(
    facts: Iterable[Fact], path: str | Path, documents: Iterable[Document] = ()
) -> int:
    """Write facts as a CSV table with an empty column `label`; return how many.

    `passage` holds the text around the claim's span, where its document is given. The verdict is
    not shown: a label is to be a second opinion. The table, filled in, is a file of labels. It
    opens with a byte-order mark, without which a spreadsheet takes ö for two letters.
    """
    named = NamedDocuments(documents)
    count = 0
    with Path(path).open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        for fact in facts:
            writer.writerow(_row(fact, named))
            count += 1
    return count


def _row(fact: Fact, named: NamedDocuments) -> dict[str, str]:
    doc_id = next((held.doc_id for held in fact.evidence), _looked_at(fact))
    cells = {
        "id": fact.id,
        "label": "",
        "kind": "",
        "doc": doc_id,
        "subject": fact.subject.name,
        "predicate": fact.predicate,
        "object": fact.object_name,
        "claim": str(fact.qualifiers.get(CLAIM) or ""),
        "passage": _passage(fact, named.find(doc_id)) if doc_id else "",
    }
    return {name: _inert(cell) for name, cell in cells.items()}


def _inert(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: its text is from anywhere."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _looked_at(fact: Fact) -> str:
    """Return the document that the verdict was given on, of a fact that cites none any more."""
    places = ground_record(fact).get("looked_at") or ()
    return str(places[0]).rpartition(":")[0] if places else ""


def _passage(fact: Fact, doc: Document | None) -> str:
    if doc is None:
        return ""
    span = next((held.span for held in fact.evidence if held.span), None)
    is_whole = span is None or (span.start <= 0 and span.end >= len(doc.text))
    if span is None or is_whole:
        return doc.text[: 2 * _AROUND]
    return doc.text[max(0, span.start - _AROUND) : span.end + _AROUND]
