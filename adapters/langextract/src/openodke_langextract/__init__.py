"""Checks LangExtract extractions against their text and hands the same documents back."""

from openodke_langextract.langextract_release import __version__

__all__ = ["__version__"]
