"""A text is read once, and let go when others have been read since."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from openodke.text.reading import Reading, Shelf, read


def test_parts_of_a_reading_are_worked_out_once() -> None:
    """Every part is kept, and all of them read the same words."""
    reading = Reading("Tarn Ltd opened in 1999.")
    assert reading.index is reading.index
    assert reading.names is reading.names
    assert reading.names.index is reading.index
    assert reading.proximity is reading.proximity
    assert reading.values is reading.values
    assert reading.scripts == {"latin"}


def test_nothing_is_read_before_it_is_asked_for() -> None:
    """Taking a text costs nothing."""
    assert vars(Reading("Tarn")) == {"text": "Tarn"}


def test_a_part_of_a_stage_is_made_once() -> None:
    """What a stage makes of a reading is kept with it."""
    made: list[str] = []

    def letters(reading: Reading) -> list[str]:
        made.append(reading.text)
        return sorted(reading.text)

    reading = Reading("Tarn")
    assert reading.part(letters) is reading.part(letters)
    assert made == ["Tarn"]


def test_an_equal_text_has_one_reading() -> None:
    """The text's content decides, not the object that holds it."""
    text = "Tarn Ltd opened."
    assert read(text) is read("".join(text))
    assert read(text) is not read(text + " ")
    assert read(text).text == text


def test_the_text_read_longest_ago_is_let_go() -> None:
    """A shelf holds so many characters; looking at a text again keeps it."""
    shelf = Shelf(characters=30)
    first, second = shelf.read("a" * 10), shelf.read("b" * 10)
    assert shelf.read("a" * 10) is first
    shelf.read("c" * 11)  # 31 characters: the second has to go
    assert shelf.read("a" * 10) is first
    assert shelf.read("b" * 10) is not second


def test_the_last_text_stays_however_long_it_is() -> None:
    """One text longer than the shelf is read once as long as no other comes."""
    shelf = Shelf(characters=5)
    shelf.read("short")
    long = shelf.read("a" * 100)
    assert shelf.read("a" * 100) is long
    shelf.read("b")
    assert shelf.read("a" * 100) is not long


def test_a_shelf_forgets_what_it_let_go_of() -> None:
    """Texts that were let go take no more room: a shelf keeps its size for ever."""
    shelf = Shelf(characters=20)
    for number in range(1_000):
        shelf.read(f"{number:010}")
    kept = shelf.read("0000000999")
    shelf.read("0000000998")
    assert shelf.read("0000000999") is kept


def test_an_empty_text_is_read() -> None:
    """There is a reading of nothing."""
    reading = Shelf().read("")
    assert len(reading.index) == 0
    assert reading.scripts == frozenset()


def test_threads_share_a_reading() -> None:
    """Threads that ask for one text at once get one reading, and the right words of it."""
    barrier = Barrier(8)
    shelf = Shelf(characters=60_000)
    texts = [f"Tarn {number} met Orle. " * 1_000 for number in range(4)]

    def work(number: int) -> tuple[int, int, int]:
        text = texts[number % 4]
        barrier.wait(timeout=30)
        reading = shelf.read(text)
        return number % 4, id(reading.text), len(reading.index)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(work, range(8)))
    assert {length for _, _, length in answers} == {4_000}
    assert len({(number, text) for number, text, _ in answers}) == 4
