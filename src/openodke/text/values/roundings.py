"""Are two numbers one, at the digits they are written with?"""

from __future__ import annotations

from decimal import Decimal

from openodke.text.values.numerals import EXACT
from openodke.text.values.value_readings import Reading

_ONE = Decimal(1)


def may_be_year(reading: Reading) -> bool:
    """Tell whether a bare number may be a year, which is never taken with a tolerance."""
    number = reading.number
    return (
        reading.unit is None
        and not reading.scaled
        and 1000 <= number <= 2200
        and number == int(number)
    )


def converts(claim: Reading, found: Reading) -> bool:
    """Tell whether two quantities in different units agree within the digits of the claim.

    Within half of its last digit, or less than the whole of it where the text is no more exact: a
    text's 2 hours are not 130 minutes, its 60 mph are 96 or 97 km/h.
    """
    if claim.factor == found.factor or (claim.number < 0) != (found.number < 0):
        return False
    apart, size = abs(claim.value - found.value), max(abs(claim.value), abs(found.value))
    if 2 * apart > size and claim.number and found.number:
        return False  # no rounding reaches further than half of a number
    if apart <= half_step(claim) * claim.factor:
        return True
    last = EXACT.scaleb(_ONE, claim.number.adjusted() - claim.written + 1) * claim.factor
    return apart < last and apart <= half_step(found) * found.factor


def half_step(reading: Reading) -> Decimal:
    """Give half of the last digit as written; of trailing zeros, at most a twentieth of it all."""
    size = abs(reading.number)
    if not size:
        return Decimal("0.5")
    step = EXACT.scaleb(_ONE, size.adjusted() - reading.written + 1) / 2
    zeros = int(size.normalize().as_tuple().exponent)
    if zeros > 0:
        step = max(step, min(EXACT.scaleb(_ONE, zeros) / 2, size / 20))
    return step


def rounds_to(number: Decimal, rounded: Reading) -> bool:
    """Tell whether a number, at the significant digits of the other, is the other."""
    if not number or (number < 0) != (rounded.number < 0):
        return False
    return abs(number - rounded.number) <= rounding_step(number, rounded.written)


def rounding_step(number: Decimal, written: int) -> Decimal:
    """Give how far a number may be from itself rounded to so many significant digits."""
    return EXACT.scaleb(_ONE, number.adjusted() - written + 1) / 2


def significant(number: Decimal) -> int:
    """Count the digits of a number without the zeros at its end, but two at least."""
    return max(2, len(number.normalize().as_tuple().digits))
