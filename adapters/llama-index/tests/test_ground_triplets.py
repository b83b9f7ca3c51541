"""What does GroundTriplets leave of the relations that pass through it?"""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, Relation
from llama_index.core.ingestion.pipeline import get_transformation_hash
from llama_index.core.llms import MockLLM
from llama_index.core.schema import MetadataMode, TextNode
from mill_nodes import FERRY, MILL, MILL_CLAIMS, as_dicts, mill_nodes, said, text_node
from scripted_llm import ScriptedLLM

from openodke import Ontology
from openodke.errors import InputError, ProviderNotInstalled
from openodke.llm import register, unregister
from openodke_llama_index import GroundTriplets, LlamaIndexClient

SAID = [
    ("Mara ostrel Runs Fenwick mill", "unchecked"),
    ("Fenwick mill Lies in Porto", "not_found"),
    ("Mara ostrel Runs Fenwick mill", "unchecked"),
    ("Hugo lant Keeps Ferry", "unchecked"),
    ("Mara ostrel Met Hugo lant", "unchecked"),
]
JUDGE = {"Fenwick mill": "supported", "Hugo": "supported"}


@pytest.fixture(autouse=True)
def _provider() -> Iterator[None]:
    """Have openodke's own models of one name served by LlamaIndex's, scripted."""
    register("mill", lambda _: LlamaIndexClient(ScriptedLLM(otherwise="supported")))
    yield
    unregister("mill")


def run(component: GroundTriplets, nodes: list[TextNode], how: str) -> list[Any]:
    """Run a component on nodes, called or awaited."""
    if how == "called":
        return list(component(nodes))
    return list(asyncio.run(component.acall(nodes)))


both_ways = pytest.mark.parametrize("how", ["called", "awaited"])


@both_ways
def test_marking_writes_a_verdict_on_every_relation(how: str) -> None:
    """The same nodes come back, in order, with new relations that say how each stands."""
    nodes = mill_nodes()
    before = [relation for node in nodes for relation in node.metadata["relations"]]
    checked = run(GroundTriplets(), nodes, how)
    assert [id(node) for node in checked] == [id(node) for node in nodes]
    assert said(checked) == SAID
    assert all("odke_verdict" not in relation.properties for relation in before)


@both_ways
def test_keeping_leaves_out_what_is_refuted(how: str) -> None:
    """Porto, which only a refuted relation had, goes with it; everyone else stays."""
    checked = run(GroundTriplets(keep=True), mill_nodes(), how)
    assert said(checked) == [one for one in SAID if one[1] != "not_found"]
    names = {node.name for node in checked[0].metadata["nodes"]}
    assert names == {"Mara ostrel", "Fenwick mill"}


@both_ways
def test_a_model_of_llama_index_gives_the_verdicts(how: str) -> None:
    """It is asked once a claim and text, and what it cost is in the summary."""
    llm = ScriptedLLM(otherwise="not_found", answers={"Met": "supported"}, tokens=(50, 2))
    component = GroundTriplets(llm=llm, keep=True)
    checked = run(component, mill_nodes(), how)
    assert said(checked) == [("Mara ostrel Met Hugo lant", "supported")]
    summary = component.summary
    assert summary is not None
    assert (summary.calls, summary.tokens, len(llm.prompts)) == (4, 208, 4)
    assert checked[0].metadata["relations"] == []
    assert checked[0].metadata["nodes"] == []


def test_a_relation_is_checked_on_the_text_and_not_on_itself() -> None:
    """In any other mode than NONE a node's content holds the relations themselves."""
    node = text_node("Nothing of note happened.", [("Vantor", "Sells", "Pumps")])
    assert "Vantor" in node.get_content(metadata_mode=MetadataMode.LLM)
    assert said(list(GroundTriplets()([node]))) == [("Vantor Sells Pumps", "not_found")]


def test_a_model_is_shown_no_relations() -> None:
    """Only the text stands in the question."""
    llm = ScriptedLLM(otherwise="not_found")
    GroundTriplets(llm=llm)(mill_nodes())
    assert all("Relation(" not in prompt and "EntityNode" not in prompt for prompt in llm.prompts)


