"""Where in GraphRAG's pipelines do our workflows stand?

GraphRAG calls its workflows and their factory internals that may change at any time. So what is
relied on is looked for, and what is not there is an error before a run has begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import Any

from openodke.errors import AdapterError, MissingExtraError
from openodke_graphrag.run_settings import RunSettings

CHECK_SETTINGS = "odke_settings"
GATE = "odke_gate"
ANNOTATE = "odke_annotate"
ANNOTATE_UPDATE = "odke_annotate_update"
OURS = (CHECK_SETTINGS, GATE, ANNOTATE, ANNOTATE_UPDATE)
"""The names of our workflows, as `workflows:` in settings.yaml has them."""


def register_workflows(
    *,
    on_refusal: str | None = None,
    judge: str | None = None,
    examples: Iterable[str] | None = None,
    predicate_column: str | None = None,
    tell: Callable[[str], None] | None = None,
) -> None:
    """Put our workflows into GraphRAG's pipelines: index and update, standard and fast.

    After it `graphrag.api.build_index`, and GraphRAG's own command in the same process, check every
    claim. What is left out is as the block `odke` of settings.yaml has it. Called again, the new
    options hold.

    Args:
        on_refusal: "mark" writes verdicts, "drop" also leaves out of the graph what its text
            contradicts or does not hold.
        judge: the id, among `completion_models`, of a model that is asked about every claim.
        examples: further names in the examples of the extraction prompt.
        predicate_column: the column of `relationships` that holds the predicate.
        tell: is called with each line on what happened; left out, nobody is told. The counts are
            in the run's state, and in `context.json`, under `odke`.

    Raises:
        AdapterError: when this release of GraphRAG has other workflows than those we stand
            between.
        InputError: for a value that an option cannot have.
        MissingExtraError: when GraphRAG is not installed.
    """
    given = {
        "on_refusal": on_refusal,
        "judge": judge,
        "examples": None if examples is None else tuple(examples),
        "predicate_column": predicate_column,
    }
    options = {name: value for name, value in given.items() if value is not None}
    RunSettings().overruled(options)
    factory, methods = _graphrag()
    from openodke_graphrag.run_workflows import RunWorkflows

    ours = RunWorkflows(options, tell)
    pipelines = {method: with_ours(method, factory.pipelines.get(method)) for method in methods}
    factory.register(CHECK_SETTINGS, ours.check_settings)
    factory.register(GATE, ours.gate)
    factory.register(ANNOTATE, ours.annotate)
    factory.register(ANNOTATE_UPDATE, ours.annotate_update)
    for method, names in pipelines.items():
        factory.register_pipeline(method, names)


def with_ours(method: str, workflows: Iterable[str] | None) -> list[str]:
    """Return a pipeline's workflows with ours among them, each once.

    Raises:
        AdapterError: when the pipeline has no place for one.
    """
    if workflows is None:
        raise _changed(f"there is no pipeline {method!r}")
    names = [name for name in workflows if name not in OURS]
    is_fast = "extract_graph_nlp" in names
    if not is_fast:  # noun phrases that stand together claim nothing that could be refused
        _insert(names, GATE, method, after="extract_graph", before="finalize_graph")
    _insert(names, ANNOTATE, method, after="finalize_graph", before="create_communities")
    names.insert(0, CHECK_SETTINGS)
    if method.endswith("-update"):
        if "update_entities_relationships" not in names:
            raise _changed(f"the pipeline {method!r} does not run update_entities_relationships")
        names.append(ANNOTATE_UPDATE)
    return names


def _insert(names: list[str], ours: str, method: str, *, after: str, before: str) -> None:
    """Put a workflow directly before one, if another runs earlier."""
    if after not in names or before not in names or names.index(after) > names.index(before):
        raise _changed(f"the pipeline {method!r} does not run {after} and, after it, {before}")
    names.insert(names.index(before), ours)


def _changed(what: str) -> AdapterError:
    from importlib.metadata import version

    return AdapterError(
        f"graphrag {version('graphrag')} has other workflows than those that openodke stands "
        f"between: {what}. Install graphrag 3.0.2 to 3.3, with which this was tested, "
        "or check the tables after the run: odke ground --adapter graphrag"
    )


def _graphrag() -> tuple[Any, list[str]]:
    """Return GraphRAG's factory of pipelines, and the methods that it has."""
    if find_spec("graphrag") is None:
        raise MissingExtraError(
            "GraphRAG is not installed here, and its workflows cannot be run. "
            'Run: pip install "graphrag>=3.0.2,<4"'
        )
    try:
        from graphrag.config.enums import IndexingMethod
        from graphrag.index.workflows.factory import PipelineFactory
    except ImportError as error:
        raise _changed(str(error)) from None
    for needed in ("pipelines", "register", "register_pipeline"):
        if not hasattr(PipelineFactory, needed):
            raise _changed(f"PipelineFactory has no {needed}")
    return PipelineFactory, [method.value for method in IndexingMethod]
