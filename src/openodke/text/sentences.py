"""Where does each sentence of a text begin and end?

One scan finds every place where a sentence could end: marks, what closes over them, white space,
and something that can open a sentence. A full stop is then doubted: after an abbreviation, an
initial or a list number it ends nothing. A wrong doubt merges two sentences, a wrong break cuts
evidence in half, so every doubt is settled by merging.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

_SPACED_MARKS = ".!?…؟۔"
_JOINED_MARKS = "。｡！？।॥"  # written without white space after them
_MARKS = _SPACED_MARKS + _JOINED_MARKS
_QUOTES = "\"'“”‘’«»‹›」』"
_CLOSERS = re.escape("\"'”’“‘»«›‹)]}」』）】〉》〕*_")
_JOINED_CLOSERS = re.escape("\"'”’»›)]}」』）】〉》〕*_")  # “ and « open when nothing precedes them
_OPENERS = re.escape("\"'“‘’„‚«‹»›([{（「『【〈《〔¿¡*_•·#>-–—~")
_CONTINUES = _MARKS + re.escape(",;:)]}%&=+/”،؛，、；：）】〕〉》」』") + "a-z"

_SENTENCE_END = re.compile(
    rf"""
    [{_MARKS}] (?<! [{_MARKS}][{_MARKS}] )      # the first mark of a run,
    (?<! \s[A-Za-z]\. )                         # not the stop of an initial
    [{_MARKS}]*+
    (?: (?<= [{_JOINED_MARKS}] ) [{_JOINED_CLOSERS}]*+ (?! [^《》]{{1,24}}》 )
      | (?: [{_CLOSERS}]++ | [ \u00a0\u202f][»›](?=\s) )*+ (?: \[\d{{1,3}}\] )*+ (?=\s)
    )
    (?= \s*+ (?P<next>) [\s{_OPENERS}]*+
        (?! (?: Inc | Ltd | Corp | Co | LLC | GmbH ) \b (?!-) )      # Yahoo! Inc.
        (?P<opening> [^{_CONTINUES}] )
    )
    """,
    re.VERBOSE,
)

# A line end is possessive, so that \r\n is never taken for two. A run of blank lines is one break.
# It opens with a class of characters, which the engine scans for faster than for alternatives.
_LINE_END = r"[\n\r\x85\u2028] (?: (?<=\r) \r?\n )?+"
_PARAGRAPH_BREAK = re.compile(
    rf"""
    [\n\r\x85\u2028\u2029]
    (?: (?<=\u2029) | (?: (?<=\r) \r?\n )?+ [^\S\n\r\x85\u2028\u2029]*+ {_LINE_END} )
    \s*+
    """,
    re.VERBOSE,
)
_TEXT = re.compile(r"\S")


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


# Always followed by what they belong to: a name, a number, an example.
_POINTS_FORWARD = _words("""
    mr mrs ms mx dr drs prof st ste mt ft messrs mme mmes mlle mgr hr frl fr sra srta srs dra dña
    rev hon gen col lt maj capt cpt cmdr sgt cpl pvt adm sen gov pres supt insp ald amb det
    geo wm chas jas thos robt th ch ph jos
    e.g i.e eg ie cf viz vs approx ca est nb fig figs eq eqn eqs nos nr pp chap vol vols
    z.b d.h u.a bzw abb bd str dipl p.ex p.ej т.е см им ул рис стр डॉ श्री प्रो सं أ.د
""")
# Words too, or the end of many a line: they hold on to a number only.
_BEFORE_NUMBER = _words("""
    no art sec sect par pt pl min max ex ver app
    jan feb mar apr jun jul aug sep sept oct nov dec
""")
# May end a sentence; then the next begins with a word that opens sentences, not with a name.
_MAY_END = _words("""
    inc ltd co corp llc llp plc bros gmbh jr sr esq etc al ed eds dept univ assn intl natl mfg rep
    ave blvd rd hwy sq mon tue tues thu thur thurs fri hrs mins lbs oz
    a.m p.m b.c a.d b.c.e c.e u.s u.k u.n e.u u.s.a u.s.s.r u.a.e d.c l.a n.y
    ph.d m.d b.a m.a b.sc m.sc m.b.a ll.d d.phil r.i.p p.s t.v usw u.s.w т.д т.п
""")
_OPENS_SENTENCES = _words("""
    the this that these those there then they she he it its we you his her their my our your
    who what why how when where which while if but and or yet so however although though because
    since as by for from with without during despite after before until in on at to
    today yesterday later now here once meanwhile moreover furthermore nevertheless instead also
    both each every some many several such nobody everyone according
