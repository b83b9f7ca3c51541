"""What can go wrong, and what can the caller do about it?

    OdkeError
    ├── InputError            what was handed in is wrong: fix the named file, line, row or value
    │   ├── RowError          one or more rows of triples cannot be read
    │   └── ExportError       a framework's export cannot be read
    ├── OntologyLoadError     the ontology cannot be loaded: every problem is in `.problems`
    ├── OntologyFreezeError   the ontology is frozen: take the freeze off first, expressly
    ├── AdapterError          no adapter, or more than one, fits what was handed in
    ├── StageError            a stage of the caller's own broke its contract
    ├── MissingExtraError     an optional package is missing: the message holds the install line
    ├── ProviderError         a model's provider failed a call: its fact stays unchecked
    │   └── UnansweredCall    a scripted or recorded client holds no answer: mend the recording
    ├── BudgetExceeded        a budget covers no further call: raise it, or do with what is there
    ├── ProviderNotInstalled  no client serves the model: register one, or pass client=
    ├── MissingAPIKey         the model's key is not set: the message names the variable
    └── OutputError           the place to write to is not ours to overwrite

One class per reaction of the caller, not per module. What a Fact, Entity or Document may not hold
is a `pydantic.ValidationError`, as for any pydantic model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_Rebuilt = tuple[type[Exception], tuple[object, ...], dict[str, Any]]
"""What an error is pickled as: one with arguments of its own is not made of its message alone."""


class OdkeError(Exception):
    """Any error that openodke raises on purpose."""


class InputError(OdkeError, ValueError):
    """The data handed in is wrong; the message names the place, the value and what to do."""


@dataclass(frozen=True, slots=True)
class RowProblem:
    """One thing wrong with one row.

    Attributes:
        source: the file, or `rows` for rows already in memory.
        line: 1-based line of a file, 0-based index of a row in memory.
        field: dotted path of the field, or "" where the whole row is meant.
        reason: what is wrong and what was found.
    """

    source: str
    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        """Render as `file:line: field: reason`."""
        place = f"{self.source}:{self.line}"
        return f"{place}: {self.field}: {self.reason}" if self.field else f"{place}: {self.reason}"


class RowError(InputError):
    """One or more rows of triples cannot be read.

    Attributes:
        problems: the RowProblems, in file order.
        untold: how many more lines are wrong.
    """

    def __init__(self, problems: Sequence[RowProblem], untold: int = 0) -> None:
        self.problems = tuple(problems)
        self.untold = untold
        lines = [str(problem) for problem in self.problems]
        if untold:
            lines.append(f"… and {untold} more lines that cannot be read")
        super().__init__("\n".join(lines))

    def __reduce__(self) -> _Rebuilt:
        """Rebuild from what it was made of, as a worker's process hands it on."""
        return type(self), (self.problems, self.untold), self.__dict__


class ExportError(InputError):
    """A framework's export cannot be read; the message names the file and what it lacks."""


class OntologyLoadError(OdkeError, ValueError):
    """An ontology cannot be loaded; the message is a line a problem, each opening with the source.

    Attributes:
        problems: one line per problem, each opening with its dotted path, or its line and column
            where the source cannot be parsed.
        source: the path of the file, "the text" that cannot be parsed, or "" for data.
    """

    def __init__(self, problems: Sequence[str], source: str = "") -> None:
        self.problems = tuple(problems)
        self.source = source
        opening = f"{source}: " if source else ""
        super().__init__("\n".join(f"{opening}{problem}" for problem in self.problems))

    def __reduce__(self) -> _Rebuilt:
        """Rebuild from what it was made of, as a worker's process hands it on."""
        return type(self), (self.problems, self.source), self.__dict__


class OntologyFreezeError(OdkeError, TypeError):
    """A frozen ontology would be edited, frozen again or written over."""


class AdapterError(OdkeError, LookupError):
    """No adapter accepts what was handed in, or more than one does."""


class StageError(OdkeError, TypeError):
    """A stage returned what its Protocol does not allow; the message names stage and place."""


class MissingExtraError(OdkeError, ImportError):
    """An optional package is not installed; the message holds the line that installs it."""


class ProviderError(OdkeError):
    """A model's provider failed a call.

    Attributes:
        status_code: the HTTP status, None where there was none.
        retry_after: what its `Retry-After` header said, seconds or a date; None where it is absent.
        told: what went wrong in words of our own, for records; the message may quote the provider.
        transient: whether the same call may succeed later; None where the status says that.
    """

    def __init__(
        self,
        message: str,
        *,
        status_code: int | None = None,
        retry_after: str | None = None,
        told: str = "",
        transient: bool | None = None,
    ) -> None:
        self.status_code = status_code
        self.retry_after = retry_after
        self.told = told
        self.transient = transient
        super().__init__(message)


class UnansweredCall(ProviderError):  # noqa: N818 - it is not the provider that erred
    """A scripted or recorded client has no answer for a call; the message shows the call."""


class BudgetExceeded(OdkeError):  # noqa: N818 - the page's name
    """A budget does not cover the next call, which was not made; the message says what was spent.

    Attributes:
        limit: which limit it is: "usd", "calls", "input_tokens" or "output_tokens".
    """

    def __init__(self, limit: str, message: str) -> None:
        self.limit = limit
        super().__init__(message)

    def __reduce__(self) -> _Rebuilt:
        """Rebuild from what it was made of, as a worker's process hands it on."""
        return type(self), (self.limit, str(self)), self.__dict__


class ProviderNotInstalled(OdkeError, LookupError):  # noqa: N818 - the grounding page's name
    """No client serves a model; the message names the provider and what to do."""


class MissingAPIKey(OdkeError, LookupError):  # noqa: N818 - the grounding page's name
    """A model's key is not set; the message names the environment variable."""


class OutputError(OdkeError, OSError):
    """The place to write to exists and is not ours to overwrite."""
