"""Do a summary's numbers and its few examples say what the facts say?"""

import json
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from openodke import Document, Entity, Fact, GroundingVerdict, LexicalGrounder, ground_graph
from openodke.interop import GroundSummary, claim_line
from openodke.interop.examples import claim_of
from openodke.interop.summary import SCHEMA_VERSION
from openodke.interop.summary_counter import EXAMPLES, SummaryCounter

PORTS = Document(id="ports", text="Aurora sailed to Skail. Borealis sailed to Dunmorrow in 1901.")
BOATS = ("Aurora", "Borealis")
NAMES = [*BOATS, "Zib", "Quorl"]
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "doc": st.just("ports"),
            "subject": st.sampled_from(NAMES),
            "predicate": st.just("sailed_to"),
            "object": st.sampled_from(["Skail", "Dunmorrow", "Bergen", "1901", 1902]),
        }
    ),
    max_size=19,
)


def summary(rows: list[dict[str, object]]) -> GroundSummary:
    """Return the summary of rows on the ports."""
    return ground_graph(rows, [PORTS], grounder=LexicalGrounder()).summary


@given(ROWS)
def test_the_examples_are_the_first_refuted_and_the_most_suspicious(rows) -> None:
    """The first five refuted claims, and the five open ones of most suspicion, worst first."""
    grounded = ground_graph(rows, [PORTS], grounder=LexicalGrounder())
    refuted = [f for f in grounded.facts if f.verdict is GroundingVerdict.NOT_FOUND]
    shown = grounded.summary.unsupported
    assert shown.count == len(refuted)
    named = list({claim_of(f): claim_line(f) for f in refuted}.values())  # alike: shown once
    assert [e.claim for e in shown.examples] == named[:EXAMPLES]
    by_claim = {claim_of(f): f for f in grounded.facts}
    still_open = [f for f in by_claim.values() if f.verdict is GroundingVerdict.UNCHECKED]
    suspicions = [f.qualifiers["odke.ground"]["suspicion"] for f in still_open]
    worst = sorted(zip(suspicions, map(claim_line, still_open), strict=True), key=lambda p: -p[0])
    assert [e.claim for e in grounded.summary.suspicious] == [c for _, c in worst[:EXAMPLES]]


def test_claims_that_read_alike_are_shown_once() -> None:
    """Whatever their ids: a graph may hold one relationship four times, and five lines are few."""
    alike = {"doc": "ports", "subject": "Kelpway", "predicate": "in", "object": "Nowhere"}
    twice = summary([{**alike, "id": "a"}, {**alike, "id": "b"}, {**alike, "object": "Elsewhere"}])
    assert twice.unsupported.count == 3
    assert [e.claim.split("→ ")[1].split()[0] for e in twice.unsupported.examples] == [
        "Nowhere",
        "Elsewhere",
    ]


@given(ROWS)
def test_the_terminal_shows_the_counts(rows) -> None:
    """Every number of the summary is on the terminal, and each line is one line."""
    counted = summary(rows)
    text = str(counted)
    if not rows:
        assert counted.is_empty
        assert text == "rows          0: no_claims, there was nothing to check"
        return
    n = len(rows)
    refuted = counted.verdicts["not_found"]
    assert text.startswith(
        f"rows          {n} ({n} grounded)\n"
        f"verdicts      supported 0, contradicted 0, not_found {refuted}, unchecked {n - refuted}\n"
    )
    assert f"  the evidence does not support the fact: {refuted}\n" in text
    assert f"spans  (n={n})\n" in text
    more = refuted - len(counted.unsupported.examples)
    assert (f"    … and {more} more, all in facts.jsonl (-o)\n" in text) == (more > 0)
    assert not [line for line in text.split("\n") if line != line.rstrip()]


@given(ROWS)
def test_the_json_holds_the_whole_summary(rows) -> None:
    """Versioned, with a status, every field, and nothing that JSON cannot hold."""
    counted = summary(rows)
    data = counted.to_json()
    again = json.loads(json.dumps(data, allow_nan=False))
    assert again["schema_version"] == SCHEMA_VERSION == "1.0"
    assert again["status"] == ("ok" if rows else "no_claims")
    assert again["verdicts"] == counted.verdicts
    assert set(data) == {"schema_version", "status", *GroundSummary.__dataclass_fields__}


def test_summary_json_is_what_to_json_gives(tmp_path: Path) -> None:
    """The file that `write` makes is the summary, in UTF-8 and readable."""
    rows = [{"doc": "ports", "subject": "Zoë", "predicate": "p", "object": "東京"}]
    grounded = ground_graph(rows, [PORTS], grounder=LexicalGrounder())
    _, path = grounded.write(tmp_path / "out")
    text = path.read_text("utf-8")
    assert json.loads(text) == json.loads(json.dumps(grounded.summary.to_json()))
    assert "Zoë" in text
    assert "東京" in text


def test_the_four_verdicts_are_counted_and_no_other() -> None:
    """A count for each verdict, in the page's order, also where it is zero."""
    assert list(summary([]).verdicts) == ["supported", "contradicted", "not_found", "unchecked"]
    counter = SummaryCounter()
    for verdict in GroundingVerdict:
        fact = Fact(
            subject=Entity(key="k", type="T"), predicate="p", object_value=1, verdict=verdict
        )
        counter.add(fact)
    done = counter.finish(lambda _: None)
    assert done.verdicts == dict.fromkeys(
        ["supported", "contradicted", "not_found", "unchecked"], 1
    )
    assert done.unsupported.count == 2


def test_a_claims_line() -> None:
    """The page's form, two spaces before the verdict; what is long or broken is one short line."""
    firm = Entity(key="k", type="T", label="Halden\nRobotics")
    fact = Fact(subject=firm, predicate="office_in", object_value=True, verdict="not_found")
    assert claim_line(fact) == "Halden Robotics —office_in→ True  [not_found, no document]"
    long = fact.model_copy(update={"object_value": "x" * 20_000})
    assert len(claim_line(long)) < 200


def test_a_claim_is_shown_with_its_own_sentence() -> None:
    """What the graph itself says of an open claim stands beside what the text says."""
    row = {
        "doc": "ports",
        "subject": "Aurora",
        "predicate": "sailed_to",
        "object": "Skail",
        "claim": "The Aurora may have\nsailed.",
    }
    (example,) = summary([row]).suspicious
    assert example.stated == "The Aurora may have sailed."
    assert example.text == "Aurora sailed to Skail."


def test_what_was_left_out_is_counted_in_words() -> None:
    """One is, more are."""
    for count, words in ((1, "1 is no claim, or a fragment"), (3, "3 are no claims, or fragments")):
        counted = replace(summary([]), left_out=("relationships:3: not_a_claim",) * count)
        assert f"left out      {words} of one" in str(counted)
