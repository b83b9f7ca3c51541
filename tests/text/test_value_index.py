"""Does a text state a value, under any reading?"""

import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openodke.text.value_index import ValueIndex

STATED = [
    ("1,000 employees", "1000"),
    ("1000 staff", "1,000"),
    ("sales rose five percent", "5%"),
    ("rose 5 per cent", "five percent"),
    ("up 5 %", "5 percent"),
    ("the 2019-20 season", "2020"),
    ("the 2019-20 season", "2019"),
    ("the 2019-20 season", "2019-20"),
    ("the 2019–20 season", "2019-2020"),
    ("from 1914–18", "1918"),
    ("from 1914 to 1918", "1914–1918"),
    ("in 1999-00", "2000"),
    ("1998/99", "1999"),
    ("2007–08 season", "2008"),
    ("3,500 people", "3.5k"),
    ("3.5k people", "3500"),
    ("3.5 million people", "3,500,000"),
    ("population 3,512,000", "3.5 million"),
    ("about 3.5 million", "3512000"),
    ("12bn dollars", "$12 billion"),
    ("$12bn", "12 billion dollars"),
    ("US$12 million", "$12,000,000"),
    ("12m euros", "€12 million"),
    ("EUR 5", "5 euros"),
    ("€1.2bn", "1200000000 EUR"),
    ("born 4 March 1963", "1963-03-04"),
    ("born March 4, 1963", "1963-03-04"),
    ("born on the 4th of March, 1963", "1963-03-04"),
    ("born 1963-03-04", "4 March 1963"),
    ("born 04/03/1963", "1963-03-04"),
    ("born 03/04/1963", "1963-03-04"),
    ("born 4.3.1963", "1963-03-04"),
    ("Mar. 4, 1963", "March 4 1963"),
    ("4 Mar 1963", "4 March 1963"),
    ("4-Mar-1963", "4 March 1963"),
    ("March 1963", "1963-03"),
    ("3 April 2019", "April 2019"),
    ("3 April 2019", "2019"),
    ("3 April 2019", "2019-04"),
    ("3 April 2019", "3 April"),
    ("on 3 April she left; it was 1963", "3 April 1963"),
    ("In 1963 she left. On April 3 she came", "1963-04-03"),
    ("May 2019", "May 2019"),
    ("in May he left, by 2019", "May 2019"),
    ("third tour", "3rd"),
    ("3rd tour", "third"),
    ("3rd tour", "3"),
    ("third tour", "3"),
    ("the twenty-first century", "21st century"),
    ("19th century", "nineteenth century"),
    ("19th and 20th centuries", "19th century"),
    ("in the 1990s", "1990s"),
    ("in the nineties", "1990s"),
    ("in the '90s", "1990s"),
    ("in 1994", "1990s"),
    ("mid-1990s", "1990s"),
    ("Population ١٢٣", "123"),
    ("人口 １２３", "123"),
    ("1.2e6 cells", "1200000"),
    ("1.2 × 10^6 cells", "1,200,000"),
    ("1.2 x 10⁶ cells", "1.2 million"),
    ("10^6 cells", "1000000"),
    ("2.50 m tall", "2.5 m"),
    ("5 km", "5000 m"),
    ("5000 m", "5 km"),
    ("5 miles", "8 km"),
    ("3-5 km", "3 km"),
    ("3-5 km", "5 km"),
    ("3 to 5 km", "3 km"),
    ("between 3 and 5 km", "3-5 km"),
    ("5-kilometre run", "5 km"),
    ("5km run", "5 km"),
    ("3,5 km", "3.5 km"),
    ("3.500 Einwohner", "3500"),
    ("3.500 m", "3.5 m"),
    ("1.234.567,89", "1234567.89"),
    ("12,34,567", "1234567"),
    ("1'234'567", "1234567"),
    ("1 234 567", "1234567"),
    ("1 000 people", "1000"),
    ("two hundred thousand", "200,000"),
    ("200,000 men", "two hundred thousand"),
    ("twenty-one guns", "21"),
    ("21 guns", "twenty-one"),
    ("one hundred and five", "105"),
    ("half of them", "50%"),
    ("half of them", "0.5"),
    ("50% of them", "half"),
    ("three quarters", "75%"),
    ("two thirds", "2/3"),
    ("a third of them", "1/3"),
    ("one third", "1/3"),
    ("one-third", "1/3"),
    ("a dozen eggs", "12"),
    ("two dozen", "24"),
    ("half a dozen", "6"),
    ("half a million", "500000"),
    ("two and a half million", "2.5 million"),
    ("2½ hours", "2.5 hours"),
    ("3 1/2 miles", "1/2"),
    ("nineteen sixty-three", "1963"),
    ("twenty nineteen", "2019"),
    ("two thousand and five", "2005"),
    ("-12 degrees", "-12"),
    ("minus 12 degrees", "-12"),
    ("−12 °C", "-12 °C"),
    ("sales fell 5%", "-5%"),
    ("a loss of $12 million", "-$12 million"),
    ("twice a year", "2"),
    ("World War II", "2"),
    ("Henry VIII", "8"),
    ("Super Bowl XLII", "42"),
    ("no employees", "0"),
    ("aged 19", "19 years"),
    ("19-year-old", "19 years"),
    ("36 months", "3 years"),
    ("at 5:30 pm", "17:30"),
    ("17:30", "5:30 pm"),
    ("5 pm", "17:00"),
    ("44 BC", "44 BC"),
    ("44 B.C.", "44 BC"),
    ("100–44 BC", "100 BC"),
    ("AD 79", "79 AD"),
    ("3–5 April 2019", "3 April 2019"),
    ("3 April – 5 May 2019", "3 April 2019"),
    ("April 3–5, 2019", "5 April 2019"),
    ("'63 election", "1963"),
    ("3 avril 1963", "1963-04-03"),
    ("3. April 1963", "1963-04-03"),
    ("3 de abril de 1963", "1963-04-03"),
    ("1963年4月3日", "1963-04-03"),
    ("20°C", "68 °F"),
    ("100 mph", "160 km/h"),
    ("10 hectares", "0.1 km²"),
    ("5 sq mi", "5 square miles"),
    ("50 kg", "110 lb"),
    ("about 1,234 employees", "1234 employees"),
    ("$3–5 million", "$3 million"),
    ("$3–5 million", "$5 million"),
    ("5 to 10 percent", "5%"),
    ("1,2 and 3", "2"),
    ("page 1963.2", "1963"),
    ("pre-1914", "1914"),
    ("c.1815", "1815"),
    ("(b. 1815)", "1815"),
    ("1815?", "1815"),
    ("#5", "5"),
    ("No. 5", "5"),
    ("Rs 500", "500 rupees"),
    ("Rs. 500", "Rs 500"),
    ("₹500 crore", "₹5 billion"),
    ("C$5", "5 dollars"),
    ("5 bucks", "$5"),
    ("¥500", "500 yen"),
    ("3x faster", "3"),
    ("1920x1080", "1080"),
    ("Q3 2019", "2019"),
    ("summer 2019", "2019"),
    ("9/11", "September 11"),
    ("11 September 2001", "9/11/2001"),
    ("September 11, 2001", "2001-09-11T00:00:00Z"),
    ("1963", "+1963-00-00T00:00:00Z"),
    ("0.1%", "0.001"),
    ("Length (km): 5", "5 km"),
    ("1,000+ people", "1000"),
    ("over 9,000", "9000"),
    ("24/7", "24/7"),
    ("version 1.2.3", "1.2.3"),
    ("12 angry men", "twelve"),
    ("Twelve Angry Men", "12"),
    ("the '60s and '70s", "1960s"),
    ("5 and 6 kg", "5 kg"),
    ("12.8–13.0 TeV", "12.8"),
    ("the 1st of May 2020", "2020-05-01"),
    ("first of May 2020", "2020-05-01"),
    ("Monday, 3 April 1963", "3 April 1963"),
    ("3 April, 1963", "1963-04-03"),
    ("20200304", "2020-03-04"),
    ("5 pp", "5 percentage points"),
    ("1.5 GiB", "1610612736 B"),
    ("-5%", "-5 %"),
    ("10 to 12", "12"),
    ("11 o'clock", "11"),
    ("$0.50", "$0.5"),
    ("1000000000", "1 billion"),
    ("one in 5", "5"),
    ("1 in five", "1"),
    ("30 of the 50 states", "50"),
    ("5 feet 10 inches", "5 feet"),
    ("6'2\"", "6"),
    ("3:2", "3"),
    ("80-year", "80 years"),
    ("two-year", "2 years"),
    ("six-month", "6 months"),
    ("fifty-fifty", "50"),
    ("mid-nineteenth century", "19th century"),
    ("forty-odd", "40"),
    ("seventy-five thousand", "75,000"),
    ("a hundred", "100"),
    ("hundreds", "100"),
    ("1.2m", "1.2 million"),
    ("5 million", "5,000,000"),
    ("EUR5m", "€5 million"),
    ("5M", "5 million"),
    ("1-1-1", "1"),
    ("half a mile", "0.5 miles"),
    ("half an hour", "30 minutes"),
    ("over 71   million units", "71 million"),
    ("5.5million", "5.5 million"),
    ("the end of the 1990s", "1990s"),
    ("5 lakh", "500,000"),
    ("2 dozen", "24"),
    ("GBP 5bn", "£5 billion"),
    ("$5 or more", "$5"),
    ("4th", "fourth"),
    ("July 4th", "4 July"),
    ("4 July", "July 4th"),
    ("1st", "first"),
    ("99.9%", "99.9 percent"),
    ("99.9%", "99.9"),
]

