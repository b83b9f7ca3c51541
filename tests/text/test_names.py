"""How a name is spelled, and in which spellings a text still holds all of it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from openodke.text.mentions import Presence
from openodke.text.names import NameKind, inflected, is_generic, read_name
from openodke.text.reading import Reading


def presence(name: str, text: str, entity_type: str = "") -> Presence:
    """Return how much of a name a text holds."""
    return Reading(text).names.find(read_name(name, entity_type)).presence


WHOLE = [
    ("ALDER PINE", "Alder Pine came."),
    ("Alder Pine", "ALDER PINE CAME."),
    ("alder pine", "Alder Pine came."),
    ("Zoë Brandt", "Zoe Brandt came."),
    ("Zoe Brandt", "Zoë Brandt came."),
    ("Café Orle", "The Cafe\u0301 Orle shut."),
    ("Łódź Mills", "the Lodz mills"),
    ("Ｏｒｌｅ", "Orle burned."),
    ("Orle", "Ｏｒｌｅ burned."),
    ("O'Hara", "O’Hara left."),
    ("OHara", "O'Hara left."),
    ("O'Hara", "Ohara left."),
    ("“Orle”", "Orle burned."),
    ("Anne-Marie", "Anne–Marie left."),
    ("Anne Marie", "Anne-Marie left."),
    ("Anne‑Marie", "Anne Marie left."),
    ("Orle's Mill", "Orle’s Mill burned."),
    ("Orle", "Orle’s mill burned."),
    ("Orle's", "Orle burned."),
    ("ORLE'S", "It is Orle's."),
    ("Harbour Pilots", "A harbour pilot left."),
    ("Harbour Pilot", "The harbour pilots left."),
    ("Cities", "A city burned."),
    ("Woman", "The women left."),
    ("The Orle Mill", "Orle Mill burned."),
    ("Orle Mill", "the Orle mill"),
    ("A lighthouse", "The lighthouse burned."),
    ("Dr. Ina Voss", "Ina Voss left."),
    ("Ina Voss", "Dr. Ina Voss left."),
    ("Mr. Voss", "Voss left."),
    ("Saint Orle", "St. Orle burned."),
    ("St. Orle", "Saint Orle burned."),
    ("Tarn Ltd.", "Tarn left."),
    ("Tarn GmbH & Co. KG", "Tarn left."),
    ("Tarn, Inc.", "Tarn left."),
    ("Tarn Corp.", "Tarn Corporation left."),
    ("Voss, Ina", "Ina Voss left."),
    ("Tarn (company)", "Tarn left."),
    ("Tarn [river]", "The Tarn flows."),
    ("Pike & Sons", "Pike and Sons burned."),
    ("Pike and Sons", "Pike & Sons burned."),
    ("Pike &amp; Sons", "Pike & Sons burned."),
    ("AT&T", "ATT left."),
    ("New_Orle", "New Orle burned."),
    ("NewOrle", "New Orle burned."),
    ("New Orle", "NewOrle burned."),
    ("System Admin", "the SystemAdmin"),
    ("Mcdonald'S", "We ate at McDonald's."),
    ("McDonald’S", "We ate at McDonald's."),
    ("Iphone 15", "She has an iPhone 15."),
    ("Bananas", "BANANAS are sold here."),
    ("STRASSE DES ORLE", "Die Straße des Orle."),
    ("Hauptstraße", "HAUPTSTRASSE 5"),
    ("DIŞ KAPI", "dış kapı açık."),
    ("İzmir", "Izmir is warm."),
    ("ΣΊΣΥΦΟΣ", "ο Σίσυφος"),
    ("U.S.", "The US left."),
    ("PhD", "his Ph.D. was new"),
    ("Ph.D.", "his PhD was new"),
    ("J. R. Voss", "J.R. Voss left."),
    ("J.R. Voss", "J R Voss left."),
    ("e-mail", "an email"),
    ("Email", "an e-mail"),
    ("Covid-19", "COVID19 spread."),
    ("GPT-4", "GPT4 came."),
    ("H₂O", "H2O flows."),
    ("Kim Jong-un", "Kim Jong Un left."),
    ("ﬁrst Mill", "the first mill"),
    ("북경", "북경 대학"),
    ("北京大学", "她毕业于北京大学。"),
    ("&#21271;&#20140;", "他住在北京。"),
    ("กรุงเทพ", "เขาอยู่ในกรุงเทพมหานคร"),
    ("東京", "彼は東京に住んでいる。"),
    ("トヨタ", "ﾄﾖﾀは車を作る。"),
    ("दिल्ली", "वह दिल्ली में रहता है।"),
    ("القاهرة", "يعيش في القَاهِرَة."),
    ("محمد", "جاء مُحَمَّد"),
    ('"ORLE AB"', "Orle AB left."),
    ("Orle AB", '"ORLE AB" left.'),
    ("\u200fOrle\u200e", "Or\u00adle burned."),
    ("Orle\x00", "Orle burned."),
    ("US", "The U.S. left."),
    ("U.S. Navy", "The US Navy left."),
    ("US Navy", "The U.S. Navy left."),
    ("GPT4", "GPT-4 came."),
    ("People's Republic", "the Peoples Republic"),
    ("Mount Orle", "Mt. Orle burned."),
    ("Wolf", "The wolves left."),
    ("한국", "한국은 크다."),
    ("서울", "그는 서울에 산다."),
    ("한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"),
    ("ホンダ", "ﾎﾝﾀﾞは車を作る。"),
    ("!!!", "The band !!! played."),
    ("Mueller", "Herr Müller left."),
    ("Müller", "Herr Mueller left."),
    ("Ina Möller", "Ina Moeller left."),
    ("KOELN", "Er lebt in Köln."),
    ("Aarhus", "It is in Århus."),
    ("Århus", "It is in Aarhus."),
    ("Mueller und Soehne", "die Müller und Söhne"),
    ("Orle Color Works", "the Orle Colour Works"),
    ("Organization", "an organisation"),
    ("Harbour Theater", "the Harbor Theatre"),
    ("Ministry of Defense", "the Ministry of Defence"),
    ("analyze", "They analyse it."),
    ("Travelers", "The travellers left."),
    ("child", "The children left."),
    ("Mice", "A mouse ran."),
    ("analysis", "Both analyses agree."),
    ("criterion", "all criteria"),
    ("matrix", "two matrices"),
    ("Nuclei", "the nucleus"),
    ("AT&T", "AT & T left."),
    ("ATT", "AT&T left."),
    ("J.P. Orlean Chase", "JPOrlean Chase grew."),
    ("JPOrlean", "J.P. Orlean grew."),
    ("Tarn Commission", "the Tarn Com-\nmission met"),
    ("Fifth Avenue", "at 5th Ave."),
    ("5th Ave", "on Fifth Avenue"),
    ("Chapter 7", "see chapter seven"),
    ("Rocky III", "She saw Rocky 3."),
    ("World War 2", "World War II began."),
    ("World War II", "the Second World War"),
    ("WWII", "World War 2 began."),
    ("WW2", "It is a WWII tank."),
]


@pytest.mark.parametrize(("name", "text"), WHOLE)
def test_a_whole_name_is_found_however_it_is_spelled(name: str, text: str) -> None:
    """What models, frameworks and writers do to a name leaves it the same name."""
    assert presence(name, text) is Presence.WHOLE


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("World Kite Union", "The WKU met."),
        ("WKU", "The World Kite Union met."),
        ("Union of World Kites", "The U.W.K. met."),
        ("2nd Orle Regiment", "the Second Orle Regiment"),
        ("Ina Voss", "Ina Maria Voss left."),
        ("Kingdom of Orle", "Orle burned."),
        ("Orle City", "Orle burned."),
        ("Orle Steel Works", "Orle Steel burned."),
        ("House of Ina Voss", "Ina Voss sold the house."),
        ("Treaty of Orle", "the Orle treaty"),
        ("CONVERSATION ABOUT DEATH", "They spoke of death."),
        ('OPERATIVE JESS("ENTITY"', "Operative Jess left."),
        ("Москва", "Он живёт в Москве."),
        ("Foxes Society", "The Fox Society met."),
        ("Voss Family", "the Vosses left"),
        ("bright red", "The door is red."),
        ("artificial intelligence", "They use AI here."),
        ("AI", "They use artificial intelligence."),
        ("Marks & Tarn", "She went to M&T."),
        ("M&T", "She went to Marks and Tarn."),
        ("gross domestic product", "The GDP grew."),
        ("GDP", "the gross domestic product"),
        ("large kite model", "It uses LKMs."),
        ("Kurt Möller", "Moeller left."),
    ],
)
def test_a_name_is_partly_there(name: str, text: str) -> None:
    """A trace of a name keeps it from being refuted."""
    assert presence(name, text) is not Presence.ABSENT


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ann", "He lives in Annapolis."),
        ("Ann", "The Hannover annex is an annual one."),
        ("US", "You can trust us."),
        ("U.S.", "You can trust us."),
        ("W.H.O.", "He asked who it was."),
        ("IT", "It was late, and it rained."),
        ("A", "It was a dog."),
        ("United States Army", "The United States signed."),
        ("George Washington", "Washington State University won."),
        ("Washington Monument", "Washington Irving wrote it."),
        ("Bank of Orle", "the bank of the river"),
        ("University of Orle", "the University of Tarn"),
        ("Orle River Bridge", "the Tarn River Bridge"),
        ("North Orle", "The north of Tarn"),
        ("New York", "a new day in York Street"),
        ("Orle Foundation", "The Foundation met."),
        ("IBM", "He moved in big moves."),
        ("EU", "every unit"),
        ("Orle", ""),
        ("Orle", "…!?"),
        ("!!!", "Orle burned."),
        ("", "Orle burned."),
        (" ", "Orle burned."),
        ("北京", "他在南京。"),
        ("Us", "You can trust us."),
        ("WHO", "He asked who came."),
        ("Mueller", "Frau Muller left."),
        ("World War I", "World War II began."),
        ("WWI", "World War II began."),
        ("World War II", "a WWI tank"),
        ("Indian Tarn", "It was late, and it rained."),
        ("Indian Tarn", "MAKE IT SO"),
        ("Prime Mill", "They left at 5 PM."),
        ("Amber Tarn", "Nobody was at home."),
        ("QT", "a quiet tarn"),
        ("KTM", "They keep the mill."),
        ("KTM", "He had kites, tarns, mills."),
    ],
)
def test_another_thing_is_not_the_name(name: str, text: str) -> None:
    """A piece of another word, a kind of thing or a word of the language names nothing."""
    assert presence(name, text) is Presence.ABSENT


@pytest.mark.parametrize(
    ("raw", "entity_type", "kind"),
    [
        ("Ina Voss", "Person", NameKind.PERSON),
        ("INA VOSS", "PERSON", NameKind.WORDED),
        ("Ina Voss", "fictional_character", NameKind.PERSON),
        ("Tarn Ltd", "Company", NameKind.PROPER),
        ("Tarn Ltd", "", NameKind.PROPER),
        ("TARN", "COMPANY", NameKind.PROPER),
        ("TARN", "", NameKind.WORDED),
        ("Fear Of Death", "Company", NameKind.WORDED),
        ("Orle'S Mill", "Company", NameKind.WORDED),
        ("Fear of Death", "Concept", NameKind.WORDED),
    ],
)
def test_a_name_says_how_it_was_made(raw: str, entity_type: str, kind: NameKind) -> None:
    """Type and casing tell a person, a proper name, and what a model worded itself."""
    assert read_name(raw, entity_type).kind is kind


def test_a_name_has_significant_words() -> None:
    """Articles, honorifics, legal forms and function words say nothing of which thing it is."""
    assert read_name("The Bank of Orle Ltd").parts == ("bank", "orle")
    assert read_name("Dr. Ina Voss").parts == ("ina", "voss")
    assert read_name("The The").parts == ("the",)
    assert read_name("Of").parts == ("of",)


def test_initials_and_acronyms() -> None:
    """Two to six capitals are an acronym; two to six significant words have initials."""
    assert read_name("World Kite Union").initials == "wku"
    assert read_name("Bank of the Orle").initials == "bo"
    assert read_name("World Kite III").initials == "wkiii"
    assert read_name("the United States").initials == "us"
    assert read_name("Orle").initials == ""
    assert all(read_name(raw).is_acronym for raw in ("WKU", "W.K.U.", "W K U", "W&K"))
    assert not any(read_name(raw).is_acronym for raw in ("Wku", "W", "WKUWKUW", "W2", ""))


@pytest.mark.parametrize(("raw", "expected"), [("He", True), ("us", True), ("He Ling", False)])
def test_a_pronoun_stands_for_a_name(raw: str, expected: bool) -> None:
    """One word that is a pronoun, in any case, is no name of its own."""
    assert read_name(raw).is_pronoun is expected


def test_inflection_keeps_to_words() -> None:
    """Number and a place's people are inflected; short words and codes are not."""
    assert {"pilots", "pilotes"} <= set(inflected("pilot"))
    assert {"city"} <= set(inflected("cities"))
    assert {"orlean"} <= set(inflected("orlea"))
    assert list(inflected("ab")) == list(inflected("b12")) == []


