"""What do words settle before a model is asked, in which order is the rest, and who is right?"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asking import (
    NOT_FOUND,
    ONCE,
    ROLES,
    SUPPORTED,
    UNCHECKED,
    corpus,
    moored,
)
from clerk import AwaitedClerk, Clerk
from hypothesis import given, settings
from hypothesis import strategies as st

from openodke import ground_graph
from openodke.errors import InputError, MissingAPIKey, ProviderError
from openodke.ground import LexicalGrounder, LLMGrounder, ground_record, reason_of, suspicion_of
from openodke.ground.stamp import LEXICAL, MODEL
from openodke.model import Document, Entity, Fact
from openodke.model.keys import REVIEW

TEXT = (
    "Vessel 1 was moored at Port 1. It was old.\n\n"
    "Nobody knows much of Vessel 2. In spring the ice broke, and the pilots went home early.\n\n"
    "Many saw Port 2 that year. Vessel 3 was not moored at Port 3."
)
HARBOUR = Document(id="h", text=TEXT)
OPEN = [1, 2, 3]  # in one sentence, far apart, beside a negation
ABSENT = [7, 8, 9]


def rows(*ports: int) -> list[Fact]:
    """Return claims on the harbour's text."""
    return [moored(n, HARBOUR) for n in ports]


def cascading(client: Any, **options: Any) -> LLMGrounder:
    """Return a grounder whose words speak first."""
    return LLMGrounder(ROLES, client=client, **{"cascade": True, "max_workers": 1, **options})


def run(grounder: LLMGrounder, pairs: Any, *, awaited: bool) -> list[Fact]:
    """Ground in threads or on an event loop."""
    if awaited:
        grounded = asyncio.run(grounder.aground_documents(pairs))
    else:
        grounded = grounder.ground_documents(pairs)
    return [fact for facts in grounded for fact in facts]


def test_what_the_words_refute_a_careless_model_does_not_support() -> None:
    """It is not asked: the refusal keeps the stamp of the words."""
    careless = Clerk(lambda _: "supported")
    grounder = cascading(careless)
    given_ = rows(*OPEN, *ABSENT)
    facts = grounder.ground_many(given_, HARBOUR)
    assert [fact.verdict for fact in facts] == [SUPPORTED] * 3 + [NOT_FOUND] * 3
    assert [ground_record(fact)["grounder"] for fact in facts] == [MODEL] * 3 + [LEXICAL] * 3
    assert facts[3:] == LexicalGrounder().ground_many(given_, HARBOUR)[3:]
    assert len(careless.calls) == 3
    counts: Any = grounder.stats["cascade"]
    assert (counts["refuted"], counts["left"], counts["reasons"]["subject_absent"]) == (3, 3, 3)
    assert (grounder.stats["not_found"], grounder.stats["facts"]) == (3, 6)


def test_without_a_cascade_the_model_alone_decides() -> None:
    """Off by default."""
    facts = LLMGrounder(ROLES, client=Clerk(lambda _: "supported")).ground_many(
        rows(*ABSENT), HARBOUR
    )
    assert {fact.verdict for fact in facts} == {SUPPORTED}


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("joint", [1, 2])
def test_the_most_suspicious_are_asked_about_first(awaited: bool, joint: int) -> None:
    """Over all documents of the run."""
    clerk = AwaitedClerk() if awaited else Clerk()
    other = Document(id="o", text="Vessel 5 was not seen at Port 5. Vessel 6 lay at Port 6.")
    pairs = [(rows(*OPEN), HARBOUR), ([moored(n, other) for n in (6, 5)], other)]
    words = LexicalGrounder().ground_documents(pairs)
    suspicion = {fact.object_name: suspicion_of(fact) for facts in words for fact in facts}
    run(cascading(clerk, joint=joint), pairs, awaited=awaited)
    asked = [max(suspicion[_port(claim)] for claim in call) for call in clerk.calls]
    assert asked == sorted(asked, reverse=True)
    assert asked[0] > asked[-1]


