"""Are labels read to the letter, and is a bad line named?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from openodke.errors import InputError, RowError
from openodke.evaluation import read_labels


def written(folder: Path, *lines: object) -> Path:
    """Write a file of labels: text as it is, anything else as JSON."""
    path = folder / "labels.jsonl"
    text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    return path


def test_a_label_names_a_claim_by_id_or_by_its_triple(tmp_path: Path) -> None:
    """Blank lines and a byte-order mark are fine, and so is whatever else a line holds."""
    path = written(
        tmp_path,
        "\ufeff" + json.dumps({"id": "r1", "label": True, "seen_by": ["Ines"]}),
        "",
        {"doc": "log", "subject": "Skua", "predicate": "sank_in", "object": 1940, "label": False,
         "kind": "year", "expected": "contradicted"},
        {"id": "r3", "label": "not_supported", "expected": ["not_found", "contradicted"]},
    )  # fmt: skip
    first, second, third = read_labels(path)
    assert (first.id, first.right, first.triple, first.place) == ("r1", True, None, f"{path}:1")
    assert (second.doc, second.triple, second.right) == ("log", ("Skua", "sank_in", "1940"), False)
    assert (second.kind, second.expected) == ("year", {"contradicted"})
    assert (third.right, third.expected) == (False, {"contradicted", "not_found"})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "no JSON"),
        ("[1]", "a label is an object"),
        ({"id": "a"}, "label: the field is required"),
        ({"id": "a", "label": "yes"}, 'label: is true or false, not "yes"'),
        ({"id": "a", "label": 1}, "label: is true or false, not 1"),
        ({"label": True}, "id: nothing says which claim is meant"),
        ({"label": True, "subject": "s", "object": "o"}, "predicate: is missing"),
        ({"label": True, "subject": "s", "predicate": "p", "object": []}, "object: is text, a"),
        ({"label": True, "subject": {"a": 1}, "predicate": "p", "object": 1}, "subject: is text"),
        ({"id": 7, "label": True}, "id: is text, not 7"),
        ({"id": "a", "label": True, "expected": "right"}, "expected: 'right' is no verdict"),
        ({"id": "a", "label": True, "expected": 3}, "expected: is a verdict or a list"),
        ({"id": "a", "label": True, "expected": [["x"]]}, "expected: ['x'] is no verdict"),
        ({"id": "a\ud800", "label": True}, "id: holds a lone surrogate"),
        ({"id": "a", "label": True, "kind": "\ud800"}, "kind: holds a lone surrogate"),
        ('{"id": "a", "id": "b", "label": true}', "'id' stands twice"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: object, said: str) -> None:
    """By file, line and field, with the others."""
    path = written(tmp_path, {"id": "fine", "label": True}, line, "{}")
    with pytest.raises(RowError) as caught:
        read_labels(path)
    first, second = str(caught.value).splitlines()
    assert first.startswith(f"{path}:2: ")
    assert said in first
    assert second.startswith(f"{path}:3: label:")


def test_two_lines_that_disagree_are_refused(tmp_path: Path) -> None:
    """Neither can be told to be right; the same said twice is once."""
    same = {"id": "a", "label": True}
    path = written(tmp_path, same, same, {"id": "a", "label": False})
    with pytest.raises(InputError, match=r"labels.jsonl:3: calls wrong what .*:1 calls right"):
        read_labels(path)


def test_no_label_is_an_error(tmp_path: Path) -> None:
    """And so is no file."""
    with pytest.raises(InputError, match="holds no label"):
        read_labels(written(tmp_path, ""))
    with pytest.raises(InputError, match="cannot be opened"):
        read_labels(tmp_path / "none.jsonl")
