"""What would a run send, where, at what cost, and does its user agree?"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies_environment, proxy_bypass

import typer

from openodke.cli.run_options import ASK_ABOVE_CALLS as ASK_ABOVE_CALLS
from openodke.errors import InputError, MissingAPIKey, ProviderNotInstalled
from openodke.ground import Estimate, LLMGrounder
from openodke.llm import (
    CachedClient,
    Completion,
    DirectoryCache,
    LLMClient,
    ModelSpec,
    address_of,
    host_of,
    is_this_machine,
    price_of,
    registered_providers,
    resolve,
)
from openodke.llm.litellm_connections import HANDED
from openodke.llm.provider_table import provider_of

if TYPE_CHECKING:
    from openodke.cli.event_log import EventLog
    from openodke.cli.graph_job import GraphJob
    from openodke.cli.ground_source import Source
    from openodke.cli.spending import Spending
    from openodke.interop.run import Grounds
    from openodke.llm.budget import Budget
    from openodke.ontology import Ontology

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
        local = self._address is not None and is_this_machine(self._address)
        return local and not self._proxy

    @property
    def lines(self) -> Iterator[str]:
        """What a person is told before the first call."""
        estimate = self.estimate
        cost = "unknown" if self.cost_usd is None else f"about USD {self.cost_usd:.4f}"
        kept = f" ({_counted(estimate.kept, 'answer')} more kept)" if estimate.kept else ""
        yield f"to ask {self.spec.model} at {self.host}"
        yield (
            f"{_counted(estimate.calls, 'call')}{kept} on {_counted(estimate.texts, 'text')}: "
            f"{_counted(estimate.characters, 'character')}, about "
            f"{estimate.prompt_tokens:,} tokens in and {estimate.completion_tokens:,} out; "
            f"cost {cost}"
        )
        if estimate.again:
            more = _counted(estimate.again, "call")
            yield f"and up to {more} more, where an answer to several claims leaves some open"

    def is_above(self, calls: int, budget: Budget | None = None) -> bool:
        """Whether it is more than is sent without asking; a budget stops it earlier."""
        coming, cost = self.estimate.calls, self.cost_usd or 0.0
        if budget is not None:
            coming = coming if budget.calls is None else min(coming, budget.calls)
            cost = cost if budget.usd is None else min(cost, budget.usd)
        return coming > calls or cost > ASK_ABOVE_USD

    @property
    def _address(self) -> str | None:
        if self.spec.provider in registered_providers():
            return None
        return address_of(self.spec)

    @property
    def host(self) -> str:
        """Where it would go, as a person is told."""
        if self.spec.provider in registered_providers():
            return "wherever the client registered for its provider asks"
        host = host_of(self.spec)
        if self.stays_here:
            return f"{host}; nothing leaves it"
        return f"{host}{self._proxy}"

    @property
    def _proxy(self) -> str:
        """Which proxy the calls go through, "" for none; those to this machine go through none.

        But for providers whose connections litellm makes itself.
        """
        if self._address is not None and is_this_machine(self._address):
            provider = provider_of(self.spec)
            if provider.library == "openai" or provider.name in HANDED:
                return ""
        return _through_proxy(self._address)


def announce(
    job: GraphJob[Any],
    source: Source,
    grounder: Grounds | None,
    ontology: Ontology | None,
    log: EventLog,
) -> None:
    """Say what a model that is named would be sent, and have the user agree to much of it.

    Nothing is said where recorded answers stand in for the model, or there is nothing to ask. A dry
    run says it and goes on without the model.

    Raises:
        InputError: when the model's server, on this machine, does not run.
        typer.Exit: as `agree`, when the user does not agree.
    """
    if not job.announces or not (job.model or job.config):
        return
    chosen = job.chosen()
    if chosen.recording is not None:
        return
    asking = grounder
    if not isinstance(asking, LLMGrounder):
        nobody = _keeping(_Nobody(), job.cache or chosen.spending.cache)
        asking = job.asking(chosen, nobody, source)
    outgoing = Outgoing.of(chosen.roles.ground, _estimate(job, source, asking, ontology))
    if not outgoing.estimate.calls:
        return
    _tell(job, outgoing, log)
    if job.dry_run:
        return
    spending = job.meter.spending if job.meter else chosen.spending
    quiet = job.yes or job.json_log
    proceed(outgoing, spending, ask_above=job.ask_above, yes=quiet)


def tell_and_ask(outgoing: Outgoing, spending: Spending, *, yes: bool) -> None:
    """Say on standard error what would be sent, and have the user agree to much of it.

    Raises:
        InputError, typer.Exit: as `announce`.
    """
    if not outgoing.estimate.calls:
        return
    for line in outgoing.lines:
        typer.echo(f"odke: {line}", err=True)
    proceed(outgoing, spending, yes=yes)


def proceed(
    outgoing: Outgoing, spending: Spending, *, ask_above: int = ASK_ABOVE_CALLS, yes: bool
) -> None:
    """Go on when the model's server runs, and the user agrees where that is to be asked."""
    if spending.cache is None:  # what is kept needs no server
        check_listening(outgoing)
    agree(outgoing.is_above(ask_above, spending.budget) and not yes)


