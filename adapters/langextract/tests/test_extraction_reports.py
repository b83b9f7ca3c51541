"""Is each trouble that LangExtract's users report judged rightly?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from extraction_samples import TEXT, document, extraction

pytest.importorskip("langextract")

import langextract as lx
from scripted_extraction import extract

from openodke import ground_graph
from openodke_langextract import LangExtractAdapter, verify

pytestmark = pytest.mark.framework

LONG = "每份约200克，含548大卡，蛋白质25克，脂肪31克，碳水化合物45克，钠980毫克。"


def said(result: Any) -> list[tuple[str, str, str]]:
    """Return text, verdict and place of each extraction of a checked document."""
    return [
        (e.extraction_text, e.attributes["odke_verdict"], e.attributes.get("odke_place", ""))
        for e in verify(result).extractions
    ]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("There is nothing to extract here, I am afraid.", id="prose"),
        pytest.param("", id="an empty answer"),
        pytest.param("```json\n```", id="an empty fence"),
        pytest.param('{"entities": []}', id="another key"),
        pytest.param('[{"person": "Ivo"', id="a broken answer"),
        pytest.param('{"extractions": [{"person": null}, {"town": "Tolby"}]}', id="a null"),
        pytest.param('{"extractions": [{"person": ["Ivo"]}, {"town": "Tolby"}]}', id="a list"),
        pytest.param(
            '{"extractions": [{"town": "Tolby"}, {"town": "Tolby", "town_attributes": ["a"]}]}',
            id="attributes that are a list",
        ),
        pytest.param('{"extractions": []}', id="nothing"),
    ],
)
def test_an_answer_that_cannot_be_read_is_reported_and_no_pass(answer: str) -> None:
    """LangExtract leaves the part of the text out without a word, or fails, by its release."""
    try:
        result = extract(TEXT, answer)
    except Exception as failed:  # a release without suppress_parse_errors
        pytest.skip(f"this release raises {type(failed).__name__}: there is nothing to check")
    if result.extractions:
        pytest.skip("this release reads the answer")
    grounded = ground_graph(result)
    assert grounded.summary.is_empty
    assert [problem.reason.partition(":")[0] for problem in grounded.problems] == ["no_extractions"]


def test_a_long_text_without_spaces_is_found_whole() -> None:
    """Its interval is that of the first word only."""
    result = extract(f"香辣鸡腿堡。{LONG}", [{"营养": LONG.rstrip("。")}])
    ((text, verdict, _),) = said(result)
    assert (text, verdict) == (LONG.rstrip("。"), "unchecked")
    (held,) = verify(result).extractions
    assert held.attributes["odke_span"] == f"6-{6 + len(LONG) - 1}"


@pytest.mark.parametrize("shift", [-3, 2, 500])
def test_a_shifted_interval_is_put_right(shift: int) -> None:
    """And what the framework claimed is kept with the claim."""
    at = TEXT.index("Kittiwake")
    native = document(extraction("vessel", "Kittiwake", (at + shift, at + 9 + shift)))
    (held,) = verify(native)["extractions"]
    assert held["char_interval"] == {"start_pos": at + shift, "end_pos": at + 9 + shift}
    assert (held["attributes"]["odke_place"], held["attributes"]["odke_span"]) == (
        "moved",
        f"{at}-{at + 9}",
    )
    (fact,) = ground_graph(native).facts
    assert fact.qualifiers["odke.char_interval"] == f"{at + shift}-{at + 9 + shift}"
    assert fact.qualifiers["odke.alignment_status"] == "match_exact"


def test_an_answer_in_the_shape_of_an_extraction_is_put_together_again() -> None:
    """Each of its fields came as an extraction: the text gets its class back."""
    result = extract(
        TEXT,
        [
            {"extraction_class": "person", "extraction_text": "Ivo"},
            {"extraction_text": "Odd Fenn", "extraction_class": "person"},
            {"town": "Tolby"},
        ],
    )
    assert len(result.extractions) == 5
    adapter = LangExtractAdapter()
    rows, _ = adapter.to_rows(result)
    assert {(row.subject, row.object) for row in rows} == {
        ("Ivo", "person"),
        ("Odd Fenn", "person"),
        ("Tolby", "town"),
    }
    problems = adapter.left_out(result)
    assert len(problems) == 2
    assert all("lx.data.Extraction objects" in problem.reason for problem in problems)


@pytest.mark.parametrize(
    "make", [lambda e: e, lambda e: {**e, "alignment_status": "match_substring"}]
)
def test_a_status_of_another_release_is_kept(make: Callable[[Any], Any]) -> None:
    """It is a word of the framework's, whatever it means."""
    native = document(make(extraction("person", "Ivo", (1, 4))))
    (fact,) = ground_graph(native).facts
    status = native["extractions"][0]["alignment_status"]
    assert fact.qualifiers["odke.alignment_status"] == status


