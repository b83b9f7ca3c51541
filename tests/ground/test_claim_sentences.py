"""Is a description asked about sentence by sentence, and put together over its texts?"""

from collections.abc import Sequence
from typing import Any

import pytest

from openodke import Document, Fact, LexicalGrounder, LLMGrounder, ground_graph
from openodke.ground import ground_record, reason_of
from openodke.ground.claim_sentences import ClaimSentences, sentences_of
from openodke.interop import GroundedGraph, GroundingRun, TripleRow, to_fact
from openodke.llm import Completion, Message, ModelSpec

NORTH = Document(id="north", text="In 1998 Brask Marine opened a ferry to Ulvholm.")
SOUTH = Document(id="south", text="The ferry of Brask Marine carries 40 cars.")


class Reader:
    """Says `supported` of a claim whose phrase stands in the passage; keeps what it was asked."""

    def __init__(self, odd: dict[str, Any] | None = None) -> None:
        self.asked: list[str] = []
        self._odd = odd or {}

    def complete(
        self,
        messages: Sequence[Message],
        *,
        spec: ModelSpec,  # noqa: ARG002
        schema: object = None,  # noqa: ARG002
    ) -> Completion:
        """Answer by a phrase."""
        claim, _, passage = messages[1].content.partition("\n\nPassage:\n")
        self.asked.append(claim)
        for phrase, answer in self._odd.items():
            if phrase in claim:
                return Completion(answer)
        phrases = ("opened a ferry", "carries 40 cars", "sank in Ulvholm")
        said = next(phrase for phrase in phrases if phrase in claim)
        return Completion("supported" if said in passage else "not_found")


def rows(claim: str, *documents: Document) -> list[dict[str, Any]]:
    """Return one row of a relationship for each text."""
    return [
        {
            "id": f"{at}/relationship/7",
            "doc": doc.id,
            "subject": "Brask Marine",
            "predicate": "related_to",
            "object": "Ulvholm",
            "claim": claim,
        }
        for at, doc in enumerate(documents)
    ]


def grounded(claim: str, *documents: Document, odd: dict[str, Any] | None = None) -> GroundedGraph:
    """Ground a claim in some texts."""
    grounder = LLMGrounder(client=Reader(odd), max_workers=1)
    return ground_graph(rows(claim, *documents), documents, grounder=grounder)


def told(graph: GroundedGraph) -> list[tuple[str, str]]:
    """Return verdict and reason of each fact."""
    return [(fact.verdict.value, reason_of(fact)) for fact in graph.facts]


OPENED = "Brask Marine opened a ferry to Ulvholm."
CARRIES = "It carries 40 cars."
SANK = "A ferry sank in Ulvholm."


def test_each_sentence_is_asked_on_its_own() -> None:
    """The claim line is the sentence, and whom it is of where it does not say so itself."""
    reader = Reader()
    grounder = LLMGrounder(client=reader)
    row = rows(f"{OPENED} {CARRIES}", NORTH)
    (fact,) = ground_graph(row, [NORTH], grounder=grounder).facts
    assert reader.asked == [
        f"Claim: {OPENED}",
        f"Claim: Said of Brask Marine and Ulvholm: {CARRIES}",
    ]
    assert fact.qualifiers["odke.claim"] == f"{OPENED} {CARRIES}"
    seen = ground_record(fact)["seen"]
    assert seen == ["sentence:1:supported", "sentence:2:not_found"]


def test_a_text_that_supports_a_part_is_partly_supported() -> None:
    """Supported only if all sentences are, else the least favourable."""
    assert told(grounded(f"{OPENED} {CARRIES}", NORTH)) == [("not_found", "partly_supported 1/2")]
    assert told(grounded(OPENED, NORTH)) == [("supported", "supported")]
    assert told(grounded(f"{SANK} {CARRIES}", NORTH)) == [("not_found", "not_found")]


