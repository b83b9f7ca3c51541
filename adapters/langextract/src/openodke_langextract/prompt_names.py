"""Which names are in the examples that a prompt was made with?

A model that finds little in a text copies from them. A name counts as copied only where the text
does not hold it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from openodke_langextract.attribute_values import values_of
from openodke_langextract.native_forms import field_of


def names_in(examples: Iterable[Any]) -> frozenset[str]:
    """Return the texts of the extractions of examples, and the values of their attributes.

    Args:
        examples: ExampleData, objects or dicts, or names as they are; one alone will do.
    """
    if isinstance(examples, str | Mapping) or hasattr(examples, "extractions"):
        examples = (examples,)
    return frozenset(name for example in examples for name in _names(example) if name.strip())


def _names(example: Any) -> Iterator[str]:
    if isinstance(example, str):
        yield example
        return
    for extraction in field_of(example, "extractions") or ():
        text = field_of(extraction, "extraction_text")
        if isinstance(text, str):
            yield text
        for attribute in (field_of(extraction, "attributes") or {}).values():
            yield from (value for _, value in values_of(attribute) if isinstance(value, str))


def folded_name(name: str) -> str:
    """Return a name without what is easily changed in it: case and spacing."""
    return " ".join(name.casefold().split())
