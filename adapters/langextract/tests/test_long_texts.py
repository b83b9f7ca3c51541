"""Does the work grow with a text and its extractions, and no faster?

A fuzzy alignment of each extraction with the whole text takes hours on a long text in a language
that writes its syllables apart, of which nearly all stand again and again. What is counted are the
calls of functions, Python's own among them: a clock would measure the machine.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from openodke import ground_graph
from openodke_langextract import LangExtractAdapter

SYLLABLES = (
    "sông bến đò chợ huyện xã ông bà lý văn thị hoa mai lan cúc trúc làng trên dưới đông tây nam "
    "bắc đường ruộng lúa gạo cá tôm thuyền lưới nắng mưa gió bão tháng ngày năm giêng hai ba tư "
    "nhà máy cầu cống đê điều phố phường hội họp bàn việc sửa chữa xây dựng mới cũ"
).split()


def long_document(words: int, seed: int) -> dict[str, Any]:
    """Return a text of so many syllables, one extraction for fifty; none stands there word for
    word."""
    chosen = random.Random(seed)
    text = [chosen.choice(SYLLABLES) for _ in range(words)]
    extractions = []
    for _ in range(words // 50):
        at = chosen.randrange(words - 12)
        part = [*text[at : at + 4], "thiếu", *text[at + 5 : at + 9]]
        held = {"nơi": " ".join(text[at + 1 : at + 4])}
        extractions.append(
            {"extraction_class": "việc", "extraction_text": " ".join(part), "attributes": held}
        )
    return {"document_id": f"d{seed}", "text": " ".join(text), "extractions": extractions}


def calls(words: int, seed: int) -> int:
    """Count the calls that it takes to check a document and to hand it back."""
    document = long_document(words, seed)
    count = 0

    def counting(_: Any, event: str, __: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counting)
    try:
        grounded = ground_graph(document, adapter=LangExtractAdapter())
        grounded.annotate()
        grounded.keep(force=True)
    finally:
        sys.setprofile(None)
    assert len(grounded.facts) == 2 * (words // 50)
    return count


def test_four_times_the_text_is_four_times_the_work() -> None:
    """With four times the extractions, too: not sixteen times, as comparing each with all takes."""
    calls(500, 1)  # what is done once
    small, large = calls(2_000, 2), calls(8_000, 3)
    assert large < 5 * small, f"{small} calls became {large}"
