"""How does an ontology come out of a file, with every problem named by its dotted path?"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from openodke.errors import OntologyLoadError
from openodke.ontology.problem import KEY, Place, described, dotted
from openodke.ontology.syntax import repeated_keys
from openodke.ontology.unfolding import unfolds_too_far

if TYPE_CHECKING:
    from openodke.ontology.schema import Ontology

    Loaded = TypeVar("Loaded", bound=Ontology)

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
        OntologyLoadError: with every problem found, when strict or when nothing can be read; a
            note names `origin`, the file the data is from, unless it is "".
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
        raise OntologyLoadError(["the source is nested too deeply"]) from None
    except OntologyLoadError as error:
        if origin:
            error.add_note(f"in {origin}")
        raise


def _strict(cls: type[Loaded], data: Mapping[str, Any]) -> Loaded:
    ontology, problems = _salvage(cls, data, stub=True)
    broken = tuple(f"{dotted(place[:2])}." for place in problems)
    lines = list(problems.values())
    lines += (
        f"{found.path}: {found.message} [{found.code}]"
        for found in ontology.validate()
        if found.severity == "error"
        and not (found.code in _FOLLOWING and found.path.startswith(broken))
    )
    if lines:
        raise OntologyLoadError(lines)
    return ontology


def _lenient(cls: type[Loaded], data: Mapping[str, Any]) -> Loaded:
    ontology, problems = _salvage(cls, data, stub=False)
    if problems:
        message = "left out of the ontology:\n" + "\n".join(problems.values())
        warnings.warn(OntologyImportWarning(message), stacklevel=4)
    return ontology


def _salvage(
    cls: type[Loaded], data: Mapping[str, Any], *, stub: bool
) -> tuple[Loaded, dict[Place, str]]:
    """Build what can be read, and say what is wrong at each place that was set aside.

    With `stub`, an entry that cannot be read leaves an empty one, so that what refers to it holds.
    """
    what = "given more than once: " + ("keep one" if stub else "the last one stands")
    problems = {place: f"{dotted(place)}: {what}" for place in repeated_keys(data)}
    held = _plain(data)
    while True:
        try:
            return cls.model_validate(held), problems
        except ValidationError as error:
            errors = error.errors(include_url=False)
        for found in errors:
            problems.setdefault(found["loc"], described(found, tuple(cls.model_fields)))
        # last first, so that the index of a list's item still holds when its turn comes
        if not sum(_set_aside(held, found["loc"], stub=stub) for found in reversed(errors)):
            raise OntologyLoadError(list(problems.values()))


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
