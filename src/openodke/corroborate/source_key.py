"""Which source does a piece of evidence come from?"""

from __future__ import annotations

from collections.abc import Callable
from sys import intern
from urllib.parse import urlsplit

from openodke.model.evidence import Evidence
from openodke.text.memo import Memo

SourceKey = Callable[[Evidence], str]
"""From a piece of evidence to the key of its source: two with one key are one source."""

_SOURCES: Memo[str, str] = Memo(1 << 17)
"""The source of each URI: as many as a million facts cite, and read in no order of their own.

A mapping, since the list of the last used that an `lru_cache` keeps costs more than the reading.
"""


def source_of(evidence: Evidence) -> str:
    """Return the host of the evidence's URI without `www.`, else `doc:` and its document.

    Of a URI without a host the document is the URI without its fragment, so that the chunks of one
    document are one source; without a URI it is the document's id. Source: the resolution page,
    "Merge by signature".
    """
    uri = evidence.uri
    if not uri:
        return f"doc:{evidence.doc_id}"
    source = _SOURCES.get(uri)
    if source is None:
        source = _SOURCES[uri] = intern(_source_of_uri(uri))
    return source or f"doc:{evidence.doc_id}"


def _source_of_uri(uri: str) -> str:
    """Return the source that a URI names; "" when it names none."""
    try:
        host = urlsplit(uri).hostname
    except ValueError:  # brackets that hold no address
        host = None
    if host:
        host = host.rstrip(".")
        short = host.removeprefix("www.")
        return short if "." in short else host
    whole = uri.partition("#")[0].strip()
    return f"doc:{whole}" if whole else ""
