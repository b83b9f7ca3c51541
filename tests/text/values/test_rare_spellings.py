"""Which values are found in a spelling that is looked for only before refuting?"""

import pytest

from openodke.text.values.value_index import ValueIndex

STATED = [
    ("den 4 maj 1998 i", "1998-05-04"),
    ("am 4 xyzmonat 1998", "1998-09-04"),
    ("основан 15 июля 1933 года", "1933-07-15"),
    ("основан 15 июля 1933 года", "1933-07"),
    ("июль 1933", "1933-07"),
    ("12 maja 1364 roku", "1364-05-12"),
    ("7. dubna 1348.", "1348-04-07"),
    ("26. maaliskuuta 1640", "1640-03-26"),
    ("1998. május 4-én", "1998-05-04"),
    ("29 Ekim 1923'te kurulan", "1923-10-29"),
    ("15 अगस्त 2020 को", "2020-08-15"),
    ("昭和12年8月28日に", "1937-08-28"),
    ("昭和12年に", "1937"),
    ("ปี 2548", "2005"),
    ("FY2023 results", "2023"),
    ("FY23 results", "2023"),
    ("Q3'23 results", "2023"),
    ("3Q23 results", "2023"),
    ("one in five voters", "20%"),
    ("1 in 5 voters", "20%"),
    ("nine out of 10 voters", "90%"),
    ("Two-thirds of them", "66.7%"),
    ("Two-thirds of them", "66%"),
    ("a third of voters", "33%"),
    ("ratio 1:4", "1/4"),
    ("50 basis points", "0.5%"),
    ("a 67 y/o patient", "67 years old"),
    ("a 67 y/o patient", "67"),
    ("at 100 km/h", "100 kph"),
]

NOT_STATED = [
    ("den 4 maj 1998 i", "1998-06-04"),
    ("am 4 xyzmonat 1998", "1998-09-05"),
    ("основан 15 июля 1933 года", "1933-06-15"),
    ("основан 15 июля 1933 года", "1933-07-16"),
    ("основан 15 июля 1933 года", "1933-06"),
    ("in 1998 about 12 cats", "1998-05-12"),
    ("4 people and 1998", "1998-05-04"),
    ("12 March 2020", "2020-04-12"),
    ("昭和12年8月28日に", "1938-08-28"),
    ("FY23 results", "2024"),
    ("one in five voters", "30%"),
    ("at 5:30 they met", "17%"),
    ("3 to 5 km", "60%"),
    ("Two-thirds of them", "65%"),
    ("Two-thirds of them", "75%"),
    ("50 basis points", "5%"),
    ("a 67 y/o patient", "68 years old"),
]


@pytest.mark.parametrize(("text", "claim"), STATED)
def test_a_rare_spelling_is_found(text: str, claim: str) -> None:
    """A month in another language, an era, a year of account and a share of two numbers."""
    assert ValueIndex(text).look_up(claim).found


@pytest.mark.parametrize(("text", "claim"), NOT_STATED)
def test_another_value_is_refuted(text: str, claim: str) -> None:
    """A month that a table names is that month; an unknown one still has its day and year."""
    assert not ValueIndex(text).look_up(claim).found


@pytest.mark.parametrize("digits", [27, 28, 30, 200])
@pytest.mark.parametrize("claim", ["-{} at 12:30", "minus {} twenty", "half -{}.5", "5 and -{}"])
def test_a_long_number_below_zero_is_no_share(digits: int, claim: str) -> None:
    """It has more digits than a share is rounded to, and is told from another one."""
    number = claim.format("9" * digits)
    assert not ValueIndex("It fell by 4 percent.").look_up(number).found
    assert ValueIndex(f"It fell to {number}.").look_up(number).found
