#!/usr/bin/env python3
"""How is this checkout set up, tested and checked, with nothing but Python and pip?

    python3 dev.py demo     run the main job on the example export
    python3 dev.py test     build each environment and pass all its tests
    python3 dev.py check    style, types, dependency direction, the documents' examples
    python3 dev.py docs     build the documentation

Environments, each rebuilt only when what it installs or its Python changes:

    .venv                   the core, its development tools and every adapter: to work in
    .venvs/core             the core and its tools alone: the core needs no adapter
    .venvs/<name>           one for each name in an adapter's `tool.openodke.environments`
    .venvs/models           the libraries that ask models, and a small model to ask
    .venvs/together         every adapter of graphs with its framework, and litellm
    .venvs/docs             what builds the documentation

Only the standard library is used. The core and an adapter are always installed by one command: the
package index holds another project under the core's name.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
ENVIRONMENTS = ROOT / ".venvs"
BIN, EXE = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
OLDEST_PYTHON = (3, 11)
EXAMPLE = "examples/graphrag/output"
STAMP = "openodke-stamp.json"
WITH_ADAPTERS = "cli/test_validate_command cli/test_verification interop/test_unread_lines".split()
ASKING = ("tests/models", "tests/llm", "tests/cli/test_asking_command.py", "tests/meta")
MODELS = {
    "models": ("-e .[dev,litellm,openai]", "xllamacpp"),
    "models-oldest": ("-e .[dev,openai]", "openai==1.66.0"),
}


class DevError(Exception):
    """Something that ends the command; the message says what to do."""


class NoPythonError(DevError):
    """The Python that was asked for is not on this machine."""


@dataclass(frozen=True)
class Environment:
    """One virtual environment: what it holds, a script run once it is built, and its tests."""

    name: str
    path: Path
    requirements: tuple[str, ...]
    tests: tuple[str, ...] = ()
    script: str = ""

    def program(self, name: str) -> str:
        """Locate a program of this environment."""
        return str(self.path / BIN / f"{name}{EXE}")


# ── what there is ────────────────────────────────────────────────────────────────────────────────


def adapters() -> list[Path]:
    """List the adapters' folders."""
    return sorted(path.parent for path in ROOT.glob("adapters/*/pyproject.toml"))


def read_project(folder: Path) -> dict[str, Any]:
    """Read a folder's pyproject.toml."""
    import tomllib  # here, so that an older Python gets as far as being told so

    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))


def environments_of(adapter: Path) -> Iterator[Environment]:
    """Read which environments an adapter is tested in, from its `tool.openodke.environments`."""
    place = adapter.relative_to(ROOT).as_posix()
    tool = read_project(adapter).get("tool", {})
    for name, made in tool.get("openodke", {}).get("environments", {}).items():
        extra = f"[{made['extra']}]" if "extra" in made else ""
        requirements = ("-e .[dev]", f"-e ./{place}{extra}", *made.get("pins", ()))
        tests = (f"{place}/tests", *documents_of(adapter))
        yield Environment(name, ENVIRONMENTS / name, requirements, tests)


def documents_of(adapter: Path) -> list[str]:
    """List an adapter's documents, whose examples may need its framework."""
    found = (adapter / "README.md", ROOT / "docs" / "adapters" / f"{adapter.name}.md")
    return [path.relative_to(ROOT).as_posix() for path in found if path.is_file()]


def working_environment() -> Environment:
    """Describe `.venv`: the core, its tools and every adapter."""
    editable = [f"-e ./{adapter.relative_to(ROOT).as_posix()}" for adapter in adapters()]
    return Environment("work", ROOT / ".venv", ("-e .[dev]", *editable))


def docs_environment() -> Environment:
    """Describe the environment that builds the documentation."""
    return Environment("docs", ENVIRONMENTS / "docs", ("-e .[docs]",))


def test_environments() -> Iterator[Environment]:
    """Describe each environment that tests run in."""
    yield Environment("core", ENVIRONMENTS / "core", ("-e .[dev]",), ("tests",))
    for name, requirements in MODELS.items():
        script = "tests/support/small_model.py" if "xllamacpp" in requirements else ""
        yield Environment(name, ENVIRONMENTS / name, requirements, ASKING, script)
    for adapter in adapters():
        yield from environments_of(adapter)
    yield all_together()


def all_together() -> Environment:
    """Describe the environment that holds every adapter of graphs, its framework, and litellm."""
    requirements = ["-e .[dev,litellm]"]
    for adapter in (a for a in adapters() if "entry-points" in read_project(a)["project"]):
        newest = next(environments_of(adapter)).requirements
        requirements += [line for line in newest if line.startswith("-e ./adapters/")]
    tests = ("adapters/tests", *(f"tests/{name}.py" for name in WITH_ADAPTERS))
    return Environment("together", ENVIRONMENTS / "together", tuple(requirements), tests)


