"""Which versions and identifiers does a text write, whatever their separators?"""

import pytest

from openodke.text.values.value_index import ValueIndex

CARD = "Call +44 (0)20 7946 0018, ext. 12. From DE-10115 Berlin. ISBN 978-3-16-148410-0."
NOTES = "It came in v2.14.0-rc.1. Since 3.x it needs version 3.11, see RFC 7231 §6.5.1."

STATED = [
    (CARD, "+442079460018"),
    (CARD, "020 7946 0018"),
    (CARD, "+44 20 7946 0018"),
    (CARD, "9783161484100"),
    (CARD, "10115"),
    ("ISBN 9783161484100", "978-3-16-148410-0"),
    (NOTES, "2.14.0-rc.1"),
    (NOTES, "v2.14.0"),
    (NOTES, "version 2.14"),
    (NOTES, "6.5.1"),
    ("uses 2.14.0.", "v2.14"),
    ("the host 192.168.0.1:80 is", "192.168.0.1"),
]

NOT_STATED = [
    (CARD, "+44 20 7946 0019"),
    (CARD, "020 7946 0019"),
    (CARD, "9783161484117"),
    (CARD, "10117"),
    (NOTES, "3.14.0-rc.1"),
    (NOTES, "2.15.0"),
    (NOTES, "v2.14.1"),
    (NOTES, "version 3.12"),
    ("2.14.0 and 3", "3.14.0"),
]


@pytest.mark.parametrize(("text", "claim"), STATED)
def test_a_code_is_found_with_other_separators(text: str, claim: str) -> None:
    """Hyphens, spaces, a trunk zero and the letter of a version are no part of a code."""
    assert ValueIndex(text).look_up(claim).found


@pytest.mark.parametrize(("text", "claim"), NOT_STATED)
def test_pieces_that_stand_apart_are_no_code(text: str, claim: str) -> None:
    """A version is not put together from the numbers of two others."""
    assert not ValueIndex(text).look_up(claim).found