""")
_OPENING_WORD = re.compile(r"\w{1,16}+(?!-)")
_OPENING_I_OR_A = re.compile(r"(?:I|An?)['’\s]+[a-z]")  # else an initial or a numeral

_WINDOW = 16  # longer than any abbreviation
_TOKEN_REVERSED = re.compile(r"[^\s()\[\]{}<>\"“”„«»‘—–/*_|\u3000-\u9fff\uff00-\uffef-]*")
_LETTER = r"[^\W\d_][^\w\s\x00-\x7f’]*"  # and its accents or vowel signs
_INITIALS = re.compile(rf"(?:{_LETTER}\.)*{_LETTER}")
_NUMERAL = re.compile(r"\d|(?:[IVXLC]{2,8}|[VX])\b")
_LIST_LABEL = re.compile(r"(?:\d{1,3}\.)*\d{1,3}|[ivx]{1,6}")
_GERMAN_ORDINAL = re.compile(
    r"\b(?:am|im|der|die|das|dem|den|des|vom|zum|zur|bis|ab)\s+\d{1,2}\Z", re.IGNORECASE
)
_SPEECH_TAG = re.compile(
    r"""
    (?: I | (?:[A-Z][\w.'’-]{0,30}\s+){0,2} [A-Z][\w.'’-]{0,30} ) \s+
    (?: said | asked | cried | replied | answered | shouted | whispered | exclaimed | added
      | called | repeated | murmured | continued | remarked | returned | muttered | screamed ) \b
    | [一-鿿]{0,6} [说說道问問喊叫] [一-鿿]? [，。：,:]     # he said, in Chinese
    | [ぁ-ゟ]                                              # a Japanese particle after the quote
    """,
    re.VERBOSE,
)


class _Role(Enum):
    """What the word before a full stop says of that stop."""

    ORDINARY = "the stop ends a sentence"
    POINTS_FORWARD = "the stop belongs to the word"
    BEFORE_NUMBER = "the stop belongs to the word if a number follows"
    MAY_END = "the stop does both if a sentence opens after it"


def sentences(text: str) -> list[tuple[int, int]]:
    """Find the sentences of a text, in order.

    Returns half-open character offsets into ``text``. Each sentence starts and ends on
    non-whitespace and lies within one paragraph; together they cover every character that is not
    white space. A line break inside a paragraph is a space, and a paragraph without punctuation
    is one sentence. When in doubt two sentences are left as one.

    Source: the loaders and extraction page, "Chunking: never split a sentence".
    """
    return [span for start, end in _paragraphs(text) for span in _split(text, start, end)]


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Find the paragraphs of a text, in order: what blank lines separate.

    Returns half-open character offsets into ``text``, each starting and ending on non-whitespace.
    A line of nothing but white space is blank, whatever its line ending.
    """
    return list(_paragraphs(text))


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    first = _TEXT.search(text)
    if first is None:
        return
    start = first.start()
    for gap in _PARAGRAPH_BREAK.finditer(text, start):
        yield start, _trimmed(text, start, gap.start())
        start = gap.end()
    if start < len(text):
        yield start, _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> int:
    """Move an end back over trailing white space."""
    return start + len(text[start:end].rstrip()) if text[end - 1].isspace() else end


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for stop in _SENTENCE_END.finditer(text, start, end):
        if _is_break(text, start, stop):
            yield start, stop.end()
            start = stop.start("next")
    yield start, end


def _is_break(text: str, start: int, stop: re.Match[str]) -> bool:
    """Judge a candidate end of the sentence that starts at ``start``."""
    mark, opening = stop.start(), stop.start("opening")
    following = text[opening]
    # A script without title case (Georgian) has no lower case to tell by.
    if following > "z" and following.islower() and following.title() != following:
        return False
    if text[stop.end() - 1] in _QUOTES and _SPEECH_TAG.match(text, stop.start("next"), stop.endpos):
        return False
    if text[mark] != ".":
        return True
    role = _role_before_stop(text[max(start, mark - _WINDOW) : mark])
    if role is _Role.BEFORE_NUMBER:
        return not _NUMERAL.match(text, opening)
    if role is _Role.MAY_END:
        return _opens_a_sentence(text[opening : min(opening + _WINDOW, stop.endpos)])
    return role is _Role.ORDINARY


@lru_cache(maxsize=4096)
def _opens_a_sentence(window: str) -> bool:
    word = _OPENING_WORD.match(window)
    if word and word.group().lower() in _OPENS_SENTENCES:
        return True
    return _OPENING_I_OR_A.match(window) is not None


def _role_before_stop(window: str) -> _Role:
    """Judge the last word of a window: the end, up to a stop, of what its sentence holds."""
    word = window[window.rfind(" ") + 1 :]
    if word.isalpha() and word.isascii() and word.strip("ivxIVX"):  # as nearly all: few differ
        return _role_of_word(word)
    word = _last_word(window)
    return _Role.POINTS_FORWARD if _is_ordinal(window, word.lower()) else _role_of_word(word)


@lru_cache(maxsize=4096)
def _role_of_word(word: str) -> _Role:
    folded = word.lower()
    if folded in _BEFORE_NUMBER:
        return _Role.BEFORE_NUMBER
    if folded in _MAY_END:
        return _Role.MAY_END
    if folded in _POINTS_FORWARD or _INITIALS.fullmatch(word):
        return _Role.POINTS_FORWARD
    return _Role.ORDINARY


def _last_word(window: str) -> str:
    """Return the word at the end of a window, or "" for one too long to be an abbreviation."""
    found = _TOKEN_REVERSED.match(window[::-1])
    word = found.group()[::-1] if found else ""
    return "" if len(word) == _WINDOW else word.lstrip("'’")


def _is_ordinal(window: str, word: str) -> bool:
    """Tell the label of a list item (1., 2.1., iv.) and "am 3. Oktober" from a number."""
    if not _LIST_LABEL.fullmatch(word):
        return False
    line = window[: -len(word)].rstrip(" \t")
    return not line or line[-1] in "\n\r" or _GERMAN_ORDINAL.search(window) is not None
