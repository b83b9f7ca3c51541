"""DeepEval reports home, reads `.env` files and warns of what it uses itself; here it does not.

It is told so before it is imported, and imported before warnings are errors.
"""

from __future__ import annotations

import contextlib
import os
import warnings
from pathlib import Path

import pytest

os.environ |= {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "DEEPEVAL_DISABLE_DOTENV": "1",
    "DEEPEVAL_FILE_SYSTEM": "READ_ONLY",
}
for name in [name for name in os.environ if name.startswith("CONFIDENT_")]:
    del os.environ[name]  # a key of Confident AI would send results there

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    with contextlib.suppress(ImportError):
        import deepeval  # noqa: F401


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder of its own: DeepEval writes where it is run."""
    (tmp_path / ".deepeval").mkdir()  # made at its import, where the import was
    monkeypatch.chdir(tmp_path)
