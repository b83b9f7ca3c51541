"""Is what was handed to `verify` what it takes, and what is it otherwise?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from openodke.errors import AdapterError, ExportError, InputError
from openodke_langextract.native_forms import is_document, is_native
from openodke_langextract.saved_documents import SavedDocuments

_WANTED = "hand in what lx.extract returned, its saved form, or the path of a saved file"


def checked_native(given: Any) -> Any:
    """Return annotated documents; those of a file are read, those of an iterator are a list.

    Raises:
        ExportError: for a file that cannot be opened, is empty, or holds no document.
        InputError: for a path where there is no file, and a document without its extractions.
        AdapterError: for what is no annotated document at all.
    """
    if isinstance(given, str | PathLike):
        return _saved(given)
    native = list(given) if isinstance(given, Iterator) else given
    if is_native(native):
        return native
    items = list(native) if isinstance(native, list | tuple) else [native]
    raise _refusal(items[0], "" if items[0] is native else "[0]")


def checked_gate(gate: Any) -> None:
    """Refuse what is no gate.

    Raises:
        InputError: for it.
    """
    if gate is None:
        return
    if isinstance(gate, type) or not callable(getattr(gate, "validate", None)):
        raise InputError(
            f"gate={gate!r:.200} has no method validate(fact, ontology): hand in a gate object, "
            "such as VerdictGate()"
        )


def checked_client(llm: Any) -> None:
    """Refuse what no model can be asked through, and say what makes a client of it.

    Raises:
        InputError: for it.
    """
    if not isinstance(llm, type) and callable(getattr(llm, "complete", None)):
        return
    if not isinstance(llm, type) and callable(getattr(llm, "infer", None)):
        raise InputError(
            f"llm= is LangExtract's own {type(llm).__name__}: hand in "
            "llm=openodke_langextract.LangExtractClient(model)"
        )
    raise InputError(
        f"llm={llm!r:.200} has no method complete: hand in a client, such as LangExtractClient("
        "model) of a model of LangExtract's, or one of openodke's own"
    )


def _saved(path: str | PathLike[str]) -> SavedDocuments:
    file, shown = Path(path), str(path)[:200]
    try:
        is_there, is_folder = file.exists(), file.is_dir()
    except (OSError, ValueError):  # a text that is no name of a file
        is_there = is_folder = False
    if not is_there:
        raise InputError(f"{shown}: there is no such file: {_WANTED}")
    if is_folder:
        raise InputError(f"{shown}: is a folder: {_WANTED}")
    saved = SavedDocuments.read(file)
    if not saved.documents:
        raise ExportError(f"{shown}: the file is empty: there is no document to check")
    return saved


def _refusal(item: object, at: str) -> Exception:
    kind = f"{type(item).__module__}.{type(item).__qualname__}"
    if isinstance(item, Mapping) and ("text" in item or "document_id" in item):
        if "extractions" not in item:
            return InputError(f"the document{at} is no annotated one: 'extractions' is missing")
        held = type(item["extractions"]).__name__
        return InputError(f"the document{at} has a {held} as its 'extractions': make it a list")
    if isinstance(item, Mapping) and "extractions" in item:
        return InputError(f"the document{at} has neither 'text' nor 'document_id': {_WANTED}")
    if hasattr(item, "extraction_text") or (
        isinstance(item, Mapping) and "extraction_text" in item
    ):
        return InputError(f"an extraction was handed in without its document: {_WANTED}")
    assert not is_document(item)
    return AdapterError(f"the adapter 'langextract' does not accept {kind}{at}: {_WANTED}")
