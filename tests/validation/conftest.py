"""What do the tests of recorded runs share: a run in a folder of its own."""

from pathlib import Path

import pytest
from ferry_runs import FerryRuns


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FerryRuns:
    """The files of a run, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return FerryRuns(tmp_path)
