"""When is a call made again, and after which wait?"""

from __future__ import annotations

import asyncio
import errno
import http.client
import socket
import urllib.error
from datetime import UTC, datetime, timedelta
from email.message import Message as Headers
from email.utils import format_datetime
from typing import Any

import pytest

from openodke.errors import InputError, MissingAPIKey, ProviderError, UnansweredCall
from openodke.ground import RetryPolicy, is_transient
from openodke.llm.call_failure import status_of
from openodke.llm.retry_policy import retry_after


class OddError(Exception):
    """An error of a client we do not know."""

    def __init__(self, **fields: Any) -> None:
        """Hold fields."""
        super().__init__()
        self.__dict__.update(fields)


class SpitefulError(Exception):
    """An error that raises whatever is asked of it."""

    def __getattribute__(self, name: str) -> Any:
        """Raise, but for what Python itself needs."""
        if name.startswith("__"):
            return super().__getattribute__(name)
        raise RuntimeError(name)


def of_kind(name: str, base: type[Exception] = Exception) -> Exception:
    """Return an error of a class of a name."""
    kind: type[Exception] = type(name, (base,), {})
    return kind()


def waits(policy: RetryPolicy, errors: list[BaseException]) -> tuple[list[float], int, str]:
    """Return the waits between calls that fail with `errors` in turn, the calls, and the end."""
    left, slept, made, retried = list(errors), [], [], []

    def make() -> str:
        made.append(1)
        if left:
            raise left.pop(0)
        return "answered"

    try:
        end = policy.call(make, sleep=slept.append, on_retry=lambda: retried.append(1))
    except Exception as error:
        end = type(error).__name__
    assert len(retried) == len(slept)
    return slept, len(made), end


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_a_call_that_may_succeed_later_is_made_again(status: int) -> None:
    """Whatever the client calls the status."""
    for fields in ({"status_code": status}, {"code": status}, {"status": status}):
        assert is_transient(OddError(**fields))
        assert is_transient(OddError(response=OddError(**fields)))
    assert is_transient(ProviderError("busy", status_code=status))


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 413, 422, 501, 505, 200])
def test_a_call_that_would_fail_again_is_not_made_again(status: int) -> None:
    """The request is wrong, and the same the next time."""
    assert not is_transient(OddError(status_code=status))
    assert status_of(OddError(status_code=status)) == status


@pytest.mark.parametrize(
    "error",
    [
        TimeoutError(),
        ConnectionResetError(),
        ConnectionRefusedError(),
        BrokenPipeError(),
        http.client.RemoteDisconnected(),
        http.client.IncompleteRead(b""),
        urllib.error.URLError(ConnectionRefusedError()),
        urllib.error.URLError(TimeoutError()),
        urllib.error.URLError(OSError(errno.ENETUNREACH, "no network")),
        OSError(errno.EHOSTUNREACH, "no route"),
        socket.gaierror(socket.EAI_AGAIN, "later"),
        urllib.error.URLError(socket.gaierror(socket.EAI_AGAIN, "later")),
        of_kind("APIConnectionError"),
        of_kind("ServerDisconnectedError", type("ClientConnectionError", (Exception,), {})),
        of_kind("ReadTimeout", type("TransportError", (Exception,), {})),
    ],
    ids=repr,
)
def test_a_timeout_or_a_broken_connection_is_tried_again(error: Exception) -> None:
    """Also as a client wraps or names it."""
    assert is_transient(error)


