"""What is a reading function called with, whether its documents are objects or dicts?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from openodke_langextract.extraction_view import is_finding
from openodke_langextract.native_forms import field_of

_INTERVAL = ("start_pos", "end_pos")
_EXTRACTION = (
    "extraction_class", "extraction_text", "char_interval", "alignment_status",
    "extraction_index", "group_index", "description", "attributes",
)  # fmt: skip
_DOCUMENT = ("document_id", "text", "extractions")


class ReadFields(Mapping[str, Any]):
    """The fields of an extraction or a document: `item["attributes"]` and `item.attributes`.

    Every field is there, None where nothing is held; attributes are a dict without what an earlier
    check wrote. It is for reading: what it is of is not changed.

    Attributes:
        native: the object or dict itself.
    """

    def __init__(self, native: Any, fields: tuple[str, ...]) -> None:
        """Take an object or a dict."""
        self.native = native
        self._fields = fields

    @classmethod
    def of_extraction(cls, native: Any) -> ReadFields:
        """Return the fields of an extraction."""
        return cls(native, _EXTRACTION)

    @classmethod
    def of_document(cls, native: Any) -> ReadFields:
        """Return the fields of an annotated document."""
        return cls(native, _DOCUMENT)

    def __getitem__(self, key: str) -> Any:
        """Return a field; one of a dict's own, too."""
        if key not in self._fields:
            if isinstance(self.native, Mapping):
                return self.native[key]
            raise KeyError(key)
        held = field_of(self.native, key)
        if key == "attributes":
            return {k: v for k, v in (held or {}).items() if not is_finding(k)}
        if key == "extractions":
            return [ReadFields.of_extraction(item) for item in held or ()]
        if key == "char_interval":
            return None if held is None else ReadFields(held, _INTERVAL)
        return held

    def __getattr__(self, name: str) -> Any:
        """Return a field, or whatever else an object has."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            return getattr(self.native, name)

    def __iter__(self) -> Iterator[str]:
        """Go through the names of the fields."""
        yield from self._fields
        if isinstance(self.native, Mapping):
            yield from (key for key in self.native if key not in self._fields)

    def __len__(self) -> int:
        """Return how many fields there are."""
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        """Return what it is of."""
        return repr(self.native)
