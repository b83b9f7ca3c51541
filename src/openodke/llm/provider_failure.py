"""What is said of a call that a provider's library gave up?

In words of our own where it is kept: a provider's words may quote the key, or the text that was
sent. Its own words, without the key, are in the error's message alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from json import JSONDecodeError
from socket import gaierror
from typing import Any

from pydantic import ValidationError

from openodke.errors import ProviderError
from openodke.llm.call_address import address_of, bare_address, host_of
from openodke.llm.call_failure import held, status_of
from openodke.llm.model_spec import ModelSpec
from openodke.llm.provider_table import key_env_for

_LONGEST = 200  # characters of a provider's own words
_SCHEMA = ("response_format", "json_schema", "response schema", "structured output", "guided_json")
_TOO_LONG = ("context_length", "context length", "maximum context", "context size", "contextwindow")
_FILTERED = ("content_filter", "content filter", "content management policy", "contentpolicy")
_NO_CREDIT = ("insufficient_quota", "exceeded your current quota", "credit balance")
_UNSUPPORTED = ("unsupported_parameter", "unsupportedparams", "unsupported parameter")
_NO_JSON = ("expecting value", "invalid response from llm endpoint")  # litellm's words for it
_NO_CHOICE = ("no 'choices'", "'choices' that is not a list")
# What a library stumbles over that reads an answer of another form; the server did answer.
_UNREADABLE = (AttributeError, LookupError, TypeError, ValidationError)
_WORDS = {
    400: "the request was refused",
    401: "the key was refused",
    402: "the account has no credit left",
    403: "access was refused",
    404: "no such model or address",
    408: "the server ended the wait",
    413: "the text is longer than the server takes",
    422: "the request was refused",
    429: "too many calls",
    529: "the provider is overloaded",
}


def refuses_schema(error: BaseException) -> bool:
    """Whether an endpoint refused a call because it takes no JSON Schema."""
    return status_of(error) == 400 and _has(error, _SCHEMA)


def provider_failure(error: Exception, spec: ModelSpec, key: str | None) -> ProviderError:
    """Return a library's error as one of ours, which says what failed and whether to try again."""
    status = _redirect(error) or status_of(error)
    unanswered = None if _is_redirect(status) else _unanswered(error, spec)
    told, transient = unanswered or _refused(error, status, spec)
    words = _quoted(error, key)
    return ProviderError(
        f"{spec.model} at {host_of(spec)}: {told}{f': {words}' if words else ''}",
        status_code=status,
        retry_after=_retry_after(error),
        told=told,
        transient=transient,
    )


def no_json() -> ProviderError:
    """Return what is said of an answer that is no JSON: a page for people, say."""
    told = "the answer was no JSON: does the address end in /v1?"
    return ProviderError(told, told=told, transient=False)


def _unanswered(error: Exception, spec: ModelSpec) -> tuple[str, bool] | None:
    """Say why there was no answer to read; None where there was one."""
    chain = list(_chain(error))
    kinds = {kind.__name__ for one in chain for kind in type(one).__mro__}
    if "SSLCertVerificationError" in kinds:
        return "the server's certificate is not trusted", False
    if any(isinstance(one, ConnectionRefusedError) for one in chain):
        return "the connection was refused: does a server run there?", True
    if any(isinstance(one, gaierror) for one in chain):
        return "the host was not found", True
    if kinds & {"APITimeoutError", "Timeout", "TimeoutException"}:
        return f"no answer within {spec.timeout:g} s", True
    if any(isinstance(one, JSONDecodeError) for one in chain) or _has(error, _NO_JSON):
        return no_json().told, False
    if _has(error, _NO_CHOICE):
        return "the answer held no choice", False
    if isinstance(chain[-1], _UNREADABLE) and status_of(error) in (None, 422, 500):
        return "the answer has not the form of this provider's answers", False  # paid for as it is
    if "APIConnectionError" in kinds and status_of(error) in (None, 500):
        return "the connection broke", True
    return None


def _refused(error: Exception, status: int | None, spec: ModelSpec) -> tuple[str, bool | None]:
    """Say what a status means, and whether that is final: None leaves it to the status."""
    if status is None:
        return type(error).__name__, None
    if status == 400 and _has(error, _TOO_LONG):
        return "400: the text is longer than the model reads", False
    if status == 400 and _has(error, _FILTERED):
        return "400: the provider's filter refused the text", False
    if status == 400 and _has(error, _UNSUPPORTED):
        return "400: the model does not take one of the parameters (temperature, extra)", False
    if status == 429 and _has(error, _NO_CREDIT):
        return "429: the account has no credit left", False
    if _is_redirect(status):
        return f"{status}: the address sends calls elsewhere{_way(error, spec)}", False
    if status == 401:
        return f"401: {_key_words(spec)}", False
    words = _WORDS.get(status, "the server failed" if status >= 500 else type(error).__name__)
    return f"{status}: {words}", None


def _is_redirect(status: int | None) -> bool:
    return status is not None and 300 <= status < 400


def _redirect(error: BaseException) -> int | None:
    """Return the status of a redirect that an error came from: litellm calls it something else."""
    statuses = (status_of(one) for one in _chain(error))
    return next((status for status in statuses if _is_redirect(status)), None)


def _way(error: Exception, spec: ModelSpec) -> str:
    """Say from where to where a call was sent on, which it does not follow, and what to do."""
    own = address_of(spec)
    sent = bare_address(own) if own else host_of(spec)
    asked = (held(held(held(one, "response"), "headers"), "get") for one in _chain(error))
    named = (str(get("location") or "") for get in asked if callable(get))
    there = bare_address(next(filter(None, named), ""), own or "")
    to = f" to {there}" if there and there != sent else ""
    return f" (from {sent}{to}): set base_url to the one that answers"


def _key_words(spec: ModelSpec) -> str:
    variable = key_env_for(spec)
    if variable is None:
        return "the server wants a key, and none was sent: name its variable by api_key_env"
    return f"the key in {variable} was refused"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and those that it came from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__  # type: ignore[assignment]


def _has(error: BaseException, words: tuple[str, ...]) -> bool:
    said = _said(error)
    return any(word in said for word in words)


def _said(error: BaseException) -> str:
    """Return all that an error says, in small letters, to look for words in."""
    parts = (type(error).__name__, held(error, "code"), held(error, "type"), held(error, "param"))
    return " ".join(str(part) for part in (*parts, _message(error)) if part).lower()


def _message(error: BaseException) -> str:
    """Return the provider's own words, which an SDK may hold apart from its own."""
    body = held(error, "body")
    words: Any = body.get("message") if isinstance(body, dict) else None
    if isinstance(words, str) and words:
        return words
    try:
        return str(held(error, "message") or error)
    except Exception:  # an error whose own text cannot be made
        return ""


def _quoted(error: Exception, key: str | None) -> str:
    words = _message(error)
    if key:
        words = words.replace(key, "<key>")
    line = " ".join("".join(c if c.isprintable() else " " for c in words).split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _retry_after(error: Exception) -> str | None:
    for holder in (
        held(held(error, "response"), "headers"),
        held(error, "litellm_response_headers"),
    ):
        try:
            asked = holder.get("retry-after")
        except Exception:  # no headers, or of a kind of their own
            continue
        if asked is not None:
            return str(asked)
    return None
