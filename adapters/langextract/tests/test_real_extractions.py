"""Is what LangExtract itself returns judged rightly, whatever it says of its own spans?

Each case runs through `lx.extract` with a scripted model: the first column is the text, the second
what the model answered, then the interval and status that LangExtract gives, where that is the
point, and what is to be said of it.
"""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("langextract")

from scripted_extraction import extract

from openodke_langextract import verify

pytestmark = pytest.mark.framework


def checked(text: str, *items: dict[str, Any], **options: Any) -> list[dict[str, str]]:
    """Return the attributes of each extraction after a run of LangExtract."""
    result = extract(text, list(items), **options)
    return [extraction.attributes or {} for extraction in verify(result).extractions]


@pytest.mark.parametrize(
    ("text", "answer", "verdict", "reason", "place"),
    [
        pytest.param(
            "Each portion is small. The burger weighs 200 grams.",
            "Each burger weighs 200 grams and contains 548 kcal",
            "not_found", "quote_absent", "partial",
            id="the interval of a first word is no evidence",
        ),
        pytest.param(
            "Revenue rose to 5 million last year.", "Revenue rose to 9 million",
            "not_found", "quote_absent", "partial",
            id="another number is refuted",
        ),
        pytest.param(
            "Alice Smith acquired the mill in Tolby.", "Bob Smith acquired the mill in Tolby",
            "not_found", "quote_absent", "partial",
            id="another subject is refuted",
        ),
        pytest.param(
            "The patient does not have diabetes or asthma.", "patient does have diabetes or asthma",
            "not_found", "quote_absent", "partial",
            id="a lost negation is refuted",
        ),
        pytest.param(
            "Give us troops. The US army left.", "US",
            "unchecked", "free_text", "moved",
            id="an exact match of other letters is moved to the letters",
        ),
        pytest.param(
            "They gave us bread.", "US",
            "unchecked", "unresolved_subject", "partial",
            id="a pronoun is no country",
        ),
        pytest.param(
            "患者于上午静脉注射头孢，每次250毫克。", "头孢",
            "unchecked", "free_text", "verbatim",
            id="text without spaces is found",
        ),
        pytest.param(
            "患者于上午静脉注射头孢，每次250毫克。", "250毫克",
            "unchecked", "free_text", "verbatim|moved",
            id="a quantity without spaces is found whole",
        ),
        pytest.param(
            "มารี กูรี เกิดที่วอร์ซอ", "วอร์ซอ",
            "unchecked", "free_text", "verbatim",
            id="Thai is found",
        ),
        pytest.param(
            "She lives in Zu\u0308rich.", "Zürich",
            "unchecked", "free_text", "normalised",
            id="a composed letter finds a decomposed one",
        ),
        pytest.param(
            "The cost was $5.50 a piece.", "$5.5",
            "unchecked", "free_text", "partial",
            id="the same amount written otherwise is not refuted",
        ),
        pytest.param(
            "The cost was $5.50 a piece.", "$6.5",
            "not_found", "value_absent", "partial",
            id="another amount is refuted",
        ),
        pytest.param(
            "She won the Nobel\n   Prize\twas said.", "Nobel Prize was",
            "unchecked", "free_text", "normalised",
            id="white space is no difference",
        ),
        pytest.param(
            "La date d’expiration est passée.", "date d'expiration",
            "unchecked", "free_text", "moved",
            id="a straight apostrophe finds a curly one",
        ),
        pytest.param(
            "The **Tern** sails from _Tolby_ at *dawn*.", "Tern sails from Tolby",
            "unchecked", "free_text", "moved",
            id="Markdown emphasis is no difference",
        ),
        pytest.param(
            "Dr. Sarah Johnson is a cardiologist. She works in Tolby.", "She",
            "unchecked", "unresolved_subject", "verbatim",
            id="a pronoun is no name",
        ),
        pytest.param(
            "The ferry left at noon.", "Odd Fenn",
            "not_found", "subject_absent", "absent",
            id="what was copied from the example is ungrounded",
        ),
    ],
)  # fmt: skip
def test_a_span_is_looked_for_and_not_believed(
    text: str, answer: str, verdict: str, reason: str, place: str
) -> None:
    """The text of an extraction has to be in its document, wherever LangExtract puts it."""
    (held,) = checked(text, {"thing": answer})
    assert (held["odke_verdict"], held["odke_reason"]) == (verdict, reason)
    assert held["odke_place"] in place.split("|")  # a release more, a release less
    if "odke_span" in held:
        start, end = map(int, held["odke_span"].split("-"))
        assert text[start:end]