def test_what_another_text_supports_says_nothing_against_this_one() -> None:
    """A merged description takes half of what it says from each of its texts."""
    graph = grounded(f"{OPENED} {CARRIES}", NORTH, SOUTH)
    assert told(graph) == [("supported", "supported")] * 2
    assert [ground_record(fact)["suspicion"] for fact in graph.facts] == [0.0, 0.0]


def test_what_no_text_supports_stays_against_all() -> None:
    """One sentence of three was made up."""
    graph = grounded(f"{OPENED} {CARRIES} {SANK}", NORTH, SOUTH)
    assert told(graph) == [("not_found", "partly_supported 1/2")] * 2


def test_a_text_with_nothing_of_its_own_is_left_open() -> None:
    """Everything it lacks stands in another text of the claim."""
    third = Document(id="third", text="Ulvholm lies on the coast.")
    graph = grounded(f"{OPENED} {CARRIES}", NORTH, SOUTH, third)
    assert told(graph)[2] == ("unchecked", "elsewhere")


def test_an_unreadable_answer_leaves_the_whole_unchecked() -> None:
    """The next run asks again."""
    graph = grounded(f"{OPENED} {CARRIES}", NORTH, odd={"40 cars": "Hard to say."})
    assert told(graph) == [("unchecked", "unparseable")]


def test_an_unreadable_answer_is_not_taken_for_another_text_s() -> None:
    """That another text supports a sentence does not answer for the one that was not answered."""
    both = Document(id="both", text=f"{NORTH.text} {SOUTH.text}")
    claim = f"{OPENED} {CARRIES} {SANK}"
    odd = {"sank": "Hard to say."}
    assert told(grounded(claim, both, odd=odd)) == [("unchecked", "unparseable")]
    graph = grounded(claim, both, NORTH, odd=odd)
    assert told(graph)[0] == ("unchecked", "unparseable")
    assert graph.facts[1].verdict == "unchecked"


def test_a_contradicted_sentence_outweighs_the_rest() -> None:
    """The least favourable verdict is the description's."""
    graph = grounded(f"{OPENED} {CARRIES}", NORTH, odd={"40 cars": "contradicted"})
    assert told(graph) == [("contradicted", "partly_supported 1/2")]


def test_settling_twice_says_the_same() -> None:
    """`settle` reads only the record and what the run has noted."""
    grounder = LLMGrounder(client=Reader(), max_workers=1)
    texts = [NORTH, SOUTH]
    given = [
        to_fact(TripleRow(**row), doc)
        for row, doc in zip(rows(f"{OPENED} {CARRIES}", *texts), texts, strict=True)
    ]
    settled = [
        facts[0] for facts in grounder.ground_documents([([given[0]], NORTH), ([given[1]], SOUTH)])
    ]
    assert [grounder.settle(fact) for fact in settled] == settled


def test_another_run_knows_nothing_of_this_one() -> None:
    """What texts of an earlier run said does not settle a later one."""
    grounder = LLMGrounder(client=Reader(), max_workers=1)
    claim = f"{OPENED} {CARRIES}"
    ground_graph(rows(claim, NORTH, SOUTH), [NORTH, SOUTH], grounder=grounder)
    graph = ground_graph(rows(claim, NORTH), [NORTH], grounder=grounder)
    assert told(graph) == [("not_found", "partly_supported 1/2")]


def test_a_denial_is_asked_as_a_whole() -> None:
    """Half a denial is another claim."""
    row = {**rows(f"{OPENED} {CARRIES}", NORTH)[0], "polarity": "denied"}
    fact: Fact = to_fact(TripleRow(**row), NORTH)
    assert sentences_of(fact) == (f"{OPENED} {CARRIES}",)


def test_a_claim_of_very_many_sentences_is_asked_as_a_whole() -> None:
    """Else a text that is all full stops would cost a call each."""
    for count, asked in ((50, 50), (51, 1)):
        (held,) = rows("It opened a ferry. " * count, NORTH)
        assert len(sentences_of(to_fact(TripleRow(**held), NORTH))) == asked


