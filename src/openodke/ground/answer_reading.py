"""Which verdict does a model's answer give?

Read are a word, JSON, and both as real models dress them: in a fence, behind a block of thought,
under a label, before an explanation. A sentence that would have to be interpreted gives none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from openodke.llm import Completion
from openodke.model import GroundingVerdict

Reader = Callable[[Completion], GroundingVerdict | None]
"""Reads a verdict out of an answer; None where it gives none, or two."""

_LONGEST = 20_000  # characters of an answer that are read
_MOST_BRACES = 200  # places in it at which JSON may begin

_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPEN_THOUGHT = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_LATE_THOUGHT = re.compile(
    r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE
)
_LABEL = re.compile(r"(?:final\s+)?(?:verdict|answer|result|label)\b\W*", re.IGNORECASE)
_DECORATION = " \t\r\n*_`'\"“”‘’.!()[]"
_NO_WORD = re.compile(r"[\s_-]+")

_THREE_WAY = {
    "supported": GroundingVerdict.SUPPORTED,
    "contradicted": GroundingVerdict.CONTRADICTED,
    "not found": GroundingVerdict.NOT_FOUND,
    "notfound": GroundingVerdict.NOT_FOUND,
}
_BINARY = {
    "true": GroundingVerdict.SUPPORTED,
    "yes": GroundingVerdict.SUPPORTED,
    "false": GroundingVerdict.NOT_FOUND,
    "no": GroundingVerdict.NOT_FOUND,
}
_YES_OR_NO = {"yes": GroundingVerdict.SUPPORTED, "no": GroundingVerdict.NOT_FOUND}

_Words = dict[str, GroundingVerdict]


def parse_verdict(completion: Completion) -> GroundingVerdict | None:
    """Return which of the three verdicts an answer gives; None where it gives none, or two.

    Source: the grounding page; that a fenced or labelled answer is read is a departure from it.
    """
    return _read(completion, _THREE_WAY)


def parse_truth(completion: Completion) -> GroundingVerdict | None:
    """Return `supported` for true or yes, `not_found` for false or no (paper mode)."""
    return _read(completion, _BINARY)


def parse_yes_or_no(completion: Completion) -> GroundingVerdict | None:
    """Return what the first line says: yes is `supported`, no is `not_found`."""
    lines = _said(completion).splitlines()
    return _word(lines[0], _YES_OR_NO) if lines else None


def _read(completion: Completion, words: _Words) -> GroundingVerdict | None:
    if completion.parsed is not None:
        return _of_value(completion.parsed, words)
    text = _said(completion)
    whole = _word(text, words)
    if whole is not None:
        return whole
    found = {_of_value(held, words) for held in _objects(text)}
    return _only(found) if found else _of_lines(text, words)


def _said(completion: Completion) -> str:
    """Return the answer without what the model thought before it; "" for an unfinished thought."""
    text = _THOUGHT.sub(" ", completion.text[:_LONGEST])
    if _OPEN_THOUGHT.search(text):
        return ""
    return _LATE_THOUGHT.sub("", text).strip()  # some servers swallow the opening tag


def _of_value(held: Any, words: _Words) -> GroundingVerdict | None:
    """Return what a JSON answer says: its `verdict`, or a bare word or boolean."""
    said = held.get("verdict") if isinstance(held, dict) else held
    if isinstance(said, bool):
        said = str(said)
    return _word(said, words) if isinstance(said, str) else None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield each JSON object in a text that has a verdict, also inside another object."""
    decoder = json.JSONDecoder()
    for match, _ in zip(re.finditer(r"\{", text), range(_MOST_BRACES), strict=False):
        try:
            held, _ = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            continue
        if isinstance(held, dict) and isinstance(held.get("verdict"), str | bool):
            yield held


def _of_lines(text: str, words: _Words) -> GroundingVerdict | None:
    """Return the verdict of a labelled line, or of a first line that is one; no second may differ.

    What is written around it explains it. An explanation that uses another verdict's word would
    have to be interpreted.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip(_DECORATION)]
    labelled = {_labelled(line, words) for line in lines} - {None}
    first = _word(lines[0], words) if lines else None
    verdict = _only(labelled) if labelled else first
    if verdict is None or (first is not None and first is not verdict):
        return None
    return None if _mentions_another(lines, verdict, words) else verdict


def _labelled(line: str, words: _Words) -> GroundingVerdict | None:
    """Return the verdict of `Verdict: supported`, also in bold or behind a `#` or a `-`."""
    label = _LABEL.match(line.lstrip(" #-*_>"))
    return _word(line.lstrip(" #-*_>")[label.end() :], words) if label else None


def _mentions_another(lines: list[str], verdict: GroundingVerdict, words: _Words) -> bool:
    rest = [line for line in lines if verdict not in (_word(line, words), _labelled(line, words))]
    said = f" {_plain(' '.join(rest))} "
    others = [word for word, meant in words.items() if meant is not verdict]
    negated = [f"{no} {word}" for word in words for no in ("not", "isn t", "n t", "never", "un")]
    return any(re.search(rf"\W{word}\W", said) for word in [*others, *negated])


def _only(found: set[GroundingVerdict | None]) -> GroundingVerdict | None:
    return next(iter(found)) if len(found) == 1 else None


def _word(text: str, words: _Words) -> GroundingVerdict | None:
    return words.get(_plain(text.strip(_DECORATION))) if len(text) < 100 else None


def _plain(text: str) -> str:
    return _NO_WORD.sub(" ", text).strip().casefold()
