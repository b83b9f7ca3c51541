"""How do verdicts look in a browser?

The page is our own, since LangExtract's shows nothing of an extraction without an interval, which
is what a made-up one has, closes the wrong mark where two overlap, and writes an extraction's text
into a script as it is. This one has no script, and escapes whatever it shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from openodke_langextract.checked_arguments import checked_native
from openodke_langextract.extraction_view import DocumentView, views_of
from openodke_langextract.field_names import mend
from openodke_langextract.native_forms import field_of
from openodke_langextract.shown_extraction import UNVERIFIED, VERDICTS, ShownExtraction, shown

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
h1 { font-size: 1.1rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin-bottom: .2rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #ccc; border-radius: 6px;
  padding: .8rem 1rem; line-height: 1.9; }
mark { color: inherit; border-radius: 3px; padding: .1em 0; }
.supported { background: #bfe8c5; }
.unchecked { background: #d5e3fb; }
.not_found { background: #ffd39b; }
.contradicted { background: #f7b2ad; }
.unverified { background: #e4e4e4; }
.label { border-radius: 3px; padding: .1em .4em; white-space: nowrap; font-size: .85em; }
ul { list-style: none; padding: 0; }
li { border-top: 1px solid #e4e4e4; padding: .3rem 0; overflow-wrap: anywhere; }
.said, .reason { color: #555; font-size: .85em; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_REFUTED = ("contradicted", "not_found")
_RANK = {verdict: rank for rank, verdict in enumerate((*VERDICTS, UNVERIFIED))}


class VerdictPage(str):
    """A page of HTML; a notebook shows it in a frame of its own."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        frame = 'style="width: 100%; height: 32rem; border: 0" sandbox'
        return f'<iframe {frame} srcdoc="{escape(self)}"></iframe>'


def visualize(checked: Any) -> VerdictPage:
    """Return a page that shows the text of each document, its extractions marked by their verdict.

    What the text does not hold is listed under it. Anything may stand in texts and extractions:
    all of it is escaped, and the page runs no script and loads nothing.

    Args:
        checked: what `verify` returned: documents as objects or dicts, or the path of a file.

    Raises:
        AdapterError: for what is no annotated document.
        ExportError: for a file that holds none.
        InputError: for a path where there is no file.
    """
    views = views_of(checked_native(checked))
    for view in views:
        mend(view)
    body = "\n".join(part for view in views for part in _section(view))
    return VerdictPage(
        "<!DOCTYPE html>\n"
        '<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Verdicts</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _section(document: DocumentView) -> Iterator[str]:
    name = document.id or f"document {document.position}"
    yield f"<section><h1>{escape(name)}</h1>"
    if document.problem:
        yield f"<p>{escape(document.problem)}</p></section>"
        return
    items = list(shown(document))
    yield f'<p class="legend">{_legend(items)}</p>'
    if document.text is not None:
        placed = [item for item in items if item.span]
        yield f'<div class="text">{"".join(_marked(document.text, placed))}</div>'
    unplaced = [item for item in items if not item.span]
    refuted = [item for item in unplaced if item.verdict in _REFUTED]
    otherwise = [item for item in unplaced if item.verdict not in _REFUTED]
    yield from _list("Not in the text", refuted, "unplaced")
    yield from _list("Not in the text in these words", otherwise, "otherwise")
    yield from _list("In the text", [item for item in items if item.span], "placed")
    yield "</section>"


def _legend(items: Iterable[ShownExtraction]) -> str:
    counts = Counter(item.verdict for item in items)
    labels = (
        f'<span class="label {verdict}">{verdict} {counts[verdict]}</span>'
        for verdict in (*VERDICTS, UNVERIFIED)
        if counts[verdict]
    )
    return " ".join(labels) or "no extractions"


def _marked(text: str, placed: Sequence[ShownExtraction]) -> Iterator[str]:
    """Yield the text, cut wherever an extraction begins or ends: marks overlap as they like."""
    starts: dict[int, list[ShownExtraction]] = {}
    ends: dict[int, list[ShownExtraction]] = {}
    for item in placed:
        assert item.span is not None
        starts.setdefault(item.span[0], []).append(item)
        ends.setdefault(item.span[1], []).append(item)
    over: dict[int, ShownExtraction] = {}
    at = 0
    for cut in sorted({*starts, *ends, len(text)}):
        if cut > at:
            yield _piece(text[at:cut], over.values())
        at = cut
        for item in ends.get(cut, ()):
            over.pop(item.view.index, None)
        for item in starts.get(cut, ()):
            over[item.view.index] = item


def _piece(text: str, over: Iterable[ShownExtraction]) -> str:
    held = sorted(over, key=lambda item: _RANK[item.verdict])
    if not held:
        return escape(text)
    title = "\n".join(f"{item.label} {item.reason}".rstrip() for item in held)
    indices = " ".join(str(item.view.index) for item in held)
    opening = (
        f'<mark class="{held[0].verdict}" title="{escape(title)}" data-extraction="{indices}">'
    )
    return f"{opening}{escape(text)}</mark>"


def _list(heading: str, items: Sequence[ShownExtraction], name: str) -> Iterator[str]:
    if items:
        yield f'<h2>{heading}</h2>\n<ul class="{name}">'
        yield from map(_item, items)
        yield "</ul>"


def _item(item: ShownExtraction) -> str:
    view = item.view
    text = view.text or str(field_of(view.native, "extraction_text") or "")
    reason = item.reason or view.problem
    return (
        f'<li><span class="label {item.verdict}">{escape(item.label)}</span> {escape(text)} '
        f'<span class="reason">{escape(reason)}</span>{_said(view.attributes)}</li>'
    )


def _said(attributes: Mapping[str, Any]) -> str:
    if not attributes:
        return ""
    parts = (f"{key}: {_plain(value)}" for key, value in attributes.items())
    return f'<div class="said">{escape(" · ".join(parts))}</div>'


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
