"""What speaks of a name that a text does not hold, and what does not?"""

from __future__ import annotations

import pytest

from openodke.text.demonyms import DEMONYMS_OF
from openodke.text.exonyms import CITY_NAMES
from openodke.text.folding import fold_word
from openodke.text.mentions import Mentions, Presence
from openodke.text.names import read_name
from openodke.text.reading import Reading


def find(name: str, text: str, entity_type: str = "") -> Mentions:
    """Return what a text holds of a name."""
    return Reading(text).names.find(read_name(name, entity_type))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("Norway", "a Norwegian firm", ("norwegian",)),
        ("Denmark", "a Danish firm", ("danish",)),
        ("Denmark", "two Danes came", ("danes",)),
        ("Germany", "a German firm", ("german",)),
        ("Spain", "a Spanish firm", ("spanish",)),
        ("The Netherlands", "a Dutch firm", ("dutch",)),
        ("USA", "an American firm", ("american",)),
        ("United States", "an American firm", ("american",)),
        ("New Zealand", "two New Zealanders", ("new", "zealanders")),
        ("Norwegian", "a firm of Norway", ("norway",)),
        ("American", "a firm of the USA", ("usa",)),
        ("American", "a firm of the US", ("us",)),
    ],
)
def test_a_country_and_its_people_speak_of_each_other(
    name: str, text: str, words: tuple[str, ...]
) -> None:
    """Neither is the other; where one stands the other was not made up."""
    found = find(name, text)
    assert (found.presence, found.relation, found.parts) == (Presence.PART, "demonym", words)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Norway", "a Danish firm"),
        ("Poland", "they polish brass"),
        ("Turkish", "they ate turkey"),
        ("American", "he told us so"),
        ("USA", "he told us so"),
        ("United States", "he told us so"),
        ("Sales Manager", "he manages the firm. The sales fell"),
        ("Sales Manager", "he manages the firm"),
        ("Silver Medal", "she won bronze"),
        ("Silver Cup", "she won silver"),
        ("Sadie Parker", "in the park"),
        ("Parker", "in the park"),
        ("Fisher", "they went fishing"),
        ("Hardy", "a hard day"),
        ("Diabetes", "he is diabolic"),
        ("bid", "a B, an I and a D"),
    ],
)
def test_other_words_do_not(name: str, text: str) -> None:
    """A word in small letters is no people, and a common word no name of a stem with it."""
    assert find(name, text) == Mentions(Presence.ABSENT)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("Silver Medal", "she won silver", ("silver",)),
        ("Sales Manager", "she manages sales", ("sales", "manages")),
        ("Diabetes", "he is diabetic", ("diabetic",)),
        ("Asthma Treatment", "he was treated for asthma", ("asthma",)),
        ("bid", "5 mg b.i.d.", ("b", "i", "d")),
        ("USA", "works in the US", ("us",)),
        ("United States of America", "works in the US", ("us",)),
        ("USA", "in the U.S. now", ("u", "s")),
        ("U.S.", "in the USA", ("usa",)),
        ("Washington, D.C.", "works in DC", ("dc",)),
        ("Washington, D.C.", "works in D.C.", ("d", "c")),
    ],
)
def test_another_form_is_a_part(name: str, text: str, words: tuple[str, ...]) -> None:
    """A derived word, or initials with points, is a part of the name."""
    found = find(name, text)
    assert (found.presence, found.relation, found.parts) == (Presence.PART, "", words)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("USA", "in the United States"),
        ("United States", "in the USA"),
        ("United States of America", "in the United States"),
        ("D.C.", "in Washington, D.C."),
        ("Munich", "in München"),
        ("München", "in Munich"),
        ("Vienna", "in Wien"),
        ("København", "in Copenhagen"),
        ("Kraków", "in Cracow"),
        ("The Hague", "in Den Haag"),
    ],
)
def test_two_names_of_one_place_are_one_name(name: str, text: str) -> None:
    """A city abroad and at home, and a country in short, are whole mentions."""
    assert find(name, text).presence is Presence.WHOLE


def test_the_tables_are_folded_and_of_both_sides() -> None:
    """A name that is not folded is never found, and a relation goes both ways."""
    for names in CITY_NAMES:
        assert all(fold_word(name) == name for name in names)
    for phrase, others in DEMONYMS_OF.items():
        assert fold_word(" ".join(phrase)) == " ".join(phrase)
        assert all(phrase in DEMONYMS_OF[other] for other in others)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("INSTALLATION PROCESS", "It shall be installed within two days."),
        ("AVAILABILITY_99_5_PERCENT", "The pump is available 99.5 % of the year."),
        ("FILTERING", "Lists are filtered by date."),
        ("LOGGING", "All calls are logged."),
        ("UPDATE", "Prices were updated in May."),
        ("NOTIFICATION MESSAGE", "The lock notifies the crew."),
        ("READABILITY TEST", "Eight of ten crews read the board."),
    ],
)
def test_a_title_that_a_model_made_of_a_verb_or_an_adjective_is_there(name: str, text: str) -> None:
    """Numbers in it have to stand there too; the noun that prose leaves off has not."""
    assert find(name, text, "ACTION").presence is Presence.PART


@pytest.mark.parametrize(
    ("name", "text", "entity_type"),
    [
        ("AVAILABILITY_98_PERCENT", "The pump is available 99.5 % of the year.", "CONDITION"),
        ("INSTALLATION PROCESS", "The crew left. Installers met elsewhere.", "ORGANIZATION NAME"),
        ("WALKER", "They walked home.", "PERSON"),
        ("Delta Process", "The deltas were drained.", "ORGANIZATION"),
        ("MEASUREMENT STEP", "They were tired.", "ACTION"),
    ],
)
def test_a_number_that_is_not_there_or_a_proper_name_is_no_such_title(
    name: str, text: str, entity_type: str
) -> None:
    """A person, a name as it is written, and a title with another number are not looked for so."""
    assert find(name, text, entity_type).presence is Presence.ABSENT
