"""When is a second question asked, on which sentence, and what comes of it?"""

from __future__ import annotations

from typing import Any

import pytest
from asking import moored

from openodke.errors import ProviderError
from openodke.ground import LLMGrounder, RetryPolicy, ground_record
from openodke.ground.widening import widened
from openodke.llm import ModelRoles, ScriptedClient
from openodke.model import Document, Evidence, Fact, GroundingVerdict, Span, SpanOrigin
from openodke.model.keys import WIDEN

TEXT = "Orle is old. Vessel 1 was moored at Port 1 in May. It sank.\n\nNothing follows"
DOC = Document(id="d", text=TEXT)
SENTENCE = (13, 50)
PORT = (36, 42)


def citing(start: int, end: int, **more: Any) -> Fact:
    """Return the claim, citing a span."""
    span = Span(doc_id="d", start=start, end=end, quote=TEXT[start:end])
    return moored(1, DOC, evidence=(Evidence(doc_id="d", span=span, **more),))


def asked(fact: Fact, *answers: Any, **options: Any) -> tuple[Fact, LLMGrounder, ScriptedClient]:
    """Return the fact grounded with widening, by a model that gives these answers."""
    client = ScriptedClient(answers)
    grounder = LLMGrounder(
        ModelRoles.single("ollama/small"),
        **{"client": client, "widen": True, "retry": RetryPolicy(attempts=1), **options},
    )
    return grounder.ground(fact, DOC), grounder, client


@pytest.mark.parametrize(
    ("start", "end", "wide"),
    [
        (*PORT, SENTENCE),
        (13, 20, SENTENCE),
        (13, 50, None),
        (13, 49, None),
        (14, 50, SENTENCE),
        (0, 5, (0, 12)),
        (5, 20, (0, 50)),
        (45, 53, (13, 59)),
        (12, 14, (12, 50)),
        (0, len(TEXT), None),
        (61, 64, (61, 76)),
        (59, 61, None),
        (12, 13, None),
        (0, 1, (0, 12)),
        (75, 76, (61, 76)),
    ],
)
def test_a_span_is_widened_to_the_sentences_it_crosses(
    start: int, end: int, wide: tuple[int, int] | None
) -> None:
    """Punctuation alone is no wider."""
    assert widened(start, end, TEXT) == wide


@pytest.mark.parametrize(("start", "end", "text"), [(0, 1, "x"), (0, 2, "  "), (0, 1, ".x")])
def test_a_text_without_a_sentence_around_a_span_widens_nothing(
    start: int, end: int, text: str
) -> None:
    """There is nothing to read beside it, or it is read."""
    found = widened(start, end, text)
    assert found is None or found == (0, len(text))


def test_what_the_sentence_supports_rests_on_it() -> None:
    """The narrow citation is kept as the mention; what was cited is told from what was found."""
    fact, grounder, client = asked(citing(*PORT), "not_found", "supported")
    assert fact.verdict is GroundingVerdict.SUPPORTED
    (evidence,) = fact.evidence
    assert evidence.span is not None
    assert evidence.mention is not None
    assert (evidence.span.start, evidence.span.end, evidence.span.quote) == (
        *SENTENCE,
        TEXT[slice(*SENTENCE)],
    )
    assert (evidence.mention.start, evidence.mention.end) == PORT
    assert fact.qualifiers[WIDEN] == {
        "from": list(PORT),
        "to": list(SENTENCE),
        "verdict": "supported",
    }
    assert ground_record(fact)["looked_at"] == ["d:13-50"]
    assert client.calls[1][0][1].content.endswith(f"Passage:\n{TEXT[slice(*SENTENCE)]}")
    widen: Any = grounder.stats["widen"]
    assert (widen["retried"], widen["recovered"], widen["calls"]) == (1, 1, 1)
    assert (grounder.stats["calls"], grounder.stats["supported"]) == (2, 1)


@pytest.mark.parametrize(
    ("second", "verdict"),
    [
        ("not_found", "not_found"),
        ("contradicted", "contradicted"),
        ("I cannot say", "unchecked"),
        (ProviderError("no", status_code=400), "unchecked"),
    ],
)
def test_any_other_second_answer_changes_nothing(second: Any, verdict: str) -> None:
    """The first answer stands, with its record and its citation; the attempt is noted."""
    first, _, _ = asked(citing(*PORT), "not_found", widen=False)
    fact, grounder, _ = asked(citing(*PORT), "not_found", second)
    assert fact.verdict is GroundingVerdict.NOT_FOUND
    assert ground_record(fact) == ground_record(first)
    assert fact.evidence[0].mention is None
    assert fact.qualifiers[WIDEN]["verdict"] == verdict
    widen: Any = grounder.stats["widen"]
    assert (widen["retried"], widen["recovered"]) == (1, 0)


@pytest.mark.parametrize("first", ["supported", "contradicted", "I cannot say"])
def test_only_what_was_not_found_is_asked_again(first: str) -> None:
    """Anything else has its answer, or none."""
    fact, grounder, client = asked(citing(*PORT), first)
    assert len(client.calls) == 1
    assert WIDEN not in fact.qualifiers
    widen: Any = grounder.stats["widen"]
    assert widen["retried"] == 0


def test_a_whole_sentence_is_not_asked_about_again() -> None:
    """It is as wide as can be."""
    fact, _, client = asked(citing(*SENTENCE), "not_found")
    assert len(client.calls) == 1
    assert WIDEN not in fact.qualifiers


def test_second_questions_may_go_through_a_client_of_their_own() -> None:
    """So that a meter counts them apart."""
    second = ScriptedClient(["supported"])
    fact, grounder, client = asked(citing(*PORT), "not_found", widen_client=second)
    assert (len(client.calls), len(second.calls)) == (1, 1)
    assert fact.verdict is GroundingVerdict.SUPPORTED
    widen: Any = grounder.stats["widen"]
    assert widen["tokens"] < grounder.stats["tokens"]


def test_a_mention_that_is_there_is_kept() -> None:
    """And the other evidence of the fact is not touched."""
    mention = Span(doc_id="d", start=13, end=21)
    fact = citing(*PORT, mention=mention)
    other = Evidence(
        doc_id="d", span=Span(doc_id="d", start=0, end=12), span_origin=SpanOrigin.CITED
    )
    fact = fact.model_copy(update={"evidence": (*fact.evidence, other)})
    found, _, _ = asked(fact, "not_found", "supported")
    assert found.evidence[0].mention == mention
    assert found.evidence[1] == other
