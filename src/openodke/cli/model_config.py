"""Which model does a run's configuration name, and who answers for it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from openodke.errors import InputError, OntologyLoadError, ProviderNotInstalled
from openodke.llm import LLMClient, ModelRoles, open_recording
from openodke.ontology.problem import dotted
from openodke.ontology.syntax import parse_json, parse_yaml, parsed, repeated_keys

ROLES = ("extract", "ground", "infer")
_MODELS = (*ROLES, "replay")
_LATER = ("meter", "cache", "budget", "limits")  # of the models block; refused, never ignored
_BLOCKS = (
    "ontology", "inputs", "pythonpath", "models", "stages", "bootstrap", "coverage", "reextract",
    "store_lookup", "inverses", "manifest", "batch_size", "tenant",
)  # fmt: skip

Chosen = tuple[ModelRoles, LLMClient | None]
"""The models, and the client that answers for the grounding one; None is the provider's own."""


def named_model(model: str, provider: str | None) -> Chosen:
    """Return the choice of one model for everything; `provider` is put before its name.

    Raises:
        InputError: when the model has no provider, or no client serves it.
    """
    name = f"{provider}/{model}" if provider else model
    if "/" not in name:
        raise InputError(
            f"--model {model} names no provider: write openai/{model}, ollama/{model} …, or add "
            "--model-provider"
        )
    roles = ModelRoles.single(name)
    try:
        return roles, roles.client_for("ground")
    except ProviderNotInstalled:
        raise InputError(
            f"--model {name}: the command asks no provider yet: replay recorded answers with "
            "--config, or hand a client to LLMGrounder in Python (docs/models.md)"
        ) from None


def unread_blocks(path: Path) -> list[str]:
    """Return the blocks of a configuration that are another command's, so that it can be said."""
    held = _read(path)
    return [key for key in _BLOCKS if key in held and key != "models"]


def configured_models(path: Path) -> Chosen:
    """Return what the `models` block of a run's configuration names.

    The file's other blocks are another command's. Paths in it are relative to its folder.

    Raises:
        InputError: naming the file and the dotted path of what is wrong.
    """
    block = _block(path)
    replay = block.get("replay", {})
    if not isinstance(replay, Mapping):
        raise InputError(f"{path}: models.replay: is {_kind(replay)}: name a file for each role")
    _check_keys(replay, ROLES, f"{path}: models.replay")
    named = {role: block[role] for role in ROLES if role in block}
    if not named and "ground" not in replay:
        raise InputError(f"{path}: models: names no model: add ground, such as ollama/qwen2.5:3b")
    try:
        roles = ModelRoles.model_validate(named)
    except ValidationError as error:
        fault = error.errors()[0]
        at = ".".join(map(str, fault["loc"]))
        raise InputError(f"{path}: models.{at}: {fault['msg']}") from None
    recorded = replay.get("ground")
    if recorded is None:
        return roles, None
    try:
        return roles, open_recording(path.parent / str(recorded))
    except InputError as error:
        raise InputError(f"{path}: models.replay.ground: {error}") from None


def _block(path: Path) -> Mapping[str, Any]:
    """Return the `models` block, its keys known and built."""
    held = _read(path)
    block = held.get("models")
    if not isinstance(block, Mapping):
        raise InputError(f"{path}: models: is {_kind(block)}: it names a model for each role")
    for key in _LATER:
        if key in block:
            raise InputError(f"{path}: models.{key}: is not built yet: leave it out")
    _check_keys(block, _MODELS, f"{path}: models")
    return block


def _read(path: Path) -> Mapping[str, Any]:
    """Return what a configuration holds: its blocks known, and no key given twice."""
    parse = parse_yaml if path.suffix.lower() in {".yaml", ".yml"} else parse_json
    try:
        held, _ = parsed(path, parse)
    except OntologyLoadError as error:  # the reader is the ontology's: the file is no ontology
        raise InputError(str(error)) from None
    if not isinstance(held, Mapping):
        raise InputError(f"{path}: holds {_kind(held)}, and not an object")
    _check_keys(held, _BLOCKS, str(path))
    for place in repeated_keys(held):  # the last would stand, and the others go unread
        raise InputError(f"{path}: {dotted(place)}: is given more than once: keep one")
    return held


def _check_keys(held: Iterable[object], known: tuple[str, ...], place: str) -> None:
    for key in held:
        if key not in known:
            close = get_close_matches(str(key), known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
            raise InputError(f"{place}.{key}: is unknown: {hint}")


def _kind(value: object) -> str:
    return "missing" if value is None else type(value).__name__
