"""How near two names come to each other, and what stands beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.text.names import read_name
from openodke.text.proximity import Meeting, Nearness
from openodke.text.reading import Reading


def meet(text: str, first: str = "Tarn", second: str = "Orle") -> Meeting:
    """Return where two names of a text meet."""
    reading = Reading(text)
    names = reading.names
    return reading.proximity.meet(names.find(read_name(first)), names.find(read_name(second)))


def sentences_of(meeting: Meeting, text: str) -> list[str]:
    """Return the sentences of a meeting."""
    return [text[start:end] for start, end in meeting.spans]


@pytest.mark.parametrize(
    ("text", "nearness", "sentences"),
    [
        ("It rained. Tarn met Orle. It was cold.", Nearness.SENTENCE, ["Tarn met Orle."]),
        ("Tarn came. Orle left.", Nearness.NEIGHBOURS, ["Tarn came.", "Orle left."]),
        ("Orle left. Tarn came.", Nearness.NEIGHBOURS, ["Orle left.", "Tarn came."]),
        ("Tarn came. It rained. Orle left.", Nearness.APART, ["Tarn came.", "Orle left."]),
        ("Tarn came.\n\nOrle left.", Nearness.APART, ["Tarn came.", "Orle left."]),
        ("Tarn came. Orle left. Tarn met Orle.", Nearness.SENTENCE, ["Tarn met Orle."]),
        ("Tarn-Orle is a road.", Nearness.SENTENCE, ["Tarn-Orle is a road."]),
    ],
)
def test_names_meet_where_they_are_nearest(
    text: str, nearness: Nearness, sentences: list[str]
) -> None:
    """One sentence is nearer than two adjacent ones of a paragraph, those nearer than the rest."""
    meeting = meet(text)
    assert meeting.nearness is nearness
    assert sentences_of(meeting, text) == sentences


def test_a_name_does_not_meet_its_own_piece() -> None:
    """A name inside the other's mention is not beside it."""
    assert meet("New York Times grew.", "New York", "New York Times").nearness is Nearness.APART
    both = "New York Times moved to New York."
    assert meet(both, "New York", "New York Times").nearness is Nearness.SENTENCE
    assert meet("Tarn is alone.", "Tarn", "Tarn").nearness is Nearness.APART
    assert meet("Tarn is Tarn.", "Tarn", "Tarn").nearness is Nearness.SENTENCE


@pytest.mark.parametrize(
    ("text", "is_reversed"),
    [
        ("Tarn met Orle.", False),
        ("Orle met Tarn.", True),
        ("Tarn came. Orle left.", False),
        ("Orle left. Tarn came.", True),
        ("Orle left. Tarn came. Tarn sat.", True),
        ("Orle left.\n\nTarn came.", True),
        ("Orle Orle Orle. Tarn Orle.", False),
    ],
)
def test_the_order_of_the_names_is_told(text: str, is_reversed: bool) -> None:
    """Whether the second name stands first, however often each is named."""
    assert meet(text).reversed is is_reversed


@pytest.mark.parametrize(
    ("text", "negation"),
    [
        ("Tarn did not meet Orle.", "not"),
        ("Tarn didn’t meet Orle.", "didn"),
        ("Tarn never met Orle.", "never"),
        ("Tarn denied that it met Orle.", "denied"),
        ("It is false that Tarn met Orle.", "false"),
        ("Tarn came. It did not meet Orle.", "not"),
        ("Tarn did not come. Orle did.", "not"),
        ("Tarn met Orle. It did not rain.", ""),
        ("It did not rain. Tarn met Orle.", ""),
        ("It was not, as all of us well know by now, Brill but Tarn that met Orle.", ""),
        ("Tarn met Orle and all of the others came and went, not Brill.", ""),
        ("Tarn did not meet Orle. Then Tarn met Orle.", ""),
        ("The knot of Tarn and Orle.", ""),
    ],
)
def test_a_negation_beside_the_names_is_told(text: str, negation: str) -> None:
    """A negating word between the names or a few words off; the plainest sentence is taken."""
    assert meet(text).negation == negation


@pytest.mark.parametrize(
    "text",
    [
        "Tarn opened mill No. 5 in Orle.",
        "Don Tarn met Orle.",
        "Tarn met Orle in New Haven.",
        "There is no doubt that Tarn met Orle.",
        "Not only did Tarn meet Orle, it won.",
    ],
)
def test_a_word_that_only_looks_negating_is_none(text: str) -> None:
    """A name, a number sign and a figure of speech deny nothing."""
    assert meet(text).negation == ""