NOT_STATED = [
    ("Born 3 April 1963", "4 March 1963"),
    ("Born 3 April 1963", "1964"),
    ("Born 3 April 1963", "3 April 1964"),
    ("Born 3 May 1963", "3 April 1963"),
    ("Profit was 12 million", "-12 million"),
    ("Profit was -12 million", "12 million"),
    ("Covid-19 hit B12", "19"),
    ("Covid-19 hit B12", "12"),
    ("an F-16 and an A4", "16"),
    ("an F-16 and an A4", "4"),
    ("The road is 5 km", "5 miles"),
    ("The road is 5 km", "5%"),
    ("rose 5%", "7%"),
    ("rose five percent", "seven percent"),
    ("2019-20 season", "2021"),
    ("2019-20 season", "2018"),
    ("3.5 million", "3.5k"),
    ("3.5 million", "3.5 billion"),
    ("3.5 million", "4.5 million"),
    ("3.5 million", "3.5"),
    ("12 million", "12"),
    ("1,000", "1"),
    ("1,000", "100"),
    ("1963", "1962"),
    ("about 1960", "1963"),
    ("1950s", "1959"),
    ("1963", "1950s"),
    ("19th century", "18th century"),
    ("5 km", "6 km"),
    ("5 km", "5.4 km"),
    ("€5", "$5"),
    ("5 USD", "5 CAD"),
    ("44 BC", "44 AD"),
    ("the third tour", "4th"),
    ("twenty-one", "20"),
    ("twenty-one", "22"),
    ("3 km to 5 km", "4 km"),
    ("5 pm", "5 am"),
    ("17:30", "5:30 am"),
    ("2.5 m", "2.6 m"),
    ("2,500 m", "2.5 km/h"),
    ("1914–18", "1916"),
    ("100 people", "1000 people"),
    ("5 pp", "5 %"),
    ("half", "0.6"),
    ("20 °C", "20 °F"),
    ("no numbers here", "5"),
    ("", "5"),
    ("12,345", "12,346"),
    ("3.14", "3.15"),
    ("1.2e6", "1.2e7"),
    ("June 2015", "June 2016"),
    ("June 2015", "July 2015"),
    ("4 June 2015", "5 June 2015"),
    ("second edition", "3"),
    ("version 1.2.3", "1.2.4"),
    ("1234567890", "1234567891"),
    ("5 members walked", "5 km"),
    ("born in 1963 (aged 40)", "41"),
    ("1,234 office", "234"),
    ("Item 12.", "21"),
    ("2008 and 2012", "2010"),
    ("-5 °C", "5 °C"),
    ("X1 and Y2", "1"),
    ("sha 3f2a9c", "2"),
    ("abc_12", "12"),
]


