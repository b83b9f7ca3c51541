"""How is a claim written for a judge, on one line that it cannot break out of?

The forms are the grounding page's. A name of a graph is data from a stranger: whatever ends a line
in it becomes a space, what cannot be seen is left out, and a text literal is quoted as JSON.
"""

from __future__ import annotations

import json
from unicodedata import category

from openodke.model import Entity, Fact, Polarity
from openodke.model.keys import CLAIM

_LONGEST = 2000  # characters of one name: a longer one is no name, and would be the whole prompt
_LONGEST_PROSE = 10_000  # characters of a sentence or a description that is the claim
_JOINERS = "\u200c\u200d"  # part of the spelling in Persian, in Indian scripts and in emoji

_SPOKEN = {
    Polarity.ASSERTED: "",
    Polarity.DENIED: "It is not the case that: ",
    Polarity.PARTIAL: "It is true in part that: ",
}
_DENIAL = "It is not the case that "


def render_claim(fact: Fact) -> str:
    """Return the line a judge is asked about, such as `Ada Lovelace (Person) — born — 1815.`

    The sentence that the source states (`odke.claim`) stands in place of the triple, as it is: it
    says itself what it denies.
    """
    return _stated(fact) or f"{_SPOKEN[fact.polarity]}{render_triple(fact)}."


def render_triple(fact: Fact) -> str:
    """Return subject, predicate and object with their types, and the identity qualifiers."""
    subject = _typed(fact.subject)
    obj = fact.object_entity
    held = _typed(obj) if obj is not None else _literal(fact.object_value)
    return f"{subject} — {_spaced(fact.predicate)} — {held}{_qualifiers(fact)}"


def render_sentence(fact: Fact) -> str:
    """Return the claim as one plain sentence, such as `Ada Lovelace born in London.`"""
    spoken = _DENIAL if fact.polarity is Polarity.DENIED else _SPOKEN[fact.polarity]
    obj = _named(fact)
    plain = f"{one_line(fact.subject.name)} {_spaced(fact.predicate)} {obj}{_qualifiers(fact)}."
    return _stated(fact) or spoken + plain


def render_angles(fact: Fact) -> str:
    """Return the claim as `<subject, predicate(key: value), object>`, `not` before a denial."""
    stated = _stated(fact)
    if stated:
        return stated
    denial = "not " if fact.polarity is Polarity.DENIED else ""
    held = ", ".join(f"{key}: {value}" for key, value in _identity(fact))
    qualified = f"({held})" if held else ""
    predicate = f"{denial}{_spaced(fact.predicate)}{qualified}"
    return f"<{one_line(fact.subject.name)}, {predicate}, {_named(fact)}>"


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Return a text on one line, without what cannot be seen, cut where it is no name any more."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    if not cut.isprintable():
        cut = "".join(_shown(character) for character in cut)
    return " ".join(cut.split())


def is_cut(fact: Fact) -> bool:
    """Tell whether a judge is shown less than the whole claim."""
    stated = fact.qualifiers.get(CLAIM)
    if isinstance(stated, str) and stated:
        return len(stated) > _LONGEST_PROSE
    value = fact.object_value
    if isinstance(value, str) and len(value) > _LONGEST_PROSE:
        return True
    obj = fact.object_entity
    entities = (fact.subject,) if obj is None else (fact.subject, obj)
    names = [name for entity in entities for name in (entity.name, entity.type)]
    names += [fact.predicate, *(value for _, value in _identity(fact))]
    return any(len(name) >= _LONGEST for name in names)


def claim_words(fact: Fact) -> str:
    """Return what a claim says as its source wrote it, a line a part: what one_line would hide."""
    obj = fact.object_entity
    stated = fact.qualifiers.get(CLAIM)
    parts = [fact.subject.name, fact.subject.type, fact.predicate, fact.object_name]
    parts += [obj.type] if obj is not None else []
    parts += [stated] if isinstance(stated, str) else []
    parts += [value for _, value in _identity(fact)]
    return "\n".join(part[:_LONGEST_PROSE] for part in parts)


def _shown(character: str) -> str:
    """Return a character, a space for one that breaks a line, "" for one that cannot be seen."""
    if character.isprintable() or character in _JOINERS:
        return character
    kind = category(character)
    if kind == "Cf":  # marks of direction and width, and letters that only a model sees
        return ""
    return character if kind in ("Co", "Cn") else " "


def _stated(fact: Fact) -> str:
    """Return the sentence that the source states; "" where it states none."""
    stated = fact.qualifiers.get(CLAIM)
    return one_line(stated, _LONGEST_PROSE) if isinstance(stated, str) else ""


def _typed(entity: Entity) -> str:
    return f"{one_line(entity.name)} ({one_line(entity.type)})"


def _named(fact: Fact) -> str:
    """Return the object as a person would write it."""
    return one_line(fact.object_name, _LONGEST if fact.is_edge else _LONGEST_PROSE)


def _literal(value: object) -> str:
    """Return a literal as JSON: a text in quotes, a number or a boolean bare."""
    shown = one_line(value, _LONGEST_PROSE) if isinstance(value, str) else value
    return json.dumps(shown, ensure_ascii=False)


def _spaced(predicate: str) -> str:
    return one_line(predicate.replace("_", " "))


def _qualifiers(fact: Fact) -> str:
    held = ", ".join(f"{key} = {value}" for key, value in _identity(fact))
    return f" ({held})" if held else ""


def _identity(fact: Fact) -> list[tuple[str, str]]:
    """Return the qualifiers that tell one claim from another, sorted, their values as JSON."""
    keys = sorted(set(fact.identity_keys) & fact.qualifiers.keys())
    return [(one_line(key), _json(fact.qualifiers[key])) for key in keys]


def _json(value: object) -> str:
    return one_line(json.dumps(value, ensure_ascii=False, default=_plain))


def _plain(value: object) -> object:
    return sorted(map(str, value)) if isinstance(value, frozenset) else str(value)
