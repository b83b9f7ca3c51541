"""When is it the pairing of texts and graph that is wrong, and not the claims?"""

from __future__ import annotations

import pytest

from openodke.ground import LexicalGrounder, MismatchBreaker
from openodke.ground.stamp import ground_record, reason_of
from openodke.model import Document, Entity, Evidence, Fact, GroundingVerdict, Span, SpanOrigin

NOT_FOUND, UNCHECKED = GroundingVerdict.NOT_FOUND, GroundingVerdict.UNCHECKED
ENGLISH = "Tarn Ltd opened a mill in Orle."


def doc(name: str = "d", text: str = ENGLISH) -> Document:
    """Return a text."""
    return Document(id=name, text=text)


def claim(document: Document, subject: str, obj: str = "Orle") -> Fact:
    """Return a claim on the whole of a text."""
    span = Span(doc_id=document.id, start=0, end=len(document.text))
    return Fact(
        subject=Entity(key=f"T:{subject}", type="Thing", label=subject),
        predicate="opened_in",
        object_entity=Entity(key=f"T:{obj}", type="Thing", label=obj),
        evidence=(Evidence(doc_id=document.id, span=span, span_origin=SpanOrigin.CONTEXT),),
    )


def run(
    pairs: list[tuple[list[Fact], Document]], grounder: LexicalGrounder | None = None
) -> tuple[list[Fact], MismatchBreaker]:
    """Ground a run and return its facts and breaker."""
    grounder = grounder or LexicalGrounder()
    grounded = grounder.ground_documents(pairs)
    return [fact for facts in grounded for fact in facts], grounder.breaker


def absent_and_named(absent: int, named: int) -> list[tuple[list[Fact], Document]]:
    """Return one text with so many claims that it does not name and so many that it does."""
    text = doc()
    claims = [claim(text, f"Brill{number}") for number in range(absent)]
    return [(claims + [claim(text, "Tarn Ltd")] * named, text)]


@pytest.mark.parametrize(
    ("absent", "named", "trips"),
    [
        (20, 0, True),
        (19, 0, False),
        (11, 9, True),
        (10, 10, False),
        (11, 8, False),
        (51, 49, True),
        (50, 50, False),
        (0, 100, False),
        (0, 0, False),
    ],
)
def test_it_trips_when_over_half_of_twenty_or_more_is_absent(
    absent: int, named: int, trips: bool
) -> None:
    """A shorter run, or half of one, tells of bad claims only."""
    facts, breaker = run(absent_and_named(absent, named))
    assert breaker.tripped is trips
    assert bool(breaker.explain()) is trips
    verdicts = [fact.verdict for fact in facts]
    assert verdicts.count(NOT_FOUND) == (0 if trips else absent)
    assert [reason_of(f) for f in facts].count("text_mismatch") == (absent if trips else 0)


def test_a_mismatched_claim_keeps_what_was_seen() -> None:
    """It is unchecked and even, and its record says what would have been said of it."""
    facts, breaker = run(absent_and_named(20, 1))
    record = ground_record(facts[0])
    assert (facts[0].verdict, record["reason"]) == (UNCHECKED, "text_mismatch")
    assert record["suspicion"] == 0.5
    assert record["seen"] == ["subject:absent", "subject_absent"]
    assert record["looked_at"] == [f"d:0-{len(ENGLISH)}"]
    assert reason_of(facts[-1]) == "same_sentence"
    assert "20 of 21" in breaker.explain()


def test_a_cluster_in_one_text_among_many_is_no_mismatch() -> None:
    """Leaked examples come in clusters: one text's claims may all be absent."""
    pairs: list[tuple[list[Fact], Document]] = []
    for number in range(30):
        text = doc(f"d{number}")
        pairs.append(([claim(text, "Tarn Ltd")], text))
    leaky = doc("leaky", "The lamp stood by the window.")
    pairs.append(([claim(leaky, f"Brill{number}") for number in range(25)], leaky))
    facts, breaker = run(pairs)
    assert not breaker.tripped
    assert [fact.verdict for fact in facts].count(NOT_FOUND) == 25


def test_known_prompt_examples_do_not_count() -> None:
    """A graph full of a known leak is refused, not excused."""
    names = [f"Brill{number}" for number in range(40)]
    facts, breaker = run(absent_and_named(40, 5), LexicalGrounder(examples=names))
    assert not breaker.tripped
    assert [reason_of(fact) for fact in facts].count("prompt_example") == 40


