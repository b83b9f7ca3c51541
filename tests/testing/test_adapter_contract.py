"""Does the contract let a good adapter through, and catch a bad one?

The good one is the page's own, written out file by file. Each bad one is that with one change.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adapters" / "write-your-own.md"
FILE = re.compile(r'^```\w+ title="([\w.]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
POINTS = "[openodke.adapters]\nsketch = openodke_sketch:SketchAdapter\n"
METADATA = "Metadata-Version: 2.1\nName: openodke-sketch\nVersion: 0.1.0\n"


def written_out(folder: Path, old: str = "", new: str = "") -> Path:
    """Write the page's files, installed as pip would, with one change to the adapter."""
    files = dict(FILE.findall(PAGE.read_text(encoding="utf-8")))
    assert set(files) == {
        "sketch.py",
        "openodke_sketch.py",
        "pyproject.toml",
        "test_sketch_contract.py",
    }
    adapter = files["openodke_sketch.py"]
    assert adapter.count(old) == 1 or not old
    files["openodke_sketch.py"] = adapter.replace(old, new) if old else adapter
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    info = folder / "openodke_sketch-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA)
    (info / "entry_points.txt").write_text(POINTS)
    return folder


def failures(folder: Path, *arguments: str) -> tuple[int, set[str], str]:
    """Pass the page's tests; return how many passed, which failed, and what was printed."""
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rf", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
    )
    passed = re.search(r"(\d+) passed", done.stdout)
    failed = set(re.findall(r"^FAILED \S+::(\w+)", done.stdout, re.MULTILINE))
    return int(passed[1]) if passed else 0, failed, done.stdout + done.stderr


def test_the_page_s_adapter_keeps_every_law(tmp_path: Path) -> None:
    """As it stands on the page, with the page's own test file."""
    passed, failed, printed = failures(written_out(tmp_path))
    assert failed == set(), printed
    assert passed >= 35, printed


BROKEN = {
    "it accepts anything that is a list": (
        "isinstance(native, list) and any(isinstance(each, Sketch) for each in native)",
        "isinstance(native, list)",
        "test_it_leaves_what_is_foreign",
    ),
    "it numbers links within their sketch": (
        "            doc = _document(sketch, len(found))\n",
        "            doc, index = _document(sketch, len(found)), 0\n",
        "test_rows_lead_to_their_place",
    ),
    "its documents have no uri": (
        "Document(id=f\"{sketch.name}#{at}\", text=sketch.text, uri=uri)",
        "Document(id=f\"{sketch.name}#{at}\", text=sketch.text)",
        "test_chunks_are_no_sources",
    ),
    "it writes into what it was given": (
        "    return replace(link, extra=with_verdicts(link.extra, ItemVerdict.of(parts).values()))",
        "    link.extra.update(ItemVerdict.of(parts).values())\n    return link",
        "test_annotating_changes_nothing_else",
    ),
    "it writes at the next link": (
        "numbered = list(enumerate(each.links, index))",
        "numbered = list(enumerate(each.links, index - 1))",
        "test_verdicts_land_at_their_own_place",
    ),
    "it loses what stood beside the verdict": (
        "with_verdicts(link.extra, ",
        "with_verdicts({}, ",
        "test_annotating_changes_nothing_else",
    ),
    "it leaves stale keys": (
        "with_verdicts(link.extra, ItemVerdict.of(parts).values())",
        "{**link.extra, **ItemVerdict.of(parts).values()}",
        "test_annotating_again_changes_nothing_more",
    ),
    "it changes the order": (
        "        rebuilt.append(each)\n",
        "        rebuilt.insert(0, each)\n",
        "test_annotating_changes_nothing_else",
    ),
    "it writes empty values": (
        "ItemVerdict.of(parts).values())",
        "ItemVerdict.of(parts).values() | {'odke_support': ''})",
        "test_what_is_written_is_flat",
    ),
    "it passes over a fact that is not its own": (
        "        at = RowPlace.parse(fact.id, KINDS).index\n",
        (
            "        if '/' not in fact.id:\n            continue\n"
            "        at = RowPlace.parse(fact.id, KINDS).index\n"
        ),
        "test_a_fact_of_something_else_is_refused",
    ),
    "it drops nothing": (
        "        return _rebuilt(native, parts, dropped)\n",
        "        return _rebuilt(native, parts, ())\n",
        "test_what_a_gate_refuses_goes",
    ),
    "it asks the gate twice": (
        "asking.ask(parts[at]).action",
        "asking.ask(parts[at]) and asking.ask(parts[at]).action",
        "test_the_gate_is_asked_once_an_item",
    ),
    "it keeps without annotating": (
        "        return _rebuilt(native, parts, dropped)\n",
        "        return _rebuilt(native, {}, dropped)\n",
        "test_a_gate_that_accepts_drops_nothing",
    ),
    "it lets through what is not found": (
        "asking = _by_link(native, facts), ItemGate(gate, ontology)",
        "asking = _by_link(native, facts), ItemGate(gate or __import__('openodke').VerdictGate())",
        "test_left_out_the_gate_is_strict",
    ),
    "it drops the twin of what was refused": (
        "        return _rebuilt(native, parts, dropped)\n",
        (
            "        said = {parts[at][0].signature for at in dropped}\n"
            "        dropped = {at for at in parts if parts[at][0].signature in said}\n"
            "        return _rebuilt(native, parts, dropped)\n"
        ),
        "test_what_a_gate_refuses_goes",
    ),
    "it numbers the well-formed alone": (
        "                    rows.append(_row(link, place, doc))\n                index += 1\n",
        "                    rows.append(_row(link, place, doc))\n                    index += 1\n",
        "test_a_malformed_item_costs_itself",
    ),
    "it passes over a link that is not there": (
        "            raise InputError(f",
        "            continue\n            raise InputError(f",
        "test_a_fact_of_something_else_is_refused",
    ),
    "it makes up links": (
        "        return Built(sketches, tuple(lost))",
        (
            "        for sketch in sketches:\n"
            "            sketch.links.append(Link('Eve', 'runs', 'Adam'))\n"
            "        return Built(sketches, tuple(lost))"
        ),
        "test_what_is_built_is_read_back",
    ),
    "it writes nothing as None": (
        "ItemVerdict.of(parts).values())",
        "ItemVerdict.of(parts).values() | {'odke_support': None})",
        "test_what_is_written_is_flat",
    ),
    "it is silent about what it lost": (
        "return Built(sketches, tuple(lost))",
        "return Built(sketches)",
        "test_what_is_built_is_read_back",
    ),
    "it builds a denial as if it were so": (
        "if not fact.is_edge or fact.polarity is not Polarity.ASSERTED:",
        "if not fact.is_edge:",
        "test_what_is_built_is_read_back",
    ),
    "it fails on a stray item": (
        "    return [each for each in native if isinstance(each, Sketch)]\n",
        "    return list(native)\n",
        "test_a_malformed_item_costs_itself",
    ),
    "it is silent about a stray item": (
        "        return strays + [",
        "        return [",
        "test_a_malformed_item_costs_itself",
    ),
    "it gives a claim without a text one": (
        "    if not sketch.text:\n        return None\n",
        "    sketch = replace(sketch, text=sketch.text or 'nothing')\n",
        "test_without_a_text_nothing_is_refuted",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_a_faulty_adapter_is_caught(fault: str, tmp_path: Path) -> None:
    """By the test of the law that it breaks."""
    old, new, test = BROKEN[fault]
    _, failed, printed = failures(written_out(tmp_path, old, new), "-k", test)
    assert test in failed, printed
