"""Which verdict does a model's answer give?

Read are a word, JSON, and both as real models dress them: in a fence, behind a block of thought,
under a label, before an explanation. A sentence that would have to be interpreted gives none, and
so does an answer that gives two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from openodke.llm import Completion
from openodke.model import GroundingVerdict

Reader = Callable[[Completion], GroundingVerdict | None]
"""Reads a verdict out of an answer; None where it gives none, or two."""

_LONGEST = 20_000  # characters of an answer that are read
_MOST_BRACES = 200  # places in it at which JSON may begin
_DEEPEST = 5  # levels of JSON in which a verdict may lie

_TAG = re.compile(
    r"<(?P<closes>/?)(?:think|thinking|thought|reasoning|reflection|analysis|scratchpad)>"
    r"|\[(?P<shuts>/?)think\]",
    re.IGNORECASE,
)
_CHANNEL = "<|channel|>"
_FINAL = "<|channel|>final<|message|>"
_WRAPPING = re.compile(
    r"^[ \t]*(?:```|~~~)[\w-]*[ \t]*$|</?(?:answer|verdict|label|output|response|result|final|s)>"
    r"|<\|\w{1,40}\|>",
    re.IGNORECASE | re.MULTILINE,
)
_LABEL = re.compile(r"(?:final\s+)?(?:verdict|answer|result|label)\b\W*", re.IGNORECASE)
_LOOSE = re.compile(  # what is nearly JSON: Python's quotes and booleans, or none
    r"\{\s{0,20}[\"']?verdict[\"']?\s{0,9}:\s{0,9}[\"']?([\w -]{1,40}?)[\"']?\s{0,9},?\s{0,20}\}",
    re.IGNORECASE,
)
_DECORATION = " \t\r\n*_`'\"“”‘’.!()[]"
_NO_WORD = re.compile(r"[\s_-]+")
_DENIED = (
    r"(?:\b(?:not|never|neither|nor|hardly|barely|only|part(?:ial)?ly|un)|n['’]t)[\s_-]*"
    r"(?:\w{1,30}\s+){0,2}?"
)

_THREE_WAY: Final = {
    "supported": GroundingVerdict.SUPPORTED,
    "contradicted": GroundingVerdict.CONTRADICTED,
    "not found": GroundingVerdict.NOT_FOUND,
    "notfound": GroundingVerdict.NOT_FOUND,
}
_BINARY: Final = {
    "true": GroundingVerdict.SUPPORTED,
    "yes": GroundingVerdict.SUPPORTED,
    "false": GroundingVerdict.NOT_FOUND,
    "no": GroundingVerdict.NOT_FOUND,
}
_YES_OR_NO: Final = {"yes": GroundingVerdict.SUPPORTED, "no": GroundingVerdict.NOT_FOUND}

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
    given = {_of_value(held, words) for held in _verdicts(completion.parsed)}
    if given:
        return _only(given)
    text = _said(completion)
    whole = _word(text, words)
    if whole is not None:
        return whole
    objects, rest = _objects(text)
    beside = _of_lines(rest, words)
    if not objects:
        return beside
    verdict = _only({_of_value(held, words) for held in objects})
    return verdict if beside in (None, verdict) else None


def _said(completion: Completion) -> str:
    """Return the answer without what the model thought before it, and without its wrapping."""
    text = completion.text
    if _CHANNEL in text:
        text = text.rpartition(_FINAL)[2] if _FINAL in text else ""
    return _WRAPPING.sub(" ", _after_thought(text)[:_LONGEST]).strip()


def _after_thought(text: str) -> str:
    """Return a text without its blocks of thought; "" where the last one is not finished."""
    said: list[str] = []
    start, thinks = 0, False
    for tag in _TAG.finditer(text):
        if tag["closes"] or tag["shuts"]:
            if not thinks:
                said.clear()  # some servers swallow the opening tag
            start, thinks = tag.end(), False
        elif not thinks:
            said.append(text[start : tag.start()])
            thinks = True
    return "" if thinks else "\n".join([*said, text[start:]])


def _verdicts(held: Any, depth: int = 0) -> Iterator[Any]:
    """Yield what JSON gives as a verdict: itself, or what stands under that key inside it."""
    if isinstance(held, str | bool):
        yield held
    elif isinstance(held, Mapping | list | tuple) and depth < _DEEPEST:
        items = held.items() if isinstance(held, Mapping) else (("", item) for item in held)
        for key, value in items:
            if str(key).strip().lower() == "verdict":
                yield value
            elif isinstance(value, Mapping | list | tuple):
                yield from _verdicts(value, depth + 1)


def _of_value(said: Any, words: _Words) -> GroundingVerdict | None:
    return _word(str(said), words) if isinstance(said, str | bool) else None


def _objects(text: str) -> tuple[list[Any], str]:
    """Return the verdicts of the JSON objects in a text, and what stands around those objects."""
    decoder = json.JSONDecoder(object_pairs_hook=_once)
    found: list[Any] = []
    around: list[str] = []
    start = 0
    for brace, _ in zip(re.finditer(r"\{", text), range(_MOST_BRACES), strict=False):
        at = brace.start()
        if at < start:
            continue
        loose = _LOOSE.match(text, at)
        try:
            held, end = decoder.raw_decode(text, at)
            given = list(_verdicts(held))
        except (ValueError, RecursionError):
            if loose is None:
                continue
            given, end = [loose[1]], loose.end()
        if given:
            found += given
            around.append(text[start:at])
            start = end
    return found, "\n".join([*around, text[start:]])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; two verdicts under one key are none."""
    said = [value for key, value in pairs if key == "verdict"]
    held = dict(pairs)
    if any(value != said[0] for value in said):
        held["verdict"] = None
    return held


