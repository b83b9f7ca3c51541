"""What of a test case is the answer, what its context, and what does it ask for itself?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deepeval.errors import MissingTestCaseParamsError
from deepeval.test_case import LLMTestCase

from openodke.errors import InputError

CONTROLS = ("anchors", "allowed_new_numbers", "answerable", "abstain_markers", "values")
"""What a test case may set for itself in its metadata."""


def controls_of(case: LLMTestCase) -> dict[str, Any]:
    """Return what a test case sets for itself; what else its metadata holds is not ours.

    Raises:
        InputError: for metadata that is no dict.
    """
    # Before DeepEval 4 it is `additional_metadata`, to ask for which is deprecated since.
    name = "metadata" if hasattr(case, "metadata") else "additional_metadata"
    held = getattr(case, name)
    if held is None:
        return {}
    if not isinstance(held, Mapping):
        raise InputError(f"{name} is a {type(held).__name__}: hand in a dict")
    return {control: held[control] for control in CONTROLS if control in held}


def answer_of(case: LLMTestCase) -> str:
    """Return the answer of a test case.

    Raises:
        MissingTestCaseParamsError: where there is none.
    """
    if case.actual_output is None:
        raise _missing("actual_output")
    return str(case.actual_output)


def context_of(case: LLMTestCase, *, needed: bool) -> list[Any]:
    """Return the passages of a test case: what was retrieved, else its ideal context.

    Raises:
        MissingTestCaseParamsError: where it has neither and one is `needed`.
    """
    passages = case.retrieval_context if case.retrieval_context is not None else case.context
    if passages is None and needed:
        raise _missing("retrieval_context")
    # Since DeepEval 4 a passage may come with its source.
    return [getattr(passage, "context", passage) for passage in passages or ()]


def _missing(name: str) -> MissingTestCaseParamsError:
    return MissingTestCaseParamsError(f"'{name}' cannot be None for the metric 'Grounding'")
