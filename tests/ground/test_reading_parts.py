"""What was found in a text is freed with the text's reading, without the garbage collector."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from openodke import Document, Entity, Evidence, Fact, LexicalGrounder, Span
from openodke.answers.anchor_search import AnchorSearch
from openodke.ground.claim_ends import EndFinder
from openodke.ground.strict_mentions import StrictFinder
from openodke.ground.window import _WindowFinder
from openodke.text import reading as readings
from openodke.text.reading import Reading, Shelf

TEXT = "Orla Tamm opened the Brickfield kiln in 1974. The kiln burned 300 tonnes of coal a year."
FACT = Fact(
    subject=Entity(key="orla", type="Person", label="Orla Tamm"),
    predicate="opened",
    object_entity=Entity(key="kiln", type="Place", label="Brickfield kiln", aliases=("the kiln",)),
    evidence=(Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=len(TEXT))),),
)
DATED = FACT.model_copy(update={"object_entity": None, "object_value": "May 1974"})


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """Keep the collector from doing what is to happen without it."""
    gc.disable()
    yield
    gc.enable()


def ends(reading: Reading) -> None:
    """Look up the ends of claims."""
    finder = reading.part(EndFinder)
    finder.entity(FACT.subject)
    finder.object(FACT)
    finder.object(DATED)


def strict(reading: Reading) -> None:
    """Look up ends as they are written."""
    finder = reading.part(StrictFinder)
    finder.entity(FACT.subject)
    finder.obj(DATED)


def window(reading: Reading) -> None:
    """Look for the window that names both ends."""
    reading.part(_WindowFinder).find(FACT)


def anchors(reading: Reading) -> None:
    """Look for a fact of an answer."""
    reading.part(AnchorSearch).holds("300 tonnes")


@pytest.mark.parametrize("look", [ends, strict, window, anchors])
def test_a_reading_goes_with_what_was_found_in_it(look: Callable[[Reading], None]) -> None:
    """A part that held its reading would keep it."""
    reading = Reading(TEXT)
    look(reading)
    assert reading.proximity.openers
    held = weakref.ref(reading)
    del reading
    assert held() is None


def test_a_run_over_many_texts_keeps_those_of_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are freed while the run goes on."""
    monkeypatch.setattr(readings, "_SHELF", Shelf(characters=3 * len(TEXT) + 30))
    alive: weakref.WeakSet[Reading] = weakref.WeakSet()
    made = Reading.__init__

    def noted(self: Reading, text: str) -> None:
        made(self, text)
        alive.add(self)

    monkeypatch.setattr(Reading, "__init__", noted)
    texts = [Document(id="d", text=f"{TEXT} No. {at}.") for at in range(20)]
    grounded = LexicalGrounder().ground_documents([([FACT, DATED], text) for text in texts])
    assert [len(facts) for facts in grounded] == [2] * 20
    assert len(alive) == 3
