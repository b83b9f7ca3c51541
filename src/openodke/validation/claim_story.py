"""What was decided about one claim, and why, in the order in which it was decided?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from openodke.ground import ground_record, reason_of
from openodke.interop.item_verdict import looked_at
from openodke.model import EntityLink, Fact, Support
from openodke.model.keys import (
    CHECK,
    CLAIM,
    CONFLICT,
    DERIVED,
    NEAR_DUPLICATES,
    QUOTE,
    REVIEW,
    ROWS,
    SCORE,
    WIDEN,
)
from openodke.validation.row_changes import ends_of, renamed, respelled

Links = dict[str, list[EntityLink]]
"""What a resolver says of a key, by each of the two keys that a link joins."""

_WIDTH = 10
_OURS = "doc:urn:odke:"  # the source of a text that has no address but the one an adapter gives it
_HASH = 8  # characters that are shown of what tells such a text from another
_CHUNK = re.compile(r"#\d+$")


def links_by_key(links: Iterable[EntityLink]) -> Links:
    """Return the links that name a key, by the key, in order."""
    found: Links = {}
    for link in links:
        for key in dict.fromkeys((link.source_key, link.target_key)):
            found.setdefault(key, []).append(link)
    return found


def rows_of(fact: Fact) -> tuple[str, ...]:
    """Return the ids of the rows behind a claim; a derived one has none of its own."""
    held = fact.qualifiers.get(ROWS)
    if held is not None:
        return tuple(map(str, held))
    return () if DERIVED in fact.qualifiers else (fact.id,)


def said(fact: Fact) -> str:
    """Return what a fact says, on one line."""
    denied = "" if fact.polarity.value == "asserted" else f" [{fact.polarity.value}]"
    return f"{fact.subject.name} —{fact.predicate}→ {fact.object_name}{denied}"


def row_story(row: Fact, links: Links) -> Iterator[str]:
    """Yield what was decided about a row: its own verdict, its values and its names.

    `row` has what the stages after grounding made of it (`with_changes`).
    """
    yield _line("row", f"{row.id}: {said(row)}")
    if CLAIM in row.qualifiers:
        yield _line("", f"stated as: {row.qualifiers[CLAIM]}")
    yield from _grounding(row)
    for field, spellings, value in respelled(row):
        yield _line("spelled", f"{field} {', '.join(map(repr, spellings))} as {value!r}")
    for before, after in renamed(row):
        yield _line("resolved", f"{before.name} ({before.key}) is {after.name} ({after.key})")
    held = (link for end in ends_of(row).values() for link in links.get(end.key, ()))
    yield from dict.fromkeys(map(_link, held))


def claim_story(claim: Fact, *, refused: bool) -> Iterator[str]:
    """Yield what was decided about a claim once its rows were merged; `refused` by the gate."""
    rows = rows_of(claim)
    if DERIVED in claim.qualifiers:
        yield _line("derived", f"{claim.id}: {said(claim)}, {claim.qualifiers[DERIVED]['rule']}")
    if len(rows) > 1:
        yield _line("merged", f"{', '.join(rows)} are one claim: {said(claim)}")
    sources = ", ".join(map(_source, claim.supported_by))
    yield _line("support", f"{claim.support}" + (f": {sources}" if sources else ""))
    for group in claim.qualifiers.get(NEAR_DUPLICATES) or ():
        yield _line("copies", f"{', '.join(map(str, group))} are one text, and count once")
    yield from _contest(claim)
    score = claim.qualifiers.get(SCORE)
    inputs = "" if score is None else " from " + ", ".join(f"{k} {v}" for k, v in score.items())
    yield _line("score", f"{claim.confidence:.4f}{inputs}")
    yield gate_line(claim, refused=refused)


def gate_line(fact: Fact, *, refused: bool) -> str:
    """Return what the gate said, and why a person should look at the fact."""
    twice = f"{fact.verdict.value}: {fact.verdict.value}"  # a model's reason is its verdict
    why = str(fact.qualifiers.get(REVIEW) or "").replace(twice, fact.verdict.value)
    return _line("gate", ("refused" if refused else "written") + (f": {why}" if why else ""))


def _source(entry: Support) -> str:
    """Return a source as a person knows it: of an address of our own the documents, it cut short.

    Whole it is in the files of the run.
    """
    if not entry.source.startswith(_OURS) or not entry.doc_ids:
        return entry.source
    documents = dict.fromkeys(_CHUNK.sub("", doc_id) for doc_id in entry.doc_ids)
    own = entry.source.removeprefix("doc:")
    start = own.rindex(":") + 1 + _HASH
    return f"{', '.join(documents)} ({own if len(own) <= start + 1 else own[:start] + '…'})"


def _grounding(row: Fact) -> Iterator[str]:
    if QUOTE in row.qualifiers:
        yield _line("quoted", f"as {row.qualifiers[QUOTE]!r}, which its text holds otherwise")
    check = row.qualifiers.get(CHECK)
    if check:
        yield _line("check", f"{check['check']}: {check['reason']}")
    record = ground_record(row)
    where = ", ".join(looked_at(row)) or "no text"
    judge = record.get("grounder") or "nobody"
    asked = ", ".join(str(record[key]) for key in ("model", "prompt") if record.get(key))
    suspicion = record.get("suspicion")
    doubt = "" if suspicion is None else f", suspicion {suspicion}"
    reason = reason_of(row) or "no reason"
    why = "" if reason == row.verdict.value else f": {reason}"  # a model's reason is its verdict
    yield _line(
        "grounded",
        f"{row.verdict.value}{why}, by {judge}{f' ({asked})' if asked else ''} on {where}{doubt}",
    )
    if record.get("seen"):
        yield _line("seen", ", ".join(map(str, record["seen"])))
    wide = row.qualifiers.get(WIDEN)
    if wide:
        yield _line("widened", f"asked once more on {_span(wide['to'])}: {wide['verdict']}")


def _span(offsets: Iterable[object]) -> str:
    return "-".join(map(str, offsets))


def _contest(claim: Fact) -> Iterator[str]:
    conflict = claim.qualifiers.get(CONFLICT)
    if not conflict:
        return
    yield _line("contest", f"{conflict.get('status', '')}: {conflict.get('reason', '')}")
    against = conflict.get("contradicted_in")
    if against:
        yield _line("against", f"{', '.join(map(str, against))}: no source, it says otherwise")


def _link(link: EntityLink) -> str:
    score = "" if link.score is None else f" {link.score}"
    pair = f"{link.kind.value} {link.source_key} {link.target_key}{score}"
    return _line("link", f"{pair}: {link.reason or 'no reason given'}")


def _line(what: str, text: str) -> str:
    return f"{what:<{_WIDTH}}{' '.join(text.splitlines())}"  # a name may hold an end of line
