"""What does one extraction say, whether it is an object or a dict?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from openodke.interop import says_nothing
from openodke_langextract.native_forms import (
    Native,
    documents_of,
    field_of,
    is_document,
    is_extraction,
)
from openodke_langextract.saved_documents import NO_JSON

UNQUOTED = "odke_text"
"""The attribute of an extraction that was built of a claim, and whose text quotes nothing."""

CONTENT_KEYS = frozenset({"odke_predicate", "odke_polarity", UNQUOTED})
"""The attributes of ours that say what is claimed; every other `odke_*` says what was found."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class ExtractionView:
    """One extraction.

    Attributes:
        index: its place among the extractions of the whole native object.
        position: its place in its document.
        native: the extraction itself.
        name: its class.
        text: its text.
        attributes: its attributes, without what an earlier check found.
        interval: where the framework says that its text stands, half-open.
        status: what the framework says of that.
        group: the number of the answer's item that it was made from.
        problem: why it makes no claim, "" where it does.
    """

    index: int
    position: int
    native: Any
    name: str = ""
    text: str = ""
    attributes: Mapping[str, Any] = field(default_factory=dict)
    interval: tuple[int, int] | None = None
    status: str | None = None
    group: object = None
    problem: str = ""


@dataclass(slots=True)
class DocumentView:
    """One annotated document, or what stands in the place of one.

    Attributes:
        position: its place in the native object.
        native: the document itself.
        text: its text, None where it has none.
        id: its id, "" where it has none.
        extractions: what was extracted.
        problem: why it has nothing to read, "" where it has.
    """

    position: int
    native: Any
    text: str | None = None
    id: str = ""
    extractions: list[ExtractionView] = field(default_factory=list)
    problem: str = ""


def views_of(native: Native) -> list[DocumentView]:
    """Return every document of a native object, with its extractions."""
    views = []
    count = 0
    for position, document in enumerate(documents_of(native)):
        view = _document_view(position, document)
        if not view.problem:
            items = field_of(document, "extractions") or ()
            view.extractions = list(_extraction_views(items, count))
            count += len(items)
        views.append(view)
    return views


def _document_view(position: int, document: object) -> DocumentView:
    view = DocumentView(position, document)
    if isinstance(document, str):
        view.problem = NO_JSON
    elif not is_document(document):
        kind = type(document).__name__
        view.problem = f"malformed: a document has text and extractions; this is a {kind}"
    elif not isinstance(field_of(document, "extractions"), list | tuple | None):
        view.problem = "malformed: its extractions are no list"
    elif not isinstance(text := field_of(document, "text"), str | None):
        view.problem = f"malformed: its text is a {type(text).__name__}"
    else:
        view.text = None if text is None else writable(text)
        given = field_of(document, "document_id")
        view.id = "" if given is None else writable(str(given)).strip()
    return view


def _extraction_views(items: Sequence[Any], count: int) -> Iterator[ExtractionView]:
    for position, item in enumerate(items):
        view = ExtractionView(count + position, position, item)
        view.problem = _read(view)
        yield view


def _read(view: ExtractionView) -> str:
    """Read the fields of an extraction; return what is wrong with it, "" for nothing."""
    item = view.native
    name, text = field_of(item, "extraction_class"), field_of(item, "extraction_text")
    attributes = field_of(item, "attributes")
    if not is_extraction(item):
        return f"malformed: an extraction has a class and a text; this is a {type(item).__name__}"
    if not isinstance(name, str) or not name.strip():
        return f"malformed: the extraction_class is {_shown(name)}"
    if isinstance(text, int | float):
        text = str(text)  # as LangExtract does with the numbers of an answer
    if not isinstance(text, str) or is_silent(text):
        return f"malformed: the extraction_text is {_shown(text)}"
    if not isinstance(attributes, Mapping | None):
        return f"malformed: the attributes are a {type(attributes).__name__}, and no dict"
    view.name, view.text = writable(name).strip(), writable(text)
    view.attributes = _content(attributes)
    view.interval = _interval(field_of(item, "char_interval"))
    view.status = _status(field_of(item, "alignment_status"))
    view.group = field_of(item, "group_index")
    return ""


def _content(attributes: Mapping[Any, Any] | None) -> dict[str, Any]:
    """Return what the attributes claim: no verdict, and nothing without a name."""
    return {
        key: value
        for key, value in (attributes or {}).items()
        if isinstance(key, str) and key.strip() and not is_finding(key)
    }


def is_finding(key: object) -> bool:
    """Tell whether an attribute was written by us and says what was found."""
    return isinstance(key, str) and key.startswith("odke_") and key not in CONTENT_KEYS


def _interval(given: object) -> tuple[int, int] | None:
    start, end = field_of(given, "start_pos"), field_of(given, "end_pos")
    if isinstance(start, int) and isinstance(end, int):
        return start, end
    return None


def _status(given: object) -> str | None:
    value = given.value if isinstance(given, Enum) else given
    return None if value is None else writable(str(value))


def writable(text: str) -> str:
    """Return a text that UTF-8 can hold; every character keeps its place."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def is_silent(text: str) -> bool:
    """Tell a text that says nothing, `…` or `N/A`; nearly all begin with a letter, and say it."""
    return not (text[:1].isalnum() and "/" not in text) and says_nothing(text)


def _shown(value: object) -> str:
    return "missing" if value is None else repr(value)[:80]