def _port(claim: str) -> str:
    return claim[claim.index("Port") :].partition(" (")[0]


@settings(max_examples=40)
@given(
    budget=st.integers(0, 20),
    order=st.permutations(range(14)),
    workers=st.integers(1, 5),
    joint=st.integers(1, 3),
    awaited=st.booleans(),
)
def test_a_budget_buys_the_most_suspicious(
    budget: int, order: list[int], workers: int, joint: int, awaited: bool
) -> None:
    """A run that is stopped has asked about no claim while a more suspicious one was left."""
    sentences = [
        f"Vessel {n} was {'not ' if n % 3 == 0 else ''}moored at Port {n}."
        if n % 3 < 2
        else f"Vessel {n} sank. Few cared. Port {n} was far off."
        for n in range(14)
    ]
    docs = [Document(id=f"d{at}", text="\n\n".join(sentences[at::3])) for at in range(3)]
    by_text: list[list[Fact]] = [[] for _ in docs]
    for n in order:
        by_text[n % 3].append(moored(n, docs[n % 3]))
    pairs = list(zip(by_text, docs, strict=True))
    calls = 0

    def fails(_: list[str]) -> BaseException | None:
        nonlocal calls
        calls += 1
        return MissingAPIKey("BUDGET") if calls > budget else None

    clerk = (AwaitedClerk if awaited else Clerk)(fails=fails)
    grounder = cascading(clerk, max_workers=workers, joint=joint)
    words = LexicalGrounder().ground_documents(pairs)
    suspicion = {fact.id: suspicion_of(fact) for facts in words for fact in facts}
    try:
        facts = run(grounder, pairs, awaited=awaited)
    except MissingAPIKey:
        facts = [fact for held in grounder.unfinished for fact in held]
    asked = [_suspicion(call, suspicion) for call in clerk.calls]
    if workers == 1:
        assert asked == sorted(asked, reverse=True)
    told = {_port(claim).removeprefix("Port ") for call in clerk.calls for claim in call}
    for held in asked if joint == 1 else ():  # but for calls that others have begun and not told
        ahead = [n for n, more in suspicion.items() if more > held and n not in told]
        assert len(ahead) < workers
    left = [fact for fact in facts if reason_of(fact) == "unasked"]
    for fact in left:
        assert fact.verdict is UNCHECKED
        assert suspicion_of(fact) == suspicion[fact.id]
    if joint == workers == 1 and left:
        answered = {fact.id for fact in facts if ground_record(fact).get("grounder") == MODEL}
        worst = max(suspicion[fact.id] for fact in left)
        assert all(suspicion[held] >= worst for held in answered)
        assert len(answered) == budget


def _suspicion(call: list[str], suspicion: dict[str, float]) -> float:
    return max(suspicion[_port(claim).removeprefix("Port ")] for claim in call)


@pytest.mark.parametrize("awaited", [False, True])
def test_what_another_text_holds_is_not_refuted(awaited: bool) -> None:
    """The model is asked about both: the words know only when all texts were looked at."""
    here, there = Document(id="a", text="Vessel 1 sank."), Document(id="b", text="Port 1 froze.")
    pairs = [
        ([moored(1, here, id="0/relationship/7"), moored(9, here, id="x")], here),
        ([moored(1, there, id="1/relationship/7")], there),
    ]
    clerk = (AwaitedClerk if awaited else Clerk)(lambda _: "not_found")
    first, refuted, second = run(cascading(clerk), pairs, awaited=awaited)
    assert [ground_record(fact)["grounder"] for fact in (first, refuted, second)] == [
        MODEL,
        LEXICAL,
        MODEL,
    ]
    assert len(clerk.calls) == 2


