"""Can an object be asked as a client is? Known before a thousand calls have failed."""

from __future__ import annotations

import inspect

from openodke.errors import InputError

_FORM = "complete(messages, *, spec, schema=None)"


def check_client(name: str, client: object) -> None:
    """Refuse what cannot be asked; `name` is the argument's.

    Raises:
        InputError: when it has no method `complete`, is a class, or its method takes other
            arguments or is to be awaited.
    """
    complete = getattr(client, "complete", None)
    if not callable(complete):
        raise InputError(f"{name}={client!r} has no method {_FORM}")
    if isinstance(client, type):
        raise InputError(f"{name}={client.__name__} is a class: pass one of its objects")
    if inspect.iscoroutinefunction(complete):
        raise InputError(
            f"{name}={client!r}: its complete is to be awaited: name it acomplete, beside a "
            "complete that is not"
        )
    if not _takes_a_call(complete):
        raise InputError(f"{name}={client!r}: its complete does not take {_FORM}")


def _takes_a_call(complete: object) -> bool:
    """Whether a function takes the arguments of a call, as far as that can be known."""
    try:
        signature = inspect.signature(complete)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return True
    try:
        signature.bind((), spec=None, schema=None)
    except TypeError:
        return False
    return True
