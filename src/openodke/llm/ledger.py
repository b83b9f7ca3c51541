"""What was spent of a budget, and may another call be made?

A call is admitted on an estimate before it is made, and its estimate is set aside until its answer
is there, so that many calls at once do not pass the budget together. Source: the page's budget.
"""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from threading import Lock

from openodke.errors import BudgetExceeded
from openodke.llm.budget import Budget, Estimate, Spent, estimated_call, text_tokens
from openodke.llm.client_layer import CALL, ClientLayer, Pause, Steps, signal
from openodke.llm.completion_fields import price, token_count
from openodke.llm.message import Completion, Messages, Schema
from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec

_TOKEN_LIMITS = (("input_tokens", "input tokens"), ("output_tokens", "output tokens"))


class Ledger:
    """Holds all calls of a run, whichever client and stage makes them, to one budget.

    The first call that the budget does not cover stops it, and every later one is refused. Safe in
    several threads and on event loops.
    """

    def __init__(self, budget: Budget | None = None) -> None:
        """Hold calls to `budget`; without one they are only counted."""
        self.budget = Budget() if budget is None else budget
        self._spent = Spent()
        self._set_aside = Estimate()
        self._priced_tokens = 0
        self._stopped: tuple[str, ...] = ()  # the limit, and the sentence on it
        self._waiting: list[Future[None]] = []
        self._lock = Lock()

    @property
    def spent(self) -> Spent:
        """What the answered calls came to so far."""
        return self._spent

    @property
    def stopped(self) -> str:
        """Why no more calls are made, "" while they are."""
        return self._stopped[1] if self._stopped else ""

    def client(self, inner: LLMClient) -> MeteredClient:
        """Return a client that asks `inner` as far as the budget goes.

        A store of answers goes around it, `CachedClient(ledger.client(inner), store)`: what is
        kept is then given also when the budget is spent.
        """
        return MeteredClient(inner, self)

    def admit(self, call: Estimate, model: str) -> Future[None] | None:
        """Set a call's estimate aside; or return what to wait for, before trying again.

        Raises:
            BudgetExceeded: when the budget does not cover it, also once all calls under way have
                come to no more than they might.
        """
        with self._lock:
            if self._stopped:
                raise BudgetExceeded(*self._stopped)
            refusal = self._refusal(self._set_aside.plus(call), call, model)
            if not refusal and not self._must_learn_a_price(call):
                self._set_aside = self._set_aside.plus(call)
                return None
            if self._set_aside.calls:  # an answer may cost less, or never come
                self._waiting.append(waiter := signal())
                return waiter
            self._stopped = refusal
            raise BudgetExceeded(*refusal)

    def _must_learn_a_price(self, call: Estimate) -> bool:
        """Whether a call has to wait for the first price: until then a budget in USD is blind."""
        blind = self.budget.usd is not None and self._usd_per_token is None
        return blind and call.unpriced > 0 and self._set_aside.calls > 0

    def _refusal(self, coming: Estimate, call: Estimate, model: str) -> tuple[str, ...]:
        """Return which limit a call would pass and the sentence on it; () for none."""
        budget, spent = self.budget, self._spent
        if budget.calls is not None and spent.calls + coming.calls > budget.calls:
            return "calls", f"the budget of {budget.calls} calls is spent"
        for name, words in _TOKEN_LIMITS:
            limit, used = getattr(budget, name), getattr(spent, name)
            if limit is not None and used + getattr(coming, name) > limit:
                return name, (
                    f"the budget of {limit} {words} is spent: {used} so far, and the next call to "
                    f"{model} may take {getattr(call, name)}"
                )
        if budget.usd is None:
            return ()
        used, rate = spent.usd or 0.0, self._usd_per_token or 0.0
        if used >= budget.usd or used + coming.usd + rate * coming.unpriced > budget.usd:
            return "usd", (
                f"the budget of USD {budget.usd:g} is spent: {used:.6g} so far, and the next call "
                f"to {model} may cost {call.usd + rate * call.unpriced:.2g}"
            )
        return ()

    @property
    def _usd_per_token(self) -> float | None:
        """What a token has cost so far, None where no price is known."""
        if self._spent.usd is None:
            return None
        return self._spent.usd / max(1, self._priced_tokens)

    def settle(self, call: Estimate, answer: object, model: str) -> None:
        """Count what an answer came to in place of its estimate; None stands for a failed call."""
        with self._lock:
            self._set_aside = self._set_aside.plus(call, -1)
            if isinstance(answer, Completion):
                self._count(call, answer, model)
            waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            waiter.set_result(None)

    def _count(self, call: Estimate, answer: Completion, model: str) -> None:
        if answer.cached:
            self._spent = replace(self._spent, cached_calls=self._spent.cached_calls + 1)
            return
        asked = token_count(answer.prompt_tokens) or call.input_tokens
        said = token_count(answer.completion_tokens) or text_tokens(str(answer.text or ""))
        cost, rate = price(answer.cost_usd), self._usd_per_token
        if cost is None and rate is not None:
            cost = rate * (asked + said)  # as those before it: a hole in a bill is not free
        if cost is not None:
            self._priced_tokens += asked + said
        elif self.budget.usd is not None:
            why = (
                f"the price of {model} is unknown, so that a budget of USD {self.budget.usd:g} "
                "cannot be kept: limit calls or tokens instead (--budget-calls, models.budget)"
            )
            self._stopped = self._stopped or ("usd", why)
        spent = self._spent
        self._spent = replace(
            spent,
            calls=spent.calls + 1,
            input_tokens=spent.input_tokens + asked,
            output_tokens=spent.output_tokens + said,
            usd=spent.usd if cost is None else (spent.usd or 0.0) + cost,
        )


class MeteredClient(ClientLayer):
    """Asks another client as far as a ledger's budget goes; BudgetExceeded is raised beyond it."""

    def __init__(self, inner: LLMClient, ledger: Ledger) -> None:
        """Ask `inner`, and count in `ledger`."""
        super().__init__(inner)
        self.ledger = ledger

    def _steps(self, messages: Messages, spec: ModelSpec, schema: Schema | None) -> Steps:  # noqa: ARG002
        call = estimated_call(messages, spec)
        while (waiter := self.ledger.admit(call, spec.model)) is not None:
            yield Pause(waiter)
        answer = None
        try:
            answer = yield CALL
        finally:
            self.ledger.settle(call, answer, spec.model)
        return answer
