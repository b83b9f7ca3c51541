"""Which identifiers does an entity carry, and do two entities' identifiers agree?

Strong are external ids, compared within one scheme, and the hosts among an entity's aliases.
Source: the resolution page, "Strong identifiers".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

_LONGEST = 300  # characters of an address that is a host alone
_HOST = re.compile(
    r"(?:[a-z][a-z0-9+.-]{0,20}://)?(?:www\.)?"
    r"(?P<host>(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z][a-z0-9-]{0,60}[a-z0-9])"
    r"\.?(?::\d{1,5})?/?",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"[a-z][a-z0-9_.-]{0,30}(?=:[^/\s])", re.IGNORECASE)
_WEB = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)

EXTERNAL_ID = "external_id"
DOMAIN = "domain"


@lru_cache(maxsize=1 << 14)
def domain_of(text: str) -> str | None:
    """Return the host that an alias is, in small letters and without `www.`; None for a name.

    `https://www.acme.com/` is acme.com. An address with a path, a query or a user is no host: it is
    compared as a name.
    """
    text = text.strip()
    match = _HOST.fullmatch(text) if "." in text and len(text) <= _LONGEST else None
    return match["host"].lower() if match else None


def without_scheme(text: str) -> str:
    """Return an address without `https://www.`, which all share; any other text as it is."""
    return _WEB.sub("", text, count=1) if text[:4].lower() == "http" else text


def scheme_and_id(external_id: str) -> tuple[str, str]:
    """Return the scheme of an external id, "" where it names none, and the id to compare.

    Both are trimmed and in small letters: `wikidata:Q95` is ("wikidata", "q95").
    """
    plain = external_id.strip().casefold()
    scheme = _SCHEME.match(plain)
    return (scheme[0], plain[len(scheme[0]) + 1 :].strip()) if scheme else ("", plain)


class Disagreement(NamedTuple):
    """Two identifiers of one kind that differ, as each was written."""

    kind: str
    first: str
    second: str

    def __str__(self) -> str:
        """Render as `external_id mismatch: 1 vs 2`."""
        return f"{self.kind} mismatch: {self.first} vs {self.second}"


@dataclass(frozen=True, slots=True)
class Identifiers:
    """The strong identifiers of an entity, or of a group that is one entity.

    Attributes:
        ids: for each scheme the ids, folded, each as it was written.
        hosts: the hosts among the aliases.
    """

    ids: Mapping[str, Mapping[str, str]]
    hosts: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.ids or self.hosts)

    def disagreement(self, other: Identifiers) -> Disagreement | None:
        """Return the first kind of which both have identifiers and share none; ids come first."""
        if not self or not other:
            return None
        for scheme in sorted(self.ids.keys() & other.ids.keys()):
            mine, theirs = self.ids[scheme], other.ids[scheme]
            if mine.keys().isdisjoint(theirs):
                return Disagreement(EXTERNAL_ID, mine[min(mine)], theirs[min(theirs)])
        if self.hosts and other.hosts and self.hosts.isdisjoint(other.hosts):
            return Disagreement(DOMAIN, min(self.hosts), min(other.hosts))
        return None

    def joined(self, other: Identifiers) -> Identifiers:
        """Return those of both."""
        if not other:
            return self
        if not self:
            return other
        ids = {scheme: dict(held) for scheme, held in self.ids.items()}
        for scheme, held in other.ids.items():
            ids[scheme] = {**held, **ids.get(scheme, {})}
        return Identifiers(ids, self.hosts | other.hosts)


NO_IDENTIFIERS = Identifiers({})


def identifiers_of(
    external_ids: Iterable[str], hosts: Iterable[str], no_proof: frozenset[str] = frozenset()
) -> Identifiers:
    """Return the identifiers among an entity's external ids and hosts, but for what is no proof."""
    ids: dict[str, dict[str, str]] = {}
    for external_id in sorted(external_ids):
        scheme, plain = scheme_and_id(external_id)
        if plain:
            ids.setdefault(scheme, {}).setdefault(plain, external_id.strip())
    kept = frozenset(hosts) - no_proof
    return Identifiers(ids, kept) if ids or kept else NO_IDENTIFIERS
