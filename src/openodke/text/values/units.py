"""Which words and symbols name a unit, and how do units of one kind convert?

One row a unit. The strict reader takes a unit only where `strict` says so and the symbol is spelled
exactly; the generous reader takes every row in any case, and all meanings of an ambiguous word.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple


class Unit(NamedTuple):
    """A unit: what it measures, its size in the kind's base unit, and where its zero lies."""

    base: str
    """Canonical symbol of the kind: "m", "kg", "s", "B", "%", "m2" …"""
    factor: Decimal
    offset: Decimal = Decimal(0)
    """Added after multiplying: degrees Fahrenheit and Celsius are read in kelvin."""


class _Row(NamedTuple):
    base: str
    factor: str
    symbols: str
    """Case-sensitive for the strict reader, separated by spaces."""
    words: str = ""
    """Singular and plural words, separated by commas; a word may have inner spaces."""
    strict: bool = False
    offset: str = "0"


_LENGTH = (
    _Row("m", "1", "m", "metre,metres,meter,meters", strict=True),
    _Row("m", "1000", "km kms", "kilometre,kilometres,kilometer,kilometers", strict=True),
    _Row("m", "0.1", "dm", "decimetre,decimetres,decimeter,decimeters", strict=True),
    _Row("m", "0.01", "cm", "centimetre,centimetres,centimeter,centimeters", strict=True),
    _Row("m", "0.001", "mm", "millimetre,millimetres,millimeter,millimeters", strict=True),
    _Row("m", "0.000001", "µm μm", "micrometre,micrometres,micrometer,micrometers", strict=True),
    _Row("m", "0.000001", "um", "micron,microns"),
    _Row("m", "0.000000001", "nm", "nanometre,nanometres,nanometer,nanometers"),
    _Row("m", "1", "", "米,メートル,미터"),
    _Row("m", "1000", "", "公里,千米,キロメートル,킬로미터"),
    _Row("m", "1609.344", "mi", "mile,miles", strict=True),
    _Row("m", "1852", "nmi", "nautical mile,nautical miles"),
    _Row("m", "0.9144", "yd yds", "yard,yards", strict=True),
    _Row("m", "0.3048", "ft", "foot,feet", strict=True),
    _Row("m", "0.3048", "′ '"),
    _Row("m", "0.0254", "", "inch,inches", strict=True),
    _Row("m", "0.0254", "″"),
    _Row("m", "9460730472580800", "ly", "light year,light years,light-year,light-years"),
    _Row("m", "149597870700", "au", "astronomical unit,astronomical units"),
)
_MASS = (
    _Row("kg", "1", "kg kgs", "kilogram,kilograms,kilogramme,kilogrammes,kilo,kilos", strict=True),
    _Row("kg", "1", "", "公斤,千克,キログラム,킬로그램"),
    _Row("kg", "0.001", "g", "gram,grams,gramme,grammes", strict=True),
    _Row("kg", "0.000001", "mg", "milligram,milligrams", strict=True),
    _Row("kg", "0.000000001", "µg μg mcg", "microgram,micrograms", strict=True),
    _Row("kg", "1000", "", "tonne,tonnes", strict=True),
    _Row("kg", "1000", "t mt", "metric ton,metric tons,metric tonne,metric tonnes,ton,tons"),
    _Row("kg", "907.18474", "", "short ton,short tons,ton,tons"),
    _Row("kg", "1016.0469088", "", "long ton,long tons,ton,tons"),
    _Row("kg", "0.45359237", "lb lbs", "pound,pounds"),
    _Row("kg", "0.028349523125", "oz", "ounce,ounces"),
    _Row("kg", "6.35029318", "", "stone,stones"),
)
_TIME = (
    _Row("s", "1", "s sec secs", "second,seconds", strict=True),
    _Row("s", "0.001", "ms", "millisecond,milliseconds", strict=True),
    _Row("s", "60", "min mins", "minute,minutes", strict=True),
    _Row("s", "3600", "h hr hrs", "hour,hours", strict=True),
    _Row("s", "86400", "", "day,days", strict=True),
    _Row("s", "604800", "wk wks", "week,weeks", strict=True),
    _Row("s", "2629800", "mo mos", "month,months"),
    _Row("s", "31557600", "yr yrs yo y/o", "year,years"),
    _Row("s", "315576000", "", "decade,decades"),
    _Row("s", "1209600", "", "fortnight,fortnights"),
    _Row("s", "3155760000", "", "century,centuries"),
    _Row("s", "31557600000", "", "millennium,millennia"),
    _Row("s", "60", "m"),
    _Row("s", "60", "", "分钟,分鐘,分間"),
    _Row("s", "3600", "", "小时,小時,時間,시간"),
    _Row("s", "31557600", "", "年間,年间,岁,歳,歲,세"),
)
_DATA = (
    _Row("B", "1", "B", "byte,bytes", strict=True),
    *(
        _Row("B", str(1000**power), symbols, f"{word},{word}s", strict=True)
        for power, symbols, word in (
            (1, "kB KB", "kilobyte"), (2, "MB", "megabyte"), (3, "GB", "gigabyte"),
            (4, "TB", "terabyte"), (5, "PB", "petabyte"), (6, "EB", "exabyte"),
        )
    ),
    *(
        _Row("B", str(1024**power), symbol, f"{word},{word}s", strict=True)
        for power, symbol, word in (
            (1, "KiB", "kibibyte"), (2, "MiB", "mebibyte"), (3, "GiB", "gibibyte"),
            (4, "TiB", "tebibyte"), (5, "PiB", "pebibyte"),
        )
    ),
)  # fmt: skip
_SHARES = (
    _Row("%", "1", "% ％ pct", "percent,per cent,percents", strict=True),
    _Row(
        "%",
        "1",
        "",
        "prozent,procent,pour cent,por ciento,por cento,per cento,процент,процента,"
        "процентов,відсотків,yüzde,パーセント,퍼센트,प्रतिशत,เปอร์เซ็นต์",
    ),
    _Row("%", "0.1", "‰", "permille,per mille"),
    _Row("pp", "1", "pp ppt ppts", "percentage point,percentage points", strict=True),
    _Row("pp", "1", "", "prozentpunkt,prozentpunkte,prozentpunkten"),
    _Row("pp", "0.01", "bp bps", "basis point,basis points"),
    _Row("%", "0.01", "bp bps", "basis point,basis points"),
)
_AREA = (
    _Row("m2", "1", "m2 m² sqm", "square metre,square metres,square meter,square meters,sq m"),
    _Row("m2", "1000000", "km2 km²", "square kilometre,square kilometres,square kilometer,"
         "square kilometers,sq km,square km"),
    _Row("m2", "10000", "ha", "hectare,hectares"),
    _Row("m2", "4046.8564224", "ac", "acre,acres"),
    _Row("m2", "2589988.110336", "mi2 mi²", "square mile,square miles,sq mi,sq miles"),
    _Row("m2", "0.09290304", "ft2 ft² sqft", "square foot,square feet,sq ft"),
)  # fmt: skip
_VOLUME = (
    _Row("m3", "1", "m3 m³", "cubic metre,cubic metres,cubic meter,cubic meters"),
    _Row("m3", "1000000000", "km3 km³", "cubic kilometre,cubic kilometres,cubic kilometers"),
    _Row("m3", "0.001", "l", "litre,litres,liter,liters"),
    _Row("m3", "0.000001", "ml cc", "millilitre,millilitres,milliliter,milliliters"),
    _Row("m3", "0.003785411784", "gal", "gallon,gallons"),
    _Row("m3", "0.00454609", "", "imperial gallon,imperial gallons,gallon,gallons"),
    _Row("m3", "0.000015", "tbsp", "tablespoon,tablespoons"),
    _Row("m3", "0.000005", "tsp", "teaspoon,teaspoons"),
    _Row("m3", "0.00056826125", "", "pint,pints"),
    _Row("m3", "0.000473176473", "", "pint,pints"),
    _Row("m3", "0.158987294928", "bbl", "barrel,barrels"),
)
_SPEED = (
    _Row("m/s", "1", "m/s", "metres per second,meters per second,metres a second"),
    _Row("m/s", "0.2777777777777777777777777778", "km/h kph kmh",
         "kilometres per hour,kilometers per hour,kilometres an hour,kilometers an hour,"
         "km an hour"),
    _Row("m/s", "0.44704", "mph", "miles per hour,miles an hour"),
    _Row("mpg", "1", "mpg", "miles per gallon,miles to the gallon,miles a gallon"),
    _Row("m/s", "0.5144444444444444444444444444", "kn kt kts", "knot,knots"),
)  # fmt: skip
_HEAT = (
    _Row("K", "1", "k", "kelvin,kelvins"),
    _Row("K", "1", "°c ℃", "degree celsius,degrees celsius,degrees c,celsius,degrees centigrade,"
         "degree,degrees", offset="273.15"),
    _Row("K", "0.5555555555555555555555555556", "°f ℉",
         "degree fahrenheit,degrees fahrenheit,degrees f,fahrenheit,degree,degrees",
         offset="255.3722222222222222222222222"),
    _Row("°", "1", "°", "degree,degrees"),
)  # fmt: skip
_POWER = (
    _Row("W", "1", "w", "watt,watts"),
    _Row("W", "1000", "kw", "kilowatt,kilowatts"),
    _Row("W", "1000000", "mw mwe", "megawatt,megawatts"),
    _Row("W", "1000000000", "gw", "gigawatt,gigawatts"),
    _Row("W", "745.69987", "hp bhp", "horsepower"),
    _Row("W", "735.49875", "ps"),
    _Row("J", "1", "j", "joule,joules"),
    _Row("J", "1000", "kj", "kilojoule,kilojoules"),
    _Row("J", "4184", "kcal", "kilocalorie,kilocalories,calorie,calories"),
    _Row("J", "3600000", "kwh", "kilowatt hour,kilowatt hours,kilowatt-hours"),
    _Row("J", "3600000000", "mwh", "megawatt hours,megawatt-hours"),
    _Row("J", "3600000000000", "gwh", "gigawatt hours,gigawatt-hours"),
    _Row("J", "3600000000000000", "twh", "terawatt hours,terawatt-hours"),
    _Row("V", "1", "v", "volt,volts"),
    _Row("V", "1000", "kv", "kilovolt,kilovolts"),
    _Row("Hz", "1", "hz", "hertz"),
    _Row("Hz", "1000", "khz", "kilohertz"),
    _Row("Hz", "1000000", "mhz", "megahertz"),
    _Row("Hz", "1000000000", "ghz", "gigahertz"),
    _Row("Pa", "1", "pa", "pascal,pascals"),
    _Row("Pa", "1000", "kpa", "kilopascal,kilopascals"),
    _Row("Pa", "100000", "bar", "bars"),
    _Row("Pa", "6894.757", "psi"),
)

