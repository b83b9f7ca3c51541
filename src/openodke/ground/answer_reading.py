"""Which verdict does a model's answer give?

Read are a word, JSON, and both as real models dress them: in a fence, behind a block of thought,
under a label, before an explanation. A sentence that would have to be interpreted gives none, also
around JSON, and so does an answer that gives two or takes its own back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

from pydantic import BaseModel

from openodke.llm import Completion
from openodke.model import GroundingVerdict

Reader = Callable[[Completion], GroundingVerdict | None]
"""Reads a verdict out of an answer; None where it gives none, or two."""

_LONGEST = 20_000  # characters of an answer that are read
_MOST_BRACES = 200  # places in it at which JSON may begin
_LONGEST_LINE = 200  # characters of a line in which a verdict may lie
_ENDING = 50  # characters before JSON that tell whether a sentence runs into it
_DEEPEST = 5  # levels of JSON in which a verdict may lie

_TAG = re.compile(
    r"<(?P<closes>/?)(?:think|thinking|thought|reasoning|reflection|analysis|scratchpad)>"
    r"|\[(?P<shuts>/?)think\]|◁(?P<ends>/?)think▷",
    re.IGNORECASE,
)
_CHANNEL = "<|channel|>"
_FINAL = "<|channel|>final<|message|>"
_WRAPPING = re.compile(
    r"^[ \t]*(?:```|~~~)[\w-]*[ \t]*$|</?(?:answer|verdict|label|output|response|result|final|s)>"
    r"|<\|\w{1,40}\|>",
    re.IGNORECASE | re.MULTILINE,
)
_BOXED = re.compile(r"\$?\\boxed\{(?:\\text\{)?(?P<said>[\w\\ -]{1,20})\}{1,2}\$?")  # as in LaTeX
_MARKER = re.compile(r"^(?:[\s#>*_-]|\d{1,2}[.)]\s){1,9}")  # of a heading, a quotation, a list
_LABEL = re.compile(
    r"(?:(?:the|my)\s+)?(?:final\s+)?(?:verdict|answer|result|label)\b(?:\s+is\s?:)?\W*",
    re.IGNORECASE,
)
_BEFORE_JSON = re.compile(
    r"(?:final\s+)?(?:verdict|answer|result|label|output|response|json)\s?[:=]?|", re.IGNORECASE
)
_LEVEL = r"(?:(?:very\s+)?(?:high|medium|moderate|low)|\d[\d.]{0,4}\s?%?)"
_CONFIDENCE = re.compile(
    rf"\s*\((?:{_LEVEL}\s+)?(?:confidence|certainty)(?:\s?[:=]?\s?{_LEVEL})?\)[.*_]*$",
    re.IGNORECASE,
)
_LOOSE = re.compile(  # what is nearly JSON: Python's quotes and booleans, or none
    r"\{\s{0,20}[\"']?verdict[\"']?\s{0,9}:\s{0,9}[\"']?([\w -]{1,40}?)[\"']?\s{0,9},?\s{0,20}\}",
    re.IGNORECASE,
)
_DECORATION = " \t\r\n*_`'\"“”‘’.!()[]"
_MARK = "\0"  # where JSON was
_UNFINISHED = re.compile(
    r"(?:\b(?:not|never|nor|isn['’]t|if|unless|than)|n['’]t\s+be)\W*$", re.IGNORECASE
)
_TRUE_OR_FALSE = re.compile(r"\b(?:true|false)\b", re.IGNORECASE)
_NAMED = re.compile(r"supported|contradicted|not[\s_-]?found", re.IGNORECASE)  # "unsupported" too
_NO_WORD = re.compile(r"[\s_-]+")
_DENIED = (
    r"(?:\b(?:not|never|neither|nor|nothing|none|hardly|barely|only|part(?:ial)?ly|un)|n['’]t)[\s_-]*"
    r"(?:\w{1,30}\s+){0,2}?"
)
_RETRACTED = re.compile(  # what takes back the verdict that stands before it
    r"^\W{0,9}(?:but|however|except|unless|if|(?:only\s)?(?:partly|partially|mostly)|only\sif"
    r"|is|was|would|could|cannot|can|may|might)\b"
    r"|^\W{0,9}(?:no|not)\s?(?:[.,!;:]|$)"
    r"|\b(?:no,?\s|oh,?\s)?wait\s?(?:[.,!;:…—–-]|$)|\b(?:correction|scratch\sthat|strike\sthat|oops"
    r"|hold\son|actually,|apologi[sz]e|apologies|disregard|i\swas\swrong|i\sam\swrong|i['’]m\swrong"
    r"|on\s(?:second\sthoughts?|reflection|further\sthought|closer)|i\stake\s(?:that|it|this)\sback"
    r"|let\sme\s(?:re|correct|think\sagain|check\sagain)|(?:change|revise|correct)\smy)\b"
    r"|\bactually,",
    re.IGNORECASE,
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
_TRUTH: Final = {"true": GroundingVerdict.SUPPORTED, "false": GroundingVerdict.NOT_FOUND}
_YES_OR_NO: Final = {"yes": GroundingVerdict.SUPPORTED, "no": GroundingVerdict.NOT_FOUND}

_Words = dict[str, GroundingVerdict]
_Given = tuple[GroundingVerdict, str]  # and what the same line says after it


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
    lines = said_in(completion).splitlines()
    return _word(lines[0], _YES_OR_NO) if lines else None


def verdict_word(text: str) -> GroundingVerdict | None:
    """Return which of the three verdicts a word is; None for any other."""
    return _word(text, _THREE_WAY)


def says_more(before: str, after: str) -> bool:
    """Tell whether words around JSON name a verdict, run into it, or take it back."""
    if _UNFINISHED.search(before[-_ENDING:]) or _RETRACTED.search(after.lstrip()):
        return True
    return _NAMED.search(f"{before} {after}") is not None


def _read(completion: Completion, words: _Words) -> GroundingVerdict | None:
    given = _structured(completion.parsed, words)
    if given:
        return _only(given)
    text = said_in(completion)
    whole = _word(text, words)
    if whole is not None:
        return whole
    objects, marked = _objects(text)
    return _of_objects(objects, marked, words) if objects else _of_lines(text, words)


def _of_objects(objects: list[Any], marked: str, words: _Words) -> GroundingVerdict | None:
    """Return the one verdict of JSON objects, each a mark in the text, each alone on its lines.

    What a sentence says of an object within it would have to be interpreted, also where the
    sentence goes on over the line.
    """
    verdict = _only({_of_value(held, words) for held in objects})
    lines = marked.splitlines()
    if verdict is None or not all(_is_alone(line) for line in lines if _MARK in line):
        return None
    before, after = marked.partition(_MARK)[0], marked.rpartition(_MARK)[2]
    if _UNFINISHED.search(before[-_ENDING:]) or _RETRACTED.search(after):
        return None
    rest = "\n".join(line for line in lines if _MARK not in line)
    if _is_denied(verdict, " ".join(map(str, objects)), rest, words):
        return None
    return verdict if _of_lines(rest, words) in (None, verdict) else None


def _is_alone(line: str) -> bool:
    """Whether a line says nothing beside its JSON but what that is: a verdict, an answer."""
    beside = _MARKER.sub("", line.replace(_MARK, " ").strip(_DECORATION))
    return _BEFORE_JSON.fullmatch(beside.strip(_DECORATION)) is not None


def _structured(parsed: Any, words: _Words) -> set[GroundingVerdict | None]:
    """Return what structured output gives; nothing where it cannot even be looked through."""
    try:
        return {_of_value(held, words) for held in _verdicts(parsed)}
    except Exception:  # its mappings may be anybody's
        return set()


def said_in(completion: Completion) -> str:
    """Return the answer without what the model thought before it, and without its wrapping."""
    text = completion.text
    if _CHANNEL in text:
        text = text.rpartition(_FINAL)[2] if _FINAL in text else ""
    said = _after_thought(text)[:_LONGEST].replace(_MARK, " ").replace("\ufeff", " ")
    said = _WRAPPING.sub(" ", said)
    return _BOXED.sub(lambda boxed: boxed["said"].replace("\\", ""), said).strip()


def _after_thought(text: str) -> str:
    """Return a text without its blocks of thought; "" where the last one is not finished."""
    said: list[str] = []
    start, thinks = 0, False
    for tag in _TAG.finditer(text):
        if tag["closes"] or tag["shuts"] or tag["ends"]:
            if not thinks:
                said.clear()  # some servers swallow the opening tag
            start, thinks = tag.end(), False
        elif not thinks:
            said.append(text[start : tag.start()])
            thinks = True
    return "" if thinks else "\n".join([*said, text[start:]])


def _verdicts(held: Any, depth: int = 0) -> Iterator[Any]:
    """Yield what JSON gives as a verdict: itself, or what stands under that key inside it."""
    if isinstance(held, BaseModel):
        held = held.model_dump()
    if isinstance(held, str | bool):
        yield held
    elif isinstance(held, Mapping | list | tuple) and depth < _DEEPEST:
        items = held.items() if isinstance(held, Mapping) else (("", item) for item in held)
        for key, value in items:
            if isinstance(key, str) and key.strip().lower() == "verdict":
                yield value
            elif isinstance(value, Mapping | list | tuple | BaseModel):
                yield from _verdicts(value, depth + 1)


def _of_value(said: Any, words: _Words) -> GroundingVerdict | None:
    value = said.value if isinstance(said, Enum) else said
    return _word(str(value), words) if isinstance(value, str | bool) else None


def _objects(text: str) -> tuple[list[Any], str]:
    """Return the verdicts of the JSON objects in a text, and the text with a mark for each."""
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
    return found, _MARK.join([*around, text[start:]])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; two verdicts under one key are none."""
    said = [value for key, value in pairs if key == "verdict"]
    held = dict(pairs)
    if any(value != said[0] for value in said):
        held["verdict"] = None
    return held


