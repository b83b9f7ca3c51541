"""Is what a command was given as text one that can be written down?"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from openodke.cli.columns import printable


def in_utf8(command: Callable[..., None]) -> Callable[..., None]:
    """Have a command refuse a text of another encoding, which would end up in a file of UTF-8.

    The system hands it on with a lone surrogate for each byte that it cannot read. A path may hold
    some: the name of a file need not be UTF-8.
    """

    @functools.wraps(command)
    def checked(**given: Any) -> None:
        for name, text in _texts(given):
            at = _surrogate(text)
            if at is not None:
                typer.echo(
                    f"odke: {_told(command, name)} {printable(text)}: is not UTF-8 at character "
                    f"{at + 1}: give it in a terminal, or by a script, that writes UTF-8",
                    err=True,
                )
                raise typer.Exit(2)
        command(**given)

    return checked


def _texts(given: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in given.items():
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str):
                yield name, text


def _surrogate(text: str) -> int | None:
    """Return where the first lone surrogate of a text is, None where it has none."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None


def _told(command: Callable[..., None], name: str) -> str:
    """Return what a person calls a parameter of a command: its option, or what stands for it."""
    hint = get_type_hints(command, include_extras=True)[name]
    for info in getattr(hint, "__metadata__", ()):
        if isinstance(info, ArgumentInfo):
            return info.metavar or name.upper()
        if isinstance(info, OptionInfo) and info.param_decls:
            return max(info.param_decls, key=len)
    return "--" + name.replace("_", "-")