def test_prompt_examples_stay_refused_in_a_mismatch() -> None:
    """What leaked from the prompt is in no language of the texts."""
    text = doc()
    claims = [claim(text, f"Brill{number}") for number in range(25)]
    grounder = LexicalGrounder(examples=["Kiln"])
    facts, breaker = run([([*claims, claim(text, "Kiln")], text)], grounder)
    assert breaker.tripped
    assert (facts[-1].verdict, reason_of(facts[-1])) == (NOT_FOUND, "prompt_example")


def test_a_wrong_citation_stays_refused_in_a_mismatch() -> None:
    """That a span is out of range does not depend on the language."""
    text = doc()
    wrong = claim(text, "Tarn Ltd").model_copy(
        update={"evidence": (Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=900)),)}
    )
    facts, breaker = run([([*absent_and_named(20, 0)[0][0], wrong], text)])
    assert breaker.tripped
    assert (facts[-1].verdict, reason_of(facts[-1])) == (NOT_FOUND, "out_of_range")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Он живёт в Москве и строит лодки.", "Orle"),
        ("彼は東京に住んでいる。", "Orle"),
        (ENGLISH, "Москва"),
        (ENGLISH, "北京"),
    ],
)
def test_a_text_in_another_script_refutes_nothing(text: str, name: str) -> None:
    """A name that could not stand in the text is not missed there, however short the run."""
    foreign = doc("foreign", text)
    facts, breaker = run([([claim(foreign, name, name)], foreign)])
    assert (facts[0].verdict, reason_of(facts[0])) == (UNCHECKED, "text_mismatch")
    assert breaker.foreign_texts == ["foreign"]
    assert "foreign" in breaker.explain()


def test_only_the_foreign_text_is_excused() -> None:
    """Claims on the other texts of the run are refused as before."""
    foreign, text = doc("foreign", "Он живёт в Москве."), doc()
    facts, breaker = run(
        [([claim(foreign, "Brill", "Kiln")], foreign), ([claim(text, "Brill")], text)]
    )
    assert [reason_of(fact) for fact in facts] == ["text_mismatch", "subject_absent"]
    assert breaker.foreign_texts == ["foreign"]


def test_one_name_in_the_script_of_a_text_makes_it_known() -> None:
    """A text of which one claim shares the script is no foreign one."""
    mixed = doc("mixed", "Фирма Tarn строит лодки.")
    facts, breaker = run([([claim(mixed, "Tarn", "Tarn"), claim(mixed, "北京", "東京")], mixed)])
    assert breaker.foreign_texts == []
    assert (facts[1].verdict, reason_of(facts[1])) == (UNCHECKED, "other_script")


def test_a_text_of_numbers_is_in_no_other_language() -> None:
    """A table of figures has no script; a name that is not there is absent."""
    table = doc("table", "12 34\n56 78")
    facts, breaker = run([([claim(table, "Brill", "Kiln")], table)])
    assert breaker.explain() == ""
    assert facts[0].verdict is NOT_FOUND


def test_the_text_that_was_read_is_the_one_that_counts() -> None:
    """A fact may cite another document before the one it is grounded on."""
    foreign = doc("foreign", "Он живёт в Москве.")
    fact = claim(foreign, "Brill", "Kiln")
    fact = fact.model_copy(update={"evidence": (Evidence(doc_id="other"), *fact.evidence)})
    (grounded,), _ = run([([fact], foreign)])
    assert reason_of(grounded) == "text_mismatch"


def test_an_empty_text_is_not_counted() -> None:
    """There was nothing to look up, so nothing speaks for a mismatch."""
    blank = doc("blank", " \n ")
    facts, breaker = run([([claim(blank, f"Brill{n}") for n in range(30)], blank)])
    assert (breaker.looked, breaker.tripped) == (0, False)
    assert {reason_of(fact) for fact in facts} == {"no_text"}


def test_each_run_is_judged_on_its_own() -> None:
    """What the last run showed is forgotten when the next begins."""
    grounder = LexicalGrounder()
    _, first = run(absent_and_named(20, 0), grounder)
    facts, second = run(absent_and_named(5, 0), grounder)
    assert first.tripped
    assert not second.tripped
    assert {reason_of(fact) for fact in facts} == {"subject_absent"}


def test_facts_grounded_one_by_one_are_no_run() -> None:
    """A single fact has no run to be judged by."""
    grounder = LexicalGrounder()
    text = doc()
    facts = [grounder.ground(claim(text, f"Brill{n}"), text) for n in range(40)]
    assert {fact.verdict for fact in facts} == {NOT_FOUND}
