"""Does reading a graph cost an import of LlamaIndex?"""

from __future__ import annotations

import subprocess
import sys

import pytest

import openodke_llama_index

READING = """
import sys
from openodke import ground_graph
from openodke.interop import load_adapter

adapter = load_adapter("llama-index")
assert not adapter.accepts([7]) and adapter.accepts([("Ada", "met", "Bo")])
assert ground_graph([("Ada", "met", "Bo")]).adapter is adapter
loaded = [name for name in sys.modules if name.split(".")[0] in ("llama_index", "workflows")]
assert not loaded, loaded
"""


def test_the_adapter_is_loaded_without_llama_index() -> None:
    """`ground_graph` loads every installed adapter, whatever it was given."""
    done = subprocess.run([sys.executable, "-c", READING], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", openodke_llama_index.__all__)
def test_every_public_name_is_there(name: str) -> None:
    """Those that need LlamaIndex are imported when they are asked for."""
    assert getattr(openodke_llama_index, name)
    assert name in dir(openodke_llama_index)


def test_a_name_that_is_not_there_is_an_error() -> None:
    """As of any module."""
    with pytest.raises(AttributeError, match="GroundEverything"):
        _ = openodke_llama_index.GroundEverything
