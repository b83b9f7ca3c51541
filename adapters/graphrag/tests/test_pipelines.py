"""Do our workflows stand where they have to, and is it said loudly when GraphRAG changed?"""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import pytest

from openodke.errors import AdapterError, InputError, MissingExtraError
from openodke_graphrag import register_workflows
from openodke_graphrag.pipelines import OURS, with_ours

STANDARD = ["extract_graph", "finalize_graph", "extract_covariates", "create_communities"]
UPDATE = [*STANDARD, "update_entities_relationships", "update_clean_state"]
FAST = ["extract_graph_nlp", "prune_graph", "finalize_graph", "create_communities"]


def test_the_gate_stands_before_ids_are_given() -> None:
    """The graph is gated as it was extracted; annotated when its columns are final."""
    assert with_ours("standard", STANDARD) == [
        "odke_settings",
        "extract_graph",
        "odke_gate",
        "finalize_graph",
        "extract_covariates",
        "odke_annotate",
        "create_communities",
    ]


def test_an_update_is_annotated_once_more_when_it_is_merged() -> None:
    """Last of all: no workflow after it drops a column."""
    assert with_ours("standard-update", UPDATE)[-1] == "odke_annotate_update"


def test_fast_pipelines_have_no_gate() -> None:
    """Noun phrases that stand together claim nothing."""
    assert with_ours("fast", FAST) == [
        "odke_settings",
        "extract_graph_nlp",
        "prune_graph",
        "finalize_graph",
        "odke_annotate",
        "create_communities",
    ]


@pytest.mark.parametrize("workflows", [STANDARD, UPDATE, FAST])
def test_twice_is_once(workflows: list[str]) -> None:
    """Registered again, each stands where it stood."""
    once = with_ours("standard", workflows)
    assert with_ours("standard", once) == once


@pytest.mark.parametrize(
    ("method", "workflows", "missing"),
    [
        ("standard", None, "there is no pipeline 'standard'"),
        ("standard", ["extract", "finalize_graph", "create_communities"], "extract_graph and"),
        ("standard", ["finalize_graph", "extract_graph", "create_communities"], "extract_graph"),
        ("standard", ["extract_graph", "finalize_graph"], "finalize_graph and, after it, create"),
        ("standard-update", STANDARD, "does not run update_entities_relationships"),
    ],
)
def test_a_pipeline_without_our_places_is_an_error_that_names_them(
    method: str, workflows: Any, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GraphRAG's workflows are internal: a change must not pass as a run without a check."""
    monkeypatch.setattr("importlib.metadata.version", lambda _: "9.9.9")
    with pytest.raises(AdapterError) as caught:
        with_ours(method, workflows)
    assert "graphrag 9.9.9 has other workflows" in str(caught.value)
    assert missing in str(caught.value)


@pytest.mark.framework
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("here")
class TestWithGraphRAG:
    """What is relied on of GraphRAG's internals, named one by one."""

    @pytest.fixture(autouse=True)
    def installed(self) -> None:
        """Skip where GraphRAG is not installed."""
        pytest.importorskip("graphrag", reason="graphrag is not installed here")

    def test_every_pipeline_gets_our_workflows(self) -> None:
        """All methods that the command offers, and each workflow in them is registered."""
        from graphrag.config.enums import IndexingMethod
        from graphrag.index.workflows.factory import PipelineFactory

        register_workflows()
        register_workflows()
        assert {method.value for method in IndexingMethod} == {
            "standard",
            "fast",
            "standard-update",
            "fast-update",
        }
        for method in IndexingMethod:
            names = PipelineFactory.pipelines[method]
            assert len(set(names)) == len(names)
            assert ("odke_gate" in names) == method.value.startswith("standard")
            assert {"odke_settings", "odke_annotate"} <= set(names)
            assert set(names) <= set(PipelineFactory.workflows)
        assert set(OURS) <= set(PipelineFactory.workflows)

    def test_a_workflow_is_called_with_configuration_and_context(self) -> None:
        """As GraphRAG's own are, and returns what they return."""
        from graphrag.index.workflows import extract_graph
        from graphrag.index.workflows.factory import PipelineFactory

        register_workflows()
        theirs = list(inspect.signature(extract_graph.run_workflow).parameters)
        assert theirs == ["config", "context"]
        for name in OURS:
            workflow = PipelineFactory.workflows[name]
            assert list(inspect.signature(workflow).parameters) == theirs
            assert inspect.iscoroutinefunction(workflow)

    def test_the_context_has_what_is_used_of_it(self) -> None:
        """Tables of now and of the run before, the cache, and the state."""
        from dataclasses import fields

        from graphrag.index.typing.context import PipelineRunContext

        used = {"output_table_provider", "previous_table_provider", "cache", "state"}
        assert used <= {field.name for field in fields(PipelineRunContext)}

    @pytest.mark.parametrize("attribute", ["pipelines", "register_pipeline"])
    def test_a_factory_of_another_make_is_an_error(
        self, monkeypatch: pytest.MonkeyPatch, attribute: str
    ) -> None:
        """Before a run has begun, and naming the way without the hook."""
        from graphrag.index.workflows.factory import PipelineFactory

        monkeypatch.delattr(PipelineFactory, attribute)
        with pytest.raises(AdapterError, match="odke ground --adapter graphrag"):
            register_workflows()

    @pytest.mark.parametrize("options", [{"on_refusal": "keep"}, {"judge": " "}, {"examples": [1]}])
    def test_an_option_that_cannot_be_is_refused(self, options: dict[str, Any]) -> None:
        """At once, and not in the middle of a run."""
        with pytest.raises(InputError, match=f"register_workflows.{next(iter(options))}"):
            register_workflows(**options)


def test_without_graphrag_the_line_that_installs_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Exports are read without it; a run needs it."""
    monkeypatch.setattr("openodke_graphrag.pipelines.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"pip install .graphrag>=3\.0\.2,<4"):
        register_workflows()


def test_importing_the_adapter_imports_no_framework() -> None:
    """`ground_graph` loads every installed adapter, and most runs are of another framework."""
    code = (
        "import sys, openodke_graphrag; openodke_graphrag.GraphRAGAdapter().accepts([1]); "
        "print(sorted({'graphrag', 'pandas', 'litellm', 'typer'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
