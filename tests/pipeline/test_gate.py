"""Which facts does the gate write, mark or refuse, and does it say why?"""

import pytest
from moorings import LOG, PORTS, Moorings, made, moored

from openodke import Fact, GroundingVerdict, Ontology, Pipeline
from openodke.errors import InputError
from openodke.gate import VerdictGate, strict_gate
from openodke.ground import marked
from openodke.ground.stamp import LEXICAL, MODEL, stamped
from openodke.model.keys import CONFLICT, REVIEW

ANY = Ontology()


def judged(verdict: str, grounder: str = MODEL, **said: str) -> Fact:
    """Return a claim with a signed verdict."""
    return stamped(
        moored("Aurora Bergen"),
        GroundingVerdict(verdict),
        grounder=grounder,
        reason=verdict,
        looked_at=["log:0-13"],
        **said,
    )


def test_by_default_only_a_contradiction_is_refused() -> None:
    """What a text does not settle is written unless it is asked to be refused."""
    gate = VerdictGate(on_refusal="drop")
    verdicts = ["supported", "not_found", "contradicted", "unchecked"]
    actions = [gate.validate(judged(v), ANY).action for v in verdicts]
    assert actions == ["accept", "accept", "refuse", "accept"]
    assert gate.stats == {"accepted": 3, "refused": {"contradicted": 1}}


def test_what_is_not_found_is_refused_on_request() -> None:
    """`refused` names both verdicts then."""
    gate = VerdictGate(refuse_not_found=True, on_refusal="drop")
    assert gate.validate(judged("not_found"), ANY).action == "refuse"
    assert gate.refused == {GroundingVerdict.CONTRADICTED, GroundingVerdict.NOT_FOUND}


def test_a_refusal_says_who_gave_the_verdict_and_on_what() -> None:
    """The model is named where there is one, with the place it read."""
    said = VerdictGate(on_refusal="drop").validate(judged("contradicted", model="m/x"), ANY)
    assert said.reason == "contradicted: contradicted, by m/x on log:0-13"


def test_an_uncalibrated_model_only_marks() -> None:
    """It accepts with a reason, and counts what it marked apart."""
    gate = VerdictGate()
    verdict = gate.validate(judged("contradicted"), ANY)
    assert verdict.action == "accept"
    assert verdict.reason is not None
    assert "contradicted" in verdict.reason
    assert gate.stats == {"accepted": 1, "refused": {}, "marked": {"contradicted": 1}}


@pytest.mark.parametrize("grounder", ["span@1", LEXICAL])
def test_a_measured_judge_is_taken_at_its_word(grounder: str) -> None:
    """The span check and the lexical grounder have measured errors: they drop."""
    gate = VerdictGate(refuse_not_found=True)
    assert gate.validate(judged("not_found", grounder), ANY).action == "refuse"


def test_a_verdict_nobody_signed_is_the_callers_word() -> None:
    """A caller who sets a verdict means it."""
    fact = moored("Aurora Bergen").model_copy(update={"verdict": GroundingVerdict.CONTRADICTED})
    assert VerdictGate().validate(fact, ANY).action == "refuse"


def test_mark_keeps_even_what_a_measured_judge_refused() -> None:
    """What the caller chose wins over who the judge was."""
    gate = VerdictGate(refuse_not_found=True, on_refusal="mark")
    assert gate.validate(judged("not_found", LEXICAL), ANY).action == "accept"


def test_the_ontology_is_asked_on_request_and_its_refusal_is_always_made() -> None:
    """`mark` is about verdicts alone."""
    fact = moored("Aurora Bergen").model_copy(update={"predicate": "sank_in"})
    assert VerdictGate().validate(fact, PORTS).action == "accept"
    gate = VerdictGate(schema=True, on_refusal="mark")
    verdict = gate.validate(fact, PORTS)
    assert verdict.action == "refuse"
    assert verdict.reason == "schema: the ontology declares no predicate 'sank_in'"
    assert gate.stats == {"accepted": 0, "refused": {"predicate": 1}}


def test_a_conflict_is_written_and_told() -> None:
    """It counts among the accepted."""
    fact = moored("Aurora Bergen").model_copy(
        update={"qualifiers": {CONFLICT: {"status": "won", "reason": "kept over Narvik"}}}
    )
    gate = VerdictGate()
    verdict = gate.validate(fact, ANY)
    assert (verdict.action, verdict.reason) == ("conflict", "kept over Narvik")
    assert gate.stats["accepted"] == 1


def test_strict_drops_both_verdicts_and_what_the_ontology_forbids() -> None:
    """It keeps what is left."""
    gate = strict_gate()
    assert gate.validate(judged("not_found"), ANY).action == "refuse"
    assert gate.validate(judged("contradicted"), ANY).action == "refuse"
    assert gate.validate(judged("supported"), PORTS).action == "accept"
    sank = moored("Aurora Bergen").model_copy(update={"predicate": "sank_in"})
    assert gate.validate(sank, PORTS).action == "refuse"


def test_an_unknown_reaction_is_refused_by_name() -> None:
    """The message holds the value."""
    with pytest.raises(InputError, match="on_refusal='keep'"):
        VerdictGate(on_refusal="keep")  # type: ignore[arg-type]


def test_a_reason_is_added_once_beside_the_one_that_is_there() -> None:
    """Marking twice changes nothing more."""
    once = marked(moored("Aurora Bergen"), "look at it")
    twice = marked(marked(once, "and at this"), "look at it")
    assert twice.qualifiers[REVIEW] == "look at it; and at this"


def test_a_pipeline_writes_a_marked_fact_with_its_reason() -> None:
    """Nothing is refused, and every fact says why to look at it."""
    grounder = made(ground=lambda *_: judged("contradicted"))
    kg = Pipeline(ANY, Moorings(), grounder=grounder, gate=VerdictGate()).run([LOG])
    assert kg.stats["refused"] == 0
    assert all("contradicted" in fact.qualifiers[REVIEW] for fact in kg.facts)


def test_a_pipeline_drops_what_is_refused() -> None:
    """They are counted."""
    grounder = made(ground=lambda *_: judged("contradicted"))
    gate = VerdictGate(on_refusal="drop")
    kg = Pipeline(ANY, Moorings(), grounder=grounder, gate=gate).run([LOG])
    assert (kg.stats["refused"], kg.facts) == (2, ())  # both lines of the log
