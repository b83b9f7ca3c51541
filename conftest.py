"""How do tests run, and how are the documents' examples run as tests?

Hypothesis has two profiles: `dev` looks in new places each time, `ci` always in the same ones.
CI=true or HYPOTHESIS_PROFILE chooses.

In README.md and docs/, a block of `python` is run, and a block of `output` is what the Python
before it printed. In a block of `console` each `$ odke …` is run in a scratch folder that has the
repository's `examples`, and the lines under it are what it prints. `...` stands for any text.
Other commands are not run. `<!-- skip: next -->` leaves out an example that needs a model.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from sybil import Example, Sybil
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers.markdown import CodeBlockParser, SkipParser

ROOT = Path(__file__).resolve().parent
PRINTED = "_printed"
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n?((?:(?!\$ ).*\n?)*)", re.MULTILINE)

settings.register_profile("dev", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if "CI" in os.environ else "dev")
)


def run_python(example: Example) -> None:
    """Run a block of Python and keep what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        PythonEvaluator()(example)
    example.namespace[PRINTED] = printed.getvalue()


def compare_output(example: Example) -> str | None:
    """Compare an output block with what the Python before it printed."""
    return difference(example.parsed, example.namespace.pop(PRINTED, ""))


def run_console(example: Example) -> str | None:
    """Run each `odke` command of a block and compare what it prints with the lines under it."""
    for command, expected in COMMAND.findall(example.parsed):
        words = shlex.split(command.replace("\\\n", " "), comments=True)
        if words[:1] != ["odke"]:
            continue
        done = subprocess.run(
            [str(Path(sys.executable).with_name("odke")), *words[1:]],
            cwd=example.namespace["_scratch"].name,
            env=os.environ | {"COLUMNS": "100", "NO_COLOR": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        if done.returncode != 0:
            return f"{command}\nended with exit status {done.returncode}:\n{done.stdout}"
        if expected.strip() and (problem := difference(expected, done.stdout)):
            return f"{command}\n{problem}"
    return None


def difference(expected: str, got: str) -> str | None:
    """Describe how an output differs from the expected one; None when it does not."""
    wanted, printed = (
        "\n".join(line.rstrip() for line in text.strip("\n").split("\n")) + "\n"
        for text in (expected, got)
    )
    if doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS):
        return None
    return f"expected:\n{wanted}\nprinted:\n{printed}"


def set_up(namespace: dict[str, Any]) -> None:
    """Give a document a scratch folder with the examples in it."""
    scratch = tempfile.TemporaryDirectory()
    Path(scratch.name, "examples").symlink_to(ROOT / "examples", target_is_directory=True)
    namespace |= {"_scratch": scratch, "_home": Path.cwd()}
    os.chdir(scratch.name)


def tear_down(namespace: dict[str, Any]) -> None:
    """Leave a document's scratch folder and remove it."""
    os.chdir(namespace["_home"])
    namespace["_scratch"].cleanup()


pytest_collect_file = Sybil(
    parsers=[
        SkipParser(),
        CodeBlockParser("python", run_python),
        CodeBlockParser("output", compare_output),
        CodeBlockParser("console", run_console),
    ],
    patterns=["README.md", "docs/*.md", "docs/**/*.md", "*/*/README.md"],
    setup=set_up,
    teardown=tear_down,
).pytest()
