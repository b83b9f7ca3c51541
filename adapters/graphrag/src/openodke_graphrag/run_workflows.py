"""What does openodke do inside an indexing run of GraphRAG?

Four workflows. The settings are read before anything is paid for. The gate stands between
`extract_graph` and `finalize_graph`: there is no id yet, so nothing has to be mended when a row
goes, and degrees, communities and reports are made of what is left. Annotation comes after
`finalize_graph`, which drops columns that it does not know. An update is annotated once more when
it has merged the new tables with the old.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openodke.errors import InputError
from openodke.ground import LexicalGrounder, LLMGrounder
from openodke.interop import GroundedGraph, aground_graph, is_verdict_key
from openodke_graphrag.completion_client import GraphRAGModelClient
from openodke_graphrag.export import Export
from openodke_graphrag.graphrag_adapter import GraphRAGAdapter
from openodke_graphrag.leftovers import DroppedItem
from openodke_graphrag.rejected_rows import rejected_rows
from openodke_graphrag.remembering_grounder import RememberingGrounder
from openodke_graphrag.row_kinds import KINDS
from openodke_graphrag.run_account import RunAccount
from openodke_graphrag.run_folder import REJECTED, SIDECAR
from openodke_graphrag.run_settings import RunSettings, read_settings
from openodke_graphrag.run_tables import RunTables, frame_of
from openodke_graphrag.verdict_merging import merged_raw, merged_rejected, merged_sidecar

if TYPE_CHECKING:
    from graphrag.config.models.graph_rag_config import GraphRagConfig
    from graphrag.index.typing.context import PipelineRunContext
    from graphrag.index.typing.workflow import WorkflowFunctionOutput

STATE = "odke"
"""Under which key of the run's state, and so of `context.json`, the counts are."""

_TEXTS = ("text_units", "documents")
_GRAPH = ("entities", "relationships")
_RAW = ("raw_entities", "raw_relationships")


class RunWorkflows:
    """The workflows of one registration, with its options."""

    def __init__(self, options: Mapping[str, Any], tell: Callable[[str], None] | None) -> None:
        """Take what overrules the settings file, and who is told what happened, line by line."""
        self._options = options
        self._tell = tell

    async def check_settings(
        self, config: GraphRagConfig, context: PipelineRunContext
    ) -> WorkflowFunctionOutput:
        """Read the settings, and stop a run that could not be gated before it costs anything."""
        settings = self._settings()
        settings.check_asking()
        if settings.judge is not None:
            _model_config(config, settings.judge)
        context.state[STATE] = asdict(settings)
        return _output(context.state[STATE])

    async def gate(
        self, config: GraphRagConfig, context: PipelineRunContext
    ) -> WorkflowFunctionOutput:
        """Ground entities and relationships; leave out what is refused where that is wanted."""
        settings = self._settings()
        provider = context.output_table_provider
        tables = await RunTables.read(provider, (*_TEXTS, *_GRAPH, *_raw(config)))
        _check_there("odke_gate", tables)
        memory = await _memory(provider, context.previous_table_provider)
        grounded, taken = await _grounded(tables.export, settings, config, context, memory)
        annotated: Export = grounded.annotate()
        dropped = _refused(grounded, KINDS) if settings.drops else ()
        await _write_rejected(provider, tables, rejected_rows(annotated, dropped))
        await tables.write(SIDECAR, frame_of(merged_sidecar(annotated, memory)))
        account = RunAccount("gate", grounded.summary, dropped, taken)
        output = self._told(context, account)
        _check_left(tables, dropped)
        for kind in ("relationship", "entity"):
            await tables.drop(KINDS[kind], _rows(dropped, kind))
        return output

    async def annotate(
        self, config: GraphRagConfig, context: PipelineRunContext
    ) -> WorkflowFunctionOutput:
        """Ground the extracted claims, and write all verdicts beside the rows that are left."""
        settings = self._settings()
        provider = context.output_table_provider
        claims = ("covariates",) if config.extract_claims.enabled else ()
        tables = await RunTables.read(provider, (*_TEXTS, *_GRAPH, *claims, *_raw(config)))
        _check_there("odke_annotate", tables)
        memory = await _memory(context.previous_table_provider, provider)
        grounded, taken = await _grounded(tables.export, settings, config, context, memory)
        annotated: Export = grounded.annotate()
        dropped = _refused(grounded, ("claim",)) if settings.drops else ()
        await _write_columns(tables, annotated)
        await tables.drop("covariates", _rows(dropped, "claim"))
        written = await RunTables.read(provider, (SIDECAR, REJECTED))
        rejected = merged_rejected(written.export, rejected_rows(annotated, dropped))
        await _write_rejected(provider, tables, rejected)
        sidecar = merged_sidecar(annotated, [written.export])
        await tables.write(SIDECAR, frame_of(sidecar))
        told = context.state.get(STATE, {}).get("gate", {}).get("claims", {})
        account = RunAccount("annotate", grounded.summary, dropped, taken, told)
        return self._told(context, account)

    async def annotate_update(
        self, config: GraphRagConfig, context: PipelineRunContext
    ) -> WorkflowFunctionOutput:
        """Write the verdicts beside the rows that an update has merged.

        What was judged before is not asked about again; a description that GraphRAG has written
        anew out of old and new ones is. Nothing is dropped: there are ids now, and communities.
        """
        from graphrag.index.run.utils import get_update_table_providers

        settings = self._settings()
        output, previous, delta = get_update_table_providers(
            config, context.state["update_timestamp"]
        )
        before = await RunTables.read(previous, (*_RAW, SIDECAR, REJECTED))
        new = await RunTables.read(delta, (*_RAW, SIDECAR, REJECTED))
        tables = await RunTables.read(output, (*_TEXTS, *_GRAPH, "covariates", *_RAW))
        if config.snapshots.raw_graph:
            for name, table in merged_raw(before.export, new.export).items():
                await tables.write(name, frame_of(table))
        memory = [each.export for each in (before, new)]
        grounded, taken = await _grounded(tables.export, settings, config, context, memory)
        annotated: Export = grounded.annotate()
        await _write_columns(tables, annotated)
        await tables.write(SIDECAR, frame_of(merged_sidecar(annotated, memory)))
        rejected = merged_rejected(before.export, new.export.table(REJECTED))
        await _write_rejected(output, tables, rejected)
        account = RunAccount("update", grounded.summary, (), taken)
        return self._told(context, account)

    def _settings(self) -> RunSettings:
        return read_settings(Path.cwd()).overruled(self._options)

    def _told(self, context: PipelineRunContext, account: RunAccount) -> WorkflowFunctionOutput:
        if self._tell:
            for line in account.lines:
                self._tell(line)
        context.state.setdefault(STATE, {})[account.step] = account.counts
        return _output(account.counts)


