"""Does the reference page name every public name, and nothing else?"""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"
CORE = [
    "openodke",
    "openodke.answers",
    "openodke.chunking",
    "openodke.corroborate",
    "openodke.errors",
    "openodke.evaluation",
    "openodke.gate",
    "openodke.ground",
    "openodke.interop",
    "openodke.llm",
    "openodke.model",
    "openodke.ontology",
    "openodke.stages",
    "openodke.testing",
]
ADAPTERS = [
    "openodke_deepeval",
    "openodke_graphrag",
    "openodke_langchain",
    "openodke_langextract",
    "openodke_llama_index",
]
ROW = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
ALSO = re.compile(r"^Also here: (.*?)\.$", re.MULTILINE | re.DOTALL)


def sections() -> dict[str, str]:
    """Return the text of each module's section."""
    _, *parts = re.split(r"^## (\S+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def described(section: str) -> list[str]:
    """Return the names that a section has a line for."""
    return ROW.findall(section)


def repeated(section: str) -> list[str]:
    """Return the names that a section has from another one."""
    return [name for also in ALSO.findall(section) for name in re.findall(r"`(\w+)`", also)]


def public_names(module: ModuleType) -> set[str]:
    """Return `__all__`, or what a module without one defines at its top level."""
    if hasattr(module, "__all__"):
        return set(module.__all__)
    names = set()
    for node in ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return {name for name in names if not name.startswith("_")}


def test_every_module_has_a_section() -> None:
    """The page has a section for each public module, in order, and for nothing else."""
    assert list(sections()) == [*CORE, *ADAPTERS]


@pytest.mark.parametrize("name", [*CORE, *ADAPTERS])
def test_a_section_names_what_its_module_exports(name: str) -> None:
    """A name is on the page if, and only if, it is public; each stands there once."""
    module = importlib.import_module(name) if name in CORE else pytest.importorskip(name)
    listed = [*described(sections()[name]), *repeated(sections()[name])]
    assert sorted(listed) == sorted(public_names(module))


def test_each_name_is_described_once() -> None:
    """What a section has from another one has its line there, and no name has two."""
    found = Counter(name for text in sections().values() for name in described(text))
    assert [name for name, times in found.items() if times > 1] == []
    assert {name for text in sections().values() for name in repeated(text)} <= set(found)