def test_generic_words_name_a_kind() -> None:
    """A kind of thing, a number and a letter say little of which thing is named."""
    assert all(map(is_generic, ("university", "1999", "x")))
    assert not is_generic("orle")


def test_a_long_name_is_cut() -> None:
    """The first words identify a text as well as all of them; its raw spelling stays."""
    raw = "Orle Tarn " * 2000
    name = read_name(raw)
    assert len(name.words) == 64
    assert all(len(phrase) <= 64 for phrase in (*name.phrases, *name.variants))
    assert name.raw == raw.strip()
    assert presence(raw, raw) is Presence.WHOLE
    assert presence("x" * 20_000, "Orle burned.") is Presence.ABSENT


@example(": s")
@example("- t")
@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_any_name_with_a_word_is_found_in_itself(raw: str) -> None:
    """A text that is the name holds it, whatever the name is made of."""
    name = read_name(raw)
    if name.words and not name.is_pronoun and "&" not in raw:
        assert presence(raw, raw) is not Presence.ABSENT


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("TARNOS 11", "They ran Tarnos 10 there."),
        ("Tarnos 11", "They ran Tarnos 10 there."),
        ("TRC 7232", "It is in TRC 7231."),
        ("ARTICLE 6", "It is in Article 5."),
        ("ORLE-3", "They ran ORLE-4."),
        ("TARNOS 11", "They ran Tarnos 10 and 12."),
        ("TARNOS 11", "Tarnos 10 left in 1969, Tarnos 12 in 1970."),
    ],
)
def test_another_number_is_another_thing(name: str, text: str) -> None:
    """The number tells things of one name apart, also in a name in capitals."""
    assert presence(name, text) is Presence.ABSENT


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("TARNOS 11", "They ran Tarnos."),
        ("TARNOS 11", "They ran Tarnos 10, but Tarnos is old."),
        ("TARNOS 11", "They ran Tarnos. 10 of them left."),
        ("TARNOS 11", "They ran Tarnos 10 and 11."),
        ("Tarnos 11", "They ran Tarnos 9, 10 and 11."),
        ("ARTICLE 6", "It is in Articles 5 to 7."),
        ("ARTICLE 6", "It is in Articles 5–7."),
        ("TARNOS 11", "They ran Tarnos 10. " * 12 + "They ran Tarnos 10 and 11."),
        ("VOTE OF 1992", "In the 1992 vote 12 were absent."),
    ],
)
def test_a_number_among_others_is_the_name(name: str, text: str) -> None:
    """A row or a range of numbers names each of them; a bare name may be of any number."""
    assert presence(name, text) is Presence.PART