def _of_lines(text: str, words: _Words) -> GroundingVerdict | None:
    """Return the verdict of a labelled line, or of a first line that is one; no second may differ.

    What is written around it explains it. An explanation that denies the verdict, takes it back or
    uses another one's word would have to be interpreted.
    """
    lines = _lines(text)
    if not lines:
        return None
    labelled = {at: said for at, line in enumerate(lines) if (said := _labelled(line, words))}
    first = _first(lines[0], words)
    given: dict[int, _Given] = labelled or ({0: first} if first else {})
    verdict = _only({found for found, _ in given.values()})
    if verdict is None or (first is not None and first[0] is not verdict):
        return None
    last = max(given)
    if _RETRACTED.search("\n".join([given[last][1], *lines[last + 1 :]]).lstrip()):
        return None
    return None if _is_denied(verdict, lines[last], " ".join(lines), words) else verdict


def _lines(text: str) -> list[str]:
    """Return the lines that say something, a label that stands alone with the line after it."""
    lines: list[str] = []
    label = ""
    for line in (line.strip() for line in text.splitlines() if line.strip(_DECORATION)):
        if label:
            line, label = f"{label} {_MARKER.sub('', line)}", ""
        elif _LABEL.fullmatch(_MARKER.sub("", line)):
            label = line
            continue
        lines.append(line)
    return [*lines, label] if label else lines


