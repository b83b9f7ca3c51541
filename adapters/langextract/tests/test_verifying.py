"""Does one line after `lx.extract` do?"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest
from extraction_samples import document, extraction, firm, relationship
from scripted_judge import ScriptedJudge

from openodke import LexicalGrounder, VerdictGate, ground_graph
from openodke.errors import AdapterError, InputError
from openodke_langextract import averify, verify, visualize


def said(native: Any, at: int) -> tuple[str, str]:
    """Return verdict and reason of an extraction."""
    held = native["extractions"][at]["attributes"]
    return held["odke_verdict"], held["odke_reason"]


def test_names_of_the_examples_are_leaks_where_the_text_does_not_hold_them() -> None:
    """Objects, dicts and bare names will do; a name that the text holds is no leak."""
    examples = [
        document(extraction("person", "Odd Fenn", knows="Fenwick Mill"), extraction("p", "Ivo"))
    ]
    native = document(
        extraction("person", "Odd Fenn"),
        extraction("person", "Ivo"),
        relationship("Ivo", "Ivo", "runs", "Fenwick Mill"),
        extraction("person", "Sten Lant"),
    )
    for given in (examples, examples[0], ["Odd Fenn", "Fenwick Mill", "Ivo"]):
        checked = verify(native, examples=given)
        assert said(checked, 0) == ("not_found", "prompt_example")
        assert said(checked, 1)[0] == "unchecked"
        assert said(checked, 2) == ("not_found", "prompt_example")
        assert said(checked, 3) == ("not_found", "subject_absent")


def test_a_phrase_of_the_examples_is_a_leak_too() -> None:
    """And no mere misquotation."""
    native = document(relationship("she runs the old mill", "Ivo", "runs", "Tolby"))
    examples = [document(extraction("relationship", "She runs  the old mill"))]
    assert said(verify(native), 0) == ("not_found", "quote_absent")
    assert said(verify(native, examples=examples), 0)[1] in ("prompt_example", "partly_named")


def test_a_model_can_be_asked() -> None:
    """About each claim, on the sentence that names both ends; what it says is written back."""
    client = ScriptedJudge({"founded": "supported", "owns": "contradicted"})
    native = document(
        relationship("founded Ostrel Marine", "Mara Ostrel", "founded", "Ostrel Marine"),
        relationship("ferry Kittiwake", "firm", "owns", "Kittiwake"),
    )
    checked = verify(native, llm=client)
    assert [said(checked, at)[0] for at in (0, 1)] == ["supported", "contradicted"]
    asked = next(message for message in client.asked if "founded" in message)
    assert "Mara Ostrel founded Ostrel Marine in Tolby in 1998." in asked
    assert "Kittiwake" not in asked


def test_a_grounder_of_ones_own_can_be_handed_in() -> None:
    """But not beside a client: they both say who gives the verdicts."""
    assert verify(firm(), grounder=LexicalGrounder()) == verify(firm())
    with pytest.raises(InputError, match="llm= and grounder="):
        verify(firm(), llm=ScriptedJudge({}), grounder=LexicalGrounder())


def test_it_can_be_awaited() -> None:
    """With the same verdicts."""
    assert asyncio.run(averify(firm())) == verify(firm())
    assert asyncio.run(averify(firm(), keep=True)) == verify(firm(), keep=True)


def test_what_langextract_does_not_return_is_refused() -> None:
    """By what it is."""
    with pytest.raises(AdapterError, match=r"langextract.*builtins\.int"):
        verify(7)


def test_the_adapter_is_found_without_its_name() -> None:
    """By `ground_graph`, whatever else is installed."""
    grounded = ground_graph(firm())
    assert grounded.adapter is not None
    assert grounded.adapter.name == "langextract"


def test_nothing_here_imports_langextract() -> None:
    """To read dicts and files, to check and to write back, it need not be installed."""
    script = (
        "import sys; sys.modules['langextract'] = None\n"
        "from openodke.interop import load_adapter\n"
        "import openodke_langextract as o\n"
        "adapter = load_adapter('langextract')\n"
        "item = {'extraction_class': 'p', 'extraction_text': 'Ivo'}\n"
        "native = {'extractions': [item], 'text': 'Ivo'}\n"
        "assert adapter.accepts(native)\n"
        "print(o.verify(native)['extractions'][0]['attributes']['odke_verdict'])\n"
        "sys.modules.pop('langextract')\n"
        "assert not [m for m in sys.modules if m.startswith('langextract')]"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "unchecked"


def test_dropping_against_the_wrong_text_is_refused_and_can_be_forced() -> None:
    """With advice that can be followed."""
    people = [f"{name} Fenn" for name in "Odd Sten Ulla Per Tove Nils Ann Kai Liv Ove Una".split()]
    native = document(
        *(relationship(name, name, "runs", "Fenwick Mill") for name in people), text="It rained."
    )

    def awaited(*given: Any, **arguments: Any) -> Any:
        return asyncio.run(averify(*given, **arguments))

    for checking in (verify, awaited):
        with pytest.raises(InputError, match=r"nothing is left out.*force=True"):
            checking(native, keep=True)
        kept = checking(native, keep=True, force=True)
        assert [said(kept, at) for at, _ in enumerate(people)] == [
            ("unchecked", "text_mismatch")
        ] * len(people)


@pytest.mark.parametrize(
    ("native", "message"),
    [
        ({"document_id": "a", "text": "b"}, "'extractions' is missing"),
        ([{"document_id": "a", "text": "b"}], r"document\[0\].*'extractions' is missing"),
        ({"text": "b", "extractions": {}}, "has a dict as its 'extractions'"),
        ({"extractions": []}, "neither 'text' nor 'document_id'"),
        ([extraction("person", "Ivo")], "without its document"),
    ],
)
def test_a_document_that_lacks_something_is_told_what(native: Any, message: str) -> None:
    """In place of the name of its class."""
    with pytest.raises(InputError, match=message):
        verify(native)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"examples": "Odd Fenn"}, "examples: 'Odd Fenn' is a str: hand in the list"),
        ({"examples": [3]}, "examples, an item of it: 3 is a int"),
        ({"examples": None}, "examples: None is a NoneType"),
        ({"gate": 5}, "gate=5 has no method validate"),
        ({"gate": VerdictGate}, "has no method validate"),
        ({"llm": 5}, "llm=5 has no method complete"),
        ({"documents": {"z": "text"}}, "documents= takes a list of Document, and this is a dict"),
    ],
)
def test_an_argument_of_another_kind_is_refused_by_its_name(arguments: Any, message: str) -> None:
    """Before anything is looked at."""
    with pytest.raises(InputError, match=message):
        verify(firm(), **arguments)


@pytest.mark.parametrize("given", [None, 5, [3]])
def test_nothing_that_is_no_document_is_shown(given: Any) -> None:
    """As nothing that is none is checked."""
    with pytest.raises(AdapterError, match="does not accept"):
        visualize(given)


@pytest.mark.parametrize("empty", [[], (), iter(())])
def test_nothing_comes_back_as_nothing(empty: Any) -> None:
    """In the form it had; an iterator as a list."""
    assert verify(empty) == (() if empty == () else [])
    assert verify(empty, keep=True) == (() if empty == () else [])


def test_words_go_first_and_claims_go_together() -> None:
    """A careless model is not asked about what the text does not name."""
    client = ScriptedJudge({"Claims:": "no", "founded": "supported", "owns": "supported"})
    native = document(
        relationship("founded Ostrel Marine", "Mara Ostrel", "founded", "Ostrel Marine"),
        relationship("ferry Kittiwake", "firm", "owns", "Zephyr Line"),
    )
    checked = verify(native, llm=client, cascade=True, joint=5)
    assert said(checked, 0) == ("supported", "supported")
    assert said(checked, 1) == ("not_found", "object_absent")
    assert asyncio.run(averify(native, llm=client, cascade=True, joint=5)) == checked
    for given in ({"joint": 2}, {"cascade": True}, {"recheck": 0.1}):
        with pytest.raises(InputError, match="are ways to ask: add llm="):
            verify(native, **given)  # type: ignore[arg-type]
