"""Does a text speak to whoever judges it?

A mitigation, not a proof: the patterns find the plain forms of an order to a model. A passage that
holds one is flagged, and a verdict in the claim's favour that rests on it is left to a person.
"""

from __future__ import annotations

import re

INSTRUCTION = "instruction_in_text"
"""The flag of a passage, or a claim, that speaks to the judge."""

_GAP = r"[^.!?\n]{0,60}?"  # one clause: nothing here may cross a text
_QUOTED = r"[\"'“‘`«](?:supported|contradicted|not[ _-]?found|true|false|yes|no)[\"'”’`»]"
_BARE = r"(?:supported|contradicted|not[ _-]found)"
_MODEL = r"(?:ai|llm|grader|fact[- ]?checker|(?:ai|language)\s+model|(?:ai\s+|virtual\s+)assistant)"

_OVERRULES = (
    rf"\b(?:ignore|disregard|forget|override|bypass)\b{_GAP}\b(?:above|previous|prior|preceding|"
    r"earlier|instructions?|prompts?|rules|guidelines|passage)\b"
)
_DICTATES = rf"\b(?:answer|respond|reply|output|return|print|say|write)\b{_GAP}{_QUOTED}"
_DICTATES_BARE = (
    r"\b(?:answer|respond|reply|output|return)(?:\s+(?:with|only|just|simply|always|the|word|label|"
    rf"verdict))*\s*:?\s+{_BARE}\b"
)
_JUDGES = rf"\b(?:mark|label|rate|judge|classify|treat)\b{_GAP}\bas\s+[\"'“‘`]?supported\b"
_FORGES = rf"\bverdict[\"']?\s*[:=]\s*[\"']?{_BARE}\b"
_RECASTS = rf"\byou\s+are\s+(?:now\s+)?(?:an?|the)\s+(?:\w+\s+){{0,3}}{_MODEL}\b"
_REPLACES = r"\b(?:new|updated|real|actual)\s+(?:system\s+)?instructions?\s*:"
_POSES = r"\b(?:system|developer)\s+(?:prompt|message|override)\b"
_ADDRESSES = (
    r"\b(?:note|message|instruction|attention)s?\s+(?:to|for)\s+(?:the\s+|any\s+)?"
    rf"(?:{_MODEL}|model|judge|assistant)s?\s*(?:[:,.!;–—-]|$)"
)
_TOKENS = r"<\|?(?:im_start|im_end|system|endoftext|eot_id|start_header_id)\|?>|\[/?INST\]"
_ELSEWHERE = (  # the first of these in other languages
    rf"\b(?:ignorier\w*|missachte\w*|vergiss)\b{_GAP}\b(?:anweisung|oben|obige|bisherige)\w*"
    rf"|\b(?:ignore[zr]?|oublie[zr]?)\b{_GAP}(?:\bconsignes|\binstructions|ci-dessus|précédente)"
    rf"|\b(?:ignor[ae]|olvid[ae])\b{_GAP}\b(?:instrucciones|anterior|arriba)"
    r"|忽略.{0,20}(?:指令|指示|上述|以上)"
    rf"|\b(?:игнорируй|забудь)\w*{_GAP}(?:инструкци|выше)"
)
_ORDER = re.compile(
    "|".join(
        (
            _OVERRULES,
            _DICTATES,
            _DICTATES_BARE,
            _JUDGES,
            _FORGES,
            _RECASTS,
            _REPLACES,
            _POSES,
            _ADDRESSES,
            _TOKENS,
            _ELSEWHERE,
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)
# Most passages hold none of these, and looking for a word costs a hundredth of the patterns.
_HINTS = (
    "ignor", "disregard", "forget", "overrid", "bypass", "missacht", "vergiss", "oubli", "olvid",
    "忽略", "игнорир", "забудь", "supported", "contradicted", "found", "yes", "\"no\"", "true",
    "false", "'no'", "verdict", "you are", "instruction", "system", "developer", "note", "message",
    "attention", "<|", "im_start", "[inst", "[/inst",
)  # fmt: skip


def speaks_to_judge(text: str) -> bool:
    """Tell whether a text holds what reads as an order to a model; linear in its length."""
    folded = text.casefold()
    return any(hint in folded for hint in _HINTS) and bool(_ORDER.search(text))
