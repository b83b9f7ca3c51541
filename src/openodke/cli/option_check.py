"""Do the options of a command go together?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openodke.cli.gate_choice import check_card
from openodke.errors import InputError
from openodke.interop.adapter import TRIPLES

if TYPE_CHECKING:
    from openodke.cli.graph_job import GraphJob


def check_choices(job: GraphJob[Any]) -> None:
    """Refuse options that do not go together, rather than leave one of them out.

    Raises:
        InputError: naming them and what to do.
    """
    if job.model is not None and not job.model.strip():
        raise InputError("--model is empty: name a model, such as ollama/qwen2.5:3b")
    asks = job.model or job.config
    if job.adapter == TRIPLES and job.keep:
        raise InputError("--keep is for a framework's graph: for rows use --gate strict and -o")
    if job.gate and not (job.out or job.write_back):
        raise InputError("--gate decides what is written: add -o with a folder")
    check_card(job.card, gates=job.gates or job.has_gate)
    if job.model and job.config:
        raise InputError("--model and --config both name a model: give one of them")
    if asks and job.grounder:
        raise InputError(f"--grounder {job.grounder} asks no model: leave out --model/--config")
    if not asks:
        _check_unspent(job)
    if job.model_provider and not job.model:
        raise InputError("--model-provider goes with --model")
    if job.paper and not asks:
        raise InputError("--paper is a way to ask a model: name one by --model or --config")
    if job.keep and not job.write_back:
        raise InputError("--keep writes the graph that is left: add --write-back with a folder")
    if job.force and not job.keep:
        raise InputError("--force goes with --keep")


def _check_unspent(job: GraphJob[Any]) -> None:
    """Refuse options on a model's calls where no model is named."""
    for option in ("cache", "budget_usd", "budget_calls"):
        if getattr(job, option) is not None:
            name = option.replace("_", "-")
            raise InputError(f"--{name} is for a model's calls: name one by --model or --config")
