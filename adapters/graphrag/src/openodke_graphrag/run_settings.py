"""How does an indexing run want its claims checked?

The block `odke` of GraphRAG's own settings.yaml says so, since an update has to do as the index
did. GraphRAG passes over blocks that it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from openodke.errors import InputError

BLOCK = "odke"
"""The block of settings.yaml."""

REFUSALS = ("mark", "drop")

_MOST_JOINT = 100


@dataclass(frozen=True)
class RunSettings:
    """How claims are checked in an indexing run.

    Attributes:
        on_refusal: "mark" writes verdicts and drops nothing; "drop" leaves out of the graph what
            its text contradicts or does not hold, before communities and reports are made of it.
        judge: the id, among `completion_models`, of the model that is asked about every claim;
            None looks at the words alone, without a model.
        examples: further names in the examples of the extraction prompt, where it was tuned.
        predicate_column: the column of `relationships` that holds a predicate.
        joint: claims on one passage that the judge is asked about in one call, at most.
        cascade: have the words refute what they can first, and the judge asked about the rest.
        recheck: the share, 0 to 1, of what the words refute that the judge is asked about too.
    """

    on_refusal: str = "mark"
    judge: str | None = None
    examples: tuple[str, ...] = ()
    predicate_column: str | None = None
    joint: int = 1
    cascade: bool = False
    recheck: float = 0.0

    @property
    def drops(self) -> bool:
        """Whether what is refused is left out."""
        return self.on_refusal == "drop"

    def check_asking(self) -> None:
        """Refuse ways to ask a model where none is asked, and a share of nothing.

        Raises:
            InputError: naming what is missing.
        """
        if self.judge is None and (self.joint != 1 or self.cascade or self.recheck):
            raise InputError("odke.joint, cascade and recheck are ways to ask: name an odke.judge")
        if self.recheck and not self.cascade:
            raise InputError("odke.recheck looks at what the words refute: add odke.cascade")

    @classmethod
    def parse(cls, block: object, place: str = BLOCK) -> RunSettings:
        """Read the block.

        Raises:
            InputError: naming the key that is unknown, or the value that it cannot have.
        """
        if block is None:
            return cls()
        if not isinstance(block, Mapping):
            raise InputError(f"{place}: is {type(block).__name__}: it holds {', '.join(_KEYS)}")
        for key in block:
            if key not in _KEYS:
                close = get_close_matches(str(key), _KEYS, n=1)
                hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(_KEYS)}"
                raise InputError(f"{place}.{key}: is unknown: {hint}")
        return cls()._with(place, block)

    def overruled(self, options: Mapping[str, Any]) -> RunSettings:
        """Return the settings with others in their place.

        Raises:
            InputError: naming the option, and the value that it cannot have.
        """
        return self._with("register_workflows", options)

    def _with(self, place: str, values: Mapping[str, Any]) -> RunSettings:
        held = {key: _CHECKS[key](f"{place}.{key}", value) for key, value in values.items()}
        return replace(self, **held)


def _refusal(place: str, value: object) -> str:
    if value not in REFUSALS:
        raise InputError(f"{place}: is {value!r}: it is 'mark' or 'drop'")
    return str(value)


def _name(place: str, value: object) -> str | None:
    if value is None or (isinstance(value, str) and value.strip()):
        return value
    raise InputError(f"{place}: is {value!r}: it is a name")


def _names(place: str, value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, list | tuple | set | frozenset) and all(isinstance(n, str) for n in value):
        return tuple(value)
    raise InputError(f"{place}: is {value!r}: it is a list of names")


def _claims(place: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST_JOINT:
        return value
    raise InputError(f"{place}: is {value!r}: from 1 to {_MOST_JOINT} claims go in one call")


def _yes_or_no(place: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise InputError(f"{place}: is {value!r}: it is true or false")


def _share(place: str, value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    raise InputError(f"{place}: is {value!r}: it is a share between 0 and 1")


_CHECKS: Mapping[str, Any] = {
    "on_refusal": _refusal,
    "judge": _name,
    "joint": _claims,
    "cascade": _yes_or_no,
    "recheck": _share,
    "examples": _names,
    "predicate_column": _name,
}
_KEYS = tuple(field.name for field in fields(RunSettings))


def read_settings(folder: Path) -> RunSettings:
    """Return what the settings file of a GraphRAG project says, read as GraphRAG reads it.

    A folder without such a file, where a run was configured in Python, has the defaults.

    Raises:
        InputError: naming the key that is unknown, or the value that it cannot have.
    """
    from graphrag_common.config import load_config

    def block(**settings: Any) -> object:
        return settings.get(BLOCK)

    try:
        found = load_config(block, config_path=folder, set_cwd=False)
    except FileNotFoundError:
        return RunSettings()
    return RunSettings.parse(found)
