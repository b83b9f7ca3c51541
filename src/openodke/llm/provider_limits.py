"""How many calls at once is each provider asked, over all clients and runs of a program?"""

from __future__ import annotations

from math import inf
from threading import Lock

from openodke.errors import InputError
from openodke.llm.client_layer import CALL, ClientLayer, Steps
from openodke.llm.concurrency_window import LONGEST_PAUSE, ConcurrencyWindow
from openodke.llm.message import Messages, Schema
from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec


class ProviderLimits:
    """The limits of each provider: those that were set, and those that its refusals teach.

    What is learnt is learnt of a provider and the address where it is asked.
    """

    def __init__(self, *, longest_pause: float = LONGEST_PAUSE) -> None:
        """Know of no limit; a server that asks to wait is given `longest_pause` seconds at most."""
        self._longest_pause = longest_pause
        self._most: dict[str, int] = {}
        self._windows: dict[tuple[str, str | None], ConcurrencyWindow] = {}
        self._lock = Lock()

    def set_limit(self, provider: str, calls: int | None) -> None:
        """Have at most `calls` calls to a provider under way; None takes a limit off.

        Raises:
            InputError: for a number below 1.
        """
        if calls is not None and (
            isinstance(calls, bool) or not isinstance(calls, int) or calls < 1
        ):
            raise InputError(f"limit of {provider}: {calls!r}: one call under way is the least")
        provider = provider.lower()
        with self._lock:
            self._most.pop(provider, None)
            if calls is not None:
                self._most[provider] = calls
            for (name, _), window in self._windows.items():
                if name == provider:
                    window.limit(inf if calls is None else calls)

    def window(self, spec: ModelSpec) -> ConcurrencyWindow:
        """Return the calls under way where a model is asked."""
        place = spec.provider, spec.base_url
        with self._lock:
            window = self._windows.get(place)
            if window is None:
                most = self._most.get(spec.provider, inf)
                window = ConcurrencyWindow(most, self._longest_pause)
                self._windows[place] = window
            return window


SHARED_LIMITS = ProviderLimits()
"""The limits of this program."""


def set_limit(provider: str, calls: int | None) -> None:
    """Have at most `calls` calls to a provider under way in this program; None takes it off.

    Raises:
        InputError: for a number below 1.
    """
    SHARED_LIMITS.set_limit(provider, calls)


class LimitedClient(ClientLayer):
    """Asks another client no more at once than the provider takes.

    On 429, 503 and 529 fewer calls are made at once, and with the answers more again. While a
    server asks to wait (`Retry-After`, up to 30 seconds) nobody calls it. The refused call is not
    made again here: that is the caller's (see RetryPolicy).
    """

    def __init__(self, inner: LLMClient, limits: ProviderLimits = SHARED_LIMITS) -> None:
        """Ask `inner` within `limits`, those of the program where they are left out."""
        super().__init__(inner)
        self.limits = limits

    def _steps(self, messages: Messages, spec: ModelSpec, schema: Schema | None) -> Steps:  # noqa: ARG002
        window = self.limits.window(spec)
        entered = yield from window.enter()
        error: BaseException | None = None
        try:
            return (yield CALL)
        except BaseException as raised:
            error = raised
            raise
        finally:
            window.leave(entered, error)
