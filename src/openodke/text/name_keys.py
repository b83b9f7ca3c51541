"""When are two spellings of a name the same for comparison?

A key keeps letters and digits of any script, folds case, width and accents, and drops what an
organisation or a person is named with but not by.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from openodke.text.folding import FOLDED_LETTERS

_FOLD = str.maketrans(FOLDED_LETTERS)
_ACCENTS = re.compile("[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0640\u064b-\u0652\u0670]")
"""Marks that are accents. Vowel signs of Indic scripts and kana voicing are letters, and stay."""

_DOTTED = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}(?:[^\W\d_](?!\w))?")
_SLASHED = re.compile(r"(?<!\w)([aks])/([as])(?!\w)")
_LETTER_MARKS = (
    "\u0610-\u061a\u0653-\u065f\u0900-\u0963\u0966-\u0dff\u0e30-\u0e3a\u0e47-\u0e4e"
    "\u0eb0-\u0ebd\u0ec8-\u0ece\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3\u3099\u309a"
)
_NOT_NAME = re.compile(rf"[^\w+#{_LETTER_MARKS}]|_")
"""Vowel signs are no word characters to `re`, and yet part of a name."""

_LOOSE_SIGNS = re.compile(r"(?<![\w+#])[+#]+|[+#]+(?=[^\W_])")

_LEGAL = frozenset(
    "inc incorporated corp corporation co company cos ltd limited llc llp lp lllp plc pllc pc"
    " gmbh ggmbh mbh ag kg kgaa ohg ug ev se sa sas sarl sasu sca snc scs srl spa sapa sl slu"
    " ab asa as oy oyj ay aps amba bv nv cv vof bvba sprl ltda eireli lda oao ooo zao pao pjsc"
    " jsc ojsc cjsc doo dd ad ead eood kft zrt nyrt rt sro spol sp zoo oo kk gk pty pte pvt pt"
    " tbk bhd sdn sae saog ks".split()
)
_LEGAL_PHRASES = (("sp", "z", "o", "o"), ("sp", "z", "oo"), ("s", "r", "o"), ("d", "o", "o"))
_JOINERS = frozenset({"and"})
_EAST_ASIAN_LEGAL = (
    "株式会社", "有限会社", "合同会社", "股份有限公司", "有限责任公司", "有限公司", "주식회사",
    "(株)", "(주)",
)  # fmt: skip
_ARABIC_LEGAL = frozenset({"شركة"})

_HONORIFICS = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend fr hon honourable"
    " honorable capt captain col colonel gen general lt lieutenant maj major sgt sergeant cmdr"
    " herr frau mme mlle monsieur madame señor senor señora senora sr. sra dott ing".split()
)
_SUFFIXES = frozenset("jr sr jnr snr junior senior esq esquire phd md mba obe mbe cbe frs".split())
_NUMERALS = frozenset({"ii", "iii", "iv"})
_REGNAL_TITLES = frozenset(
    "king queen pope emperor empress tsar czar prince princess duke grand sultan shah".split()
)


@lru_cache(maxsize=1 << 16)
def name_key(text: str, *, person: bool = False) -> str:
    """Give the key under which a name is compared, never empty unless the text is blank.

    Case, width, accents and punctuation are dropped, "S.A." is "sa" and "&" is "and". An
    organisation loses a leading "the" and trailing legal forms; a person (`person=True`) is turned
    from "Last, First" and loses honorifics and generational suffixes. A key's key is itself.
    Source: the resolution page, `name_key`.
    """
    folded = _fold(text)
    tokens = _person_tokens(folded) if person else _organisation_tokens(folded)
    return " ".join(tokens) or " ".join(folded.split()) or " ".join(text.split())


def _fold(text: str) -> str:
    """Fold case, width, accents and the letters of the table."""
    plain = text.strip()
    if plain.isascii():
        return plain.lower()
    for _ in range(2):
        plain = unicodedata.normalize("NFKD", plain).casefold().translate(_FOLD)
        plain = _ACCENTS.sub("", plain)
    return unicodedata.normalize("NFKC", plain)


def _tokens(folded: str) -> list[str]:
    """Split a folded name into its words."""
    joined = folded
    if "." in joined:
        joined = _DOTTED.sub(lambda match: match[0].replace(".", ""), joined)
    if "/" in joined:
        joined = _SLASHED.sub(r"\1\2", joined)
    plain = _NOT_NAME.sub(" ", joined.replace("&", " and "))
    if "+" in plain or "#" in plain:
        plain = _LOOSE_SIGNS.sub(" ", plain)
    return plain.split()


def _organisation_tokens(folded: str) -> list[str]:
    tokens = _tokens(_without_east_asian_forms(folded))
    while len(tokens) > 1 and (tokens[0] == "the" or tokens[0] in _ARABIC_LEGAL):
        del tokens[0]
    while cut := _legal_length(tokens):
        del tokens[len(tokens) - cut :]
    return tokens


def _legal_length(tokens: list[str]) -> int:
    """Count the trailing tokens that are one legal form and leave a name before them."""
    for phrase in _LEGAL_PHRASES:
        if len(tokens) > len(phrase) and tuple(tokens[-len(phrase) :]) == phrase:
            return len(phrase)
    if len(tokens) < 2 or tokens[-1] not in _LEGAL:
        return 0
    return 2 if len(tokens) > 2 and tokens[-2] in _JOINERS else 1


def _without_east_asian_forms(folded: str) -> str:
    """Cut legal forms written without a space before or after a name."""
    name = folded.strip()
    cut = not name.isascii()
    while cut:
        cut = False
        for form in _EAST_ASIAN_LEGAL:
            rest = name.removeprefix(form).removesuffix(form).strip()
            if rest and rest != name:
                name, cut = rest, True
    return name


def _person_tokens(folded: str) -> list[str]:
    """Order, then strip, a person's name."""
    parts = [tokens for part in folded.split(",") if (tokens := _tokens(part))]
    while len(parts) > 1 and (extra := next(filter(_is_extra, parts[1:]), None)):
        parts.remove(extra)
    if len(parts) == 2 and not {"of", "the"} & set(parts[1]):
        parts.reverse()
        parts = [_without_titles(part) for part in parts]
    return _without_titles([token for part in parts for token in part])


def _is_extra(tokens: list[str]) -> bool:
    """Tell whether a part after a comma is only suffixes and honorifics."""
    return all(token in _SUFFIXES | _NUMERALS | _HONORIFICS for token in tokens)


def _without_titles(tokens: list[str]) -> list[str]:
    """Strip leading honorifics and trailing suffixes, and always leave a name."""
    tokens = list(tokens)
    while len(tokens) > 1 and tokens[0] in _HONORIFICS:
        del tokens[0]
    while len(tokens) > 1 and _ends_in_suffix(tokens):
        del tokens[-1]
    return tokens


def _ends_in_suffix(tokens: list[str]) -> bool:
    """Tell a generational suffix from the number of a king, who has one name before it."""
    if tokens[-1] in _SUFFIXES:
        return True
    return tokens[-1] in _NUMERALS and len(tokens) > 2 and tokens[0] not in _REGNAL_TITLES
