"""Is a value found among characters that nobody sees, and are its offsets those of the text?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke import Document, ground_graph
from openodke.ground import LexicalGrounder
from openodke.text.values import ValueIndex

INVISIBLE = (
    "\u00ad",  # the soft hyphen of a book
    "\u200b",  # the zero-width space of a web page
    "\u200e", "\u200f", "\u061c", "\u2068", "\u2069",  # directions around a number
    "\u200d", "\u2060", "\ufeff", "\ufe0f", "\u034f",
)  # fmt: skip
CONTROLS = ("\x00", "\x07", "\x0b", "\x0c", "\x1e", "\x85")  # pages, cells and lines of documents
VALUES = ("3 May 1940", "12 km", "$5 million", "45%", "3/5/1940", "seven", "1,200")


@given(st.sampled_from(VALUES), st.data())
def test_invisible_characters_hide_no_value(value: str, data: st.DataObject) -> None:
    """Between any two letters of a value any of them may stand."""
    between = st.lists(st.sampled_from(INVISIBLE), max_size=2).map("".join)
    written = "".join(letter + data.draw(between) for letter in value)
    before = data.draw(between)
    text = f"The Skua{before} has {before}{written} here."
    assert ValueIndex(text).look_up(value).found, text


@pytest.mark.parametrize("character", INVISIBLE)
def test_a_claim_may_hold_them_too(character: str) -> None:
    """What was copied with its marks is the same value."""
    claimed = f"{character}3{character} May 1940"
    assert ValueIndex("Laid down on 3 May 1940.").look_up(claimed).found
    assert ValueIndex(f"Laid down on {claimed}.").look_up(claimed).found


@pytest.mark.parametrize("control", CONTROLS)
@pytest.mark.parametrize("value", ["3 May 1940", "12 km", "45%"])
def test_a_control_character_is_a_space(control: str, value: str) -> None:
    """What ends a page, a line or a cell ends a value too."""
    written = value.replace(" ", control)
    text = f"Skua{control}{written}{control}Fenwick"
    match = ValueIndex(text).look_up(value)
    assert match.found
    assert match.spans[0][0] == text.index(value[0])


@pytest.mark.parametrize("character", INVISIBLE)
def test_spans_are_those_of_the_text(character: str) -> None:
    """Offsets count what nobody sees."""
    text = f"{character}Skua{character} was{character} laid down on 3{character} May 1940."
    start, end = ValueIndex(text).look_up("3 May 1940").spans[0]
    assert text[start:end] == f"3{character} May 1940"


@pytest.mark.parametrize("character", INVISIBLE)
def test_they_refute_nothing_and_affirm_nothing(character: str) -> None:
    """A date is found among them, and another one is not."""
    text = f"Skua was laid down on {character}3{character} May{character} 1940."
    rows = [
        {"subject": "Skua", "predicate": "laid_down", "object": value, "doc": "log"}
        for value in ("3 May 1940", "4 May 1940")
    ]
    grounded = ground_graph(rows, [Document(id="log", text=text)], grounder=LexicalGrounder())
    assert [fact.verdict for fact in grounded.facts] == ["unchecked", "not_found"]


@pytest.mark.parametrize("character", INVISIBLE)
def test_a_sentence_of_a_claim_may_hold_them_inside_a_number(character: str) -> None:
    """It was copied from a page; its number is the one that is read there."""
    text = Document(id="log", text="Skua was laid down in Tolby with 12 masts.")
    row = {"subject": "Skua", "predicate": "laid_down", "object": "Tolby", "doc": "log"}
    rows = [
        row | {"claim": f"Skua was laid down in Tolby with 1{character}{unit} masts."}
        for unit in "23"
    ]
    grounded = ground_graph(rows, [text], grounder=LexicalGrounder())
    assert [fact.verdict for fact in grounded.facts] == ["unchecked", "not_found"]