def chosen(names: Sequence[str]) -> list[Environment]:
    """Pick test environments by name; all of them when none is named."""
    known = {environment.name: environment for environment in test_environments()}
    if unknown := [name for name in names if name not in known]:
        raise DevError(f"no environment {', '.join(unknown)}; there are: {', '.join(known)}")
    return [known[name] for name in names or known]


# ── which Python ─────────────────────────────────────────────────────────────────────────────────


def find_python(wanted: str | None) -> tuple[str, str]:
    """Find an interpreter by version (3.12), name or path; return its path and full version."""
    for candidate in candidates(wanted):
        version = version_of(candidate)
        if version is None or (is_version(wanted) and not version.startswith(f"{wanted}.")):
            continue
        if tuple(map(int, version.split(".")[:2])) < OLDEST_PYTHON:
            raise DevError(f"{candidate} is Python {version}; 3.11 or newer is needed")
        return candidate, version
    raise NoPythonError(f"no Python {wanted} on PATH or under $PYENV_ROOT")


def is_version(wanted: str | None) -> bool:
    """Tell a version such as 3.12 from a name or a path."""
    return wanted is not None and wanted.replace(".", "").isdigit()


def candidates(wanted: str | None) -> Iterator[str]:
    """List where the interpreter may be, the likeliest first."""
    if wanted is None:
        yield getattr(sys, "_base_executable", None) or sys.executable
        return
    name = f"python{wanted}" if is_version(wanted) else wanted
    if found := shutil.which(name):
        yield found
    if root := os.environ.get("PYENV_ROOT"):
        yield from map(str, sorted(Path(root).glob(f"versions/*/bin/{name}"), reverse=True))


def version_of(python: str) -> str | None:
    """Ask an interpreter for its version; None when it does not run."""
    script = "import platform; print(platform.python_version())"
    try:
        answer = subprocess.run([python, "-c", script], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return answer.stdout.strip() if answer.returncode == 0 else None


# ── building ─────────────────────────────────────────────────────────────────────────────────────


def build(environment: Environment, wanted: str | None = None) -> Environment:
    """Build an environment unless what stands there is what would be built."""
    python, version = find_python(wanted)
    if wanted is not None and environment.path.parent == ENVIRONMENTS:
        short = version.rsplit(".", 1)[0]
        path = environment.path.with_name(f"{environment.path.name}-{short}")
        environment = replace(environment, path=path)
    stamp = environment.path / STAMP
    content = stamp_of(environment, version)
    place = environment.path.relative_to(ROOT)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == content:
        say(f"{place}: up to date (Python {version})")
        return environment
    started = time.monotonic()
    say(f"{place}: building with Python {version} ({', '.join(environment.requirements)})")
    shutil.rmtree(environment.path, ignore_errors=True)
    run_quietly([python, "-m", "venv", str(environment.path)])
    install(environment, python)
    if environment.script:
        run([environment.program("python"), environment.script])
    stamp.write_text(content, encoding="utf-8")
    say(f"{place}: built in {time.monotonic() - started:.0f} s")
    return environment


def stamp_of(environment: Environment, version: str) -> str:
    """Fingerprint what an environment is made of: its Python and what the projects ask for."""
    folders = [line[3:].split("[")[0] for line in environment.requirements if line[:3] == "-e "]
    projects = [read_project(ROOT / folder) for folder in folders]
    asked = [[project["build-system"], project["project"]] for project in projects]
    digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
    return json.dumps([version, environment.requirements, digest])


def install(environment: Environment, python: str) -> None:
    """Install an environment's requirements in one command, with uv where it works, else pip."""
    arguments = [
        word
        for line in environment.requirements
        for word in (line.split(" ", 1) if line[:3] == "-e " else [line])
    ]
    target = environment.program("python")
    if uv := find_uv(python):
        command = [uv, "pip", "install", "--python", target, *arguments]
        if subprocess.run(command, cwd=ROOT, env=settings(), capture_output=True).returncode == 0:
            return
        say("uv could not install this; trying pip")
    run_quietly([target, "-m", "pip", "install", *arguments])


def find_uv(python: str) -> str | None:
    """Find uv, or install it beside the environments; None where neither works."""
    if found := shutil.which("uv"):
        return found
    tool = Environment("uv", ENVIRONMENTS / "uv", ())
    if not Path(tool.program("uv")).is_file():
        shutil.rmtree(tool.path, ignore_errors=True)
        run_quietly([python, "-m", "venv", str(tool.path)])
        command = [tool.program("python"), "-m", "pip", "install", "uv"]
        if subprocess.run(command, cwd=ROOT, env=settings(), capture_output=True).returncode != 0:
            return None
    return tool.program("uv")


# ── running ──────────────────────────────────────────────────────────────────────────────────────


def settings() -> dict[str, str]:
    """Return the environment variables that commands run with."""
    own = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "UV_LINK_MODE": "copy", "NO_MKDOCS_2_WARNING": "1"}
    kept = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "PYTHONHOME")}
    return own | kept


