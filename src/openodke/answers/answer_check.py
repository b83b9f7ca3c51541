"""Is this answer supported by this context?

Source: the opengate page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from openodke.answers.abstention import abstains
from openodke.answers.anchor import Anchor, AnchorLike, anchors_of
from openodke.answers.answer_text import closed_up, passages, text_of
from openodke.answers.findings import Findings, UngroundedNumber, answered, declined
from openodke.answers.grounding_result import GroundingResult
from openodke.answers.written_numbers import allowed_numbers, ungrounded_as_written
from openodke.errors import InputError

Values = Literal["as written", "any form"]


def check_grounding(
    answer: str | None,
    context: str | Iterable[str] | None,
    *,
    question: str | None = None,
    anchors: Iterable[AnchorLike] | AnchorLike | None = None,
    allowed_new_numbers: Iterable[str | int | float] | None = None,
    answerable: bool = True,
    abstain_markers: Iterable[str] | None = None,
    values: Values = "as written",
) -> GroundingResult:
    """Compare an answer with the context that it was given.

    Of an answerable question the answer must state every anchor, and each of its numbers must stand
    in the context, in the question, in an anchor, or among those allowed. Of another one it must
    decline, and nothing else is looked at. An empty answer is grounded in neither case.

    Args:
        answer: what the system answered.
        context: what was retrieved: a string, or the passages (see `flatten_context`).
        question: what was asked; the answer may repeat its numbers.
        anchors: facts that a correct answer states: each a string, an `Anchor`, or a dict with
            `value` and `aliases`.
        allowed_new_numbers: numbers that the answer may introduce, such as a computed total.
        answerable: whether the context can answer the question.
        abstain_markers: phrases that count as declining; left out, `DEFAULT_ABSTAIN`.
        values: "as written" compares numbers and anchors character by character. "any form" reads
            dates, numbers, amounts and quantities in any spelling, with their units, and looks for
            anchors as whole words, in the context too.

    Raises:
        InputError: for an argument of another form; the message names the place.
    """
    said, sources = text_of(answer, "answer"), passages(context)
    asked, facts = text_of(question, "question"), anchors_of(anchors)
    allowed = allowed_numbers(allowed_new_numbers)
    if values not in ("as written", "any form"):
        raise InputError(f"values={values!r}: it is 'as written' or 'any form'")
    if answerable not in (True, False):
        raise InputError(f"answerable={answerable!r}: it is True or False")
    if not answerable:
        return declined(abstained=abstains(said, abstain_markers))
    permitted = [asked, *allowed, *(wording for fact in facts for wording in fact.wordings)]
    if values == "as written":
        return answered(said, _as_written(said, facts, [*sources, *permitted]))
    from openodke.answers.any_form import findings_in_any_form  # reads text: not at import

    return answered(said, findings_in_any_form(said, facts, sources, permitted))


def assert_grounded(
    answer: str | None,
    context: str | Iterable[str] | None,
    *,
    question: str | None = None,
    anchors: Iterable[AnchorLike] | AnchorLike | None = None,
    allowed_new_numbers: Iterable[str | int | float] | None = None,
    answerable: bool = True,
    abstain_markers: Iterable[str] | None = None,
    values: Values = "as written",
) -> GroundingResult:
    """Check an answer as `check_grounding` does, and return the result when it is grounded.

    Raises:
        AssertionError: when it is not; the message names each issue on a line of its own.
        InputError: as `check_grounding` does.
    """
    __tracebackhide__ = True  # pytest shows the caller's line, not this one
    result = check_grounding(
        answer,
        context,
        question=question,
        anchors=anchors,
        allowed_new_numbers=allowed_new_numbers,
        answerable=answerable,
        abstain_markers=abstain_markers,
        values=values,
    )
    if not result:
        raise AssertionError("\n  - ".join(["the answer is not grounded:", *result.issues]))
    return result


def _as_written(answer: str, anchors: list[Anchor], sources: list[str]) -> Findings:
    said = closed_up(answer)
    missed = [one.value for one in anchors if not _is_in(said, one)]
    numbers = ungrounded_as_written(answer, sources)
    return Findings(missed, [UngroundedNumber(number) for number in numbers])


def _is_in(said: str, anchor: Anchor) -> bool:
    return any(sought and sought in said for sought in map(closed_up, anchor.wordings))
