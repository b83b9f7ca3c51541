"""In which forms do annotated documents come, and how is one changed without touching the input?

LangExtract's own objects, the dicts of its saved form, one of them or many, and a file of them. All
is read by name, so that nothing here needs LangExtract to be installed.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from openodke_langextract.saved_documents import SavedDocuments

Native = Any
"""An AnnotatedDocument or the dict of one, a list or tuple of them, or SavedDocuments."""


def is_native(native: object) -> bool:
    """Tell whether it is, or holds, an annotated document; an empty list holds nothing else."""
    if isinstance(native, SavedDocuments) or is_document(native):
        return True
    if not isinstance(native, list | tuple):
        return False
    return not native or any(map(is_document, native))


def is_document(item: object) -> bool:
    """Tell an annotated document by its class's name, or a dict by the names of its fields."""
    if isinstance(item, Mapping):
        has_extractions = isinstance(item.get("extractions", 0), list | None)
        return has_extractions and ("text" in item or "document_id" in item)
    return any(kind.__name__ == "AnnotatedDocument" for kind in type(item).__mro__)


def is_extraction(item: object) -> bool:
    """Tell what has the fields of an extraction, or could have them."""
    return isinstance(item, MutableMapping) or hasattr(item, "extraction_text")


def documents_of(native: Native) -> Sequence[Any]:
    """Return the documents, and whatever else stands among them."""
    if isinstance(native, SavedDocuments):
        return native.documents
    return native if isinstance(native, list | tuple) else [native]


def with_documents(native: Native, documents: Sequence[Any]) -> Native:
    """Return the native object in its own form, with other documents."""
    if isinstance(native, SavedDocuments):
        return replace(native, documents=tuple(documents))
    if isinstance(native, list | tuple):
        return tuple(documents) if isinstance(native, tuple) else list(documents)
    return documents[0]


def field_of(item: object, name: str) -> Any:
    """Return a field of an object or a dict, None where it has none.

    An id that LangExtract would make up on being asked for it is not asked for.
    """
    if isinstance(item, dict) or isinstance(item, Mapping):  # noqa: SIM101 - the first is quick
        return item.get(name)
    if name == "document_id":
        return vars(item).get("_document_id") if hasattr(item, "__dict__") else None
    return getattr(item, name, None)


def with_field(item: Any, name: str, value: object) -> Any:
    """Return a copy of an object or a dict with one field changed."""
    changed = copy(item)
    if isinstance(changed, MutableMapping):
        changed[name] = value
    else:
        setattr(changed, name, value)
    return changed
