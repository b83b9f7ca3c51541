"""What did a run find, in numbers that add up and the few claims worth reading first?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from openodke.ground.claim_texts import claim_key, missing_parts
from openodke.ground.stamp import ground_record, reason_of, suspicion_of
from openodke.interop.claim_verdicts import ClaimVerdicts
from openodke.model import Document, Fact, GroundingVerdict
from openodke.model.keys import CHECK, CLAIM

SCHEMA_VERSION = "1.0"
"""The version of `summary.json`."""

EXAMPLES = 5
"""Claims shown of each kind; the counts are of all."""

_REFUSING = (GroundingVerdict.CONTRADICTED, GroundingVerdict.NOT_FOUND)
_ORIGINS = ("cited", "located", "context", "none")
_CHECKS = ("not_in_text", "predicate", "domain", "range")
_NOTHING_SEEN = frozenset({"", "no_source", "no_text", "text_mismatch", "not_a_claim"})
_SENTENCE = 240  # characters of a sentence shown
_NAME = 80  # characters of a name shown


@dataclass(frozen=True)
class Example:
    """One claim worth reading.

    Attributes:
        claim: subject, predicate and object, with the verdict and the document.
        reason: the code of the verdict's reason.
        stated: the sentence in which the graph states the claim, "" for none.
        text: the sentence of the text that was looked at, "" where nothing was found in it.
    """

    claim: str
    reason: str = ""
    stated: str = ""
    text: str = ""

    def __str__(self) -> str:
        """Return the claim's line."""
        return self.claim


