"""Checks the relations of LlamaIndex nodes and property graphs against their text with openodke."""

from openodke_llama_index.llama_index_release import __version__

__all__ = ["__version__"]
