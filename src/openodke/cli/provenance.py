"""Where does this `odke` run from, and is it ours?"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

from openodke.version import __version__


def version_lines() -> Iterator[str]:
    """Yield the version with its place, and a warning for each other project of the same name.

    An unrelated project on the package index is called openodke too, in versions below 0.3.
    """
    place = Path(__file__).resolve().parents[1]
    yield f"odke {__version__} from {place} (Python {platform.python_version()})"
    for version, where in _namesakes():
        yield (
            f"warning: openodke {version} in {where} is another project of the same name, and "
            "whichever comes first on the path is imported: run `pip uninstall openodke`, then "
            "install this one again"
        )


def _namesakes() -> list[tuple[str, str]]:
    found = {
        (dist.version, str(dist.locate_file("")))
        for dist in distributions(name="openodke")
        if dist.version != __version__
    }
    return sorted(found)
