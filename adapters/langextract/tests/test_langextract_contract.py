"""Does the adapter keep the laws that every adapter keeps?"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from extraction_samples import document, extraction, firm, relationship

from openodke.testing import AdapterContract, Malformed
from openodke_langextract import LangExtractAdapter, Reading, SavedDocuments


def in_chinese() -> dict[str, Any]:
    """Return a document in a script without spaces."""
    return document(
        extraction("药", "头孢", med_group="头孢"),
        extraction("量", "250毫克", med_group="头孢"),
        extraction("药", "阿司匹林", relation=["头孢-->阿司匹林"]),
        text="患者于上午静脉注射头孢，每次250毫克。",
        doc_id="病历",
    )


def as_object(native: dict[str, Any]) -> Any:
    """Return a document as LangExtract's own object."""
    data_lib = pytest.importorskip("langextract.data_lib")
    return data_lib.dict_to_annotated_document(deepcopy(native))


OF_THE_FIRM = {
    ("Mara Ostrel", "is_a", "person"),
    ("Mara Ostrel", "role", "founder"),
    ("Mara Ostrel", "towns", "Tolby"),
    ("Mara Ostrel", "towns", "Skerry"),
    ("Mara Ostrel", "founded", "Ostrel Marine"),
    ("founded Ostrel Marine", "year", "1998"),
    ("sold Fenwick Mill", "is_a", "relationship"),
    ("Mara Ostrel", "sold", "Fenwick Mill"),
    ("Ivo", "is_a", "person"),
    ("Kittiwake", "is_a", "vessel"),
    ("Kittiwake", "kind", "ferry"),
    ("Odd Fenn", "is_a", "person"),
    ("Ostrel Marine", "founded_in", "1998"),
    ("Ostrel Marine", "founded_in", "1889"),
}
IN_CHINESE = {
    ("头孢", "is_a", "药"),
    ("头孢", "量", "250毫克"),
    ("阿司匹林", "is_a", "药"),
    ("头孢", "relation", "阿司匹林"),
}

FORMS = {
    "a dict": firm,
    "dicts": lambda: [firm(), in_chinese(), document(doc_id="none")],
    "a tuple": lambda: (firm(), firm()),
    "a file": lambda: SavedDocuments((firm(), in_chinese()), lines=(1, 3)),
    "an object": lambda: as_object(firm()),
    "objects": lambda: [as_object(firm()), as_object(in_chinese())],
    "objects and dicts": lambda: [as_object(firm()), in_chinese()],
}
MALFORMED = {
    "a stray document": lambda: Malformed([firm(), 42, firm()], 2 * 15),
    "a bad line": lambda: Malformed(SavedDocuments((firm(), "{no json"), lines=(1, 2)), 15),
    "a stray extraction": lambda: Malformed(document(extraction("p", "Ivo"), 42), 1),
    "an extraction without a text": lambda: Malformed(
        document(extraction("p", "Ivo"), extraction("p", "")), 1
    ),
    "attributes that are a list": lambda: Malformed(
        document(extraction("p", "Ivo"), {**extraction("p", "Ivo"), "attributes": [1]}), 1
    ),
    "extractions that are none": lambda: Malformed([firm(), {"text": "a", "extractions": 3}], 15),
    "an object's extraction without a class": lambda: Malformed(
        as_object(document(extraction("p", "Ivo"), extraction("", "Ivo"))), 1
    ),
}


class TestLangExtractContract(AdapterContract):
    """The laws, on every form in which annotated documents come."""

    @pytest.fixture
    def adapter(self) -> LangExtractAdapter:
        """Return the adapter as `ground_graph` makes it."""
        return LangExtractAdapter()

    @pytest.fixture(params=FORMS)
    def native(self, request: pytest.FixtureRequest) -> Any:
        """Return documents in one of their forms."""
        return FORMS[request.param]()

    def expected(self, native: Any) -> Any:
        """Return what the documents claim."""
        return OF_THE_FIRM | (IN_CHINESE if "阿司匹林" in repr(native) else set())

    @pytest.fixture(params=MALFORMED)
    def malformed(self, request: pytest.FixtureRequest) -> Malformed:
        """Return documents with something that is none."""
        return MALFORMED[request.param]()


class TestReadByAttributes(AdapterContract):
    """The laws, where every attribute is a fact."""

    @pytest.fixture
    def adapter(self) -> LangExtractAdapter:
        """Return an adapter that reads in its own way; what is built is read in the default one."""
        return LangExtractAdapter(reading=Reading(by="attributes", names=["towns", "object"]))

    @pytest.fixture
    def native(self) -> Any:
        """Return two documents."""
        return [firm(), document(relationship("Ivo", "Ivo", "visits", ["Tolby", "Skerry"]))]

    test_what_is_built_is_read_back = None  # type: ignore[assignment]
    test_what_a_model_infers_is_not_refuted = None  # type: ignore[assignment]


class TestReadByFunction(AdapterContract):
    """The laws, where the user's own function reads."""

    @pytest.fixture
    def adapter(self) -> LangExtractAdapter:
        """Return an adapter with a function of its own."""

        def read(item: Any, _document: Any) -> Any:
            held = item["attributes"] or {}
            yield item["extraction_text"], "is_a", item["extraction_class"]
            if "object" in held:
                yield held["subject"], held["predicate"], str(held["object"])

        return LangExtractAdapter(reading=read)

    @pytest.fixture
    def native(self) -> Any:
        """Return one document."""
        return firm()

    @pytest.fixture
    def malformed(self) -> Malformed:
        """Return a document with a stray number."""
        return Malformed(document(extraction("p", "Ivo"), 42), 1)

    test_what_is_built_is_read_back = None  # type: ignore[assignment]
    test_what_a_model_infers_is_not_refuted = None  # type: ignore[assignment]
