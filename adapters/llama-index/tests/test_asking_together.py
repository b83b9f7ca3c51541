"""Are several relations asked about in one call, and do words go before the model?"""

from __future__ import annotations

import asyncio

import pytest
from mill_nodes import mill_nodes, said
from scripted_llm import ScriptedLLM

from openodke.errors import InputError
from openodke_llama_index import GroundTriplets


@pytest.mark.parametrize("awaited", [False, True])
def test_words_go_first_and_a_careless_model_does_not_overrule_them(awaited: bool) -> None:
    """It is asked about the rest, several claims of one text at once."""
    llm = ScriptedLLM(otherwise="supported")
    component = GroundTriplets(llm=llm, cascade=True, joint=10)
    nodes = mill_nodes()
    checked = asyncio.run(component.acall(nodes)) if awaited else component(nodes)
    assert said(list(checked)) == [
        ("Mara ostrel Runs Fenwick mill", "supported"),
        ("Fenwick mill Lies in Porto", "not_found"),  # by the words
        ("Mara ostrel Runs Fenwick mill", "supported"),
        ("Hugo lant Keeps Ferry", "supported"),
        ("Mara ostrel Met Hugo lant", "supported"),
    ]
    summary = component.summary
    assert summary is not None
    assert (summary.cascade, summary.shared) == ({"refuted": 1, "left": 4}, 1)
    together = [prompt for prompt in llm.prompts if "Claims:\n" in prompt]
    assert len(together) == summary.joint["calls"] == 1


@pytest.mark.parametrize("given", [{"joint": 4}, {"cascade": True}, {"recheck": 0.5}])
def test_a_way_to_ask_without_a_model_is_refused(given: dict[str, float]) -> None:
    """Where the component is built."""
    with pytest.raises(InputError, match="are ways to ask: add llm= or model="):
        GroundTriplets(**given)  # type: ignore[arg-type]