def test_runs_at_once_settle_their_own_texts_and_count_what_was_settled() -> None:
    """A run that begins meanwhile does not make another forget what its texts said."""
    claim = "Brask Marine opened a ferry. It carries 40 cars."
    documents = (NORTH, SOUTH)
    pairs = [
        ([to_fact(TripleRow(**held), doc)], doc)
        for held, doc in zip(rows(claim, *documents), documents, strict=True)
    ]
    alone = LLMGrounder(client=Reader()).ground_documents(pairs)
    assert [fact.verdict.value for (fact,) in alone] == ["supported", "supported"]

    class Restarting(Reader):
        def complete(self, messages: Any, **options: Any) -> Completion:
            if len(self.asked) == 2:
                self.asked.append("")
                grounder.ground_documents([])
            return super().complete(messages, **options)

    grounder = LLMGrounder(client=Restarting(), max_workers=1)
    assert [[fact.verdict for fact in facts] for facts in grounder.ground_documents(pairs)] == [
        [fact.verdict for fact in facts] for facts in alone
    ]
    counts = {key: grounder.stats[key] for key in ("supported", "not_found", "unchecked")}
    assert counts == {"supported": 2, "not_found": 0, "unchecked": 0}


def test_runs_under_way_at_once_do_not_mix() -> None:
    """Each settles by its own texts, whichever began last."""
    grounder = LLMGrounder(client=Reader(), max_workers=1)
    texts = [NORTH, SOUTH]
    given = [TripleRow.model_validate(row) for row in rows(f"{OPENED} {CARRIES}", *texts)]
    first, second = GroundingRun(texts, grounder=grounder), GroundingRun(texts, grounder=grounder)
    looked = list(first.look(given))
    list(second.look(given[:1]))
    assert [first.settle(fact).verdict.value for fact in looked] == ["supported"] * 2


def test_lexical_runs_under_way_at_once_do_not_mix() -> None:
    """A value that another text of the claim holds is no ground to refute it."""
    grounder = LexicalGrounder()
    texts = [NORTH, SOUTH]
    claim = "Brask Marine opened a ferry for 40 cars to Ulvholm in 1998."
    given = [TripleRow.model_validate(row) for row in rows(claim, *texts)]
    first, second = GroundingRun(texts, grounder=grounder), GroundingRun(texts, grounder=grounder)
    looked = list(first.look(given))
    list(second.look([]))
    assert [reason_of(first.settle(fact)) for fact in looked] == ["elsewhere"] * 2
    alone = list(second.look(given[:1]))
    assert [second.settle(fact).verdict.value for fact in alone] == ["not_found"]


@pytest.mark.parametrize(
    ("marks", "settled"),
    [
        (["sentence:two"], "not_found"),
        (["sentence:1:maybe", "sentence:"], "not_found"),
        (["sentence:2:not_found", "sentence:1:supported"], "not_found"),
        (["sentence:one", "sentence:1:not_found", "sentence:2:supported"], "supported"),
    ],
)
def test_marks_that_are_not_ours_are_no_sentences(marks: list[str], settled: str) -> None:
    """A record from elsewhere may hold anything under `seen`; it costs no run."""
    claim = f"{OPENED} {CARRIES}"
    north, south = (
        LLMGrounder(client=Reader()).ground(to_fact(TripleRow(**held), doc), doc)
        for held, doc in zip(rows(claim, NORTH, SOUTH), (NORTH, SOUTH), strict=True)
    )
    other = ClaimSentences()
    for fact in (north, south):
        other.note(fact)
    record = {**south.qualifiers["odke.ground"], "seen": marks}
    odd = south.model_copy(update={"qualifiers": {**south.qualifiers, "odke.ground": record}})
    other.note(odd)
    assert other.settled(odd).verdict.value == settled
    assert LLMGrounder(client=Reader()).ground(odd, SOUTH).verdict is odd.verdict