def run_quietly(command: Sequence[str]) -> None:
    """Run a command and show what it printed only when it fails."""
    done = subprocess.run(
        command, cwd=ROOT, env=settings(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode != 0:
        sys.stdout.write(done.stdout.decode(errors="replace"))
        raise DevError(f"this failed: {' '.join(command)}")


def run(command: Sequence[str]) -> int:
    """Run a command in the open and return its exit status."""
    return subprocess.run(command, cwd=ROOT, env=settings()).returncode


def say(text: str) -> None:
    """Print one line of progress."""
    print(f"── {text}", flush=True)


def run_all(steps: Sequence[tuple[str, Sequence[str]]]) -> int:
    """Run every step, whatever failed before it; sum up; return 1 when one failed, else 0."""
    results = []
    for title, command in steps:
        say(title)
        started = time.monotonic()
        status = run(command)
        results.append((title, status, time.monotonic() - started))
    print()
    for title, status, seconds in results:
        outcome = "passed" if status == 0 else f"FAILED (exit {status})"
        print(f"   {title:<28} {outcome:<18} {seconds:5.0f} s", flush=True)
    return int(any(status for _, status, _ in results))


# ── the commands ─────────────────────────────────────────────────────────────────────────────────


def demo(options: argparse.Namespace) -> int:
    """Check the example export against its text."""
    environment = build(working_environment(), options.python)
    arguments = ["--adapter", "graphrag", "--facts", EXAMPLE]
    arguments += ["--write-back", f"{options.output}/checked", "-o", f"{options.output}/report"]
    say(f"odke ground {' '.join(arguments)}")
    return run([environment.program("odke"), "ground", *arguments])


def test(options: argparse.Namespace) -> int:
    """Build each environment and pass its tests."""
    wanted = chosen(options.environments)
    try:
        find_python(options.python)
    except NoPythonError as missing:
        if options.skip_missing:
            say(f"skipped: {missing}")
            return 0
        raise
    built = [build(environment, options.python) for environment in wanted]
    return run_all([(f"tests: {place.path.name}", pytest(place, options)) for place in built])


def pytest(environment: Environment, options: argparse.Namespace) -> list[str]:
    """Write the command that passes an environment's tests."""
    command = [environment.program("python"), "-m", "pytest", "-c", "pyproject.toml", "-q"]
    return [*command, *environment.tests, *options.pytest]


def check(options: argparse.Namespace) -> int:
    """Check style, types, dependency direction and the documents' examples."""
    environment = build(working_environment(), options.python)
    python = environment.program("python")
    readmes = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/*/README.md"))
    theirs = [name for adapter in adapters() for name in documents_of(adapter)]  # run beside it
    documents = ["README.md", "docs", *(name for name in readmes if name not in theirs)]
    documents += [f"--ignore={name}" for name in theirs]
    return run_all(
        [
            ("ruff check", [environment.program("ruff"), "check", "--output-format=concise"]),
            ("ruff format", [environment.program("ruff"), "format", "--check"]),
            ("mypy", [python, "-m", "mypy"]),
            ("lint-imports", [environment.program("lint-imports"), "--no-logo"]),
            (
                "documents' examples",
                [python, "-m", "pytest", "-c", "pyproject.toml", "-q", *documents],
            ),
        ]
    )


def docs(options: argparse.Namespace) -> int:
    """Build the documentation into site/; a broken link or page fails."""
    environment = build(docs_environment(), options.python)
    return run([environment.program("python"), "-m", "mkdocs", "build", "--strict"])


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    root = argparse.ArgumentParser(
        prog="dev.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = root.add_subparsers(required=True, metavar="COMMAND")
    for command in (demo, test, check, docs):
        sub = commands.add_parser(
            command.__name__, help=command.__doc__, description=command.__doc__
        )
        sub.set_defaults(command=command)
        sub.add_argument("--python", metavar="P", help="version, name or path (default: this one)")
        if command is demo:
            sub.add_argument("-o", "--output", default="demo-report", help="where the report goes")
        if command is test:
            names = ", ".join(environment.name for environment in test_environments())
            sub.add_argument("environments", nargs="*", metavar="ENV", help=f"of {names} (all)")
            sub.add_argument("--skip-missing", action="store_true", help="no such Python: exit 0")
            sub.epilog = "What follows -- is handed to pytest."
    return root


def main(arguments: list[str]) -> int:
    """Run one command."""
    if sys.version_info < OLDEST_PYTHON:
        raise DevError("run this with Python 3.11 or newer")
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser().parse_args(arguments[:end])
    options.pytest = arguments[end + 1 :]
    status: int = options.command(options)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except DevError as problem:
        sys.exit(f"dev.py: {problem}")
