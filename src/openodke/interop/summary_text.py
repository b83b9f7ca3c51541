"""How does a terminal show a summary?

The labels and their order are the grounding page's; what only the lexical grounder knows has lines
of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from openodke.interop.span_origins import spans_block

if TYPE_CHECKING:
    from openodke.interop.summary import Example, FailureShape, GroundSummary

LABEL_COLUMNS = 14
"""Columns that the label of a line takes."""

_SHOWN = 5  # bad rows named on the terminal; `summary.json` names all

_REFUSALS = {
    "subject_absent": "subject absent",
    "object_absent": "object absent",
    "value_absent": "value absent",
    "unit_mismatch": "another unit",
    "prompt_example": "copied from the prompt's example",
}
_OPEN = {
    "same_sentence": "names in one sentence",
    "neighbours": "in neighbouring sentences",
    "apart": "far apart",
    "partly_named": "partly named",
    "demonym": "a country by its people, or they by it",
    "in_title": "named in the title of the text alone",
    "other_script": "named in other letters than the text's",
    "partly_absent": "a value of a longer description absent",
    "negated": "beside a negation",
    "hedged": "beside a hedge",
    "free_text": "free text",
    "unresolved_subject": "a pronoun as subject",
    "unresolved_object": "a pronoun as object",
    "elsewhere": "in another text of the claim",
    "text_mismatch": "text and graph do not match",
    "no_source": "no source",
    "no_text": "an empty text",
}


def rendered(summary: GroundSummary) -> str:
    """Return the summary, a line or more for each part, without a last line end."""
    return "\n".join(_lines(summary))


def _lines(summary: GroundSummary) -> Iterator[str]:
    if summary.stopped:
        left = _counted(summary.unasked, "claim")
        yield _line("stopped", f"{summary.stopped}; not asked about {left}")
    if summary.is_empty:
        bad = summary.malformed_rows
        why = f"none of {bad} could be read" if bad else "there was nothing to check"
        yield _line("rows", f"0: no_claims, {why}")
        yield from _not_checked(summary)
        return
    yield _line("rows", f"{summary.rows} ({summary.facts} grounded)")
    yield _line("verdicts", ", ".join(f"{name} {n}" for name, n in summary.verdicts.items()))
    if summary.claims:
        yield _line("claims", _claims(summary))
    yield _line("free checks", _free_checks(summary))
    if summary.grounder == "lexical":
        yield from _lexical(summary)
    yield _line("no span", f"{summary.no_span} of {summary.rows} cite no span of their own")
    yield from _model(summary)
    yield from _gate(summary)
    yield from _matching(summary)
    yield from _not_checked(summary)
    if summary.mismatch:
        yield _line("mismatch", summary.mismatch)
    yield from _failures(summary)
    yield from _suspicious(summary)
    yield ""
    yield from spans_block(summary.spans)


def _model(summary: GroundSummary) -> Iterator[str]:
    if not summary.model:
        by_us = summary.grounder in ("lexical", "span")
        asked = "none asked: without one, nothing is affirmed"
        yield _line("model", asked) if by_us else _line("grounder", summary.grounder)
        return
    cost = "unknown" if summary.cost_usd is None else f"{summary.cost_usd:.4f}"
    spent = f"{_counted(summary.calls, 'call')}, {summary.tokens} tokens, USD {cost}"
    if summary.cached:
        spent += f", {_counted(summary.cached, 'answer')} kept from before"
    yield _line("model", f"{spent} ({', '.join(summary.prompts) or 'no prompt sent'})")
    yield from _spared(summary)
    why = f" ({summary.first_failure})" if summary.first_failure else ""
    unread = f" ({summary.first_unparseable})" if summary.first_unparseable else ""
    left = {
        f"failed{why}": summary.failed,
        f"unparseable{unread}": summary.unparseable,
        "not asked, the run was stopped": summary.unasked,
    }
    told = [f"{count} {what}" for what, count in left.items() if count]
    if told:
        yield _line("", f"left unchecked: {', '.join(told)}")


def _spared(summary: GroundSummary) -> Iterator[str]:
    """Say which questions cost no call of their own, and how far words and model agree."""
    parts = [f"{summary.shared} asked before in the same words"] if summary.shared else []
    if summary.joint:
        joint = summary.joint
        together = _counted(joint["claims"], "claim")
        again = f", {joint['again']} of them again alone" if joint["again"] else ""
        parts.append(f"{together} in {_counted(joint['calls'], 'joint call')}{again}")
    if parts:
        yield _line("", ", ".join(parts))
    if summary.cascade:
        overruled = summary.recheck.get("disagreed", 0)
        refuted = _refuted(summary, overruled)
        yield _line("words", f"{refuted}; {summary.cascade['left']} left to the model")
    if summary.recheck:
        counts = ", ".join(f"{what} {n}" for what, n in summary.recheck.items() if what != "asked")
        yield _line("recheck", f"{summary.recheck['asked']} of those asked again: {counts}")


def _gate(summary: GroundSummary) -> Iterator[str]:
    """Say what the gate did, where there was one."""
    if not summary.gate:
        return
    items = " items" if summary.claims else ""  # of a native object, whose rows go together
    parts = [f"accepted {summary.gate.get('accepted', 0)}{items}"]
    for what in ("refused", "marked"):
        reasons = summary.gate.get(what) or {}
        if reasons or what == "refused":
            told = ", ".join(f"{reason} {n}" for reason, n in reasons.items())
            parts.append(f"{what} {sum(reasons.values())}{f' ({told})' if told else ''}")
    yield _line("gate", ", ".join(parts))


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _line(label: str, text: str) -> str:
    return f"{label:<{LABEL_COLUMNS}}{text}"


def _claims(summary: GroundSummary) -> str:
    """Return, for each kind of item of the graph, how many its texts do not make."""
    parts = []
    for kind, counts in summary.claims.items():
        refuted = counts.get("not_found", 0) + counts.get("contradicted", 0)
        plural = f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"
        parts.append(f"{refuted} of {counts['n']} {plural}")
    return f"not in their texts: {', '.join(parts)}"


def _free_checks(summary: GroundSummary) -> str:
    names = {"not_in_text": "not in the text"}
    parts = [f"{n} {names.get(check, check)}" for check, n in summary.refused.items() if n]
    total = sum(summary.refused.values())
    return f"{total} refused: {', '.join(parts)}" if parts else "0 refused"


def _lexical(summary: GroundSummary) -> Iterator[str]:
    yield _line("lexical", _refuted(summary))
    rest = [f"{n} {_OPEN[reason]}" for reason, n in summary.reasons.items() if reason in _OPEN]
    if rest:
        yield _line("", f"not refuted: {', '.join(rest)}")


def _refuted(summary: GroundSummary, overruled: int = 0) -> str:
    """Return how many claims the words refute, by reason, and how many a model supports."""
    refuted = [f"{n} {_REFUSALS[r]}" for r, n in summary.reasons.items() if r in _REFUSALS]
    total = overruled + sum(n for r, n in summary.reasons.items() if r in _REFUSALS)
    if overruled:
        refuted.append(f"{overruled} overruled by the model")
    return f"{total} refuted: {', '.join(refuted)}" if total else "0 refuted"


def _matching(summary: GroundSummary) -> Iterator[str]:
    matching = summary.matching
    if matching.get("unmatched_rows"):
        names = ", ".join(matching["unmatched_docs"])
        counted = _rows(matching["unmatched_rows"], "names", "name")
        yield _line("no text", f"{counted} a text that was not given: {names}")
        given = matching.get("given_docs", [])
        if given:
            more = ", …" if len(given) > _SHOWN else ""
            yield _line("", f"the texts there are: {', '.join(given[:_SHOWN])}{more}")
    if matching.get("ambiguous_rows"):
        names = ", ".join(matching["ambiguous_docs"])
        counted = _rows(matching["ambiguous_rows"], "names", "name")
        yield _line("ambiguous", f"{counted} two texts alike, the first was read: {names}")


def _rows(count: int, one: str, more: str) -> str:
    return f"1 row {one}" if count == 1 else f"{count} rows {more}"


def _not_checked(summary: GroundSummary) -> Iterator[str]:
    bad, left_out = summary.malformed_rows, len(summary.left_out)
    problems = f" ({len(summary.malformed)} problems)" if len(summary.malformed) > bad else ""
    yield from _named("malformed", f"{bad} could not be read{problems}", summary.malformed)
    kind = "is no claim, or a fragment" if left_out == 1 else "are no claims, or fragments"
    yield from _named("left out", f"{left_out} {kind} of one", summary.left_out)


def _named(label: str, what: str, lines: tuple[str, ...]) -> Iterator[str]:
    if not lines:
        return
    yield _line(label, what)
    for line in lines[:_SHOWN]:
        yield f"  {line}"
    if len(lines) > _SHOWN:
        yield f"  … and {len(lines) - _SHOWN} more, all in summary.json"


def _failures(summary: GroundSummary) -> Iterator[str]:
    """Say in which ways claims failed; what only a model can tell is unknown without one."""
    yield "failures"
    asked = summary.grounder not in ("lexical", "span")
    yield from _shape(
        "the evidence does not support the fact",
        summary.unsupported,
        known=summary.grounder != "span",
    )
    if summary.grounder != "lexical":
        yield from _shape(
            "the citation is too narrow for its claim", summary.too_narrow, known=asked
        )
    if summary.disagreed.count:
        yield from _shape("the words refute what the model supports", summary.disagreed)
    if summary.not_in_text.count and not asked:
        yield from _shape("the citation is not in the text", summary.not_in_text)
    if summary.not_allowed.count:
        yield from _shape("the ontology does not allow the claim", summary.not_allowed)


def _shape(what: str, shape: FailureShape, *, known: bool = True) -> Iterator[str]:
    yield f"  {what}: {shape.count if known else 'unknown without a model'}"
    yield from _examples(shape.examples)
    if shape.count > len(shape.examples):
        yield f"    … and {shape.count - len(shape.examples)} more, all in facts.jsonl (-o)"


def _suspicious(summary: GroundSummary) -> Iterator[str]:
    if summary.suspicious:
        yield "the most suspicious of the rest"
        yield from _examples(summary.suspicious)


def _examples(examples: tuple[Example, ...]) -> Iterator[str]:
    for example in examples:
        yield f"    {example.claim}  {example.reason}".rstrip()
        if example.stated and example.stated not in example.claim:
            yield f"      claim: {example.stated}"
        if example.text:
            yield f"      text:  {example.text}"