def agree(is_asked: bool) -> None:
    """Have a person at a terminal agree, where it is to be asked; elsewhere go on.

    Raises:
        typer.Exit: with status 1, when the answer is no, and 130, when it is Ctrl-C.
    """
    if not is_asked or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return
    status = _refusal()
    if status:
        typer.echo("odke: nothing was sent", err=True)
        raise typer.Exit(status)


def _refusal() -> int:
    """Return the status to end with where the user does not agree, else 0; Ctrl-D is a no."""
    try:
        return 0 if typer.confirm("Ask?", default=False, err=True) else 1
    except typer.Abort as abort:
        typer.echo(err=True)  # the answer's line has no end
        # It stands for both keys: which one it was says the error that it hides.
        return 130 if isinstance(abort.__context__, KeyboardInterrupt) else 1


def _estimate(
    job: GraphJob[Any], source: Source, asking: LLMGrounder, ontology: Ontology | None
) -> Estimate:
    """Return what a job would ask, of its rows read once more."""
    from openodke.interop import GroundingRun

    rows, documents = source.read(job.texts, [])
    run = GroundingRun(documents, ontology=ontology, grounder=asking, locate=job.locate)
    return run.estimate(rows)


def _tell(job: GraphJob[Any], outgoing: Outgoing, log: EventLog) -> None:
    """Say on standard error what would be sent: to a person, or as an event to a machine."""
    estimate = outgoing.estimate
    log.event(
        "model.estimate",
        stage="ground",
        counts=asdict(estimate),
        cost=outgoing.cost_usd,
        host=outgoing.host,
    )
    if job.json_log:
        return
    for line in outgoing.lines:
        typer.echo(f"odke: {line}", err=True)
    if job.dry_run:
        missing = _missing(outgoing.spec)
        if missing:
            typer.echo(f"odke: {missing}", err=True)
        typer.echo("odke: a dry run: nothing is sent", err=True)


def _missing(spec: ModelSpec) -> str:
    """Return what would keep the model from being asked, "" for nothing."""
    try:
        resolve(spec)
    except (InputError, MissingAPIKey, ProviderNotInstalled) as error:
        return str(error)
    return ""


def _keeping(client: LLMClient, cache: Path | None) -> LLMClient:
    """Return a client before which stands what was kept, where there is such a folder already."""
    if cache is None or not cache.is_dir():
        return client
    return CachedClient(client, DirectoryCache(cache))


class _Nobody:
    """Stands in for a client that is not asked."""

    def complete(self, messages: Any, *, spec: ModelSpec, schema: Any = None) -> Completion:
        """Fail: an estimate asks nothing."""
        raise AssertionError(f"asked: {messages, spec, schema}")


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