_ROWS = (
    *_LENGTH, *_MASS, *_TIME, *_DATA, *_SHARES, *_AREA, *_VOLUME, *_SPEED, *_HEAT, *_POWER,
)  # fmt: skip


def _unit(row: _Row) -> Unit:
    return Unit(row.base, Decimal(row.factor), Decimal(row.offset))


def _words(row: _Row) -> list[str]:
    return [word for word in row.words.split(",") if word]


def _strict_units() -> tuple[dict[str, Unit], dict[str, Unit]]:
    symbols: dict[str, Unit] = {}
    words: dict[str, Unit] = {}
    for row in _ROWS:
        if row.strict:
            symbols.update(dict.fromkeys(row.symbols.split(), _unit(row)))
            words.update(dict.fromkeys(_words(row), _unit(row)))
    year = Unit("year", Decimal(1))
    words.update({"year": year, "years": year})
    return symbols, words


def _generous_units() -> dict[str, tuple[Unit, ...]]:
    units: dict[str, tuple[Unit, ...]] = {}
    for row in _ROWS:
        for name in [*row.symbols.lower().split(), *_words(row)]:
            unit = _unit(row)
            if unit not in units.get(name, ()):
                units[name] = (*units.get(name, ()), unit)
    return units


STRICT_SYMBOLS, STRICT_WORDS = _strict_units()
"""Units whose meaning is sure: symbols are case-sensitive, words are lower case.

A year is its own unit; temperature, pound, ton and months are left out. Source: the resolution
page, "Units".
"""

GENEROUS_UNITS = _generous_units()
"""Every name of a unit, lower case, to everything that it may mean."""

UNIT_NAMES = frozenset(GENEROUS_UNITS)
"""Every name of a unit, lower case."""
