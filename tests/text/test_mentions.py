"""Where a text mentions a name, wholly or in part, and at what cost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.text.mentions import Mentions, Presence
from openodke.text.names import read_name
from openodke.text.reading import Reading


def found(name: str, text: str, entity_type: str = "") -> tuple[Presence, list[str]]:
    """Return how much of a name a text holds, and the mentions as written."""
    reading = Reading(text)
    mentions = reading.names.find(read_name(name, entity_type))
    places = zip(mentions.places, mentions.widths, strict=True)
    return mentions.presence, [reading.index.raw(place, width) for place, width in places]


def test_every_mention_is_found_as_written() -> None:
    """Each spelling of the name counts, in the order of the text."""
    text = "TARN Ltd met Tarn. The tarn ltd, Tarn-Ltd and Tarns did not."
    assert found("Tarn Ltd", text) == (
        Presence.WHOLE,
        ["TARN Ltd", "Tarn", "tarn ltd", "Tarn-Ltd"],
    )


def test_a_whole_mention_hides_the_parts() -> None:
    """Where the name stands wholly its single words are not looked at."""
    assert found("Ina Voss", "Ina Voss met Voss.", "Person") == (Presence.WHOLE, ["Ina Voss"])


def test_a_part_names_its_words() -> None:
    """A partly named thing says which of its words were found."""
    reading = Reading("Orle Steel burned.")
    mentions = reading.names.find(read_name("The Orle Steel Works"))
    assert (mentions.presence, mentions.parts) == (Presence.PART, ("orle", "steel"))


def test_an_absent_name_has_no_place() -> None:
    """What is nowhere has neither places nor parts."""
    assert Reading("Orle burned.").names.find(read_name("Tarn")) == Mentions(Presence.ABSENT)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ina Voss", "Voss left."),
        ("Ina Voss", "Miss Voss left."),
        ("Ina Voss", "Then came Voss and Tarn."),
        ("Ina Voss", "In 1990 Voss left."),
        ("Ina Voss", '"Voss!" he said.'),
        ("Ina Voss", "It is Voss’s mill."),
        ("Ina van Voss", "van Voss left."),
        ("Ina de la Voss", "De la Voss left."),
        ("Ina Voss", "When Voss left, it rained."),
        ("Ina Voss", "Yesterday Voss left."),
        ("Ina Voss", "But Voss stayed."),
        ("Ina Voss", "It was Inspector Voss."),
        ("Ina Voss", "It was Chairman Voss."),
        ("Ina Voss", "It was Commander Voss."),
        ("Ina Voss", "Voss, Tarn and Orle left."),
        ("Ina Voss", "She left for Orle. Voss stayed."),
        ("Ina Voss Jr.", "Voss left."),
        ("Ina Voss, PhD", "Voss left."),
        ("Voss, Ina", "Voss left."),
        ("Voss I.", "Ina Voss left."),
        ("Voss, I. A.", "Ina Voss left."),
        ("Voss IA", "Ina B. Voss left."),
        ("Ina Voss", "Voss I., Tarn R. A study."),
        ("I Voss", "Ina Voss left."),
        ("Timothy Voss", "Tim Voss left."),
        ("Tim Voss", "Timothy Voss left."),
        ("William Voss", "Bill Voss left."),
        ("Bob Voss", "Then Robert Voss left."),
        ("Владимир Тарнов", "Тарнов В.В. ушёл."),
        ("Тарнов В.В.", "Владимир Тарнов ушёл."),
    ],
)
def test_a_surname_is_a_trace_of_a_person(name: str, text: str) -> None:
    """A text names a person once and uses the surname after that."""
    assert found(name, text, "Person")[0] is Presence.PART


@pytest.mark.parametrize(
    "text",
    ["Maria Voss left.", "Ina Tarn left.", "They call it voss.", "The Vossberg fell."],
)
def test_another_person_is_no_trace(text: str) -> None:
    """Another first name or surname, and a word in small letters, name somebody else."""
    assert found("Ina Voss", text, "Person") == (Presence.ABSENT, [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Voss M.", "Ina Voss left."),
        ("Voss, M. A.", "Ina Voss left."),
        ("V. Voss", "Ina Voss left."),
        ("William Voss", "Bob Voss left."),
        ("Paul Voss", "Paula Voss left."),
        ("Tim Voss", "Timothy Tarn left."),
    ],
)
def test_a_given_name_must_agree(name: str, text: str) -> None:
    """An initial or a short form of another given name is somebody else's."""
    assert found(name, text, "Person") == (Presence.ABSENT, [])