def test_texts_of_another_graph_are_left_to_the_model() -> None:
    """And the run says that they do not belong together."""
    doc = Document(id="d", text="Nothing of the kind is told here.")
    facts = [moored(n, doc) for n in range(25)]
    grounded = ground_graph(facts, [doc], grounder=cascading(Clerk(lambda _: "not_found")))
    assert {ground_record(fact)["grounder"] for fact in grounded.facts} == {MODEL}
    assert "do not belong together" in grounded.summary.mismatch


def test_a_share_of_what_the_words_refute_is_asked_about_too() -> None:
    """Where the model refutes it as well the words' verdict stands, and the record says so."""
    clerk = Clerk(lambda _: "contradicted")
    grounder = cascading(clerk, recheck=1.0)
    facts = grounder.ground_many(rows(*ABSENT), HARBOUR)
    assert {(fact.verdict, ground_record(fact)["grounder"]) for fact in facts} == {
        (NOT_FOUND, LEXICAL)
    }
    assert all("recheck:contradicted" in ground_record(fact)["seen"] for fact in facts)
    assert all(REVIEW not in fact.qualifiers for fact in facts)
    counts: Any = grounder.stats["recheck"]
    assert counts == {"asked": 3, "agreed": 3, "disagreed": 0, "unanswered": 0, "examples": []}


def test_where_the_model_supports_it_the_stronger_judge_stands_and_a_person_is_asked() -> None:
    """Nothing flips in silence."""
    grounder = cascading(Clerk(lambda _: "supported"), recheck=1.0)
    facts = grounder.ground_many(rows(*ABSENT), HARBOUR)
    for fact in facts:
        record = ground_record(fact)
        assert (fact.verdict, record["grounder"]) == (SUPPORTED, MODEL)
        assert {"subject:absent", "subject_absent", "recheck:supported"} <= {*record["seen"]}
        assert fact.qualifiers[REVIEW] == (
            "recheck: the words refute it (subject_absent), the model supports it"
        )
    counts: Any = grounder.stats["recheck"]
    assert (counts["asked"], counts["disagreed"]) == (3, 3)
    assert counts["examples"][0] == "Vessel 7 —moored_at→ Port 7  [subject_absent]"
    again = cascading(Clerk(lambda _: "not_found"), reground=True).ground(facts[0], HARBOUR)
    assert (again.verdict, REVIEW in again.qualifiers) == (NOT_FOUND, False)


@pytest.mark.parametrize("reply", ["perhaps", "fails"])
def test_where_the_model_says_nothing_the_words_verdict_stands(reply: str) -> None:
    """A failed call costs no refusal."""
    error = ProviderError("busy", status_code=503) if reply == "fails" else None
    clerk = Clerk(lambda _: reply, fails=lambda _: error)
    grounder = cascading(clerk, recheck=1.0, retry=ONCE)
    (fact,) = grounder.ground_many(rows(7), HARBOUR)
    assert (fact.verdict, reason_of(fact)) == (NOT_FOUND, "subject_absent")
    counts: Any = grounder.stats["recheck"]
    assert (counts["asked"], counts["unanswered"]) == (1, 1)


def test_the_sample_is_drawn_by_the_facts_id() -> None:
    """The same in every run; a larger share holds a smaller one; about as many as asked for."""
    facts = [moored(n, HARBOUR) for n in range(100, 500)]
    facts += [moored(1, HARBOUR, id=f"o{n}") for n in range(500)]  # so that they belong together
    drawn = []
    for share in (0.1, 0.1, 0.4):
        clerk = Clerk(lambda _: "not_found")
        cascading(clerk, recheck=share).ground_many(facts, HARBOUR)
        drawn.append({claim for call in clerk.calls for claim in call})
    assert drawn[0] == drawn[1] < drawn[2]
    assert 20 < len(drawn[0]) < 65
    assert 120 < len(drawn[2]) < 200


