"""What is remembered stays small, however much is asked."""

from __future__ import annotations

from openodke.text.memo import Memo, remembered


def test_an_answer_is_remembered() -> None:
    """The same short strings are worked out once, each order of them for itself."""
    asked: list[tuple[str, str]] = []

    @remembered(10)
    def joined(one: str, other: str = "") -> str:
        """Join two strings."""
        asked.append((one, other))
        return one + other

    assert [joined("a"), joined("a"), joined("a", "b"), joined("b", "a")] == ["a", "a", "ab", "ba"]
    assert asked == [("a", ""), ("a", "b"), ("b", "a")]
    assert joined("a", "b") == "ab"
    assert joined.__doc__ == "Join two strings."


def test_a_long_string_is_not_remembered() -> None:
    """Sixty-five thousand long strings would fill a gigabyte."""
    lengths: list[int] = []

    @remembered(10)
    def length(text: str) -> int:
        lengths.append(len(text))
        return len(text)

    for text in ("x" * 200, "x" * 200, "x" * 201, "x" * 201):
        assert length(text) == len(text)
    assert lengths == [200, 201, 201]


def test_a_full_memo_starts_again() -> None:
    """It never holds more than it may."""
    memo: Memo[int, str] = Memo(3)
    for number in range(7):
        memo[number] = str(number)
        assert len(memo) <= 3
    assert memo == {6: "6"}


def test_a_full_memo_takes_a_new_answer_to_an_old_key() -> None:
    """To replace an answer needs no room."""
    memo: Memo[int, str] = Memo(2)
    memo[1], memo[2] = "one", "two"
    memo[1] = "uno"
    assert memo == {1: "uno", 2: "two"}