def test_only_people_have_short_names() -> None:
    """A thing called like a person is not found by a nickname."""
    assert found("William Mill", "The Bill Mill burned.", "Company")[0] is Presence.ABSENT


def test_a_first_name_alone_is_a_trace() -> None:
    """A story calls people by their first names, where the graph has the whole ones."""
    assert found("Ina Voss", "Ina left.", "Person") == (Presence.PART, ["Ina"])


def test_initials_need_capitals() -> None:
    """An acronym is written in capitals; the same letters in small are a word."""
    assert found("World Kite Union", "They met the WKU, not a wku.")[1] == ["WKU"]
    assert found("World Kite Union", "They met the W.K.U. there.")[1] == ["W.K.U"]
    assert found("Alder Tarn", "They met at noon.")[0] is Presence.ABSENT


def test_an_acronym_is_found_by_the_words_it_stands_for() -> None:
    """Capitalised words in a row, function words between them apart, spell an acronym."""
    presence, raw = found("BOK", "Then the Bank of Orlean Kites closed.")
    assert (presence, raw) == (Presence.PART, ["Bank of Orlean Kites"])
    assert found("BOK", "the bank of orlean kites")[0] is Presence.ABSENT


def test_a_word_cut_in_two_is_found() -> None:
    """Both halves have to be words of the text, side by side."""
    assert found("Headquarter", "the head quarter")[1] == ["head quarter"]
    assert found("Headquarter", "the head of a quarter")[0] is Presence.ABSENT


def test_a_thing_of_several_names_is_where_any_of_them_is() -> None:
    """Whole mentions of all names count; where two start together the wider one stays."""
    reading = Reading("Tarn Steel of Orle, once the Old Mill, is Tarn Steel.")
    names = tuple(map(read_name, ("Tarn", "Old Mill", "Tarn Steel", "Brill")))
    mentions = reading.names.find_any(names)
    places = zip(mentions.places, mentions.widths, strict=True)
    assert [reading.index.raw(*place) for place in places] == [
        "Tarn Steel",
        "Old Mill",
        "Tarn Steel",
    ]


def test_a_whole_alias_is_worth_more_than_a_part() -> None:
    """A thing partly named by one name and wholly by another is wholly named."""
    reading = Reading("Voss, called the Fox, left.")
    names = (read_name("Ina Voss", "Person"), read_name("The Fox", "Person"))
    assert reading.names.find_any(names).presence is Presence.WHOLE
    assert reading.names.find_any(names[:1]).presence is Presence.PART


def test_names_that_share_a_word_share_its_places() -> None:
    """A thousand people of one surname cost no thousand copies of its mentions."""
    reading = Reading("The Voss mill. " * 1_000)
    mentions = [reading.names.find(read_name(f"Ina{n} Voss", "Person")) for n in range(1_000)]
    assert mentions[0].presence is Presence.PART
    reading.proximity.meet(mentions[0], reading.names.find(read_name("mill")))
    assert len({id(each.places) for each in mentions}) == 1
    for each in mentions:
        reading.proximity.sentence_spans(each)
    assert len(reading.proximity._sentences) <= 2


_WORDS = st.sampled_from("Tarn Ltd of Orle Voss the tarn voss US us’s New-Orle . , U.S. Dr".split())


@given(st.lists(_WORDS, max_size=25), st.lists(_WORDS, min_size=1, max_size=4))
def test_mentions_ascend_and_lie_in_the_text(text: list[str], name: list[str]) -> None:
    """Places ascend, are distinct, and no mention runs over the end of the text."""
    reading = Reading(" ".join(text))
    mentions = reading.names.find(read_name(" ".join(name)))
    ends = [p + w for p, w in zip(mentions.places, mentions.widths, strict=True)]
    assert all(end <= len(reading.index) for end in ends)
    assert all(first < second for first, second in pairwise(mentions.places))
    assert (mentions.presence is Presence.ABSENT) == (not mentions.places)
