"""Does an error come out of another process as it went in?"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from openodke import errors
from openodke.errors import OdkeError

_PROBLEMS = [errors.RowProblem("a.jsonl", 2, "object", "is empty"),
             errors.RowProblem("a.jsonl", 3, "", "the line is no JSON")]  # fmt: skip
_ERRORS: list[OdkeError] = [
    errors.RowError(_PROBLEMS, 4),
    errors.OntologyLoadError(["types: is missing", "name: is empty"], "ships.yaml"),
    errors.ProviderError("busy", status_code=429, retry_after="3", told="429", transient=True),
    errors.UnansweredCall("no answer to: Skua"),
    errors.BudgetExceeded("usd", "0.12 of 0.10 dollars were spent"),
]


def _all(kind: type[OdkeError]) -> list[type[OdkeError]]:
    return [kind, *(found for child in kind.__subclasses__() for found in _all(child))]


_ERRORS += [
    kind("Skua: is not there")
    for kind in _all(OdkeError)
    if kind.__module__ == errors.__name__ and "__reduce__" not in vars(kind)
]


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))]
)
@pytest.mark.parametrize("error", _ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_is_the_same_in_another_process(
    error: OdkeError, again: Callable[[OdkeError], OdkeError]
) -> None:
    """Its message, and what it holds beside it."""
    error.add_note("while Skua was read")
    same = again(error)
    assert type(same) is type(error)
    assert (str(same), same.args, vars(same)) == (str(error), error.args, vars(error))