def test_what_is_open_is_asked_about_before_what_is_asked_about_again() -> None:
    """A budget buys verdicts first."""
    clerk = Clerk(lambda _: "not_found")
    cascading(clerk, recheck=1.0).ground_many(rows(7, 1, 8, 2), HARBOUR)
    ports = [_port(claim) for call in clerk.calls for claim in call]
    assert {*ports[:2]} == {"Port 1", "Port 2"}
    assert {*ports[2:]} == {"Port 7", "Port 8"}


def test_a_run_that_stopped_before_the_second_look_keeps_the_refusals() -> None:
    """They were settled by the words; what is open is unasked, with its suspicion."""
    clerk = Clerk(fails=lambda _: MissingAPIKey("KEY"))
    grounder = cascading(clerk, recheck=1.0)
    with pytest.raises(MissingAPIKey):
        grounder.ground_many(rows(7, 1, 3), HARBOUR)
    refuted, near, negated = grounder.unfinished[0]
    assert (refuted.verdict, reason_of(refuted)) == (NOT_FOUND, "subject_absent")
    assert [reason_of(fact) for fact in (near, negated)] == ["unasked"] * 2
    assert suspicion_of(negated) > suspicion_of(near)
    assert "same_sentence" in ground_record(near)["seen"]
    assert (grounder.stats["facts"], grounder.stats["unasked"]) == (1, 2)
    resumed = cascading(Clerk(lambda _: "supported")).ground_many(grounder.unfinished[0], HARBOUR)
    assert [fact.verdict for fact in resumed] == [NOT_FOUND, SUPPORTED, SUPPORTED]


def test_the_examples_of_a_prompt_are_the_words_own() -> None:
    """A LexicalGrounder of one's own may stand in; it is left as it was."""
    lexical = LexicalGrounder(examples=["Vessel 7"])
    grounder = cascading(Clerk(), cascade=lexical)
    (fact,) = grounder.ground_many(rows(7), HARBOUR)
    assert reason_of(fact) == "prompt_example"
    assert not lexical.reground


def test_a_verdict_of_a_model_stands_before_words() -> None:
    """A weaker judge is not asked after a stronger one."""
    careless = LLMGrounder(ROLES, client=Clerk(lambda _: "supported"))
    facts = careless.ground_many(rows(7), HARBOUR)
    grounder = cascading(Clerk())
    assert grounder.ground_many(facts, HARBOUR) == facts
    assert (grounder.stats["skipped"], grounder.stats["calls"]) == (1, 0)


@pytest.mark.parametrize("awaited", [False, True])
def test_workers_do_not_change_what_a_cascade_finds(awaited: bool) -> None:
    """Threads or tasks, joint or not: one verdict a fact, its own."""
    pairs = corpus(40)
    pairs[0][0].append(moored(77, pairs[0][1], subject=Entity(key="x", type="V", label="Nobody")))
    alone = run(cascading(Clerk()), pairs, awaited=False)
    for joint in (1, 5):
        clerk = (AwaitedClerk if awaited else Clerk)(nap=0.002)
        told = run(cascading(clerk, max_workers=6, joint=joint), pairs, awaited=awaited)
        assert [(fact.id, fact.verdict) for fact in told] == [
            (fact.id, fact.verdict) for fact in alone
        ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cascade": "lexical"}, "cascade='lexical'"),
        ({"cascade": 1}, "cascade=1"),
        ({"recheck": 0.1}, "recheck=0.1 looks at what a cascade refuted"),
        ({"cascade": True, "recheck": 1.5}, "recheck=1.5"),
        ({"cascade": True, "recheck": -0.1}, "recheck=-0.1"),
        ({"cascade": True, "recheck": True}, "recheck=True"),
        ({"cascade": True, "recheck": "0.1"}, "recheck='0.1'"),
        ({"cascade": True, "recheck": float("nan")}, "recheck=nan"),
    ],
)
def test_a_cascade_that_means_nothing_is_refused(options: dict[str, Any], message: str) -> None:
    """It is named, before the first call."""
    with pytest.raises(InputError, match=message):
        LLMGrounder(ROLES, client=Clerk(), **options)
