"""Is an answer supported by the context that it was given?

Of a retrieval system's answer: does it state the facts that it must, does each of its numbers stand
in what was retrieved, and does it decline where that holds no answer? No model is asked.
"""

from openodke.answers.abstention import DEFAULT_ABSTAIN
from openodke.answers.anchor import Anchor
from openodke.answers.answer_check import assert_grounded, check_grounding
from openodke.answers.answer_text import contains, flatten_context
from openodke.answers.grounding_result import GroundingResult
from openodke.answers.written_numbers import numbers_in

__all__ = [
    "DEFAULT_ABSTAIN",
    "Anchor",
    "GroundingResult",
    "assert_grounded",
    "check_grounding",
    "contains",
    "flatten_context",
    "numbers_in",
]
