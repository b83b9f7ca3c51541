"""Which model does a run's configuration name, and who answers for it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from openodke.cli.spending import BLOCKS, Spending, configured_spending
from openodke.errors import InputError, OntologyLoadError
from openodke.llm import (
    LLMClient,
    ModelRoles,
    address_of,
    open_recording,
    qualify,
    registered_providers,
)
from openodke.llm.call_address import bare_address
from openodke.ontology.problem import dotted
from openodke.ontology.syntax import parsed, parser_for, repeated_keys

ROLES = ("extract", "ground", "infer")
_MODELS = (*ROLES, "replay", *BLOCKS)
_LATER = ("meter",)  # of the models block; refused, never ignored
_BLOCKS = (
    "ontology", "inputs", "pythonpath", "models", "stages", "bootstrap", "coverage", "reextract",
    "store_lookup", "inverses", "manifest", "batch_size", "tenant",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The models of a run.

    Attributes:
        roles: the models.
        client: who answers for the grounding one; None is the provider's own client.
        unread: blocks of the configuration that are another command's, so that it can be said.
        recording: the file of recorded answers that the client answers from.
        spending: what the calls may come to, and where answers are kept.
    """

    roles: ModelRoles
    client: LLMClient | None = None
    unread: tuple[str, ...] = ()
    recording: Path | None = None
    spending: Spending = field(default_factory=Spending)

    @property
    def address(self) -> str | None:
        """Where the grounding model is asked, without what is secret in it.

        None where recorded answers stand in for it, and where only its client knows.
        """
        spec = self.roles.ground
        if self.recording is not None or spec.provider in registered_providers():
            return None
        address = address_of(spec)
        return bare_address(address) if address else None


def named_model(model: str, provider: str | None) -> ModelChoice:
    """Return the choice of one model for everything; `provider` is put before its name.

    Raises:
        InputError: when the model's name has no provider.
    """
    name = qualify(model, provider) if provider else model
    if "/" not in name:
        raise InputError(
            f"--model {model} names no provider: write openai/{model}, ollama/{model} …, or add "
            "--model-provider"
        )
    if not all(part.strip() for part in name.split("/", 1)):
        raise InputError(f"--model {name}: write <provider>/<model>, such as ollama/qwen2.5:3b")
    return ModelChoice(ModelRoles.single(name))


def configured_models(path: Path) -> ModelChoice:
    """Return what the `models` block of a run's configuration names.

    The file's other blocks are another command's. Paths in it are relative to its folder.

    Raises:
        InputError: naming the file and the dotted path of what is wrong.
    """
    held = _read(path)
    unread = tuple(key for key in _BLOCKS if key in held and key != "models")
    block = _block(held, path)
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
    recorded, spending = replay.get("ground"), configured_spending(block, path)
    if recorded is None:
        return ModelChoice(roles, unread=unread, spending=spending)
    recording = path.parent / str(recorded)
    try:
        return ModelChoice(roles, open_recording(recording), unread, recording, spending)
    except InputError as error:
        raise InputError(f"{path}: models.replay.ground: {error}") from None


def _block(held: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """Return the `models` block, its keys known and built."""
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
    try:
        held, _ = parsed(path, parser_for(path))
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
