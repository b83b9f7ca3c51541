"""Is the repository in order: names, sizes, nothing that belongs to one machine?"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 400
LONG_FOR_A_REASON: dict[str, str] = {}
"""Files that may be longer than LONGEST lines, each with its reason."""

SHARED_NAMES = {"__init__.py", "__main__.py", "conftest.py", "build.py"}
READS_DATA_BESIDE_US = re.compile(r"\.ci/|bench/|tests/|adapters/[^/]+/tests/")
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.])/(?:home|Users|root|work)/\w",
    "a registry's host": r"\bpypi\.org|pythonhosted\.org|registry\.npmjs\.|(?:extra-)?index-url",
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
    "a secret": r"\b(?:sk-[\w-]{20,}|gh[pousr]_\w{30,}|hf_\w{30,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35})",
    "a number of our issue list": r"\bissues? \d",
}


def tracked_files() -> list[str]:
    """List the files that are, or would be, committed."""
    if not (shutil.which("git") and (ROOT / ".git").exists()):
        pytest.skip("not a git checkout: which files are ours is unknown")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def texts() -> dict[str, str]:
    """Read every file that is text."""
    found = {}
    for name in tracked_files():
        content = (ROOT / name).read_bytes()
        if b"\0" not in content:
            found[name] = content.decode("utf-8")
    return found


def test_python_files_have_names_of_their_own() -> None:
    """No two Python files share a name, so a name says which file is meant."""
    places = defaultdict(list)
    for name in tracked_files():
        path = Path(name)
        if path.suffix == ".py" and path.name not in SHARED_NAMES:
            places[path.name].append(name)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_python_file_is_long() -> None:
    """A Python file has one idea and at most 400 lines."""
    lengths = {n: text.count("\n") for n, text in texts().items() if n.endswith(".py")}
    long = {name for name, length in lengths.items() if length > LONGEST}
    assert long == set(LONG_FOR_A_REASON)


def test_the_readme_is_read_in_ten_minutes() -> None:
    """What is longer belongs into `docs`."""
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("\n") <= 150


@pytest.mark.parametrize("what", FORBIDDEN)
def test_nothing_private_is_in_a_file(what: str) -> None:
    """No file holds a machine's paths, a registry's host, a secret or an internal number."""
    pattern = re.compile(FORBIDDEN[what])
    own = Path(__file__).relative_to(ROOT).as_posix()
    found = {name: hit[0] for name, text in texts().items() if (hit := pattern.search(text))}
    found.pop(own, None)
    assert found == {}


def test_only_tests_and_benches_read_beside_the_checkout() -> None:
    """What is published does not lean on a folder beside the checkout."""
    beside = "../" + "shared"
    found = [
        name
        for name, text in texts().items()
        if beside in text and not READS_DATA_BESIDE_US.match(name)
    ]
    assert found == []