@pytest.mark.parametrize("keep", [False, True])
def test_what_only_the_metadata_says_is_told_apart(keep: bool) -> None:
    """It is not refuted: the extractor's model was shown the metadata above the text."""
    claims = [("Mara Ostrel", "Wrote", "Report"), ("Vantor", "Wrote", "Report")]
    text = "The report counts the ferries of Skerry."
    node = text_node(text, claims, metadata={"author": "Mara Ostrel", "year": 1912})
    relations = GroundTriplets(keep=keep)([node])[0].metadata["relations"]
    told = [(r.properties["odke_verdict"], r.properties["odke_reason"]) for r in relations]
    refuted = [] if keep else [("not_found", "subject_absent")]
    assert told == [("unchecked", "metadata_only"), *refuted]


def test_a_model_that_finds_it_in_the_metadata_says_so() -> None:
    """Supported, for the reason that it is from the metadata; the evidence names it."""
    llm = ScriptedLLM(answers={"author: Mara Ostrel": "supported"}, otherwise="not_found")
    claim = ("Mara Ostrel", "Wrote", "Report")
    node = text_node("The report is long.", [claim], metadata={"author": "Mara Ostrel"})
    properties = GroundTriplets(llm=llm)([node])[0].metadata["relations"][0].properties
    assert properties["odke_verdict"] == "supported"
    assert properties["odke_reason"] == "metadata_only"
    assert properties["odke_evidence"].startswith("chunk-1#metadata:")


def test_metadata_that_the_extractor_was_not_shown_does_not_count() -> None:
    """An excluded key is no source."""
    node = text_node(
        "The report is long.",
        [("Mara Ostrel", "Wrote", "Report")],
        metadata={"author": "Mara Ostrel"},
        excluded_llm_metadata_keys=["author"],
    )
    assert said(list(GroundTriplets()([node])))[0][1] == "not_found"


def test_a_relation_of_two_nodes_has_one_verdict() -> None:
    """A store keeps the first copy: it names every node that bears the relation out."""
    claim = ("Mara Ostrel", "Runs", "Fenwick mill")
    other = "The ferry is late."
    nodes = [
        text_node(other, [claim], node_id="a"),
        text_node(MILL, [claim], node_id="b"),
        text_node("Mara Ostrel runs the Fenwick mill, they say.", [claim], node_id="c"),
    ]
    checked = GroundTriplets(llm=ScriptedLLM(answers={other: "not_found"}, otherwise="supported"))
    for node in checked(nodes):
        properties = node.metadata["relations"][0].properties
        assert properties["odke_verdict"] == "supported"
        assert json.loads(properties["odke_doc_ids"]) == ["b", "c"]
        assert [p.partition(":")[0] for p in properties["odke_evidence"].split("|")] == ["b", "c"]


def test_each_copy_may_keep_its_own_verdict() -> None:
    """Where nothing is merged."""
    claim = ("Mara Ostrel", "Runs", "Fenwick mill")
    nodes = [text_node("The ferry is late.", [claim], node_id="a"), text_node(MILL, [claim])]
    verdicts = [verdict for _, verdict in said(list(GroundTriplets(merge=False)(nodes)))]
    assert verdicts == ["not_found", "unchecked"]


def test_a_second_run_says_the_same() -> None:
    """What the first run wrote is replaced, and is no claim of its own."""
    once = [node.model_copy(deep=True) for node in GroundTriplets()(mill_nodes())]
    twice = GroundTriplets()([node.model_copy(deep=True) for node in once])
    assert list(twice) == once


def test_entities_of_no_relation_stay() -> None:
    """They are findings of another extractor; so do chunks."""
    free, chunk = EntityNode(name="Tolby", label="GEO"), ChunkNode(text="A chunk", id_="c")
    node = text_node(MILL, MILL_CLAIMS[1:2], more_nodes=(free, chunk))
    checked = GroundTriplets(keep=True)([node])[0]
    assert checked.metadata["relations"] == []
    assert checked.metadata["nodes"] == [free, chunk]
    assert checked.metadata["nodes"][0] is free


def test_an_entity_of_another_relation_stays() -> None:
    """The mill is in a relation that is kept."""
    kept = GroundTriplets(keep=True)([text_node(MILL, MILL_CLAIMS)])[0]
    assert {node.name for node in kept.metadata["nodes"]} == {"Mara ostrel", "Fenwick mill"}


