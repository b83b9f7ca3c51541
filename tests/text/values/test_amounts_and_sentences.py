"""Does what an amount is of end with its sentence?"""

import pytest

from openodke.text.values.value_index import ValueIndex

FOLLOWERS = [
    "Ms Aasen stayed", "Days later it left", "Months passed", "Years passed", "Hours later",
    "Second, it left", "Stone fell", "Marks left", "S Lee left", "Mt Hood stood", "Dollars fell",
    "M Aasen stayed", "T Lee left", "Mm, he said", "Mr Lee left",
]  # fmt: skip


@pytest.mark.parametrize("amount", ["NOK 85 million", "85 million NOK", "NOK 85,000,000"])
@pytest.mark.parametrize("follower", FOLLOWERS)
def test_no_unit_crosses_the_end_of_a_sentence(amount: str, follower: str) -> None:
    """The first word of the next sentence is not what the amount is of."""
    index = ValueIndex(f"It paid {amount}. {follower}.")
    assert index.look_up("85 million Nok").found
    assert index.look_up("85 million").found
    assert not index.look_up("86 million Nok").found
    assert index.look_up("85 million euros").reason == "unit_mismatch"


def test_a_clipped_scale_and_a_line_end() -> None:
    """The point of a clipped scale ends no sentence, and an amount keeps its currency."""
    assert ValueIndex("Es waren 85 Mrd. Euro.").look_up("85 billion euros").found
    assert ValueIndex("NOK 85 million\n\nMs Aasen stayed").look_up("85 million NOK").found
