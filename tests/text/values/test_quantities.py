"""What number, quantity or amount of money is this text, beyond doubt?"""

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from openodke.corroborate import normalize_quantity

READ: dict[str, int | float | str] = {
    "0": 0,
    "5": 5,
    "-5": -5,
    "+5": 5,
    "−5": -5,
    "1,234": 1234,
    "1234": 1234,
    "1,234,567": 1234567,
    "12.5": 12.5,
    "12.50": 12.5,
    "5.0": 5,
    "0.5": 0.5,
    "-0": 0,
    "1,234.5": 1234.5,
    "  12 ": 12,
    "5 km": "5000 m",
    "5,000 metres": "5000 m",
    "5000 meters": "5000 m",
    "2.5 m": "2.5 m",
    "2.50 m": "2.5 m",
    "3 cm": "0.03 m",
    "3 mm": "0.003 m",
    "1 mile": "1609.344 m",
    "5 miles": "8046.72 m",
    "1 ft": "0.3048 m",
    "6 feet": "1.8288 m",
    "10 yards": "9.144 m",
    "12 inches": "0.3048 m",
    "5 kg": "5 kg",
    "500 g": "0.5 kg",
    "5 tonnes": "5000 kg",
    "250 mg": "0.00025 kg",
    "5 s": "5 s",
    "5 seconds": "5 s",
    "5 min": "300 s",
    "5 minutes": "300 s",
    "2 hours": "7200 s",
    "2 h": "7200 s",
    "1 day": "86400 s",
    "2 weeks": "1209600 s",
    "10 ms": "0.01 s",
    "3 years": "3 year",
    "1 year": "1 year",
    "1 KB": "1000 B",
    "1 kB": "1000 B",
    "1 KiB": "1024 B",
    "1.5 GiB": "1610612736 B",
    "5 MB": "5000000 B",
    "5 bytes": "5 B",
    "12.5 percent": "12.5 %",
    "12.5%": "12.5 %",
    "12.5 %": "12.5 %",
    "5 per cent": "5 %",
    "5 Percent": "5 %",
    "5 pp": "5 pp",
    "5 percentage points": "5 pp",
    "€1.2bn": "1200000000 EUR",
    "€5": "5 EUR",
    "€ 5": "5 EUR",
    "£5": "5 GBP",
    "₹500": "500 INR",
    "US$5": "5 USD",
    "US$ 5": "5 USD",
    "$5": "5 $",
    "$1.2bn": "1200000000 $",
    "$1,000": "1000 $",
    "$5m": "5000000 $",
    "$5 million": "5000000 $",
    "$5k": "5000 $",
    "¥500": "500 ¥",
    "Rs 500": "500 Rs",
    "Rs. 500": "500 Rs",
    "5 EUR": "5 EUR",
    "EUR 5": "5 EUR",
    "USD 1.2 million": "1200000 USD",
    "1.2 million EUR": "1200000 EUR",
    "5 euros": "5 EUR",
    "-$5": "-5 $",
    "$-5": "-5 $",
    "1200000000 $": "1200000000 $",
    "500 Rs": "500 Rs",
    "500 ¥": "500 ¥",
    "-5 km": "-5000 m",
    "5 Metres": "5 m",
    "£2 trillion": "2000000000000 GBP",
    "5 kgs": "5 kg",
    "5km": "5000 m",
}