def answers(text: str, value: str) -> set[bool]:
    """Ask before and after the text is read: the answer must not depend on it."""
    fresh, read = ValueIndex(text), ValueIndex(text)
    for other in range(12):
        read.look_up(f"{other}77123 zz")
    return {fresh.look_up(value).found, read.look_up(value).found}


@pytest.mark.parametrize(("text", "value"), STATED)
def test_finds_a_value_under_some_reading(text: str, value: str) -> None:
    """A value that the text can be read to state is found."""
    assert answers(text, value) == {True}


@pytest.mark.parametrize(("text", "value"), NOT_STATED)
def test_refutes_a_value_under_every_reading(text: str, value: str) -> None:
    """A value that no reading states is not found."""
    assert answers(text, value) == {False}


def test_spans_show_where() -> None:
    """Spans are half-open offsets into the text as it was given."""
    text = "İn 1,000 days\u00a0or １２ weeks"
    (start, end), *_ = ValueIndex(text).look_up("1000").spans
    assert text[start:end].startswith("1,000")
    (start, end), *_ = ValueIndex(text).look_up("12").spans
    assert text[start:end].startswith("１２")


def test_spans_are_few_and_sorted() -> None:
    """A value in a thousand places shows some of them, in order."""
    spans = ValueIndex("7 cats. " * 1000).look_up(7).spans
    assert 0 < len(spans) <= 8
    assert list(spans) == sorted(spans)


