"""Names in the cases of languages that put endings to them."""

from __future__ import annotations

import pytest

from openodke.text.case_endings import CaseForms
from openodke.text.mentions import MentionFinder, Presence
from openodke.text.names import read_name
from openodke.text.reading import Reading
from openodke.text.word_index import WordIndex

POLISH = "W 2019 roku Halden otworzył biuro w Łodzi i zatrudnił Pawła Kowalczyka."
CZECH = (
    "Firma sídlí v Brně a od roku 2011 také v Olomouci, kde ji vede Marek Dvořák. Jana je v Praze."
)
FINNISH = "Yritys muutti Turkuun ja myöhemmin Tampereelle, jossa Virtasen tytär johtaa sitä."
HUNGARIAN = "Budapesten és Szegeden is van iroda, mondta Nagy Péter Kovács Annának."
CROATIAN = "Tvrtka ima ured u Zagrebu i Splitu, a vodi je Ivana Horvatova."
LITHUANIAN = "Vilniuje įsikūrusi įmonė persikėlė į Kauną ir ten liko."
SCHOOL = "Rektor Uniwersytetu Jagiellońskiego odwiedził wczoraj Warszawę."
ENGLISH = "The firm opened an office in Bergen, and Anna Parkerson runs it for them."
GERMAN = "Die Firma hat ein Büro in Bergen, und Anna Parkerson leitet es mit der Schwester."


def found(name: str, text: str, of_type: str = "Thing") -> Presence:
    """Return how much of a name a text has."""
    return MentionFinder(WordIndex(text)).find(read_name(name, of_type)).presence


@pytest.mark.parametrize(
    ("name", "text", "of_type"),
    [
        ("Łódź", POLISH, "City"),
        ("Paweł Kowalczyk", POLISH, "Person"),
        ("Brno", CZECH, "City"),
        ("Olomouc", CZECH, "City"),
        ("Praha", CZECH, "City"),
        ("Turku", FINNISH, "City"),
        ("Tampere", FINNISH, "City"),
        ("Virtanen", FINNISH, "Person"),
        ("Budapest", HUNGARIAN, "City"),
        ("Szeged", HUNGARIAN, "City"),
        ("Kovács Anna", HUNGARIAN, "Person"),
        ("Zagreb", CROATIAN, "City"),
        ("Split", CROATIAN, "City"),
        ("Vilnius", LITHUANIAN, "City"),
        ("Uniwersytet Jagielloński", SCHOOL, "Organization"),
        ("Warszawa", SCHOOL, "City"),
        ("Θεσσαλονίκη", "Ο Νίκος ζει και εργάζεται στης Θεσσαλονίκης το λιμάνι.", "City"),
    ],
)
def test_a_name_in_another_case_is_there_in_part(name: str, text: str, of_type: str) -> None:
    """The claim that has it is not refuted, and nor is it believed."""
    assert found(name, text, of_type) is Presence.PART


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Gdańsk", POLISH),
        ("Jan Nowak", POLISH),
        ("Plzeň", CZECH),
        ("Oulu", FINNISH),
        ("Debrecen", HUNGARIAN),
        ("Rijeka", CROATIAN),
        ("Politechnika Warszawska", SCHOOL),
        ("Firm", CZECH.replace("Firma", "firma")),
    ],
)
def test_another_name_is_absent_all_the_same(name: str, text: str) -> None:
    """Another beginning is another name, and so is a word in small letters."""
    assert found(name, text) is Presence.ABSENT


@pytest.mark.parametrize("text", [ENGLISH, GERMAN])
@pytest.mark.parametrize("name", ["Berga", "Parker", "Annapolis"])
def test_a_language_without_cases_has_the_name_as_it_is(name: str, text: str) -> None:
    """There another ending is another name."""
    assert not CaseForms(WordIndex(text)).has_cases
    assert found(name, text) is Presence.ABSENT


@pytest.mark.parametrize("text", ["", "Voss left.", POLISH, CZECH, FINNISH, HUNGARIAN, LITHUANIAN])
def test_a_text_without_words_of_such_a_language_may_have_cases(text: str) -> None:
    """Nothing says that it has none."""
    assert CaseForms(WordIndex(text)).has_cases


PROSE = (
    "Die Anlagen an den Schallwänden und die Photovoltaikfelder im Land sollen mit dem Netz"
    " verbunden werden, und das ist in den Leitsystemen der Betreiber nicht vorgesehen."
)


@pytest.mark.parametrize(
    "name",
    [
        "SCHALLWÄNDE",
        "SCHALLWAND",
        "ANLAGE",
        "FOTOVOLTAIKFELD",
        "LEITSYSTEM",
        "BETREIBERN",
        "PHOTOVOLTAIKFELDERPLAN",
    ],
)
def test_a_german_noun_in_another_case_or_number_is_there(name: str) -> None:
    """German puts endings to nouns, and a model gives the first case of one."""
    assert Reading(PROSE).names.find(read_name(name, "TECHNOLOGY")).presence is not Presence.ABSENT


@pytest.mark.parametrize("name", ["SCHALLSCHUTZ", "ANLAGENBAU", "NETZEBENE", "LANDTAG", "FELDWEG"])
def test_another_german_compound_is_not(name: str) -> None:
    """A longer compound is another word, and in English no ending is one of German."""
    assert Reading(PROSE).names.find(read_name(name, "TECHNOLOGY")).presence is Presence.ABSENT
    english = f"They walked by the {name.lower()}ern of it and left for the sea."
    assert Reading(english).names.find(read_name(name, "TECHNOLOGY")).presence is Presence.ABSENT


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ЗОЛЬНОСТЬ", "Котёл страдал зольностью."),
        ("ПРОТИВОШУМНАЯ СТЕНА", "Дорогу закрыли противошумной стеной."),
        ("АВАРИЯ", "Работа кончилась аварией."),
        ("ТУРБИНА", "Заменили обе турбины."),
        ("ГОРЯЧАЯ ВОДА", "Дом снабжён горячею водою."),
    ],
)
def test_a_russian_word_in_another_case_is_there(name: str, text: str) -> None:
    """Endings with a short i are endings too."""
    assert Reading(text).names.find(read_name(name, "SYMPTOM")).presence is not Presence.ABSENT
