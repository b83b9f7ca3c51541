"""Does the notebook run, and print what stands in it?"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

pytest.importorskip("graphrag", reason="graphrag is not installed here")

NOTEBOOK = Path(__file__).resolve().parents[3] / "notebooks" / "graphrag.ipynb"


def printed(notebook: Any) -> list[str]:
    """Return what each cell of code printed; the log of the vector store is left out."""
    cells = (cell for cell in notebook.cells if cell.cell_type == "code")
    return [
        "".join(out.text for out in cell.outputs if out.get("name") == "stdout") for cell in cells
    ]


@pytest.mark.framework
@pytest.mark.filterwarnings("default")  # Jupyter's own
def test_the_graphrag_notebook_prints_what_it_shows() -> None:
    """From its first cell to its last, in a kernel of its own: an export, a run, an update."""
    shown = nbformat.read(NOTEBOOK, as_version=4)
    run = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(run, timeout=600, kernel_name="python3")
    asyncio.run(client.async_execute())  # which closes its event loop, as `execute` does not
    assert printed(run) == printed(shown)
