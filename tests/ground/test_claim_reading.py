"""What a text shows of one claim: every reason, every signal, and what is never refuted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.ground.claim_reading import ClaimReader, Look
from openodke.model import Document, Entity, Fact, Polarity
from openodke.model.keys import CLAIM, OBJECT_TYPE

TEXT = "Tarn Ltd opened a mill in Orle. It hired Ina Voss in 1999.\n\nBrill lies on the sea."


def entity(label: str, entity_type: str = "Thing", *aliases: str) -> Entity:
    """Return an entity."""
    return Entity(key=f"{entity_type}:{label}", type=entity_type, label=label, aliases=aliases)


def look(
    text: str,
    subject: str | Entity,
    predicate: str,
    obj: str | int | float | bool | Entity,
    *,
    claim: str | None = None,
    object_type: str | None = None,
    polarity: Polarity = Polarity.ASSERTED,
    examples: tuple[str, ...] = (),
) -> Look:
    """Return what a text shows; a string object with an object type is a literal."""
    is_literal = object_type is not None or not isinstance(obj, str | Entity)
    end = entity(obj) if isinstance(obj, str) and not is_literal else obj
    given = {CLAIM: claim, OBJECT_TYPE: object_type}
    fact = Fact(
        subject=entity(subject) if isinstance(subject, str) else subject,
        predicate=predicate,
        polarity=polarity,
        qualifiers={key: value for key, value in given.items() if value is not None},
        **{"object_value" if is_literal else "object_entity": end},  # type: ignore[arg-type]
    )
    return ClaimReader(examples).read(fact, Document(id="d", text=text))


@pytest.mark.parametrize(
    ("text", "subject", "obj", "object_type", "reason", "seen"),
    [
        (TEXT, "Kiln", "Orle", None, "subject_absent", ("subject:absent",)),
        (TEXT, "Tarn Ltd", "Kiln", None, "object_absent", ("object:absent",)),
        (TEXT, "Kiln", "Dorn", None, "subject_absent", ("subject:absent", "object:absent")),
        (TEXT, "Ina Voss", 2001, None, "value_absent", ("object:absent",)),
        (TEXT, "Ina Voss", "2001", "date", "value_absent", ("object:absent",)),
        (TEXT, "2001", "Orle", None, "value_absent", ("subject:absent",)),
        (TEXT, "Tarn Ltd", "lighthouse", "string", "object_absent", ("object:absent",)),
        ("Orle is 5 km away.", "Orle", "5 miles", "string", "unit_mismatch", ("object:absent",)),
        ("Covid-19 hit Orle.", "Orle", "19", "string", "value_absent", ("object:absent",)),
        ("Covid-19 hit Orle.", "Orle", 19, None, "value_absent", ("object:absent",)),
        ("Annapolis is by Orle.", "Ann", "Orle", None, "subject_absent", ("subject:absent",)),
    ],
)
def test_what_stands_nowhere_is_refuted(
    text: str, subject: str, obj: str | int, object_type: str | None, reason: str, seen: object
) -> None:
    """A name or value that is absent refutes the claim, and the reason says which."""
    shown = look(text, subject, "p", obj, object_type=object_type)
    assert (shown.refuted, shown.reason, shown.suspicion) == (True, reason, 1.0)
    assert shown.seen == seen
    assert shown.spans == ((0, len(text)),)
    assert shown.absent


def test_a_value_of_the_claims_sentence_is_looked_up_too() -> None:
    """A number that the sentence adds has to be in the text; a name of it does not."""
    shown = look(TEXT, "Tarn Ltd", "p", "Orle", claim="Tarn Ltd sold 5,000 boots in Orle.")
    assert (shown.refuted, shown.reason) == (True, "value_absent")
    assert shown.seen == ("value:5,000",)
    assert not shown.absent  # the names are there: no sign of a mismatched text
    unit = look("Orle is 5 km away.", "Orle", "p", "Orle", claim="Orle is 5 miles away.")
    assert (unit.refuted, unit.reason, unit.seen) == (True, "unit_mismatch", ("value:5 miles",))
    assert not look(TEXT, "Tarn Ltd", "p", "Orle", claim="In 1999 Kiln left Tarn Ltd.").refuted


def test_a_prompt_example_is_known_by_name_and_absence() -> None:
    """It is refused as a leak where absent, however it is cased, and not where the text has it."""
    leak = ("Adam Reed", "Kiln Works")
    for subject, obj in (("Adam Reed", "Kiln Works"), ("ADAM REED", "Orle"), ("Orle", leak[1])):
        shown = look(TEXT, subject, "p", obj, examples=leak)
        assert (shown.refuted, shown.reason) == (True, "prompt_example")
        assert not shown.absent
    really = look("Adam Reed runs Kiln Works.", "Adam Reed", "p", "Kiln Works", examples=leak)
    assert (really.refuted, really.reason) == (False, "same_sentence")
    other = look(TEXT, "Adam Reeds", "p", "Orle", examples=leak)
    assert other.reason == "subject_absent"


def test_one_of_several_names_is_enough() -> None:
    """A thing that any of its aliases names is there."""
    assert not look(TEXT, entity("Kiln", "Thing", "Brill"), "p", "Orle").refuted
    assert look(TEXT, entity("Kiln", "Thing", "Dorn"), "p", "Orle").refuted


NEARNESS = {
    "same_sentence": "Tarn met Orle.",
    "neighbours": "Tarn came. Orle left.",
    "apart": "Tarn came.\n\nOrle left.",
    "negated": "Tarn did not meet Orle.",
    "hedged": "Tarn may meet Orle.",
}


@pytest.mark.parametrize("reason", NEARNESS)
def test_a_named_claim_is_sorted_by_how_its_names_meet(reason: str) -> None:
    """Nothing is refuted; the reason says what was seen."""
    text = NEARNESS[reason]
    shown = look(text, "Tarn", "p", "Orle")
    assert (shown.refuted, shown.reason) == (False, reason)
    assert 0 < shown.suspicion < 1
    assert all(text[start:end].strip() for start, end in shown.spans)


def test_suspicion_is_ordered() -> None:
    """Negated before apart before neighbours before one sentence; all below refuted."""
    reasons = ("negated", "apart", "neighbours", "same_sentence")
    given = [look(NEARNESS[reason], "Tarn", "p", "Orle").suspicion for reason in reasons]
    assert given == sorted(set(given), reverse=True)
    assert look(NEARNESS["hedged"], "Tarn", "p", "Orle").suspicion > given[-1]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Tarn met Orle.", ("same_sentence",)),
        ("Orle met Tarn.", ("same_sentence", "object_first")),
        ("Tarn came. Orle left.", ("neighbours",)),
        ("Tarn came.\n\nOrle left.", ("apart",)),
        ("Tarn never met Orle.", ("same_sentence", "negation:never")),
        ("Tarn reportedly met Orle.", ("same_sentence", "hedge:reportedly")),
        ("Tarn may not meet Orle.", ("same_sentence", "hedge:may", "negation:not")),
        ("Orle did not come. Tarn did.", ("neighbours", "object_first", "negation:not")),
    ],
)
def test_every_signal_is_listed(text: str, seen: tuple[str, ...]) -> None:
    """What was seen is told, each signal with its detail."""
    assert look(text, "Tarn", "p", "Orle").seen == seen


def test_a_part_of_a_name_is_a_signal() -> None:
    """Which words of which name were found, and more suspicion than for the whole name."""
    shown = look("Voss met Orle.", entity("Ina Voss", "Person"), "p", "Orle")
    assert (shown.reason, shown.seen) == ("partly_named", ("same_sentence", "subject:part:voss"))
    assert shown.suspicion > look("Voss met Orle.", "Voss", "p", "Orle").suspicion
    shown = look("Tarn met Orle Steel.", "Tarn", "p", "Orle Steel Works")
    assert shown.seen == ("same_sentence", "object:part:orle steel")


def test_what_the_claim_says_too_is_no_signal() -> None:
    """A denial, a hedge of the source, and a predicate or sentence with the cue agree with it."""
    negated, hedged = NEARNESS["negated"], NEARNESS["hedged"]
    same = ("same_sentence",)
    assert look(negated, "Tarn", "met", "Orle", polarity=Polarity.DENIED).seen == same
    assert look(hedged, "Tarn", "met", "Orle", polarity=Polarity.PARTIAL).seen == same
    assert look(negated, "Tarn", "did_not_meet", "Orle").seen == same
    assert look(hedged, "Tarn", "may meet", "Orle").seen == same
    claim = look(negated, "Tarn", "met", "Orle", claim="Tarn never met Orle.")
    assert "negation:not" not in claim.seen


def test_the_words_of_the_claim_are_counted() -> None:
    """Its own words, inflected or not, are sought; fewer found is more suspicion."""
    held = look(TEXT, "Tarn Ltd", "p", "Orle", claim="Tarn Ltd opens mills in Orle.")
    none = look(TEXT, "Tarn Ltd", "p", "Orle", claim="Tarn Ltd sank ships off Orle.")
    assert "claim_words:1/2" in held.seen
    assert "claim_words:0/3" in none.seen
    assert none.suspicion > held.suspicion


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        (TEXT, "He"),
        (TEXT, "they"),
        (TEXT, "It"),
        ("He met Orle.", "He"),
        ("We met Orle.", "We"),
    ],
)
def test_a_pronoun_is_unresolved(text: str, subject: str) -> None:
    """It stands for a name that is elsewhere: neither there nor refuted."""
    shown = look(text, subject, "p", "Orle")
    assert (shown.refuted, shown.reason, shown.seen) == (
        False,
        "unresolved_subject",
        ("subject:pronoun",),
    )
    assert shown.suspicion == 0.5


def test_a_pronoun_object_is_unresolved_too() -> None:
    """And the claim is still refuted for a subject that is not there."""
    assert look(TEXT, "Orle", "p", "him").reason == "unresolved_object"
    assert look(TEXT, "Kiln", "p", "him").reason == "subject_absent"
    assert look(TEXT, "He", "p", "Kiln").reason == "object_absent"


@pytest.mark.parametrize("obj", [True, False])
def test_a_boolean_is_not_looked_up(obj: bool) -> None:
    """Yes and no are not written in the text as they are here."""
    shown = look(TEXT, "Tarn Ltd", "open", obj)
    assert (shown.refuted, shown.reason) == (False, "free_text")
    assert TEXT[slice(*shown.spans[0])] == "Tarn Ltd opened a mill in Orle."


@pytest.mark.parametrize("obj", ["true", "False"])
def test_a_boolean_written_as_text_is_not_looked_up(obj: str) -> None:
    """Stores and CSV files hold booleans as text."""
    assert not look(TEXT, "Tarn Ltd", "open", obj, object_type="boolean").refuted


def test_free_text_is_refuted_only_for_its_subject_and_values() -> None:
    """A description is prose of the model's own: only what it is about, and numbers, can be."""
    prose = "maker of fine boots, led by Dorn"
    shown = look(TEXT, "Tarn Ltd", "description", prose, object_type="text")
    assert (shown.refuted, shown.reason) == (False, "free_text")
    assert look(TEXT, "Kiln", "description", prose, object_type="text").reason == "subject_absent"
    claim = "Tarn Ltd, a maker of boots, was founded in 1950."
    shown = look(TEXT, "Tarn Ltd", "description", prose, object_type="text", claim=claim)
    assert (shown.refuted, shown.seen) == (True, ("value:1950",))
    claim = "Tarn Ltd, a maker of boots, hired in 1999."
    assert not look(TEXT, "Tarn Ltd", "p", prose, object_type="text", claim=claim).refuted


