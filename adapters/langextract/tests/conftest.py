"""LangExtract imports packages that warn of what they use themselves; here warnings are errors."""

from __future__ import annotations

import contextlib
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    with contextlib.suppress(ImportError):
        import langextract  # noqa: F401
