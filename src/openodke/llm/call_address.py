"""Where does a call go, and does its text leave this machine?"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import SplitResult, urljoin, urlsplit

from openodke.errors import InputError
from openodke.llm.model_spec import ModelSpec, as_spec
from openodke.llm.provider_table import provider_of

_LONGEST = 200  # characters of an address that a server names


def address_of(model: str | ModelSpec) -> str | None:
    """Return the address that a model's calls go to; None where only its library knows.

    Raises:
        InputError: for one that is no address of the web.
    """
    spec = ModelSpec.model_validate(as_spec(model))
    address = spec.base_url or provider_of(spec).set_address
    if address is not None:
        _split(address)
    return address


def host_of(model: str | ModelSpec) -> str:
    """Return the host of a model's calls, as it is told to a person; never what else an URL holds.

    Raises:
        InputError: as `address_of`.
    """
    address = address_of(model)
    if address is None:
        return f"an address that litellm chooses for {provider_of(model).name}"
    parts = _split(address)
    host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else str(parts.hostname)
    shown = f"{host}:{parts.port}" if parts.port else host
    return f"this machine ({shown})" if is_this_machine(address) else shown


def bare_address(address: str, base: str = "") -> str:
    """Return an address as it may be written down: no name, key or query that it holds.

    One without a host starts from `base`. What is no address is returned as "".
    """
    try:
        parts = urlsplit(urljoin(base, address))
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if not host:
        return ""
    place = f"[{host}]" if ":" in host else host
    whole = f"{parts.scheme}://{place}{f':{port}' if port else ''}{parts.path}"
    return "".join(sign for sign in whole if sign.isprintable())[:_LONGEST]


def is_this_machine(address: str) -> bool:
    """Whether an address is this machine's own: nothing sent there leaves it."""
    host = (urlsplit(address).hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        there = ip_address(host)
    except ValueError:
        return False
    return there.is_loopback or there.is_unspecified


def _split(address: str) -> SplitResult:
    """Return the parts of an address."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # which is read, and may be no number, only now
    except ValueError:
        raise InputError("base_url: is no address: write http://host:port/v1") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        shown = address if "@" not in address else "what is given"  # a password may stand there
        raise InputError(f"base_url: {shown} is no address: write http://host:port/v1")
    return parts
