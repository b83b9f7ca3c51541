"""What do `odke`, `odke --help`, `odke --version` and `odke adapters` say?"""

import importlib.metadata
import os
import platform
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import openodke
from openodke.install import install_line

PLACE = Path(openodke.__file__).parent
VERSION = f"odke 0.3.0 from {PLACE} (Python {platform.python_version()})\n"


def namesake(folder: Path, version: str) -> None:
    """Make a folder look as if another project called openodke were installed in it."""
    info = folder / f"openodke-{version}.dist-info"
    info.mkdir(parents=True)
    text = f"Metadata-Version: 2.1\nName: openodke\nVersion: {version}\n"
    (info / "METADATA").write_text(text, encoding="utf-8")


def test_the_version_says_where_it_runs_from(odke) -> None:
    """One line: the version, the folder, and the Python."""
    done = odke("--version")
    assert (done.stdout, done.stderr, done.returncode) == (VERSION, "", 0)


def test_another_project_of_our_name_is_warned_of(odke, tmp_path: Path) -> None:
    """A distribution called openodke of another version is named with its place and the remedy."""
    namesake(tmp_path / "site", "0.2.1")
    done = odke("--version", path=tmp_path / "site")
    assert done.stdout == VERSION + (
        f"warning: openodke 0.2.1 in {tmp_path / 'site'} is another project of the same name, and "
        "whichever comes first on the path is imported: run `pip uninstall openodke`, then install "
        "this one again\n"
    )
    assert (done.stderr, done.returncode) == ("", 0)


def test_our_own_distribution_is_no_namesake(odke, tmp_path: Path) -> None:
    """Ours, found twice on the path, is not warned of."""
    namesake(tmp_path / "site", "0.3.0")
    assert odke("--version", path=tmp_path / "site").stdout == VERSION


def test_the_help_names_every_command(odke) -> None:
    """Each command has its line, and the help is exit 0."""
    done = odke("--help")
    assert (done.stderr, done.returncode) == ("", 0)
    assert "Check every claim of a model-extracted knowledge graph against its text." in done.stdout
    commands = done.stdout.partition("Commands:\n")[2].splitlines()
    names = [
        "ground",
        "validate",
        "explain",
        "verify",
        "adapters",
        "models",
        "eval",
        "label",
        "ontology",
    ]
    assert [line.split()[0] for line in commands] == names


def test_no_command_shows_the_help(odke) -> None:
    """`odke` alone shows what `--help` shows; what was asked for is unclear, so exit 2."""
    done = odke()
    assert done.stdout + done.stderr == odke("--help").stdout
    assert done.returncode == 2


def test_the_help_of_ground_names_every_option(odke) -> None:
    """Every option of the page that is built is there."""
    text = odke("ground", "--help").stdout
    for option in (
        *("--facts", "--adapter", "--texts", "--ontology", "--examples", "--locate", "--grounder"),
        *("--dry-run", "--write-back", "--log-format", "--out"),
    ):
        assert f"{option} " in text


def test_the_script_is_the_module() -> None:
    """The installed `odke` is the same command."""
    script = Path(sys.executable).with_name("odke")
    if not script.exists():
        pytest.skip("openodke is not installed as a script here")
    done = subprocess.run([script, "--version"], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == VERSION


TRIPLES = (
    "triples     built in   rows in JSON Lines, CSV or parquet: doc, subject, predicate, object\n"
)


def test_adapters_lists_what_is_installed(odke) -> None:
    """The rows' own format comes first; each adapter with its version, or how to install it."""
    done = odke("adapters")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.startswith(TRIPLES)
    try:
        version = importlib.metadata.version("openodke-graphrag")
        expected = f"graphrag    {version:<11}holds "
    except importlib.metadata.PackageNotFoundError:
        expected = f"graphrag    missing    {install_line('adapters/graphrag')}"
    assert expected in done.stdout.removeprefix(TRIPLES)


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """An environment with everything that is installed here but our adapters."""
    links = tmp_path / "links"
    links.mkdir()
    for item in Path(sysconfig.get_path("purelib")).iterdir():
        if "openodke" not in item.name and item.suffix != ".pth":
            (links / item.name).symlink_to(item)
    path = os.pathsep.join([str(PLACE.parent), str(links)])
    return os.environ | {"PYTHONPATH": path}


def test_an_adapter_that_is_not_installed(bare: dict[str, str], tmp_path: Path) -> None:
    """Asked for or listed, it is answered with the line that installs it from a checkout."""

    def odke(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-S", "-m", "openodke", *arguments],
            cwd=tmp_path,
            env=bare,
            capture_output=True,
            encoding="utf-8",
        )

    line = install_line("adapters/graphrag")
    missing = [
        f"{name:<12}missing    {install_line(f'adapters/{name}')}\n"
        for name in ("graphrag", "langchain", "langextract", "llama-index")
    ]
    assert odke("adapters").stdout == TRIPLES + "".join(missing)
    done = odke("ground", "--facts", "output", "--adapter", "graphrag")
    assert (done.stdout, done.returncode) == ("", 2)
    assert (
        done.stderr
        == f"odke: the adapter 'graphrag' is not installed. Run, in the checkout: {line}\n"
    )
    assert "openodke==" not in line
    assert line.startswith("pip install -e . ")