@dataclass(frozen=True)
class FailureShape:
    """One way to fail: how many claims, and the first few."""

    count: int = 0
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class GroundSummary:
    """The counts of one grounding run. Source: the grounding page.

    Attributes:
        rows: claims read, one a row.
        facts: claims handed back: as many as rows, whatever was found.
        dry_run: whether only the free checks were made.
        grounder: who gave the verdicts.
        verdicts: how many facts have each of the four verdicts.
        reasons: how many facts have each reason code, most first.
        refused: what the free checks refused: `not_in_text`, `predicate`, `domain`, `range`.
        no_span: claims that cite no span of their own.
        spans: `n`, and how many claims rest on a span that was `cited`, `located`, `context` (the
            whole text) or `none`.
        claims: for each kind of item of a native object, `n` and how many have each verdict, an
            item's being that of its rows together; empty for rows that have no such place.
        matching: how rows found their text (see RowConverter.stats).
        malformed_rows: how many rows and lines could not be read.
        malformed: what is wrong with them, a line each; a row may have several things wrong.
        left_out: items of the native object that are no claim, a line each with its reason code.
        mismatch: a sentence where texts and graph do not belong together, else "".
        unsupported: the claims that the text does not make.
        suspicious: the most suspicious of the claims that were not refuted.
    """

    rows: int = 0
    facts: int = 0
    dry_run: bool = False
    grounder: str = ""
    verdicts: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    no_span: int = 0
    spans: dict[str, int] = field(default_factory=dict)
    claims: dict[str, dict[str, int]] = field(default_factory=dict)
    matching: dict[str, Any] = field(default_factory=dict)
    malformed_rows: int = 0
    malformed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    mismatch: str = ""
    unsupported: FailureShape = FailureShape()
    suspicious: tuple[Example, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there was no claim at all, which is `no_claims` and never a pass."""
        return self.facts == 0

    def to_json(self) -> dict[str, Any]:
        """Return the summary as `summary.json` holds it."""
        status = "no_claims" if self.is_empty else "ok"
        return {"schema_version": SCHEMA_VERSION, "status": status, **asdict(self)}

    def render(self) -> str:
        """Return the summary as the terminal shows it."""
        from openodke.interop.summary_text import rendered

        return rendered(self)

    def __str__(self) -> str:
        """Return what `render` returns."""
        return self.render()


class SummaryCounter:
    """Counts settled facts one by one, and keeps the few worth reading."""

    def __init__(self, *, by_item: bool = False) -> None:
        """Start at zero; `by_item` counts the items of a native object by their rows together."""
        self._by_item = by_item
        self._facts = 0
        self._verdicts = Counter({verdict.value: 0 for verdict in _SHOWN_ORDER})
        self._reasons: Counter[str] = Counter()
        self._refused = Counter(dict.fromkeys(_CHECKS, 0))
        self._spans = Counter(dict.fromkeys(_ORIGINS, 0))
        self._claims = ClaimVerdicts()
        self._unsupported: dict[str, Fact] = {}
        self._suspicious: dict[str, Fact] = {}

    def add(self, fact: Fact) -> None:
        """Count one fact."""
        self._facts += 1
        self._verdicts[fact.verdict.value] += 1
        self._count_reason(fact)
        origin = _origin(fact)
        self._spans[origin] += 1
        if self._by_item:
            self._claims.add(fact.id, fact.verdict)
        if fact.verdict in _REFUSING:
            if len(self._unsupported) < EXAMPLES:
                self._unsupported.setdefault(_claim(fact), fact)
        elif reason_of(fact) not in _NOTHING_SEEN:
            self._rank(fact)

    def _count_reason(self, fact: Fact) -> None:
        check = fact.qualifiers.get(CHECK)
        if check:
            self._refused[check["check"]] += 1
            return
        record = ground_record(fact)
        if record:
            self._reasons[str(record["reason"])] += 1
        if fact.verdict is GroundingVerdict.NOT_FOUND and _is_by_span_check(fact):
            self._refused["not_in_text"] += 1

    def _rank(self, fact: Fact) -> None:
        """Keep the most suspicious claims, each once, the earlier of two alike."""
        held = self._suspicious
        claim = _claim(fact)
        if claim in held:
            if suspicion_of(fact) > suspicion_of(held[claim]):
                held[claim] = fact
        elif len(held) < EXAMPLES:
            held[claim] = fact
        else:
            least = min(reversed(held), key=lambda key: suspicion_of(held[key]))
            if suspicion_of(fact) > suspicion_of(held[least]):
                del held[least]
                held[claim] = fact

    def finish(self, find: Callable[[str], Document | None], **rest: Any) -> GroundSummary:
        """Return the summary; `find` gives a document by id, `rest` are the fields not counted."""
        matching = rest.get("matching", {})
        cited = matching.get("cited", 0) + matching.get("quoted", 0)
        refused = sum(self._verdicts[verdict.value] for verdict in _REFUSING)
        worst = sorted(self._suspicious.values(), key=suspicion_of, reverse=True)
        return GroundSummary(
            rows=self._facts,
            facts=self._facts,
            verdicts=dict(self._verdicts),
            reasons=dict(self._reasons.most_common()),
            refused=dict(self._refused),
            no_span=self._facts - cited,
            spans={"n": self._facts, **self._spans},
            claims=self._claims.counts(),
            unsupported=FailureShape(
                refused, tuple(_example(fact, find) for fact in self._unsupported.values())
            ),
            suspicious=tuple(_example(fact, find) for fact in worst),
            **rest,
        )


_SHOWN_ORDER = (
    GroundingVerdict.SUPPORTED,
    GroundingVerdict.CONTRADICTED,
    GroundingVerdict.NOT_FOUND,
    GroundingVerdict.UNCHECKED,
)


def claim_line(fact: Fact) -> str:
    """Return `<subject> —<predicate>→ <object>  [<verdict>, <document>]`."""
    obj = fact.object_entity
    shown = obj.name if obj else str(fact.object_value)
    names = (_cut(name, _NAME) for name in (fact.subject.name, fact.predicate, shown))
    ends = "{} —{}→ {}".format(*names)
    doc_id = _cut(_document(fact), _NAME)
    return f"{ends}  [{fact.verdict.value}, {doc_id}]"


def _document(fact: Fact) -> str:
    """Return the document of the claim: cited, or looked at where the citation was dropped."""
    if fact.evidence:
        return fact.evidence[0].doc_id
    looked_at = ground_record(fact).get("looked_at") or ("no document",)
    return str(looked_at[0]).rpartition(":")[0] or str(looked_at[0])


def _claim(fact: Fact) -> str:
    """Return what tells one claim from another, whatever the text."""
    return claim_key(fact.id) or fact.id


def _why(fact: Fact) -> str:
    """Return the reason code, with the values of the claim that stand nowhere."""
    missing = missing_parts(ground_record(fact).get("seen", ()))
    values = sorted(s.removeprefix("value:") for s in missing if s.startswith("value:"))
    reason = reason_of(fact)
    shown = values and reason in ("value_absent", "unit_mismatch")
    return f"{reason} ({', '.join(values)})" if shown else reason


def _is_by_span_check(fact: Fact) -> bool:
    return str(ground_record(fact).get("grounder", "")).startswith("span")


def _origin(fact: Fact) -> str:
    span = next((e for e in fact.evidence if e.span is not None), None)
    return span.span_origin.value if span else "none"


def _example(fact: Fact, find: Callable[[str], Document | None]) -> Example:
    stated = fact.qualifiers.get(CLAIM)
    return Example(
        claim_line(fact),
        _why(fact),
        _cut(stated) if isinstance(stated, str) else "",
        _sentences(fact, find),
    )


def _sentences(fact: Fact, find: Callable[[str], Document | None]) -> str:
    """Return the sentences looked at; "" where the whole text was looked at in vain."""
    if fact.verdict in _REFUSING:
        return ""
    shown = []
    for place in ground_record(fact).get("looked_at", ()):
        doc_id, _, offsets = str(place).rpartition(":")
        start, _, end = offsets.partition("-")
        doc = find(doc_id)
        if doc and (int(start), int(end)) != (0, len(doc.text)):
            shown.append(_cut(doc.text[int(start) : int(end)]))
    return " … ".join(shown)


def _cut(text: str, longest: int = _SENTENCE) -> str:
    """Return a text on one line, cut where it is long."""
    shown = (c if c.isprintable() else " " for c in text[: 4 * longest])  # no terminal codes
    line = " ".join("".join(shown).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
