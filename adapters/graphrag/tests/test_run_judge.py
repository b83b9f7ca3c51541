"""Is a model of GraphRAG's own settings asked about the claims of a run?"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from indexing_run import add_sale, run, verdicts
from mock_project import MERGED, MockProject

from openodke import LLMGrounder, ground_graph
from openodke.llm import Message, ModelSpec
from openodke_graphrag import register_workflows
from openodke_graphrag.completion_client import GraphRAGModelClient

pytest.importorskip("graphrag", reason="graphrag is not installed here")
pytestmark = [
    pytest.mark.framework,
    pytest.mark.filterwarnings("ignore"),  # those of GraphRAG's own imports
    pytest.mark.usefixtures("here"),
]


def test_the_model_that_the_settings_name_is_asked(project: MockProject) -> None:
    """`odke.judge` is one of the completion_models; each distinct claim is one question."""
    register_workflows()
    project.answer(judge=["SUPPORTED"])
    project.set(odke={"judge": "judge"})
    results = {result.workflow: result.result for result in run(project)}
    assert results["odke_gate"]["calls"] == 10  # 11 claims, two of them alike
    assert results["odke_annotate"]["calls"] == 1  # the other claim's quote is not in the text
    assert set(verdicts(project).values()) == {("supported", "supported")}
    assert {row["grounder"] for row in project.rows("odke_verdicts")} == {"model@1", "span@1"}


def test_what_the_model_refutes_is_left_out(project: MockProject) -> None:
    """The first five answers are on the relationships, in their order."""
    register_workflows(on_refusal="drop", judge="judge")
    project.answer(judge=["SUPPORTED", "CONTRADICTED", *["SUPPORTED"] * 30])
    run(project)
    assert "MARA OSTREL -> HUGO LANT" not in verdicts(project)
    assert len(verdicts(project)) == 4


def test_an_update_asks_about_what_is_new_alone(project: MockProject) -> None:
    """Old claims were answered; of the merged descriptions each sentence is asked on each text."""
    register_workflows(judge="judge")
    project.answer(judge=["SUPPORTED"])
    run(project)
    add_sale(project)
    results = {result.workflow: result.result for result in run(project, update=True)}
    assert (
        results["odke_annotate_update"]["calls"] == 2 * 2 * 2
    )  # items, texts, sentences; two alike


def test_a_merged_description_is_judged_sentence_by_sentence(project: MockProject) -> None:
    """One sentence that no text holds does not refute the others: partly supported, 1 of 2."""
    register_workflows(judge="judge")
    project.answer(judge=["SUPPORTED"])
    run(project)
    add_sale(project)
    project.answer(judge=["SUPPORTED"])
    run(project, update=True)
    (row,) = [r for r in project.rows("relationships") if r["description"] == MERGED]
    assert row["odke_reason"] == "supported"

    class SaleDenied:
        """Finds the sentence on the year in no text."""

        def complete(self, messages: Any, **_: Any) -> Any:
            """Answer by what is asked."""
            from openodke.llm import Completion

            asked = messages[-1].content
            said = "NOT_FOUND" if "made in 1999" in asked else "SUPPORTED"
            return Completion(text=said, model="by-hand")

    grounder = LLMGrounder(client=SaleDenied())
    export = ground_graph(project.root / "output", adapter="graphrag", grounder=grounder).annotate()
    judged = {r["description"]: r for r in export.table("relationships").to_pylist()}
    assert judged[MERGED]["odke_verdict"] == "not_found"
    assert judged[MERGED]["odke_reason"] == "partly_supported 1/2"


def test_a_model_that_does_not_answer_drops_nothing(
    project: MockProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed call leaves a claim unchecked, and it is said that nobody answered."""
    from graphrag_llm.completion.mock_llm_completion import MockLLMCompletion

    told: list[str] = []
    register_workflows(on_refusal="drop", judge="judge", tell=told.append)
    answered = MockLLMCompletion.completion

    def failing(self: Any, /, **kwargs: Any) -> Any:
        if self._mock_responses == ["silence"]:
            raise ValueError("the model is out")
        return answered(self, **kwargs)

    monkeypatch.setattr(MockLLMCompletion, "completion", failing)
    project.answer(judge=["silence"])
    run(project)
    assert set(verdicts(project).values()) == {("unchecked", "call_failed")}
    assert told[1].startswith(
        "odke gate: no question was answered with a verdict: 10 of 10 calls got no verdict"
    )
    (annotated,) = [line for line in told[2:] if "got no verdict" in line]
    assert annotated.startswith("odke annotate: ")


def test_claims_of_one_text_go_together_and_words_go_first(project: MockProject) -> None:
    """A joint answer that names no verdict is asked for again, claim by claim."""
    register_workflows()
    project.answer(judge=["SUPPORTED"])
    project.set(odke={"judge": "judge", "joint": 20, "cascade": True, "recheck": 1.0})
    results = {result.workflow: result.result for result in run(project)}
    assert results["odke_gate"]["calls"] == 10 + 1
    assert set(verdicts(project).values()) == {("supported", "supported")}


def test_a_model_that_answers_garbage_is_told_of(project: MockProject) -> None:
    """Each call was answered, and none with a verdict."""
    told: list[str] = []
    register_workflows(judge="judge", tell=told.append)
    project.answer(judge=["I am a teapot"])
    results = {result.workflow: result.result for result in run(project)}
    assert results["odke_gate"]["unparseable"] == 10
    assert told[1] == (
        "odke gate: no question was answered with a verdict: 10 of 10 calls got no verdict "
        "(the answer named none): those claims stay unchecked"
    )


def test_the_client_says_what_graphrags_model_answered() -> None:
    """Text, model and tokens; synchronously and awaited."""
    from graphrag_llm.completion import create_completion
    from graphrag_llm.config import ModelConfig

    config = ModelConfig(
        type="mock", model_provider="mock", model="scripted", mock_responses=["SUPPORTED", "no"]
    )
    client = GraphRAGModelClient(create_completion(config))
    spec = ModelSpec(model="mock/scripted")
    first = client.complete([Message(content="Does it say so?")], spec=spec)
    second = asyncio.run(client.acomplete([Message(content="Does it?")], spec=spec, schema={}))
    assert [first.text, second.text] == ["SUPPORTED", "no"]
    assert first.model
