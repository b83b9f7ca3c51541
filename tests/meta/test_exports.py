"""Does each package export what it says, and nothing else?"""

from __future__ import annotations
import __future__

import importlib
import pkgutil
from types import ModuleType

import pytest

import openodke

PACKAGES = [
    "openodke",
    *(found.name for found in pkgutil.walk_packages(openodke.__path__, "openodke.") if found.ispkg),
]


def public_names(package: ModuleType) -> set[str]:
    """Return a package's names without its submodules and private names."""
    return {
        name
        for name, value in vars(package).items()
        if (not name.startswith("_") or name == "__version__")
        and not isinstance(value, ModuleType | __future__._Feature)
    }


@pytest.mark.parametrize("name", PACKAGES)
def test_all_equals_the_public_names(name: str) -> None:
    """`__all__` lists every public name of a package once; ruff holds its order."""
    package = importlib.import_module(name)
    assert len(package.__all__) == len(set(package.__all__))
    assert set(package.__all__) == public_names(package)


@pytest.mark.parametrize("name", PACKAGES)
def test_nothing_is_defined_in_a_package_file(name: str) -> None:
    """An `__init__.py` only gathers: each class and function lies in a file named after it."""
    package = importlib.import_module(name)
    defined = [
        exported
        for exported in package.__all__
        if getattr(getattr(package, exported), "__module__", None) == name
    ]
    assert not defined
