"""What may a run's calls come to, how many are made at once, and where are answers kept?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from openodke.errors import InputError
from openodke.interop.json_text import is_utf8
from openodke.llm import (
    Budget,
    CachedClient,
    DirectoryCache,
    Ledger,
    LimitedClient,
    LLMClient,
    set_limit,
)

BLOCKS = ("cache", "budget", "limits")
"""The blocks of a configuration's `models` that are read here."""

if TYPE_CHECKING:
    from openodke.cli.graph_job import GraphJob
    from openodke.cli.model_config import ModelChoice

_NO_LIMIT = Budget()


@dataclass(frozen=True, slots=True)
class Spending:
    """How a model may be asked.

    Attributes:
        cache: the folder of answers, None to keep none.
        budget: the most that the calls may come to.
        limits: for a provider, how many calls are made at once at most.
    """

    cache: Path | None = None
    budget: Budget = _NO_LIMIT
    limits: Mapping[str, int] = field(default_factory=dict)

    def but(self, *, cache: Path | None, usd: float | None, calls: int | None) -> Spending:
        """Return the spending that a command line's options change; those left out do not."""
        given = {"usd": usd, "calls": calls}
        changed = {name: value for name, value in given.items() if value is not None}
        budget = Budget.model_validate(self.budget.model_dump() | changed)
        return Spending(cache or self.cache, budget, self.limits)


def configured_spending(block: Mapping[str, Any], path: Path) -> Spending:
    """Return what a configuration's `models` block says; a folder is relative to its own.

    Raises:
        InputError: naming the file and the dotted path of what is wrong.
    """
    cache, budget, limits = (block.get(name) for name in BLOCKS)
    if cache is not None and not (isinstance(cache, str) and cache.strip() and is_utf8(cache)):
        raise InputError(f"{path}: models.cache: is {cache!r}: name a folder for the answers")
    try:
        limited = Budget.model_validate({} if budget is None else budget)
    except ValidationError as error:
        fault = error.errors()[0]
        at = ".".join(("budget", *map(str, fault["loc"])))
        raise InputError(f"{path}: models.{at}: {fault['msg']}") from None
    held: Mapping[str, Any] = {} if limits is None else limits
    if not isinstance(held, Mapping):
        raise InputError(f"{path}: models.limits: is {limits!r}: name a number for each provider")
    for provider, calls in held.items():
        if not isinstance(provider, str):
            raise InputError(
                f"{path}: models.limits.{provider}: names no provider: write ollama: 2"
            )
        if isinstance(calls, bool) or not isinstance(calls, int) or calls < 1:
            raise InputError(
                f"{path}: models.limits.{provider}: is {calls!r}: one call at once is the least"
            )
    return Spending(path.parent / cache if cache else None, limited, held)


class Meter:
    """What the calls of one run go through.

    Attributes:
        spending: how the model may be asked.
        ledger: what the calls come to.
    """

    def __init__(self, spending: Spending, *, apart_from: Iterable[Path | None] = ()) -> None:
        """Open the cache, where there is one; it lies apart from the folders that are given.

        Raises:
            InputError: when the cache lies in one of them, or one in it.
            OutputError: when the cache cannot be used.
        """
        self.spending = spending
        self.ledger = Ledger(spending.budget)
        self._cached: CachedClient | None = None
        for folder in apart_from:
            _check_apart(spending.cache, folder)
        self._store = DirectoryCache(spending.cache) if spending.cache else None
        for provider, calls in spending.limits.items():
            set_limit(provider, calls)

    def client(self, inner: LLMClient) -> LLMClient:
        """Return a client that asks `inner` what is not kept, as far as the budget goes."""
        metered = self.ledger.client(LimitedClient(inner))
        if self._store is None:
            return metered
        self._cached = CachedClient(metered, self._store)
        return self._cached

    def answered(self) -> int:
        """Return how many calls were answered so far; what is kept costs none."""
        return self.ledger.spent.calls

    @property
    def unkept(self) -> str:
        """What is to be said of answers that could not be kept, "" where all were."""
        cached = self._cached
        if cached is None or not cached.unkept:
            return ""
        refusal = cached.first_refusal
        why = (refusal.strerror or type(refusal).__name__) if refusal else ""
        return f"{cached.unkept} answers could not be kept in {self.spending.cache}: {why}"

    @property
    def record(self) -> dict[str, Any]:
        """What a manifest holds of it."""
        cache, budget = self.spending.cache, self.spending.budget
        return {
            "cache": str(cache) if cache else None,
            "budget": None if budget.is_empty else budget.model_dump(),
        }


def meter_of(job: GraphJob[Any], chosen: ModelChoice) -> Meter:
    """Return what the calls of a job go through, by its options and its configuration.

    Raises:
        InputError: when recorded answers would be kept as the model's own, and as Meter.
        OutputError: as Meter.
    """
    spending = chosen.spending.but(cache=job.cache, usd=job.budget_usd, calls=job.budget_calls)
    read = job.facts if job.facts.is_dir() else None
    return _meter(chosen, spending, job.out, job.write_back, read)


def configured_meter(chosen: ModelChoice) -> Meter:
    """Return what the calls of a run go through, by its configuration alone: see `meter_of`."""
    return _meter(chosen, chosen.spending)


def _meter(chosen: ModelChoice, spending: Spending, *apart_from: Path | None) -> Meter:
    if chosen.recording and spending.cache:
        raise InputError(
            f"{chosen.recording}: models.replay gives recorded answers, and a cache would keep "
            "them as the model's own: leave one of them out"
        )
    return Meter(spending, apart_from=apart_from)


def _check_apart(cache: Path | None, folder: Path | None) -> None:
    if cache is None or folder is None:
        return
    one, other = cache.resolve(), folder.resolve()
    if one == other or one in other.parents or other in one.parents:
        raise InputError(f"the cache {cache} and {folder} lie in each other: keep answers apart")