def test_relations_between_nodes_of_the_index_pass_unchanged() -> None:
    """They are no facts; keeping drops none of them."""
    implicit = Relation(label="SOURCE", source_id="chunk-1", target_id="book", properties={"x": 1})
    other = Relation(label="PREVIOUS", source_id="chunk-1", target_id="book")
    node = text_node(FERRY, more_relations=(implicit, other))
    relations = GroundTriplets(keep=True)([node])[0].metadata["relations"]
    assert relations == [implicit, other]
    assert relations[0] is implicit
    assert implicit.properties == {"x": 1}


def test_it_runs_inside_a_running_loop() -> None:
    """As in a notebook or a web server, called and awaited, with a model and without one."""
    llm = ScriptedLLM(otherwise="supported")

    async def inside() -> list[list[tuple[str, str]]]:
        called = GroundTriplets()(mill_nodes())
        asked = GroundTriplets(llm=llm)(mill_nodes())
        awaited = await GroundTriplets(llm=llm).acall(mill_nodes())
        return [said(list(nodes)) for nodes in (called, asked, awaited)]

    called, asked, awaited = asyncio.run(inside())
    assert called == SAID
    assert asked == awaited
    assert {verdict for _, verdict in asked} == {"supported"}


def test_dicts_of_a_cache_become_objects() -> None:
    """An index could not take them."""
    nodes = GroundTriplets()(as_dicts(mill_nodes()))
    assert said(list(nodes)) == SAID
    assert {type(one) for node in nodes for one in node.metadata["nodes"]} == {EntityNode}


def test_what_can_be_no_relation_is_left_out_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An index would stop at it; its neighbours go through."""
    node = text_node(MILL, MILL_CLAIMS, more_relations=("Vantor SELLS pumps", {"label": "X"}, None))
    with caplog.at_level(logging.WARNING):
        relations = GroundTriplets()([node])[0].metadata["relations"]
    assert len(relations) == 3
    assert "malformed" in caplog.text


SETTINGS: dict[str, Any] = {
    "keep": True,
    "merge": False,
    "num_workers": 3,
    "prompt": "ground.onyx",
    "context": "document",
    "locate": True,
    "examples": ["Vantor"],
    "ontology": Ontology(name="mill"),
    "model": "mill/small",
    "llm": MockLLM(),
    "joint": 4,
    "cascade": True,
    "recheck": 0.5,
}
BESIDE: dict[str, dict[str, Any]] = {  # what a setting is of use with
    "joint": {"llm": MockLLM()},
    "cascade": {"llm": MockLLM()},
    "recheck": {"llm": MockLLM(), "cascade": True},
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_setting_is_in_the_hash_of_a_cache(setting: str) -> None:
    """Another setting is another question: a cached answer is none to it."""
    nodes = mill_nodes()
    beside = BESIDE.get(setting, {})
    changed = GroundTriplets(**{**beside, setting: SETTINGS[setting]})
    hashes = {get_transformation_hash(nodes, one) for one in (GroundTriplets(**beside), changed)}
    assert len(hashes) == 2
    assert get_transformation_hash(nodes, GroundTriplets(**beside)) in hashes


def test_the_releases_are_in_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer openodke may judge otherwise."""
    before = get_transformation_hash([], GroundTriplets())
    monkeypatch.setattr("openodke_llama_index.ground_triplets.openodke_version", "9.9")
    assert get_transformation_hash([], GroundTriplets()) != before


def test_every_setting_is_one_that_the_hash_is_tried_with() -> None:
    """So that a new one is not forgotten."""
    assert set(GroundTriplets.model_fields) - {"judge", "openodke"} == set(SETTINGS)


@pytest.mark.parametrize("settings", [{}, {"keep": True, "examples": ["Vantor"]}])
def test_it_is_read_back_from_its_dict(settings: dict[str, Any]) -> None:
    """As LlamaIndex stores components."""
    component = GroundTriplets(**settings)
    assert GroundTriplets.from_dict(component.to_dict()).to_dict() == component.to_dict()
    assert GroundTriplets.from_json(component.to_json()).to_dict() == component.to_dict()


def test_it_is_pickled_with_its_settings() -> None:
    """And with a model that can be pickled."""
    component = GroundTriplets(llm=ScriptedLLM(otherwise="supported"), keep=True)
    again = pickle.loads(pickle.dumps(component))
    assert again.to_dict() == component.to_dict()
    assert {verdict for _, verdict in said(list(again(mill_nodes())))} == {"supported"}


