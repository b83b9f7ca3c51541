"""Can verdicts be looked at in a browser, whatever the texts say?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from extraction_samples import document, extraction, firm, relationship
from headless_browser import Dom, needs_browser, seen
from hypothesis import given
from hypothesis import strategies as st

from openodke.errors import InputError
from openodke_langextract import labelled, verify, visualize

EVIL = "</script><script>document.title = 'taken'</script><!-- <script> &lt;b&gt; <b>x</b> 'q\" ]]>"


def evil() -> dict[str, Any]:
    """Return a document whose every part tries to break out of a page."""
    return document(
        extraction(
            EVIL, "Ivo keeps", odd=EVIL, **{"<img src=x onerror=document.title='taken'>": "y"}
        ),
        extraction("person", "Her brother Ivo"),
        extraction("quote", EVIL),
        extraction("made up", f"{EVIL} and more of it here"),
        text=f"{EVIL} Her brother Ivo keeps the books. {EVIL}",
        doc_id=EVIL,
    )


def judged() -> dict[str, Any]:
    """Return a document with a verdict of each kind."""
    native: dict[str, Any] = verify(firm())
    native["extractions"][1]["attributes"]["odke_verdict"] = "supported"
    native["extractions"][2]["attributes"]["odke_verdict"] = "contradicted"
    return native


@needs_browser
def test_a_browser_shows_the_text_with_its_verdicts(tmp_path: Path) -> None:
    """Marked by the verdict; the worst where several overlap; what is unplaced is listed."""
    dom = seen(visualize(judged()), tmp_path)
    assert dom.texts["text"] == firm()["text"]
    assert dom.marks == [
        ("unchecked", "Mara Ostrel"),
        ("supported", "founded "),
        ("not_found", "Ostrel Marine"),
        ("unchecked", "Ivo"),
        ("unchecked", "ferry"),
        ("unchecked", "Kittiwake"),
    ]
    assert "relationship [contradicted] sold Fenwick Mill" in dom.texts["unplaced"]
    assert "person [not_found] Odd Fenn subject_absent" in dom.texts["unplaced"]
    assert "relationship [supported] founded Ostrel Marine" in dom.texts["placed"]


@needs_browser
def test_a_browser_runs_nothing_that_a_text_says(tmp_path: Path) -> None:
    """All of it is shown as it is."""
    dom = seen(visualize(verify(evil())), tmp_path)
    assert dom.texts["title"] == "Verdicts"
    assert dom.texts["h1"] == EVIL
    assert dom.texts["text"] == evil()["text"]
    assert {"script", "img", "b"}.isdisjoint(dom.tags)
    assert EVIL in dom.texts["placed"]
    assert f"{EVIL} and more of it here" in dom.texts["unplaced"]


@needs_browser
@pytest.mark.framework
def test_a_browser_runs_langextracts_own_page_on_a_labelled_copy(tmp_path: Path) -> None:
    """Its script runs to the end, and none of ours is among it."""
    lx = pytest.importorskip("langextract")
    dom = seen(lx.visualize(labelled(verify(evil()))), tmp_path)
    assert dom.texts.get("title", "") != "taken"
    assert dom.texts["lx-text-window"].strip() == evil()["text"].strip()
    assert "[unchecked]" in dom.texts["attributesContainer"]
    assert dom.tags.count("script") == 1
    dom = seen(lx.visualize(labelled(judged())), tmp_path)
    assert "relationship [supported]" in dom.texts["lx-legend"]
    assert "relationship [not_found]" in dom.texts["lx-legend"]


@pytest.mark.framework
def test_the_copy_for_langextracts_page_has_no_crossing_spans() -> None:
    """The later of two that overlap begins where the earlier ends."""
    pytest.importorskip("langextract")
    native = document(
        extraction("a", "Her brother Ivo"),
        extraction("b", "brother Ivo keeps the books"),
        extraction("c", "brother Ivo keeps"),
        extraction("d", "Ivo"),
        extraction("e", "nowhere to be found at all"),
    )
    copy = labelled(verify(native))
    spans = [(e.char_interval.start_pos, e.char_interval.end_pos) for e in copy.extractions]
    at = native["text"].index("Her brother")
    assert [(start - at, end - at) for start, end in spans] == [
        (0, 15),
        (12, 15),
        (15, 31),
        (15, 21),
    ]
    assert copy.text == native["text"]


@pytest.mark.parametrize("odd", [7, None, [], {"extractions": [], "text": None}])
def test_a_copy_is_made_of_one_document_with_a_text(odd: Any) -> None:
    """Else there is nothing to show."""
    with pytest.raises(InputError, match="one annotated document with a text"):
        labelled(odd)


def test_a_page_can_be_made_of_anything_that_can_be_verified(tmp_path: Path) -> None:
    """Of several documents, a file, what was not verified, what is malformed, and nothing."""
    page = visualize([firm(), 42, document(text=None), document(extraction("p", ""))])
    assert page.count("<section>") == 4
    assert "person [unverified]" in page
    assert "malformed: a document has text and extractions; this is a int" in page
    assert "malformed [unverified]" in page
    assert "<section>" not in visualize([])
    path = tmp_path / "data.jsonl"
    path.write_text('{"extractions": [], "text": "Ivo", "document_id": "d"}\n', "utf-8")
    assert "Ivo" in visualize(path)


def test_the_claim_that_is_wrong_is_named() -> None:
    """Where an extraction makes several."""
    native = document(relationship("Ivo", "Ivo", "visits", ["Tolby", "Skerry"]))
    assert "object_absent (relationship[1])" in visualize(verify(native))


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    """So that its style is its own."""
    frame = visualize(firm())._repr_html_()
    assert frame.startswith("<iframe")
    assert "<section" not in frame


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6),
    st.text(st.characters(exclude_categories=("C",)), max_size=30),
)
def test_a_page_holds_every_text_once(spans: list[tuple[int, int]], text: str) -> None:
    """However spans overlap."""
    items = [extraction("x", text[start:end] or "no", (start, end)) for start, end in spans]
    assert Dom(visualize(document(*items, text=text))).texts.get("text", "") == text
