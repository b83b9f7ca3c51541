"""From when until when is a claim told, when its sources tell different bounds?"""

import pytest

from openodke.corroborate import SignatureCorroborator
from openodke.corroborate.interval_union import united
from openodke.errors import InputError


@pytest.mark.parametrize(
    ("values", "earliest", "latest"),
    [
        (["2020-05-01", "2019"], "2019", "2020-05-01"),
        (["2020", "2020-05"], "2020", "2020"),
        (["2020-05", "2020-05-31"], "2020-05", "2020-05-31"),
        (["2020", "2020-01-01"], "2020-01-01", "2020"),
        ([2021, "2020-12-31"], "2020-12-31", 2021),
        (["2020-05-01T10:00:00+02:00", "2020-05-01T09:00:00"], "2020-05-01T10:00:00+02:00",
         "2020-05-01T09:00:00"),
        (["soon", "2020"], "2020", "2020"),
        (["9999", "0001-02-30"], "9999", "9999"),
        (["soon", True, -12, 12, 10**5000, None, ["2020"]], None, None),
        ([800, "0799"], "0799", 800),
    ],
)  # fmt: skip
def test_united(values: list[object], earliest: object, latest: object) -> None:
    """A month begins on its first day and ends on its last; what is no date does not count."""
    assert united(values, "min") == earliest
    assert united(values, "max") == latest
    assert united(values[::-1], "max") == latest


def test_a_bound_is_min_or_max() -> None:
    """Another word is refused by its key."""
    with pytest.raises(InputError, match=r"intervals\['since'\] is 'first'"):
        SignatureCorroborator(intervals={"since": "first"})  # type: ignore[dict-item]
