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
NAMED_AFTER_THE_MACHINE = "_sysconfigdata"  # how Python's own record of its build begins

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
    others = loaded - ALLOWED - sys.stdlib_module_names
    assert {name for name in others if not name.startswith(NAMED_AFTER_THE_MACHINE)} == set()
