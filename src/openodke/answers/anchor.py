"""Which fact must a correct answer state, and in which words may it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openodke.answers.answer_text import text_of
from openodke.errors import InputError

_FORMS = 'a string, an Anchor, or {"value": …, "aliases": […]}'


@dataclass(frozen=True)
class Anchor:
    """A fact that a correct answer must state, in one of several wordings.

    Source: the opengate page.

    Attributes:
        value: the fact, by which it is named in a result.
        aliases: further wordings, each as good; a lone string is one alias.
    """

    value: str
    aliases: tuple[str, ...] = ()

    def __init__(self, value: str, aliases: Iterable[str] | str | None = ()) -> None:
        """Build an anchor.

        Raises:
            InputError: for an empty value, or a wording that is no string.
        """
        value = text_of(value, "an anchor's value")
        if not value.strip():
            raise InputError("an anchor's value is empty: no answer could state it")
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "aliases", tuple(_wordings(aliases)))

    @property
    def wordings(self) -> tuple[str, ...]:
        """The value and its aliases."""
        return self.value, *self.aliases


def _wordings(aliases: Iterable[str] | str | None) -> Iterable[str]:
    if aliases is None:
        return ()
    held = (aliases,) if isinstance(aliases, str) else aliases
    return [text_of(alias, f"an anchor's aliases[{at}]") for at, alias in enumerate(held)]


AnchorLike = str | Anchor | Mapping[str, object]


def anchors_of(given: Iterable[AnchorLike] | AnchorLike | None) -> list[Anchor]:
    """Return anchors as such; a lone one is a list of one.

    Raises:
        InputError: for one of another form; it names the place.
    """
    if given is None:
        return []
    if isinstance(given, str | Anchor | Mapping):
        given = (given,)
    if not isinstance(given, Iterable):
        raise InputError(f"anchors is a {type(given).__name__}: hand in a list, each {_FORMS}")
    return [_anchor(one, f"anchors[{at}]") for at, one in enumerate(given)]


def _anchor(given: object, place: str) -> Anchor:
    if isinstance(given, Anchor):
        return given
    try:
        return Anchor(given) if isinstance(given, str) else _from_mapping(given)
    except (InputError, TypeError) as error:
        raise InputError(f"{place}: {error}") from None


def _from_mapping(given: object) -> Anchor:
    if not isinstance(given, Mapping):
        raise InputError(f"it is a {type(given).__name__}: hand in {_FORMS}")
    if "value" not in given or set(given) - {"value", "aliases"}:
        raise InputError(f"it has the keys {sorted(map(str, given))}: hand in {_FORMS}")
    return Anchor(given["value"], given.get("aliases"))
