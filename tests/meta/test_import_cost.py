"""What does `import openodke` load?"""

from __future__ import annotations

import subprocess
import sys

ALLOWED = {
    "annotated_types",
    "openodke",
    "pydantic",
    "pydantic_core",
    "rapidfuzz",
    "typing_extensions",
    "typing_inspection",
}
PROBE = """
import sys
before = set(sys.modules)
import openodke
print(*{name.partition(".")[0] for name in set(sys.modules) - before})
"""


def test_import_loads_no_more_than_it_needs() -> None:
    """`import openodke` loads pydantic, rapidfuzz and the standard library."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "openodke" in loaded
    assert loaded - ALLOWED - sys.stdlib_module_names == set()