@pytest.mark.parametrize(
    "error",
    [
        ValueError(),
        KeyError("choices"),
        FileNotFoundError(errno.ENOENT, "no certificate"),
        socket.gaierror(socket.EAI_NONAME, "no such host"),
        urllib.error.URLError("unknown url type"),
        UnansweredCall("none"),
        MissingAPIKey("KEY"),
        KeyboardInterrupt(),
        OddError(code="rate_limit_exceeded"),
        OddError(status_code=True),
        OddError(code=14),
        OddError(code=-1),
        SpitefulError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_any_other_error_is_not(error: BaseException) -> None:
    """A status is a whole number from 100 to 599; an error that cannot be read is no status."""
    assert not is_transient(error)
    assert status_of(error) is None


def test_a_timeout_with_another_kind_of_code_is_still_a_timeout() -> None:
    """A code of a database or a socket is no HTTP status."""
    error = TimeoutError()
    error.code = 1205  # type: ignore[attr-defined]
    assert is_transient(error)


def header(value: Any, name: str = "Retry-After") -> Headers:
    """Return the headers of a reply."""
    headers = Headers()
    headers[name] = value
    return headers


@pytest.mark.parametrize(
    ("fields", "seconds"),
    [
        ({"headers": header("7")}, 7.0),
        ({"headers": header("7", "RETRY-AFTER")}, 7.0),
        ({"headers": {"retry-after": " 1.5 "}}, 1.5),
        ({"headers": {"Retry-After": 0}}, 0.0),
        ({"headers": [("Retry-After", "3")]}, 3.0),
        ({"response": OddError(headers={"Retry-After": "4"})}, 4.0),
        ({"retry_after": "5"}, 5.0),
        ({"retry_after": 5}, 5.0),
        ({"retry_after": 0, "headers": {"Retry-After": "9"}}, 0.0),
        ({"headers": {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}}, 0.0),
        ({"headers": {"Retry-After": "-5"}}, None),
        ({"headers": {"Retry-After": "soon"}}, None),
        ({"headers": {"Retry-After": ""}}, None),
        ({"headers": {"Retry-After": "inf"}}, None),
        ({"headers": {"Retry-After": "nan"}}, None),
        ({"headers": {"Retry-After": "Wed, 99 Foo 2015"}}, None),
        ({"headers": {"Retry-After": 10**400}}, None),
        ({"headers": {"Retry-After": b"5"}}, None),
        ({"headers": {"Retry-After": True}}, None),
        ({"headers": {}}, None),
        ({"headers": 5}, None),
        ({"headers": None, "response": None}, None),
        ({}, None),
    ],
)
def test_a_server_says_how_long_to_wait(fields: dict[str, Any], seconds: float | None) -> None:
    """In seconds or until a date that is past; anything else says nothing."""
    assert retry_after(OddError(**fields)) == seconds


def test_a_server_says_until_when_to_wait() -> None:
    """A date without a zone is in Greenwich's."""
    then = datetime.now(UTC) + timedelta(seconds=100)
    for date in (format_datetime(then, usegmt=True), then.strftime("%d %b %Y %H:%M:%S")):
        seconds = retry_after(OddError(headers={"Retry-After": date}))
        assert seconds is not None
        assert 90 < seconds <= 100


def test_an_error_that_cannot_be_read_says_nothing() -> None:
    """Reading it costs no retry and no run."""
    assert retry_after(SpitefulError()) is None


def test_six_calls_in_all_and_waits_that_double() -> None:
    """Up to 1, 2, 4, 8 and 16 seconds. Source: the grounding page."""
    busy: list[BaseException] = [OddError(status_code=503) for _ in range(9)]
    assert waits(RetryPolicy(jitter=False), busy) == ([1, 2, 4, 8, 16], 6, "OddError")


def test_no_wait_is_longer_than_the_longest() -> None:
    """Neither by doubling nor by what a server asks."""
    busy: list[BaseException] = [OddError(status_code=429) for _ in range(9)]
    assert waits(RetryPolicy(jitter=False, max_delay=3), busy)[0] == [1, 2, 3, 3, 3]
    asks: list[BaseException] = [OddError(status_code=429, retry_after=s) for s in (900, 2, -1)]
    assert waits(RetryPolicy(jitter=False), asks) == ([30, 2, 4], 4, "answered")


def test_full_jitter_waits_a_random_part() -> None:
    """Somewhere between nothing and the whole wait, and not always in the same place."""
    busy: list[BaseException] = [OddError(status_code=503) for _ in range(9)]
    seen = [waits(RetryPolicy(), busy)[0] for _ in range(200)]
    for turn, longest in enumerate((1, 2, 4, 8, 16)):
        held = [slept[turn] for slept in seen]
        assert all(0 <= wait <= longest for wait in held)
        assert max(held) - min(held) > longest / 2
        assert 0.4 * longest < sum(held) / len(held) < 0.6 * longest


def test_a_call_that_succeeds_or_fails_for_good_is_made_once() -> None:
    """Nothing is waited for."""
    assert waits(RetryPolicy(), []) == ([], 1, "answered")
    assert waits(RetryPolicy(), [OddError(status_code=401)]) == ([], 1, "OddError")
    assert waits(RetryPolicy(attempts=1), [OddError(status_code=503)]) == ([], 1, "OddError")


def test_awaited_calls_are_tried_again_in_the_same_way() -> None:
    """With the same waits."""
    slept: list[float] = []
    left = [OddError(status_code=503), OddError(status_code=429, retry_after="3")]

    async def make() -> str:
        if left:
            raise left.pop(0)
        return "answered"

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    policy = RetryPolicy(jitter=False)
    got = asyncio.run(policy.acall(make, sleep=sleep, on_retry=lambda: None))
    assert (got, slept) == ("answered", [1, 3])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"attempts": 0}, "attempts=0"),
        ({"attempts": 1.5}, r"attempts=1\.5"),
        ({"attempts": True}, "attempts=True"),
        ({"base_delay": -1}, "base_delay=-1"),
        ({"multiplier": float("nan")}, "multiplier=nan"),
        ({"max_delay": float("inf")}, "max_delay=inf"),
        ({"max_delay": "30"}, "max_delay='30'"),
    ],
)
def test_a_policy_that_could_not_end_is_refused(fields: dict[str, Any], message: str) -> None:
    """The field is named."""
    with pytest.raises(InputError, match=message):
        RetryPolicy(**fields)
