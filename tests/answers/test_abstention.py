"""Does an answer decline?"""

from __future__ import annotations

import pytest

from openodke.answers import DEFAULT_ABSTAIN, check_grounding

CONTEXT = "The tram runs every 10 minutes."


def declines(answer: str, **options: list[str] | str) -> bool:
    """Return whether the answer to an unanswerable question is grounded, as it then declined."""
    result = check_grounding(answer, CONTEXT, answerable=False, **options)  # type: ignore[arg-type]
    assert result.grounded is result.abstained
    return result.grounded


@pytest.mark.parametrize(
    "answer",
    [
        "That isn't in the provided context — ask at the depot.",
        "That isn’t in the provided context.",
        "I DON'T KNOW.",
        "I don`t know.",
        "I can't answer that.",
        "I can not answer that.",
        "We do not have enough\ninformation.",
        "The fare is not mentioned, 3.50 perhaps.",
        "The passages do not specify... it isn't specified.",
        "The context doesn't mention it.",
        "I'm unable to answer.",
    ],
)
def test_declining(answer: str) -> None:
    """Usual ways to decline count, with any apostrophe and short or in full."""
    assert declines(answer)


@pytest.mark.parametrize(
    "answer",
    ["It costs 3.50.", "", "Trams are not available on Sundays.", "Yes."],
)
def test_answering(answer: str) -> None:
    """An answer does not decline, an empty one neither."""
    result = check_grounding(answer, CONTEXT, answerable=False, anchors=["x"])
    assert result.issues == [
        "unanswerable question — the answer did not abstain (risk of fabrication)"
    ]
    assert not result.anchors_missed


def test_own_markers() -> None:
    """Own phrases stand in for the default ones, in any spelling of a negation."""
    assert declines(
        "Sorry, that's not our line.", abstain_markers=["isn't our line", "not our line"]
    )
    assert declines("This ISN'T our line.", abstain_markers="is not our line")
    assert declines("It won't be told.", abstain_markers=["will not be told"])
    assert not declines("I do not know.", abstain_markers=["pass"])
    assert not declines("I do not know.", abstain_markers=[])
    assert not declines("I do not know.", abstain_markers=[""])


def test_default_markers() -> None:
    """There are fourteen phrases; each of them declines by itself."""
    assert len(DEFAULT_ABSTAIN) == len(set(DEFAULT_ABSTAIN)) == 14
    assert all(declines(marker) for marker in DEFAULT_ABSTAIN)


def test_nothing_else_is_looked_at() -> None:
    """An answer that declines may hold numbers and lack anchors."""
    assert check_grounding(
        "I do not know, 99 perhaps.", CONTEXT, answerable=False, anchors=["10 minutes"]
    )


def test_declining_an_answerable_question() -> None:
    """An answer that declines is not asked whether it did, and still misses what it must state."""
    result = check_grounding("I do not know.", CONTEXT, anchors=["10 minutes"])
    assert not result.abstained
    assert result.anchors_missed == ["10 minutes"]