@pytest.mark.parametrize("text", ["", " ", "\n\t\n", "\u3000"])
def test_an_empty_text_shows_nothing(text: str) -> None:
    """There is nothing to refute with, and nothing to count as a mismatch."""
    shown = look(text, "Tarn", "p", "Orle")
    assert (shown.refuted, shown.reason, shown.seen) == (False, "no_text", ())
    assert not shown.names_looked_up


def test_a_self_loop_needs_its_name_twice() -> None:
    """One mention is not two things."""
    assert look("Tarn is here.", "Tarn", "p", "Tarn").reason == "apart"
    assert look("Tarn is Tarn.", "Tarn", "p", "Tarn").reason == "same_sentence"


@pytest.mark.parametrize(
    ("text", "subject", "obj"),
    [
        ("\x00Tarn\x00 met Orle.\x00", "Tarn", "Orle"),
        ("\u200fTarn\u200e met \u202bOrle\u202c.", "Tarn", "Orle"),
        ("\u2067Tarn\u2069 met Orle.\r\nIt rained.\r\n", "Tarn", "Orle\u200f"),
        ("\ufeffTarn met Orle.", "\ufeffTarn", "Orle"),
        ("Tarn met Orle." * 3_000, "Tarn", "Orle"),
    ],
)
def test_odd_characters_hide_no_name(text: str, subject: str, obj: str) -> None:
    """NUL, direction marks, a byte order mark and missing spaces are not part of a name."""
    assert look(text, subject, "p", obj).reason == "same_sentence"