def _of_lines(text: str, words: _Words) -> GroundingVerdict | None:
    """Return the verdict of a labelled line, or of a first line that is one; no second may differ.

    What is written around it explains it. An explanation that denies the verdict or uses another
    one's word would have to be interpreted.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip(_DECORATION)]
    labelled = {_labelled(lines, at, words) for at in range(len(lines))} - {None}
    first = _word(lines[0], words) if lines else None
    verdict = _only(labelled) if labelled else first
    if verdict is None or (first is not None and first is not verdict):
        return None
    return None if _is_denied(verdict, " ".join(lines), words) else verdict


def _labelled(lines: list[str], at: int, words: _Words) -> GroundingVerdict | None:
    """Return the verdict of `Verdict: supported`, in bold, as a heading, or over two lines."""
    line = lines[at].lstrip(" #-*_>")
    label = _LABEL.match(line)
    if label is None:
        return None
    alone = label.end() == len(line) and at + 1 < len(lines)
    return _word(lines[at + 1] if alone else line[label.end() :], words)


def _is_denied(verdict: GroundingVerdict, said: str, words: _Words) -> bool:
    """Whether an answer also denies its verdict, or gives another one."""
    forms = "|".join(word.replace(" ", r"[\s_-]") for word in words)
    mentions = re.finditer(rf"(?P<no>{_DENIED})?\b(?P<word>{forms})\b", said, re.IGNORECASE)
    joined = re.finditer(rf"\bun(?P<word>{forms})\b", said, re.IGNORECASE)
    return any(
        (words[_plain(found["word"])] is verdict) == bool(found["no"]) for found in mentions
    ) or any(words[_plain(found["word"])] is verdict for found in joined)


def _only(found: set[GroundingVerdict | None]) -> GroundingVerdict | None:
    return next(iter(found)) if len(found) == 1 else None


def _word(text: str, words: _Words) -> GroundingVerdict | None:
    return words.get(_plain(text.strip(_DECORATION))) if len(text) < 100 else None


def _plain(text: str) -> str:
    return _NO_WORD.sub(" ", text).strip().casefold()
