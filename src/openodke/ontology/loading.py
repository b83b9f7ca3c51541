"""How does an ontology come out of a file, with every problem named by its dotted path?"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from openodke.errors import OntologyLoadError
from openodke.ontology.consistency import Diagnostic
from openodke.ontology.problem import KEY, Place, dotted, reason
from openodke.ontology.syntax import repeated_keys
from openodke.ontology.unfolding import unfolds_too_far

if TYPE_CHECKING:
    from openodke.ontology.schema import Ontology

    Loaded = TypeVar("Loaded", bound=Ontology)

PART = "unreadable-part"
"""The code of what loading cannot read; it is none of `Ontology.validate`."""

_ENTRIES = ("types", "predicates")
_FOLLOWING = frozenset(
    {
        "inverse-domain-range",
        "inverse-not-edge",
        "key-outside-domain",
        "scope-not-identity",
        "scope-undeclared-qualifier",
    }
)
"""What may be said of an entry only because a part of it that cannot be read was set aside."""


class OntologyImportWarning(UserWarning):
    """Parts of an ontology were left out; the message names each by its dotted path."""


def build(cls: type[Loaded], data: Any, origin: str, *, strict: bool) -> Loaded:
    """Build an ontology from plain data: strictly, or leaving out what cannot be read.

    Raises:
        OntologyLoadError: with every problem found, when strict or when nothing can be read, in
            `origin`, the file the data is from, unless it is "".
    """
    try:
        if not isinstance(data, Mapping):
            found = "nothing" if data is None else type(data).__name__
            raise OntologyLoadError([f"the top level must be a mapping, not {found}"])
        if unfolds_too_far(data, _parts):
            raise OntologyLoadError(
                ["the parts it shares unfold to far more than it holds: share fewer"]
            )
        return _strict(cls, data) if strict else _lenient(cls, data)
    except RecursionError:
        raise OntologyLoadError(["the source is nested too deeply"], origin) from None
    except OntologyLoadError as error:
        if not origin:
            raise
        raise OntologyLoadError(error.problems, origin) from None


def faults(cls: type[Ontology], data: Mapping[str, Any]) -> list[Diagnostic]:
    """Return all that strict loading refuses: the parts that cannot be read (`PART`) come first.

    Raises:
        OntologyLoadError: when nothing can be read.
    """
    return _examined(cls, data)[1]


def _strict(cls: type[Loaded], data: Mapping[str, Any]) -> Loaded:
    ontology, found = _examined(cls, data)
    if found:
        raise OntologyLoadError([_line(one) for one in found])
    return ontology


def _examined(cls: type[Loaded], data: Mapping[str, Any]) -> tuple[Loaded, list[Diagnostic]]:
    ontology, problems = _salvage(cls, data, stub=True)
    broken = tuple(f"{dotted(place[:2])}." for place in problems)
    found = [
        Diagnostic(code=PART, path=dotted(place), message=message, severity="error")
        for place, message in problems.items()
    ]
    found += (
        one
        for one in ontology.validate()
        if one.severity == "error" and not (one.code in _FOLLOWING and one.path.startswith(broken))
    )
    return ontology, found


def _line(found: Diagnostic) -> str:
    line = f"{found.path}: {found.message}"
    return line if found.code == PART else f"{line} [{found.code}]"


def _lenient(cls: type[Loaded], data: Mapping[str, Any]) -> Loaded:
    ontology, problems = _salvage(cls, data, stub=False)
    if problems:
        message = "left out of the ontology:\n" + "\n".join(_lines(problems))
        warnings.warn(OntologyImportWarning(message), stacklevel=4)
    return ontology


def _salvage(
    cls: type[Loaded], data: Mapping[str, Any], *, stub: bool
) -> tuple[Loaded, dict[Place, str]]:
    """Build what can be read, and say what is wrong at each place that was set aside, by place.

    With `stub`, an entry that cannot be read leaves an empty one, so that what refers to it holds.
    """
    what = "given more than once: " + ("keep one" if stub else "the last one stands")
    problems = dict.fromkeys(repeated_keys(data), what)
    held = _plain(data)
    while True:
        try:
            return cls.model_validate(held), problems
        except ValidationError as error:
            errors = error.errors(include_url=False)
        for found in errors:
            problems.setdefault(found["loc"], reason(found, tuple(cls.model_fields)))
        # last first, so that the index of a list's item still holds when its turn comes
        if not sum(_set_aside(held, found["loc"], stub=stub) for found in reversed(errors)):
            raise OntologyLoadError(_lines(problems))


def _lines(problems: Mapping[Place, str]) -> list[str]:
    return [f"{dotted(place)}: {message}" for place, message in problems.items()]


def _plain(value: Any) -> Any:
    """Return a copy of mappings and lists that may be changed; all else as it is."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _parts(value: Any) -> Iterable[Any]:
    """Return what a mapping or list holds that may hold more."""
    items = value.values() if isinstance(value, Mapping) else value
    return [item for item in items if isinstance(item, Mapping | list | tuple)]


def _set_aside(held: Any, place: Place, *, stub: bool) -> bool:
    """Take the value at a place out of `held`; tell whether it was there."""
    *way, last = (step for step in place if step != KEY)
    try:
        for step in way:
            held = held[step]
        if stub and len(way) == 1 and way[0] in _ENTRIES and place[-1] == last:
            held[last] = {}
        else:
            del held[last]
    except (LookupError, TypeError):
        return False
    return True
