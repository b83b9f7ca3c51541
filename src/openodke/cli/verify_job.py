"""How is an earlier run done again, from its manifest, and held against what it wrote?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from openodke.cli.graph_job import GraphJob
from openodke.cli.ground_job import GroundJob
from openodke.cli.ground_source import Source
from openodke.cli.input_places import InputPlaces
from openodke.cli.model_config import ModelChoice, configured_models
from openodke.cli.run_inputs import RunFiles, files_read
from openodke.cli.validate_job import ValidateJob
from openodke.errors import InputError, OdkeError
from openodke.interop.manifest import file_hash
from openodke.interop.output import SUMMARY
from openodke.interop.run import Grounds
from openodke.interop.texts import MovedTexts
from openodke.llm import LLMClient
from openodke.validation.recorded_verdicts import RecordedVerdicts
from openodke.validation.run_difference import Difference, differences
from openodke.validation.run_record import RunRecord, read_object
from openodke.version import __version__

_SPENT = frozenset(
    {
        "calls", "cached", "failed", "unparseable", "first_failure", "tokens", "prompt_tokens",
        "completion_tokens", "cost_usd", "model", "prompts", "grounder", "stopped",
        "first_unparseable", "shared", "joint", "cascade", "recheck",
    }
)  # fmt: skip
"""What was asked and spent, which is not derived again: answers are taken as they were."""

_MODEL = ("model", "config")


class _Again(GraphJob[Any]):
    """A run that is done again: it was checked when it was first called, and asks no model."""

    announces = False
    recorded: RecordedVerdicts | None = None

    def _check_places(self) -> None:
        """Do nothing: it writes into folders of its own."""

    def _check_choices(self) -> None:
        """Do nothing: the options went together."""

    def _metered(self, chosen: ModelChoice) -> LLMClient:
        """Return who answers from a recording: it costs nothing, and no answer is kept again."""
        return chosen.client or super()._metered(chosen)

    def _grounder(self, source: Source) -> Grounds | None:
        return super()._grounder(source) if self.recorded is None else self.recorded


class _GroundAgain(_Again, GroundJob):
    """`odke ground`, done again."""


class _ValidateAgain(_Again, ValidateJob):
    """`odke validate`, done again."""


@dataclass
class Verification:
    """What became of an earlier run when it was done again.

    Attributes:
        folder: the folder that the run wrote.
        command: "ground" or "validate".
        started_at: its clock.
        inputs: how many files it read.
        moved: which inputs are read elsewhere than the run read them, a line for each place.
        changed: the inputs that are not what they were, a line each.
        rewritten: the files that were changed since the run wrote them.
        taken: how many verdicts of a model were taken as they were written; None where every
            verdict was derived.
        differences: what differs.
        another: the version of openodke that did the run, "" where it is this one.
        asked: the address at which the model was asked, and the one at which it would be now; None
            where it is the same, or the manifest has none. Answers are taken from either alike.
    """

    folder: Path
    command: str = ""
    started_at: str = ""
    inputs: int = 0
    moved: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    rewritten: list[str] = field(default_factory=list)
    taken: int | None = None
    differences: list[Difference] = field(default_factory=list)
    another: str = ""
    asked: tuple[str, str] | None = None

    @property
    def is_same(self) -> bool:
        """Whether the inputs are what they were, and every decision comes out as it was written."""
        return not (self.changed or self.rewritten or self.differences)


def verified(folder: Path) -> Verification:
    """Do a run again from its inputs and its manifest, and return what differs.

    No model is asked: its verdicts are taken from what was written, or from the recorded answers
    that the run's configuration names.

    Raises:
        InputError: when the folder is of no run, or something that the run read cannot be read.
    """
    record = RunRecord(folder)
    record.require(*record.files)
    record.folder = folder.absolute()
    manifest = record.manifest
    written_by = str((manifest.get("package") or {}).get("openodke"))
    found = Verification(
        folder,
        record.command,
        str(manifest.get("started_at")),
        another="" if written_by == __version__ else written_by,
    )
    read = _files_told(record)
    found.inputs = sum(map(len, read.values()))
    found.rewritten = _rewritten(record)
    places = InputPlaces(record.folder, manifest)
    found.moved = list(places.lines)
    with chdir(places.base), TemporaryDirectory() as spare:
        job = _job_again(record, places, Path(spare))
        found.changed = list(_changed(read, job, places))
        _do(job, [*found.moved, *found.changed])
        found.taken = job.recorded.taken if job.recorded else None
        found.asked = _asked(manifest, job)
        ignored = _SPENT if job.model or job.config else ()
        now = Path(spare) / "out"
        found.differences = list(
            differences(
                record.folder, now, record.files, ignored=ignored, respelled=places.respelled()
            )
        )
    return found


def _do(job: _Again, told: list[str]) -> None:
    """Do the run; where it cannot be done, what was found of its inputs is told first.

    Raises:
        InputError: when something cannot be read.
    """
    try:
        job.run()
    except OdkeError as error:
        raise InputError("\n".join([*told, str(error)])) from error


def _job_again(record: RunRecord, places: InputPlaces, spare: Path) -> _Again:
    """Return the run as a job that writes into a spare folder."""
    config = dict(record.manifest.get("config") or {})
    kind: type[_Again] = _ValidateAgain if record.command == "validate" else _GroundAgain
    known = {f.name: str(f.type) for f in fields(kind)}
    unknown = [name for name in config if name not in known]
    if unknown:
        raise InputError(
            f"{record.folder}: the run had the option {unknown[0]!r}, which this odke does not "
            "know: verify it with the odke that did it"
        )
    options: dict[str, Any] = {
        name: Path(value) if value is not None and "Path" in known[name] else value
        for name, value in config.items()
    }
    asked = any(options.get(name) for name in _MODEL) and not options.get("dry_run")
    if asked or options.get("dry_run"):
        options["grounder"] = None  # the manifest names the judge, which the other options chose
    options |= places.options()
    texts, then = options.get("texts"), places.found.get("texts")
    if texts and then and texts != then.spelled:
        options["texts"] = MovedTexts(texts, then.spelled)
    options |= {
        "out": spare / "out",
        "write_back": spare / "back" if options.get("write_back") else None,
        "json_log": False,
        "started_at": datetime.fromisoformat(str(record.manifest.get("started_at"))),
    }
    if "explain" in options:
        options["explain"] = None
    job = kind(**options)
    if asked and not _has_answers(job, record):
        job.recorded = RecordedVerdicts(line.fact() for line in record.rows())
    return job


def _asked(manifest: dict[str, Any], job: _Again) -> tuple[str, str] | None:
    """Return where the model was asked and where it would be now, where that is another place."""
    then = ((manifest.get("models") or {}).get("ground") or {}).get("base_url")
    now = job.asked_at
    return (str(then), now or "no address that is known") if then and then != now else None


def _has_answers(job: GraphJob[Any], record: RunRecord) -> bool:
    """Whether the recorded answers of the run's configuration answer for its model, all of them."""
    if job.config is None or read_object(record.folder / SUMMARY).get("unasked"):
        return False
    return configured_models(job.config).recording is not None