async def _grounded(
    export: Export,
    settings: RunSettings,
    config: GraphRagConfig,
    context: PipelineRunContext,
    memory: Sequence[Export],
) -> tuple[GroundedGraph, int]:
    """Return the export grounded, and how many of its rows were judged before."""
    adapter = GraphRAGAdapter(
        examples=settings.examples, predicate_column=settings.predicate_column
    )
    judge = _judge(settings, adapter, config, context)
    tables = [held.table(SIDECAR) for held in memory]
    grounder = RememberingGrounder(tables, judge, examples=adapter.examples)
    grounded = await aground_graph(export, adapter=adapter, grounder=grounder)
    return grounded, grounder.taken


def _judge(
    settings: RunSettings,
    adapter: GraphRAGAdapter,
    config: GraphRagConfig,
    context: PipelineRunContext,
) -> LLMGrounder | None:
    """Return a grounder that asks the model that is named, through GraphRAG's own cache."""
    if settings.judge is None:
        return None
    from graphrag.cache.cache_key_creator import cache_key_creator
    from graphrag_llm.completion import create_completion

    from openodke.llm import ModelRoles

    configured = _model_config(config, settings.judge)
    model = create_completion(
        configured, cache=context.cache.child("odke"), cache_key_creator=cache_key_creator
    )
    return LLMGrounder(
        ModelRoles.single(f"{configured.model_provider}/{configured.model}"),
        client=GraphRAGModelClient(model),
        max_workers=max(1, config.concurrent_requests),
        joint=settings.joint,
        cascade=settings.cascade and LexicalGrounder(examples=adapter.examples),
        recheck=settings.recheck,
    )


def _model_config(config: GraphRagConfig, model_id: str) -> Any:
    if model_id not in config.completion_models:
        there = ", ".join(config.completion_models)
        raise InputError(f"odke.judge: {model_id!r} is none of the completion_models: {there}")
    return config.completion_models[model_id]


def _refused(grounded: GroundedGraph, kinds: Any) -> tuple[DroppedItem, ...]:
    """Return what a strict gate leaves out among the items of some kinds.

    Nothing where the texts and the graph do not belong together: that is no reason to drop.
    """
    if grounded.summary.mismatch:
        return ()
    asked = [fact for fact in grounded.facts if fact.id.split("/")[1] in kinds]
    leftovers = replace(grounded, facts=tuple(asked)).keep().leftovers
    return tuple(leftovers.dropped)


def _rows(dropped: Sequence[DroppedItem], kind: str) -> list[int]:
    return [item.index for item in dropped if item.kind == kind]


def _check_there(workflow: str, tables: RunTables) -> None:
    """Refuse to run where a list of workflows does not make what is checked, or makes it later."""
    for name in ("text_units", *_GRAPH):
        if name not in tables.frames:
            raise InputError(
                f"{workflow}: there is no table {name} yet: put it after create_base_text_units "
                "and extract_graph in the list of workflows"
            )


def _check_left(tables: RunTables, dropped: Sequence[DroppedItem]) -> None:
    """Refuse to leave a graph without relationships, which GraphRAG cannot make communities of."""
    count = len(tables.frames["relationships"])
    if 0 < count == len(_rows(dropped, "relationship")):
        raise InputError(
            f"all {count} relationships were refused, and GraphRAG indexes no empty graph: the "
            f"table {REJECTED} says why each was; on_refusal: mark keeps them, with their verdicts"
        )


async def _memory(*providers: Any) -> list[Export]:
    """Return the sidecars of some providers, the one that counts last."""
    there = [await RunTables.read(each, (SIDECAR,)) for each in providers if each is not None]
    return [each.export for each in there]


async def _write_rejected(provider: Any, tables: RunTables, rejected: Any) -> None:
    """Write what was left out, if there is any; or nothing, in place of an earlier run's."""
    if rejected.num_rows or await provider.has(REJECTED):
        await tables.write(REJECTED, frame_of(rejected))


async def _write_columns(tables: RunTables, annotated: Export) -> None:
    for name in KINDS.values():
        data = annotated.table(name)
        if data is not None:
            named = filter(is_verdict_key, data.column_names)
            columns = {key: data.column(key).to_pylist() for key in named}
            await tables.add_columns(name, columns)


def _raw(config: GraphRagConfig) -> tuple[str, ...]:
    """Return the tables of single descriptions, where this run writes them: others are stale."""
    return _RAW if config.snapshots.raw_graph else ()


def _output(result: Any) -> WorkflowFunctionOutput:
    from graphrag.index.typing.workflow import WorkflowFunctionOutput

    return WorkflowFunctionOutput(result=result)