@pytest.mark.parametrize("text", ["Tarn can't meet Orle.", "Tarn won’t meet Orle."])
def test_every_clipped_negation_is_told(text: str) -> None:
    """Not after any verb is a negation, whatever its first half is."""
    assert meet(text).negation != ""


def test_a_word_of_a_name_is_no_cue() -> None:
    """What the names themselves are made of says nothing of the claim."""
    assert meet("Tarn met No Man's Land.", "Tarn", "No Man's Land").negation == ""
    assert meet("Tarn opened in New Haven.", "Tarn", "New Haven").negation == ""
    assert meet("Ina May met Orle.", "Ina May", "Orle").hedge == ""


@pytest.mark.parametrize(
    ("text", "hedge"),
    [
        ("Tarn may meet Orle.", "may"),
        ("Tarn reportedly met Orle.", "reportedly"),
        ("Perhaps Tarn met Orle.", "perhaps"),
        ("Tarn came. It may meet Orle.", "may"),
        ("Tarn met Orle.", ""),
        ("In May 1999 Tarn met Orle.", ""),
        ("Tarn met Orle on 3 May.", ""),
    ],
)
def test_a_hedge_beside_the_names_is_told(text: str, hedge: str) -> None:
    """A word that leaves it open; a month is none."""
    assert meet(text).hedge == hedge


def test_a_hedged_sentence_is_plainer_than_a_negated_one() -> None:
    """Of several sentences naming both, the one that comes nearest to stating it is taken."""
    meeting = meet("Tarn did not meet Orle. Tarn may meet Orle.")
    assert (meeting.hedge, meeting.negation) == ("may", "")


def test_the_sentence_of_a_name_is_its_first() -> None:
    """A name without another is shown where it stands first."""
    text = "It rained. Tarn came. Tarn left."
    reading = Reading(text)
    assert reading.proximity.sentence_spans(reading.names.find(read_name("Tarn"))) == ((11, 21),)


def test_a_name_of_many_mentions_is_sorted_into_sentences_once() -> None:
    """Two thousand claims on a text that names one thing everywhere read its places once."""
    count = 20_000
    reading = Reading("".join(f"Voss saw x{number}. " for number in range(count)))
    calls = 0
    sentence_of = reading.index.sentence_of

    def counting(place: int) -> int:
        nonlocal calls
        calls += 1
        return sentence_of(place)

    reading.index.sentence_of = counting  # type: ignore[method-assign]
    voss = reading.names.find(read_name("Voss"))
    for number in range(2_000):
        other = reading.names.find(read_name(f"x{number}"))
        assert reading.proximity.meet(voss, other).nearness is Nearness.SENTENCE
    assert calls <= count + 5 * 2_000


def test_names_that_never_meet_are_compared_once() -> None:
    """A thousand claims on two names that the text has everywhere, and never together."""
    reading = Reading("Voss is tall. It is so.\n\nOrle is small. It is so.\n\n" * 5_000)
    voss, orle = (reading.names.find(read_name(name)) for name in ("Voss", "Orle"))
    meeting = reading.proximity.meet(voss, orle)
    assert meeting.nearness is Nearness.APART
    assert all(reading.proximity.meet(voss, orle) is meeting for _ in range(1_000))
    assert reading.proximity.meet(orle, voss).reversed is True


def test_names_that_meet_late_are_compared_by_the_page() -> None:
    """Ten thousand sentences on each of two names come before the one that names both."""
    apart = "Voss is tall. It is so.\n\nOrle is small. It is so.\n\n" * 5_000
    meeting = meet(f"{apart}Voss met Orle.", "Voss", "Orle")
    assert meeting.nearness is Nearness.SENTENCE
    assert meeting.spans == ((len(apart), len(apart) + 14),)
    near = meet(f"{apart}Voss came. Orle left.", "Orle", "Voss")
    assert (near.nearness, near.reversed) == (Nearness.NEIGHBOURS, True)


_PIECES = st.lists(
    st.sampled_from(["Tarn", "Orle", "met", "not", "may", ".", "\n\n", "Brill"]), max_size=30
)


@given(_PIECES)
def test_meetings_are_the_same_from_both_ends(pieces: list[str]) -> None:
    """Nearness and sentences do not depend on which name is asked for first; the order does."""
    text = "Tarn came. Brill sat. Orle left. " + " ".join(pieces).replace(" .", ".")
    one, other = meet(text), meet(text, "Orle", "Tarn")
    assert one.nearness is other.nearness
    starts = [start for start, _ in one.spans]
    assert starts == sorted(set(starts))
    if one.nearness is Nearness.SENTENCE:
        assert one.spans == other.spans
        assert {"Tarn", "Orle"} <= set(sentences_of(one, text)[0].replace(".", "").split())