def _first(line: str, words: _Words) -> _Given | None:
    """Return the verdict of a first line: the word, or `True. The context says so.`"""
    whole = _word(_MARKER.sub("", line), words)
    if whole is not None:
        return whole, ""
    return _opening(line, _TRUTH) if words is _BINARY else None


def _labelled(line: str, words: _Words) -> _Given | None:
    """Return the verdict of `Verdict: supported`, in bold or as a heading, and what follows it."""
    line = line.lstrip(" #-*_>")
    label = _LABEL.match(line)
    if label is None:
        return None
    said = line[label.end() :]
    whole = _word(_CONFIDENCE.sub("", said[:_LONGEST_LINE]), words)
    return (whole, "") if whole is not None else _opening(said, words)


def _opening(line: str, words: _Words) -> _Given | None:
    """Return the verdict whose word, as a sentence of its own, begins a line, and what follows."""
    word, stop, rest = line[:_LONGEST_LINE].partition(".")
    verdict = _word(word, words)
    is_ended = stop and rest.lstrip("*_`'\"”’")[:1].isspace()
    return (verdict, line[len(word) + 1 :]) if verdict is not None and is_ended else None


def _is_denied(verdict: GroundingVerdict, answer: str, said: str, words: _Words) -> bool:
    """Whether what is said also denies the verdict of an answer, or gives another one.

    Beside a true or false, a "no" is none: it denies something else.
    """
    plain = _TRUE_OR_FALSE.search(answer) is not None
    told = [word for word in words if not (plain and word == "no")]
    forms = "|".join(word.replace(" ", r"[\s_-]") for word in told)
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
