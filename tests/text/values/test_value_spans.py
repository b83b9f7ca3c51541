"""Is a text a value, and which values of a sentence must its source name?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.text.values.value_spans import is_value, values_in

VALUES = [
    "1963", "5", "-5", "+5", "1,234", "1.5", "5 km", "5km", "$5 million", "US$12bn", "€1.2bn",
    "50%", "five percent", "12 percent", "3rd", "third", "twenty-one", "1990s", "the 1990s",
    "late 1990s", "mid-1990s", "the nineties", "19th century", "nineteenth century", "1914–18",
    "1914-1918", "2019-20", "3-5 km", "3 to 5 km", "between 3 and 5", "10 December 1815",
    "December 10, 1815", "1815-12-10", "03/04/2020", "March 2020", "2020-03", "May 2019",
    "4 March", "March 4", "July 4th", "Monday, 3 April 1963", "about 3.5 million", "c. 1815",
    "circa 1815", "~5", ">5", "≥ 5 km", "1.2e6", "1.2 × 10^6", "1963-04-03T00:00:00Z", "44 BC",
    "AD 79", "79 AD", "17:30", "5 pm", "5:30 p.m.", "1,000 employees", "two hundred thousand",
    "half a million", "5 years", "19 years old", "-12 million", "−12 °C", "Q3 2019",
    "summer 2019", "Spring 2019", "1/2", "½", "two thirds", "100 mph", "5 pp", "0", "0.5",
    "5 USD", "USD 5", "Rs 500", "١٢٣", "１２３", "1 000 000", "12 million", "3.5k", "12bn",
    "more than 5", "over 1,000", "at least 5 km", "1990S", "MAY 2019", "5 PERCENT", "$5 MILLION",
    "5 KM", "early 1990s", "in 1963", "since 1963", "1963.", "(1963)", "1,000+", "10 hectares",
    "5 sq mi", "2.5 m", "one hundred", "a dozen", "5 million people", "half a mile",
    "the end of the 1990s", "17-volume", "100-page", "five million copies", "5.5million",
    "pre-2007", "age 55", "16th century BCE", "1966-", "5 lakh", "0.5%", "1/3", "20°C",
    "2½ hours", "first of May 2020", "Sept 11, 2001", "1 May", "the 2nd", "10 to 12",
    "1.2.3", "v2.14", "version 2.14", "2.14.0-rc.1", "192.168.0.1", "+1 555 123 4567",
    "978-3-16-148410-0", "25 mg twice daily", "1250 pounds per month", "5 mg/day",
    "fiscal year 2023",
]  # fmt: skip

NAMES = [
    "Area 51", "Apollo 11", "Fortune 500", "Boeing 747", "Covid-19", "Henry VIII", "May", "March",
    "Second Avenue", "First World War", "Third Reich", "One Direction", "Twenty One Pilots",
    "Nine Inch Nails", "Thousand Oaks", "Half Moon Bay", "3 Doors Down", "12 Angry Men",
    "21 Savage", "50 Cent", "B12", "A4", "F-16", "4chan", "5G", "3D", "U2", "Euro 2020",
    "Expo 67", "Friday the 13th", "Windows 95", "iPhone 15", "Route 66", "Catch-22", "7-Eleven",
    "2008 financial crisis", "2019 World Cup", "World War II", "Formula 1", "Paris 1924", "Acme",
    "hello world", "", "   ", "the", "10 Downing Street", "1st Battalion",
    "2nd Infantry Division", "20th Century Fox", "Python 3.12", "twice daily",
    "once a week", "Zero", "Seven", "x", "Blade Runner 2049", "Channel 4", "Studio 54",
    "Product 19", "Section 230", "V12", "MI5", "Sept", "Saturday", "Q3", "Type 2 diabetes",
    "second-hand", "One", "First Lady", "Five Star", "the first man", "King George III", "No. 5",
    "Chanel No. 5", "Psalm 23", "may", "march", "Second City", "Fifth Avenue", "12 Monkeys",
    "3M Company", "H1N1", "CO2", "2Pac", "third base", "March of Dimes", "Sun", "August",
    "April O'Neil", "June Carter", "Hundred Years War", "1 and 2 and 3", "October Revolution",
]  # fmt: skip

DEMANDED: dict[str, list[str]] = {
    "Population 123.": [],
    "The firm has 1000 employees.": ["1000"],
    "Sales rose 5%.": ["5%"],
    "They won in 2020.": ["2020"],
    "The town has 3.5k people.": ["3.5k"],
    "Profit was -12 million.": ["-12 million"],
    "Born 4 March 1963.": ["4 March 1963"],
    "It was the 3rd tour.": ["3rd"],
    "It was the third tour.": [],
    "There were 19 mice and 12 rats.": ["19", "12"],
    "Area 51 opened in 1955.": ["1955"],
    "Apollo 11 landed on 20 July 1969.": ["20 July 1969"],
    "One of two firms": [],
    "He took B12 and had Covid-19.": [],
    "1. Acme grew": [],
    "(2) Acme grew 5 km": ["5 km"],
    "Acme [3] sold 40 cars": ["40"],
    "12 Angry Men is a 1957 American film.": ["1957"],
    "It cost five dollars": ["five dollars"],
    "two hundred thousand people came": ["two hundred thousand"],
    "It fell by seven percent in 1990s": ["seven percent", "1990s"],
    "twenty-one guns": ["twenty-one"],
    "From 1914 to 1918 she lived in Rome.": ["1914", "1918"],
    "Boeing 747 flies 900 km/h": ["900 km/h"],
}


@pytest.mark.parametrize("text", VALUES)
def test_whole_text_is_a_value(text: str) -> None:
    """Dates, numbers, quantities, ranges, decades and counts are values."""
    assert is_value(text)


@pytest.mark.parametrize("text", NAMES)
def test_name_that_holds_a_number_is_none(text: str) -> None:
    """A name, a month alone, an identifier and a list are no values."""
    assert not is_value(text)


@pytest.mark.parametrize(
    "text", ["an hour and a half", "a decade", "noon", "half past seven", "1 hour 30 minutes"]
)
def test_everyday_words_are_a_value(text: str) -> None:
    """A unit alone, two units or a time in words is a value."""
    assert is_value(text)


@pytest.mark.parametrize("text", ["A Day in the Life", "Midnight", "a day off", "One in a Million"])
def test_names_of_everyday_words_are_none(text: str) -> None:
    """A name in capitals is no value, nor is a unit with another word."""
    assert not is_value(text)


@pytest.mark.parametrize(("claim", "values"), DEMANDED.items())
def test_values_a_source_must_name(claim: str, values: list[str]) -> None:
    """Digits, dates and measures are demanded; small words, names and list marks are not."""
    assert [claim[start:end] for start, end in values_in(claim)] == values


@given(st.text(max_size=80))
def test_never_raises(text: str) -> None:
    """Any text gets an answer, and spans are in order and inside it."""
    is_value(text)
    spans = values_in(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert list(spans) == sorted(spans)