def test_unit_mismatch_shows_the_other_unit() -> None:
    """The number with another unit is no absence."""
    match = ValueIndex("The road is 5 km long.").look_up("5 miles")
    assert (match.found, match.reason, match.spans) == (False, "unit_mismatch", ((12, 16),))
    assert ValueIndex("It costs €5.").look_up("$5").reason == "unit_mismatch"
    assert ValueIndex("It costs nothing.").look_up("$5").reason == "value_absent"


def test_numbers_as_numbers() -> None:
    """Ints and floats are looked up as they would be written."""
    index = ValueIndex("It rose to 1,200,000 and 2.5 in 1963.")
    assert index.look_up(1200000).found
    assert index.look_up(1.2e6).found
    assert index.look_up(2.5).found
    assert index.look_up(1963.0).found
    assert not index.look_up(2.4).found
    assert not index.look_up(float("nan")).found
    assert not index.look_up(float("inf")).found


def test_nothing_refutes_a_boolean() -> None:
    """A boolean has no written form."""
    assert ValueIndex("").look_up(True).found
    assert ValueIndex("").look_up(False).found


def test_text_without_a_value_is_looked_for_as_written() -> None:
    """A string that holds no value is found by its spelling only."""
    index = ValueIndex("The version is 1.2.3 (stable).")
    assert index.look_up("1.2.3").found
    assert index.look_up("stable").found
    assert index.look_up("unstable").reason == "value_absent"
    assert index.look_up("").reason == "value_absent"


def test_every_value_of_a_claim_is_needed() -> None:
    """A range whose end the text does not name is not found."""
    index = ValueIndex("He lived there from 1914 to 1918.")
    assert index.look_up("1914-1918").found
    assert not index.look_up("1914-1919").found