def _files_told(record: RunRecord) -> RunFiles:
    """Return the hashes of the files that were read, as the manifest tells them."""
    read = (record.manifest.get("inputs") or {}).get("files")
    if not isinstance(read, dict):
        raise InputError(
            f"{record.folder}: its manifest, of an earlier version, does not say which files were "
            f"read: run `odke {record.command}` again"
        )
    return read


def _rewritten(record: RunRecord) -> list[str]:
    """Return the names of the files that are not what the run wrote."""
    outputs = record.manifest.get("outputs") or {}
    return [
        name
        for name in record.files
        if name in outputs and file_hash(record.folder / name) != outputs[name]
    ]


def _changed(read: RunFiles, job: GraphJob[Any], places: InputPlaces) -> Iterator[str]:
    """Yield the inputs that are missing, changed, or new, a line each."""
    then = {
        places.of(option, Path(path)): held
        for option, files in read.items()
        for path, held in files.items()
    }
    there = [path for path in then if path.is_file()]
    yield from (f"missing: {path}" for path in then if path not in there)
    yield from (f"changed: {path}" for path in there if file_hash(path) != then[path])
    try:
        now = files_read(job, job._opened())
    except (OdkeError, OSError):
        return  # what cannot be read is told when the run is done
    yield from (f"new: {p}" for files in now.values() for p in files if Path(p) not in then)
