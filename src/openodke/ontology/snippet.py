"""What does an extractor need to know of one type?"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

from openodke.model import Polarity
from openodke.model.frozen import FrozenModel, Name, Text
from openodke.ontology.term import LITERAL_RANGES, Predicate
from openodke.ontology.vocabulary import folded

if TYPE_CHECKING:
    from openodke.ontology.schema import Ontology

DEFAULT_LIMIT = 25

_VALUES: dict[str, str | list[str]] = {
    "boolean": "boolean",
    "float": "number",
    "integer": "integer",
    "number": "number",
    "quantity": ["string", "number"],
}
"""The JSON type of a literal; of all others "string": a date may be as vague as its text."""


class OntologySnippet(FrozenModel):
    """One type and the predicates it may have, the most important first.

    `parents` are all of its ancestors, `keys` the predicates that tell its entities apart, also the
    inherited ones; `truncated` says how many predicates were left out.
    """

    type_name: Name
    description: Text | None = None
    aliases: tuple[Name, ...] = ()
    parents: tuple[Name, ...] = ()
    keys: tuple[Name, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    truncated: int = 0

    def render(self) -> str:
        """Return the snippet as prose for a prompt: the type, then one line a predicate.

        What was left out is not spoken of: a model could only guess at it.
        """
        return "\n".join((self._headline(), *map(self._line, self.predicates)))

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of one extracted entity of this type, for structured output.

        It is `{type, name, facts: [{predicate, value, quote, …}]}`: the value is as the predicate's
        range has it, an entity by its name; `start`, `mention`, `qualifiers` and `polarity` are
        optional, and nothing else is allowed.
        """
        facts: dict[str, Any] = {"type": "array"}
        if self.predicates:
            facts["items"] = {"anyOf": [_fact_schema(held) for held in self.predicates]}
        else:
            facts["maxItems"] = 0
        kind = {"type": "string", "enum": [self.type_name]}
        name = {"type": "string", "description": "its name, as the text spells it"}
        schema = _object({"type": kind, "name": name, "facts": facts}, "type", "name", "facts")
        return {"description": self._headline(), **schema}

    def _headline(self) -> str:
        parts = [_sentence(self.description)] if self.description else []
        if self.parents:
            parts.append(f"A kind of {', '.join(self.parents)}.")
        if self.aliases:
            parts.append(f"Also called {', '.join(self.aliases)}.")
        return f"{self.type_name}: {' '.join(parts)}" if parts else self.type_name

    def _line(self, held: Predicate) -> str:
        shape = held.range if held.cardinality == "single" else f"{held.range}, any number"
        said = " ".join(_said(held, is_key=held.name in self.keys))
        return f"- {held.name} ({shape}): {said}" if said else f"- {held.name} ({shape})"


def cut_for(ontology: Ontology, name: str, limit: int) -> OntologySnippet:
    """Return the snippet of a declared type, with at most `limit` predicates."""
    lineage = ontology.lineage(name)
    descent = [kind for kind in ontology.types if kind in lineage and kind != name]
    keys = tuple(
        dict.fromkeys(key for kind in (name, *descent) for key in ontology.types[kind].keys)
    )
    offered = list(enumerate(ontology.predicates_for(name)))

    def rank(item: tuple[int, Predicate]) -> tuple[float, bool, bool, int]:
        place, held = item
        return -held.importance, held.name not in keys, not held.required, place

    first = nsmallest(limit, offered, key=rank)
    return OntologySnippet(
        type_name=name,
        description=ontology.types[name].description,
        aliases=ontology.types[name].aliases,
        parents=tuple(descent),
        keys=keys,
        predicates=tuple(held for _, held in first),
        truncated=len(offered) - len(first),
    )


def _said(held: Predicate, *, is_key: bool) -> Iterator[str]:
    """Yield what there is to say of a predicate, a sentence each.

    Not that it is required: a model that is told so invents what its text does not say.
    """
    if held.label and folded(held.label) != folded(held.name.replace("_", " ")):
        yield _sentence(held.label)
    if held.description:
        yield _sentence(held.description)
    if is_key:
        yield "Tells one from another."
    if held.aliases:
        yield f"Also called {', '.join(held.aliases)}."
    if held.examples:
        yield f"For example {'; '.join(held.examples)}."
    if held.qualifiers:
        yield f"Qualifiers: {', '.join(_qualifier_words(held))}."


def _qualifier_words(held: Predicate) -> Iterator[str]:
    for name, qualifier in held.qualifiers.items():
        notes = [_one_line(qualifier.description)] if qualifier.description else []
        if qualifier.identity:
            notes.append("two values are two facts")
        yield f"{name} ({'; '.join(notes)})" if notes else name


def _fact_schema(held: Predicate) -> dict[str, Any]:
    predicate: dict[str, Any] = {"type": "string", "enum": [held.name]}
    if held.description or held.label:
        predicate["description"] = _one_line(held.description or held.label or "")
    properties = {
        "predicate": predicate,
        "value": _value_schema(held),
        "quote": {"type": "string", "description": "the words of the text that state it"},
        "start": {"type": "integer", "minimum": 0, "description": "where the quote begins"},
        "mention": {"type": "string"},
        "polarity": {"type": "string", "enum": [str(one.value) for one in Polarity]},
    }
    if held.qualifiers:
        properties["qualifiers"] = _object(
            {name: _qualifier_schema(one.description) for name, one in held.qualifiers.items()}
        )
    return _object(properties, "predicate", "value", "quote")


def _value_schema(held: Predicate) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": _VALUES.get(held.range, "string")}
    if held.range not in LITERAL_RANGES:
        schema["description"] = f"the name of a {held.range}, as the text spells it"
    elif held.range not in (*_VALUES, "string", "text"):
        schema["description"] = f"a {held.range}, as the text states it"
    return schema


def _qualifier_schema(description: str | None) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": ["string", "number", "boolean"]}
    return schema | {"description": _one_line(description)} if description else schema


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    return schema | {"additionalProperties": False}


def _sentence(text: str) -> str:
    line = _one_line(text)
    return line if line.endswith((".", "!", "?", "。")) else f"{line}."


def _one_line(text: str) -> str:
    return " ".join(text.split())
