"""What would a run send, where, at what cost, and does its user agree?"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit
from urllib.request import getproxies_environment, proxy_bypass

import typer

from openodke.errors import InputError
from openodke.ground import Estimate
from openodke.llm import (
    ModelSpec,
    address_of,
    host_of,
    is_this_machine,
    price_of,
    registered_providers,
)

ASK_ABOVE_CALLS = 100
"""More calls than these are asked about, on a terminal."""

ASK_ABOVE_USD = 1.0
"""A run that is likely to cost more is asked about too, however few its calls."""

_PATIENCE = 2.0  # seconds, for a server on this machine


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What a run would send to a model.

    Attributes:
        spec: the model.
        estimate: calls, texts, characters and tokens.
        cost_usd: what that is likely to cost; None where no price is known.
    """

    spec: ModelSpec
    estimate: Estimate
    cost_usd: float | None = None

    @classmethod
    def of(cls, spec: ModelSpec, estimate: Estimate) -> Outgoing:
        """Return what an estimate comes to for a model."""
        price = price_of(spec)
        tokens = estimate.prompt_tokens, estimate.completion_tokens
        return cls(spec, estimate, price.cost(*tokens) if price else None)

    @property
    def stays_here(self) -> bool:
        """Whether nothing leaves this machine, as far as can be known."""
        return self._address is not None and is_this_machine(self._address)

    @property
    def lines(self) -> Iterator[str]:
        """What a person is told before the first call."""
        estimate = self.estimate
        cost = "unknown" if self.cost_usd is None else f"about USD {self.cost_usd:.4f}"
        yield f"to ask {self.spec.model} at {self._host}"
        yield (
            f"{_counted(estimate.calls, 'call')} on {_counted(estimate.texts, 'text')}: "
            f"{_counted(estimate.characters, 'character')}, about "
            f"{estimate.prompt_tokens:,} tokens in and {estimate.completion_tokens:,} out; "
            f"cost {cost}"
        )

    def is_above(self, calls: int) -> bool:
        """Whether it is more than is sent without asking."""
        return self.estimate.calls > calls or (self.cost_usd or 0.0) > ASK_ABOVE_USD

    @property
    def _address(self) -> str | None:
        if self.spec.provider in registered_providers():
            return None
        return address_of(self.spec)

    @property
    def _host(self) -> str:
        if self.spec.provider in registered_providers():
            return "wherever the client registered for its provider asks"
        host = host_of(self.spec)
        if self.stays_here:
            return f"{host}; nothing leaves it"
        return f"{host}{_through_proxy(self._address)}"


def agree(outgoing: Outgoing, *, ask_above: int, yes: bool) -> None:
    """Have a person at a terminal agree to what is more than `ask_above` calls; else go on.

    Raises:
        typer.Exit: with status 1, when the answer is no.
    """
    at_terminal = sys.stdin.isatty() and sys.stderr.isatty()
    if yes or not at_terminal or not outgoing.is_above(ask_above):
        return
    if not typer.confirm("Ask?", default=False, err=True):
        typer.echo("odke: nothing was sent", err=True)
        raise typer.Exit(1)


def check_listening(outgoing: Outgoing) -> None:
    """Refuse a model on this machine whose server does not run: each call would wait in vain.

    Raises:
        InputError: naming the place.
    """
    if not outgoing.stays_here:
        return
    parts = urlsplit(outgoing._address or "")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        socket.create_connection((parts.hostname or "", port), _PATIENCE).close()
    except ConnectionRefusedError:
        raise InputError(
            f"{outgoing.spec.model}: nothing listens at {host_of(outgoing.spec)}: start the server "
            "there, or name its address (models.ground.base_url in a file for --config)"
        ) from None
    except OSError:  # the calls themselves will tell
        return


def _through_proxy(address: str | None) -> str:
    """Say which proxy a call goes through: it reads what is not encrypted to the host."""
    if address is None:
        return ""
    parts = urlsplit(address)
    proxies = getproxies_environment()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(parts.hostname or ""):
        return ""
    return f", through the proxy {urlsplit(proxy).hostname or 'of the environment'}"


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
