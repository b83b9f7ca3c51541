"""What did a run find, in numbers that add up and the few claims worth reading first?"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

SCHEMA_VERSION = "1.0"
"""The version of `summary.json`."""


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
        model: the model that was asked, "" for none.
        prompts: the keys of the prompts it was sent.
        calls: questions it answered, or that failed.
        cached: answers that were kept from an earlier run and cost no call.
        shared: questions that another row had asked in the same words, which cost no call.
        joint: where several claims are asked about in one call: how many such `calls`, the
            `claims` in them, and how many of those were asked about `again` alone.
        cascade: where words are looked at first: claims that they `refuted`, and that were `left`
            to the model.
        recheck: of claims that the words refute and the model was asked about: `asked`, `agreed`,
            `disagreed` and `unanswered`.
        failed: questions without an answer, however often they were asked.
        first_failure: what went wrong with the first call that failed, "" for none.
        unparseable: answers that gave no verdict.
        first_unparseable: why the first of them gave none, "" where it only named none.
        unasked: claims left when the run was stopped.
        stopped: why a model was not asked on: a budget is spent, too many calls in a row failed,
            or somebody stopped the run; "" where it was.
        tokens: of questions and answers, which `prompt_tokens` and `completion_tokens` tell apart.
        cost_usd: what the calls cost; None where that is unknown.
        gate: what a gate did with the claims: `accepted`, `refused` and `marked`; empty without
            one.
        unsupported: the claims that the text does not make.
        too_narrow: the claims whose citation does not name both ends, so that they may be true.
        not_in_text: the claims whose citation is not in the text.
        disagreed: the claims that the words refute and the model supports.
        not_allowed: the claims that the ontology does not allow, each with the reason.
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
    model: str = ""
    prompts: tuple[str, ...] = ()
    calls: int = 0
    cached: int = 0
    shared: int = 0
    joint: dict[str, int] = field(default_factory=dict)
    cascade: dict[str, int] = field(default_factory=dict)
    recheck: dict[str, int] = field(default_factory=dict)
    failed: int = 0
    first_failure: str = ""
    unparseable: int = 0
    first_unparseable: str = ""
    unasked: int = 0
    stopped: str = ""
    tokens: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None
    gate: dict[str, Any] = field(default_factory=dict)
    unsupported: FailureShape = FailureShape()
    too_narrow: FailureShape = FailureShape()
    not_in_text: FailureShape = FailureShape()
    disagreed: FailureShape = FailureShape()
    not_allowed: FailureShape = FailureShape()
    suspicious: tuple[Example, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there was no claim at all, which is `no_claims` and never a pass."""
        return self.facts == 0

    @property
    def is_unanswered(self) -> bool:
        """Whether a model was asked and no question got an answer, which is a failed run."""
        return 0 < self.calls == self.failed and not self.cached

    @property
    def unjudged(self) -> str:
        """How many questions to a model got no verdict, and why, in one line; "" where each did."""
        without, asked = self.failed + self.unparseable, self.calls + self.cached
        if not without:
            return ""
        named_none = self.first_unparseable or "the answer named none"
        why = f"first failure: {self.first_failure}" if self.failed else named_none
        opening = "" if without < asked else "no question was answered with a verdict: "
        return (
            f"{opening}{without} of {asked} calls got no verdict ({why}): "
            "those claims stay unchecked"
        )

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
