"""Does the notebook run as it stands, and print what it shows?"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("langextract")

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[3] / "notebooks" / "langextract.ipynb"

_THEIRS = 2  # cells that print what LangExtract says, which differs from release to release

pytestmark = [
    pytest.mark.framework,
    pytest.mark.enable_socket,  # a notebook's kernel is spoken to over the loopback
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of the notebook's own libraries
]


def printed(notebook: nbformat.NotebookNode) -> list[str]:
    """Return what each cell prints."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return ["".join(o.text for o in cell.outputs if o.get("name") == "stdout") for cell in cells]


def test_the_notebook_prints_what_it_shows(tmp_path: Path) -> None:
    """Run from its first cell to its last, in a scratch folder."""
    shown = nbformat.read(NOTEBOOK, as_version=4)
    run = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(run, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert printed(run)[_THEIRS:] == printed(shown)[_THEIRS:]
    page = run.cells[-1].outputs[-1].data["text/html"]
    assert page.startswith("<iframe")