REFUSED = [
    "", "five", "1e6", "1.2e6", "1,2", "12,34,567", "1.234,5", "1 234", "0123", "007", "00", ".5",
    "5.", ",89", "1,23", "1,234,56", "½", "٣", "１２", "1/2", "3-5", "3-5 km", "3 to 5 km",
    "12.8–13.0 km", "5 and 6 kg", "1M miles", "2.15pm", "2.15 pm", "5pm", "5 °C", "5 °F", "5 C",
    "5 K", "5 degrees", "5 lb", "5 lbs", "5 pounds", "5 pound", "5 tons", "5 ton", "5 t",
    "5 month", "5 months", "5 KM", "5 Km", "5 kM", "5 M", "5 Kg", "5 kilo s", "5 MM", "5 Mb",
    "5 mb", "5 kb", "5 gb", "5 Gb", "1 million", "1.2bn", "5k", "5 million km",
    "3.5 million people", "5 apples", "5%%", "% 5", "$", "$5 km", "$$5", "$-", "C$5", "A$5",
    "HK$5", "5 $5", "$5 USD", "5 usd", "5 ABC", "5 XXX", "5 dollars", "5 cents", "50p", "kr 5",
    "5 kr", "about 5", "~5", ">5", "5+", "5 or 6", "(5)", "-", "--5", "+-5", "- 5", "5 -", "5-km",
    "1.2.3", "192.168.0.1", "2020-03-04", "5,000,00", "1,0000", "0,5", "5 km/h", "5 mph", "5 m/s",
    "5 m2", "5 m²", "5 ha", "5 acres", "5 litres", "5 l", "5 pm", "5 nm", "5 in", "5\"", "5'",
    "6'2\"", "5 W", "5 kWh", "5 Hz", "$5m km", "$1,2", "€1.234,5", "€ ", "EUR", "€1.2 zillion",
    "5 years old", "2 years 3 months", "5 ft 3 in", "V", "IV", "1_000", "0x10", "1e", "NaN",
    "inf", "nan", "12abc", "abc12", "B12", "3rd", "1990s", "50 % off", "50 percent of", "%", "5m",
    "1.5B", "5s",
]  # fmt: skip


@pytest.mark.parametrize(("text", "quantity"), READ.items())
def test_reads_what_is_sure(text: str, quantity: int | float | str) -> None:
    """A number is an int or a float, a quantity is text in base units."""
    read = normalize_quantity(text)
    assert read == quantity
    assert type(read) is type(quantity)


@pytest.mark.parametrize("text", REFUSED)
def test_leaves_what_is_unsure(text: str) -> None:
    """Ranges, identifiers, foreign notation, unsure units and counts stay as written."""
    assert normalize_quantity(text) is None


@pytest.mark.parametrize("quantity", list(dict.fromkeys(READ.values())))
def test_is_idempotent(quantity: int | float | str) -> None:
    """A canonical quantity reads as itself."""
    assert normalize_quantity(str(quantity)) == quantity


def test_page_example() -> None:
    """The resolution page's example holds to the letter."""
    assert normalize_quantity("5 km") == normalize_quantity("5,000 metres") == "5000 m"
    assert normalize_quantity("$1.2bn") == "1200000000 $"
    assert normalize_quantity("5 °C") is None


def test_no_digit_is_lost_to_a_float() -> None:
    """A number that no float prints stays as written; a quantity keeps all digits."""
    assert normalize_quantity("3.14159265358979323846") is None
    assert normalize_quantity("3.14159265358979323846 km") == "3141.59265358979323846 m"


def test_long_digits_stay_as_written() -> None:
    """A run of digits longer than any measure is an identifier."""
    assert normalize_quantity("9" * 61) is None
    assert normalize_quantity("9" * 5000) is None


@example("0.00001")
@given(st.text(max_size=40))
def test_never_raises(text: str) -> None:
    """Any text gets an answer, and that answer reads as itself."""
    read = normalize_quantity(text)
    assert read is None or normalize_quantity(written(read)) == read


def written(value: float | str) -> str:
    """Return a value as a text would hold it: `1e-05` is how Python writes 0.00001."""
    return format(Decimal(repr(value)), "f") if isinstance(value, float) else str(value)


@given(st.integers(min_value=-(10**15), max_value=10**15))
def test_grouping_changes_nothing(number: int) -> None:
    """Thousands separators are spelling only."""
    assert normalize_quantity(f"{number:,}") == normalize_quantity(str(number)) == number