def test_a_bare_number_takes_a_unit_named_elsewhere() -> None:
    """A table names its unit once; a counted noun is no unit."""
    assert ValueIndex("| Length (km) |\n| 5 |").look_up("5 km").found
    assert not ValueIndex("A walk of 7 km by 5 members").look_up("5 km").found


@pytest.mark.parametrize("piece", [
    "1", "1,", "1.", "1-", "1 - ", "1 ", "1/", "1:", "twenty ", "one and ", "half a ", "1 million ",
    "1e", "10^", "1 000 ", "may ", "may 3, ", "3 may ", "'63 ", "19th and ", "$1 to ", "minus ",
    "a-1 ", "1x", "-", " ", "5 km, ", "(1 ", "1–", "１",
])  # fmt: skip
def test_linear_on_any_input(piece: str) -> None:
    """Long runs of what values are made of cost no more a character than short ones."""

    def cost(size: int) -> float:
        text = piece * (size // len(piece))
        start = process_time()
        ValueIndex(text).look_up("123456789012 zz")
        return process_time() - start

    cost(4_000)
    small, large = cost(20_000), cost(160_000)
    assert large < 24 * small + 0.2


LABELLED = Path(__file__).parents[3] / "shared/data/grounding"


def labelled(name: str) -> list[dict[str, Any]]:
    """Read the labelled claims beside the checkout."""
    path = LABELLED / name
    if not path.exists():
        pytest.skip(f"{name} is not beside the checkout")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_value_tricks() -> None:
    """The tricks about values are all told apart."""
    items = [item for item in labelled("value_tricks.jsonl") if item["name"] != "negation"]
    wrong = [
        item["name"]
        for item in items
        if ValueIndex(item["text"]).look_up(item["object"]).found is not item["supported"]
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["redocred_ground.jsonl", "text2kg_ground.jsonl"])
def test_labelled_values(name: str) -> None:
    """Changed values are refuted and stated ones are not."""
    items = [item for item in labelled(name) if any(map(str.isdigit, item["object"]))]
    gold = [i for i in items if i["kind"] == "gold" and i["object_type"] in ("TIME", "NUM")]
    changed = [item for item in items if item["kind"] == "value_change"]
    assert changed
    kept = [ValueIndex(item["text"]).look_up(item["object"]).found for item in gold]
    missed = [ValueIndex(item["text"]).look_up(item["object"]).found for item in changed]
    assert sum(kept) >= 0.995 * len(kept)
    assert sum(missed) <= 0.01 * len(missed)


@settings(max_examples=200)
@given(st.text(max_size=80), st.text(max_size=20))
def test_never_raises(text: str, value: str) -> None:
    """Any text and any value get an answer with spans inside the text."""
    match = ValueIndex(text).look_up(value)
    assert match.found is (match.reason is None)
    assert all(0 <= start < end <= len(text) for start, end in match.spans)


FRAGMENTS = st.lists(
    st.sampled_from(
        "1 5 12 19 63 1963 2019 3.5 1,000 0.5 - – / . , ' % $ € km m st th s k bn million half and"
        " a three twenty hundred may april march of bc century pm : ( ) x e6 ^ ½ to ٣".split()
    ),
    max_size=8,
)


@settings(max_examples=400, deadline=None)
@given(FRAGMENTS, FRAGMENTS, st.sampled_from(["", " "]))
def test_never_raises_on_what_looks_like_values(
    text: list[str], value: list[str], joiner: str
) -> None:
    """Fragments of values in any order get one answer, read or not."""
    assert len(answers(joiner.join(text), joiner.join(value))) == 1


@settings(max_examples=200, deadline=None)
@given(FRAGMENTS)
def test_a_text_states_what_is_written_in_it(fragments: list[str]) -> None:
    """Whatever a text says is found in it."""
    value = " ".join(fragments)
    assert not value.strip() or ValueIndex(f"They say {value} here").look_up(value).found
