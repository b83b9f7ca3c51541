"""Does LlamaIndex's notebook run, and print what stands in it?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[3] / "notebooks" / "llama-index.ipynb"


def outputs(notebook: Any) -> list[str]:
    """Return what each cell of code printed."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    texts = ["".join(out.get("text", "") for out in cell.outputs) for cell in cells]
    # LlamaIndex 0.13 prints from which files it loads
    return [re.sub(r"^Loading llama_index\..*\n", "", text, flags=re.MULTILINE) for text in texts]


@pytest.mark.filterwarnings("default")  # Jupyter's own
def test_the_notebook_on_llama_index_prints_what_it_shows() -> None:
    """From its first cell to its last, inside the kernel's running loop."""
    shown = nbformat.read(NOTEBOOK, as_version=4)
    run = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(run, timeout=300, kernel_name="python3").execute()
    assert outputs(run) == outputs(shown)