class LockedLLM(ScriptedLLM):
    """A model that cannot be pickled."""

    def __reduce__(self) -> Any:
        """Refuse."""
        raise TypeError("cannot pickle '_thread.lock' object")


def test_a_model_that_is_lost_in_a_pickle_is_an_error(caplog: pytest.LogCaptureFixture) -> None:
    """LlamaIndex leaves it out: checked without it, every relation would pass as unchecked."""
    with caplog.at_level(logging.CRITICAL):
        again = pickle.loads(pickle.dumps(GroundTriplets(llm=LockedLLM())))
    with pytest.raises(InputError, match=r"lost its llm.*model="):
        again(mill_nodes())


@both_ways
def test_a_model_of_openodke_gives_the_verdicts(how: str) -> None:
    """By its name, through the client that is registered for it."""
    checked = run(GroundTriplets(model="mill/small"), mill_nodes(), how)
    assert {verdict for _, verdict in said(checked)} == {"supported"}


def test_a_model_that_nobody_serves_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not after the whole index was extracted."""
    monkeypatch.setitem(sys.modules, "litellm", None)  # as if it were not installed
    with pytest.raises(ProviderNotInstalled, match="nobody"):
        GroundTriplets(model="nobody/small")


def test_a_prompt_that_is_not_there_is_refused_at_once() -> None:
    """As LLMGrounder refuses it."""
    with pytest.raises(InputError, match=r"ground\.nothing"):
        GroundTriplets(llm=MockLLM(), prompt="ground.nothing")


def test_two_judges_are_refused() -> None:
    """Either a model of LlamaIndex or one of openodke."""
    with pytest.raises(InputError, match="leave out one"):
        GroundTriplets(llm=MockLLM(), model="mill/small")


def test_what_is_no_model_is_refused_at_once() -> None:
    """Not after the whole index was extracted."""
    with pytest.raises(InputError, match="no LLM of LlamaIndex"):
        GroundTriplets(llm="gpt")


def test_a_call_that_fails_is_made_again() -> None:
    """By openodke; the client itself tries once."""
    llm = ScriptedLLM(otherwise="supported", fails=1)
    claim = [("Hugo Lant", "Keeps", "Ferry")]
    checked = GroundTriplets(llm=llm)([text_node(FERRY, claim)])
    assert said(list(checked)) == [("Hugo Lant Keeps Ferry", "supported")]
    assert len(llm.prompts) == 2


def test_nothing_is_dropped_where_texts_and_graph_do_not_belong_together(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The run says so, and marks the relations unchecked."""
    claims = [(f"Vantor {at}", "Sells", f"Pump {at}") for at in range(30)]
    with caplog.at_level(logging.WARNING):
        checked = GroundTriplets(keep=True)([text_node(MILL, claims)])
    assert len(said(list(checked))) == 30
    assert "refutes nothing" in caplog.text


def test_a_text_in_another_script_does_not_keep_the_others_from_being_kept() -> None:
    """Only what is said of that text is left unchecked."""
    nodes = [
        text_node(MILL, MILL_CLAIMS),
        text_node("製粉所は古い。", [("Vantor", "Sells", "Pumps")]),
    ]
    checked = GroundTriplets(keep=True)(nodes)
    assert [verdict for _, verdict in said(list(checked))] == ["unchecked"] * 3
    assert len(checked[1].metadata["relations"]) == 1


@pytest.mark.parametrize("keep", [False, True])
def test_a_relation_from_nothing_is_kept_out_of_an_index(keep: bool) -> None:
    """Marked, it says what it lacks."""
    node = text_node("Vantor sells pumps.", [("", "Sells", "Pumps"), ("Vantor", "Sells", "Pumps")])
    checked = GroundTriplets(keep=keep)([node])[0]
    reasons = [r.properties["odke_reason"] for r in checked.metadata["relations"]]
    assert reasons[-1] == "same_sentence"
    assert reasons[:-1] == ([] if keep else ["empty_subject"])
    assert ("" in {node.name for node in checked.metadata["nodes"]}) is not keep


def test_what_is_written_survives_a_store_that_strips_falsy_values() -> None:
    """Neo4j's store drops what is false, empty or none when it reads."""
    for node in GroundTriplets()(mill_nodes()):
        for relation in node.metadata["relations"]:
            ours = {k: v for k, v in relation.properties.items() if k.startswith("odke_")}
            assert ours
            assert all(isinstance(value, str) and value for value in ours.values())
