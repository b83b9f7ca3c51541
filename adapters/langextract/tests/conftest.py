"""LangExtract imports packages that warn of what they use themselves; our own warnings are errors."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    try:
        import langextract  # noqa: F401
    except ImportError:
        pass
