"""Checks LangChain graph documents against their text and hands the same objects back."""

from openodke_langchain.langchain_release import __version__

__all__ = ["__version__"]
