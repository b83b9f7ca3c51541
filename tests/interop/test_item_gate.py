"""Who speaks for an item of several rows, and what does a gate say of it?"""

import pytest

from openodke import Entity, Fact, GroundingVerdict, VerdictGate
from openodke.errors import InputError, StageError
from openodke.interop import ItemGate, deciding, representative


def part(verdict: str, name: str = "x", judge: str = "", suspicion: float = 0.5) -> Fact:
    """Return the fact of one row, signed by a judge."""
    record = {"grounder": judge, "reason": name, "suspicion": suspicion}
    return Fact(
        id=name,
        subject=Entity(key="a", type="T"),
        predicate="p",
        object_value="b",
        verdict=GroundingVerdict(verdict),
        qualifiers={"odke.ground": record} if judge else {},
    )


@pytest.mark.parametrize(
    ("verdicts", "whole", "who"),
    [
        (["not_found", "supported", "contradicted"], "supported", ["1"]),
        (["not_found", "contradicted", "unchecked"], "contradicted", ["1"]),
        (["not_found", "unchecked"], "unchecked", ["1"]),
        (["not_found", "not_found"], "not_found", ["0", "1"]),
    ],
)
def test_an_item_has_the_verdict_of_all_its_rows(
    verdicts: list[str], whole: str, who: list[str]
) -> None:
    """The fact that speaks for it has that verdict, in whatever order the rows come."""
    parts = [part(verdict, str(at)) for at, verdict in enumerate(verdicts)]
    assert [fact.id for fact in deciding(parts)] == who
    assert representative(parts).verdict == representative(parts[::-1]).verdict == whole


def test_the_most_suspicious_speaks() -> None:
    """Of several with the verdict, it has the reason."""
    parts = [
        part("unchecked", "calm", "lexical@1", 0.1),
        part("unchecked", "odd", "lexical@1", 0.9),
    ]
    assert representative(parts).id == "odd"


def test_the_least_sure_judge_speaks_first() -> None:
    """What rests on a measured judge and on a model is worth no more than the model's word."""
    sure, unsure = part("not_found", "l", "lexical@1", 0.9), part("not_found", "m", "model@1", 0.2)
    assert representative([sure, unsure]).id == "m"
    gate = VerdictGate(refuse_not_found=True)
    assert ItemGate(gate).ask([sure]).action == "refuse"
    assert ItemGate(gate).ask([sure, unsure]).action == "accept"  # a mark: no card, no drop


def test_without_a_gate_it_is_strict() -> None:
    """Contradicted and not found go, whoever says so."""
    answers = [ItemGate().ask([part(v.value, judge="model@1")]).action for v in GroundingVerdict]
    assert dict(zip(GroundingVerdict, answers, strict=True)) == {
        "supported": "accept",
        "contradicted": "refuse",
        "not_found": "refuse",
        "unchecked": "accept",
    }


def test_an_item_without_a_fact_is_an_error() -> None:
    """Nobody can speak for it."""
    with pytest.raises(ValueError, match="without a fact"):
        ItemGate().ask([])


def test_a_gate_that_answers_with_a_word_is_named() -> None:
    """A stage that breaks its contract is named, and where."""

    class Wordy:
        def validate(self, *_: object) -> str:
            """Answer with a word."""
            return "refuse"

    with pytest.raises(StageError, match=r"the gate Wordy answered 'refuse' on the fact 'x'"):
        ItemGate(Wordy()).ask([part("supported")])  # type: ignore[arg-type]


@pytest.mark.parametrize("gate", [5, "strict", VerdictGate, object()], ids=repr)
def test_what_is_no_gate_is_refused(gate: object) -> None:
    """When it is handed in, and not at the first item."""
    with pytest.raises(InputError, match=r"gate=.* has no method validate"):
        ItemGate(gate)  # type: ignore[arg-type]
