"""Which names are in the examples that a prompt was made with?

A model that finds little in a text copies from them. A name counts as copied only where the text
does not hold it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from openodke.errors import InputError
from openodke_langextract.attribute_values import values_of
from openodke_langextract.native_forms import field_of


def names_in(examples: Iterable[Any]) -> frozenset[str]:
    """Return the texts of the extractions of examples, and the values of their attributes.

    Args:
        examples: ExampleData, objects or dicts, or names as they are; one ExampleData will do.

    Raises:
        InputError: for anything else, a text by itself included.
    """
    if isinstance(examples, Mapping) or hasattr(examples, "extractions"):
        examples = (examples,)
    if isinstance(examples, str | bytes) or not isinstance(examples, Iterable):
        raise InputError(_no_examples("examples", examples))
    return frozenset(name for example in examples for name in _names(example) if name.strip())


def _names(example: Any) -> Iterator[str]:
    if isinstance(example, str):
        yield example
        return
    if not (isinstance(example, Mapping) or hasattr(example, "extractions")):
        raise InputError(_no_examples("examples, an item of it", example))
    for extraction in field_of(example, "extractions") or ():
        text = field_of(extraction, "extraction_text")
        if isinstance(text, str):
            yield text
        for attribute in (field_of(extraction, "attributes") or {}).values():
            yield from (value for _, value in values_of(attribute) if isinstance(value, str))


def _no_examples(name: str, given: object) -> str:
    return (
        f"{name}: {given!r:.100} is a {type(given).__name__}: hand in the list of ExampleData that "
        "the prompt was made with, or a list of names"
    )


def folded_name(name: str) -> str:
    """Return a name without what is easily changed in it: case and spacing."""
    return " ".join(name.casefold().split())