@pytest.mark.parametrize("name", ["x" * 20_000, "Kiln " * 4_000, "." * 20_000, "(" * 20_000, "!"])
def test_an_odd_name_is_absent(name: str) -> None:
    """A name of 20,000 characters or of punctuation is looked up like others."""
    assert look(TEXT, name, "p", "Orle").reason == "subject_absent"


_WORDS = st.sampled_from("Tarn Orle met not may 1999 he . , US us 北京 ½ \n\n".split(" "))
_TEXTS = st.lists(_WORDS, max_size=25).map(" ".join)


@given(_TEXTS, _TEXTS.filter(str.strip), _TEXTS.filter(str.strip), st.none() | _TEXTS)
def test_every_look_is_in_range(text: str, subject: str, obj: str, claim: str | None) -> None:
    """Suspicion lies in [0, 1] and is 1 only where refuted; offsets lie in the text."""
    shown = look(text, subject, "p", obj, claim=claim)
    assert 0 <= shown.suspicion <= 1
    assert (shown.suspicion == 1) == shown.refuted
    assert shown.reason
    assert all(0 <= start < end <= len(text) for start, end in shown.spans)
    assert shown.spans or not text.strip()


def test_a_number_that_the_text_glues_to_the_name_before_it_is_there() -> None:
    """RCP2.6 states RCP 2.6, and 2.6 of nothing else."""
    text = "Tarn Ltd plans for scenario RQP2.6 and no other."
    claim = "Tarn Ltd uses the scenario RQP {}."
    assert not look(text, "Tarn Ltd", "uses", "scenario", claim=claim.format("2.6")).refuted
    assert look(text, "Tarn Ltd", "uses", "scenario", claim=claim.format("4.5")).refuted
    assert look(text, "Tarn Ltd", "uses", "scenario", claim="Tarn Ltd took 2.6 of it").refuted


