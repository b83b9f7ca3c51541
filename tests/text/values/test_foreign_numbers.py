"""Which amounts and shares do the words of other languages state?"""

import pytest

from openodke.text.values.value_index import ValueIndex

STATED = [
    ("Le prix: 12 500,00 €", "12500 EUR"),
    ("Le prix: 1 299,00 €.", "€1,299.00"),
    ("betrug 1 234 567,89 €.", "1234567.89 EUR"),
    ("auf 1,2 Mrd. Euro.", "1.2 billion euros"),
    ("auf 1,2 Mrd. Euro.", "1200 Mio. EUR"),
    ("auf 1,2 Mrd. €", "€1.2bn"),
    ("3 Mio. Einwohner", "3 million"),
    ("um 3,5 Prozent", "3.5%"),
    ("3 milliards d'euros", "3 billion euros"),
    ("1 million de dollars", "$1 million"),
    ("de 12 pour cent", "12%"),
    ("5 mil millones de dólares", "$5 billion"),
    ("€1.234567 million", "1.2 millones de euros"),
    ("12,4 млрд рублей", "12.4 billion rubles"),
    ("более 3 тыс. человек", "3000"),
    ("12 процентов", "12%"),
    ("1'000'000 Fr.", "CHF 1,000,000"),
]

NOT_STATED = [
    ("Le prix: 12 500,00 €", "12600 EUR"),
    ("auf 1,2 Mrd. Euro.", "1.2 million euros"),
    ("auf 1,2 Mrd. Euro.", "1.2 billion dollars"),
    ("um 3,5 Prozent", "3.6%"),
    ("3 milliards de dollars", "€3 billion"),
    ("1 million de dollars", "€1 million"),
    ("12,4 млрд рублей", "12.4 million rubles"),
]


@pytest.mark.parametrize(("text", "claim"), STATED)
def test_scales_and_shares_of_other_languages_are_read(text: str, claim: str) -> None:
    """A claim in English finds the same amount in another language."""
    assert ValueIndex(text).look_up(claim).found


@pytest.mark.parametrize(("text", "claim"), NOT_STATED)
def test_another_amount_is_refuted(text: str, claim: str) -> None:
    """Neither the scale nor the currency is lost."""
    assert not ValueIndex(text).look_up(claim).found
