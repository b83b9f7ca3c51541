"""What in two names, however alike, says that they are not one thing's?

Numbers that differ, and legal forms that differ. Source: the resolution page, "Normalising mentions
in a batch".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from openodke.corroborate.entity_node import Node
from openodke.text.name_keys import name_key

_WORD = re.compile(r"[^\W_]+")
_ROMAN = re.compile(r"(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_FORMS = {
    "incorporated": "inc", "corporation": "corp", "company": "co", "limited": "ltd", "cos": "co",
    "publ": "", "a": "",
}  # fmt: skip


def raw_name(node: Node, key: str) -> str:
    """Return a name of a node as it is written, of which only the comparison key is known."""
    for entity in node.every:
        for name in (entity.name, *entity.aliases):
            if key in (name_key(name), name_key(name, person=True)):
                return name
    return key


def numbers_in(name: str) -> frozenset[str]:
    """Return the numbers of a name: digits, and Roman ones but for a single letter at its start."""
    words: list[str] = _WORD.findall(name)
    found = {word.lstrip("0") or "0" for word in words if word.isdecimal()}
    for at, word in enumerate(words):
        if at and word.isupper() and _ROMAN.fullmatch(word.lower()):
            found.add(_roman_value(word.lower()))
    return frozenset(found)


def _roman_value(numeral: str) -> str:
    values = [{"i": 1, "v": 5, "x": 10, "l": 50}[letter] for letter in numeral]
    signed = (
        -value if any(later > value for later in values[at + 1 : at + 2]) else value
        for at, value in enumerate(values)
    )
    return str(sum(signed))


def legal_form(name: str) -> str:
    """Return the legal form that ends an organisation's name, folded; "" where there is none."""
    bare = name_key(name)
    words = name_key(name + " zzz").split()[:-1]  # a word after it keeps the form
    form = words[len(bare.split()) + (words[:1] == ["the"] and bare.split()[:1] != ["the"]) :]
    return " ".join(_FORMS.get(word, word) for word in form).strip()


def numbers_differ(first: str, second: str) -> bool:
    """Whether both names carry numbers, and not the same ones."""
    mine, theirs = numbers_in(first), numbers_in(second)
    return bool(mine and theirs) and mine != theirs


def forms_differ(first: str, second: str) -> bool:
    """Whether both names carry legal forms, and not the same one."""
    mine, theirs = legal_form(first), legal_form(second)
    return bool(mine and theirs) and mine != theirs


def told(kind: str, first: Iterable[str], second: Iterable[str]) -> str:
    """Say what differs, as `the numbers differ (2 vs 3)`."""
    return f"the {kind} differ ({' '.join(sorted(first))} vs {' '.join(sorted(second))})"