def test_a_claim_of_named_fields_says_several_things() -> None:
    """A number without its scale is one field of several, and no reason to refute them all."""
    text = "Tarn Ltd gave the mill 600 Mio. crowns in 1999."
    claim = "Sum: gift of Tarn Ltd; Value: {}; Unit: million; Year: 1999"
    seen = look(text, "Tarn Ltd", "gave", "mill", claim=claim.format(600))
    assert (seen.reason, seen.refuted) == ("partly_absent", False)
    assert look(text, "Tarn Ltd", "gave", "mill", claim="It gave 700").refuted


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("Завод Tarn закрыли в мае, и насосы стояли.", "PUMP FAILURE", "other_script"),
        ("阀门在飞行中关闭，机组报告 Tarn 塔台。", "Valve", "other_script"),
        ("The works of Tarn burned in May.", "ЗАВОД", "other_script"),
        ("Завод Tarn закрыли в мае, и насосы стояли.", "ПОЖАР", "object_absent"),
        ("Завод Tarn закрыли в мае, и насосы стояли.", "Firmendal", "prompt_example"),
        ("Завод Tarn закрыли в мае, и насосы стояли.", "Станция 7A", "object_absent"),
    ],
)
def test_a_name_in_other_letters_than_the_text_is_not_refuted(
    text: str, name: str, reason: str
) -> None:
    """It may be a translation; what leaked from the prompt is none."""
    seen = look(text, "Tarn", "had", name, examples=("Firmendal",))
    assert (seen.reason, seen.refuted) == (reason, reason != "other_script")
    if reason == "other_script":
        assert (seen.seen, seen.suspicion) == (("object:other_script",), 0.5)


@pytest.mark.parametrize(
    ("title", "name", "reason"),
    [
        ("TARN_annual-report.txt", "TARN", "in_title"),
        ("Annual report of the Tarn Works", "Tarn Works", "in_title"),
        ("Annual report of the Tarn Works", "Brill Works", "subject_absent"),
        ("annual-report.txt", "TARN", "subject_absent"),
        (None, "TARN", "subject_absent"),
    ],
)
def test_a_name_in_the_title_alone_is_not_refuted(
    title: str | None, name: str, reason: str
) -> None:
    """A report that says we is of the company that its title names."""
    text = "We opened a mill in Orle, and our pumps ran all year."
    fact = Fact(
        subject=entity(name, "ORGANIZATION"), predicate="opened", object_entity=entity("mill")
    )
    seen = ClaimReader().read(fact, Document(id="d", text=text, title=title))
    assert (seen.reason, seen.refuted) == (reason, reason != "in_title")
    other = fact.model_copy(update={"object_entity": entity("Kiln")})
    assert ClaimReader().read(other, Document(id="d", text=text, title=title)).refuted