def test_more_extractions_than_places_are_claims_of_their_own() -> None:
    """Each has its own verdict, also where the framework gives a place twice."""
    result = extract("Ann met Ann and Ann.", [{"person": "Ann"}] * 4)
    assert [verdict for _, verdict, _ in said(result)] == ["unchecked"] * 4


def test_duplicates_of_several_passes_are_claims_of_their_own() -> None:
    """An unaligned one is kept of every pass."""
    answer = [{"town": "New York"}, {"town": "Chicago"}]
    result = extract("He left New York.", answer, answer, extraction_passes=2)
    found = [item for item in said(result) if item[0] == "Chicago"]
    assert found
    assert {(verdict, place) for _, verdict, place in found} == {("not_found", "absent")}


def test_a_phrase_across_the_border_of_two_chunks_is_found_in_the_whole_text() -> None:
    """A chunk is only what the model was shown."""
    text = "Mara Ostrel founded the firm. " * 3 + "She sold the old mill. " + "Ivo kept it. " * 3
    phrase = "founded the firm. She sold the old mill"
    result = extract(
        text, *[[{"deed": phrase}] if at == 0 else [] for at in range(12)], max_char_buffer=60
    )
    ((found, verdict, _),) = said(result)
    assert (found, verdict) == (phrase, "unchecked")
    (held,) = verify(result).extractions
    start, end = map(int, held.attributes["odke_span"].split("-"))
    assert text[start:end] == phrase


def test_objects_in_the_order_of_the_answer_are_verbatim() -> None:
    """LangExtract calls one of two fuzzy whose order is not that of the text."""
    result = extract("Paris is large. Berlin is too.", [{"town": "Berlin"}, {"town": "Paris"}])
    assert {place for _, _, place in said(result)} == {"verbatim"}


def test_numbers_and_booleans_of_an_answer_are_texts() -> None:
    """`1.50` came as 1.5, which is the same amount."""
    result = extract("It cost 1.50 in 1998.", [{"price": 1.5}, {"year": 1998}])
    assert [(text, verdict) for text, verdict, _ in said(result)] == [
        ("1.5", "unchecked"),
        ("1998", "unchecked"),
    ]


def test_a_document_without_extractions_is_reported() -> None:
    """`None` is what LangExtract saves and cannot load."""
    result = lx.data.AnnotatedDocument(text=TEXT, extractions=None)
    grounded = ground_graph(result)
    assert grounded.summary.is_empty
    assert grounded.annotate().extractions is None
    assert grounded.problems


def test_a_name_in_the_examples_is_a_leak() -> None:
    """The examples that `lx.extract` was called with are handed on as they are."""
    examples = [
        lx.data.ExampleData(
            text="Odd Fenn runs the Tern.",
            extractions=[
                lx.data.Extraction("person", "Odd Fenn", attributes={"ship": "Tern", "x": ["Wick"]})
            ],
        )
    ]
    result = extract(TEXT, [{"person": "Odd Fenn"}, {"person": "Ivo"}], examples=examples)
    checked = verify(result, examples=examples)
    assert [e.attributes["odke_reason"] for e in checked.extractions] == [
        "prompt_example",
        "free_text",
    ]
