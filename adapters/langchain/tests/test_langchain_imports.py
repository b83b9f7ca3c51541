"""Does loading the adapter leave LangChain alone, and are the public names there all the same?"""

from __future__ import annotations

import subprocess
import sys

import pytest

import openodke_langchain

PROBE = """
import sys
from openodke.interop import adapter_for, load_adapter
import openodke_langchain
adapter = load_adapter("langchain")
pair = {"head": "Ada", "relation": "met", "tail": "Bo"}
graph = {"nodes": [], "relationships": [pair], "source": {"page_content": "Ada met Bo."}}
rows, documents = adapter.to_rows(graph)
adapter.accepts(graph), adapter.left_out(graph), adapter.annotate(graph, [])
print(sorted(name for name in sys.modules if name.partition("_")[0].startswith("lang")))
"""


def test_loading_the_adapter_imports_no_framework() -> None:
    """Every installed adapter is loaded to see which one accepts: that has to be cheap."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", openodke_langchain.__all__)
def test_every_public_name_is_there(name: str) -> None:
    """Also those that are imported when they are first asked for."""
    assert getattr(openodke_langchain, name) is not None
    assert name in dir(openodke_langchain)


def test_a_name_that_is_not_there_is_an_error() -> None:
    """As of any module."""
    with pytest.raises(AttributeError, match="Nothing"):
        openodke_langchain.Nothing  # noqa: B018
