"""Does each field of an ontology take the one kind of value that it holds, and no other?"""

from typing import Any

import pytest

from openodke.ontology import Ontology, OntologyLoadError

OF_ANOTHER_KIND = {
    "predicates.p.required": ["yes", 1, None],
    "predicates.p.symmetric": ["true", 0],
    "predicates.p.importance": [7, -0.1, "0.5", True, None, float("inf")],
    "predicates.p.cardinality": [1, "Single"],
    "predicates.p.range": [True, "", ["Vessel"]],
    "predicates.p.label": [5],
    "predicates.p.description": [["a"]],
    "predicates.p.inverse_of": [0, ""],
    "predicates.p.domain": ["Vessel", 3, {"Vessel": {}}, None],
    "predicates.p.cardinality_scope": ["q"],
    "predicates.p.aliases": ["x"],
    "predicates.p.examples": ["x"],
    "predicates.p.qualifiers": [["q"], "q"],
    "predicates.p.qualifiers.q.identity": ["no", 1],
    "predicates.p.qualifiers.q.description": [1.5],
    "types.Vessel.parents": ["Hull"],
    "types.Vessel.keys": ["p"],
    "types.Vessel.description": [False],
    "inferred": ["no", 0],
    "frozen_at": [0, 1.5, True, "1769850000", "2026", "yesterday", "2026-13-01"],
    "frozen_by": [7],
    "version": [2],
    "types": [[], "Vessel"],
}


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path, held in OF_ANOTHER_KIND.items() for value in held]
)
def test_a_value_of_another_kind_is_refused_by_its_place(path: str, value: Any) -> None:
    """Nothing is turned into what the field holds; the place and the value are in the line."""
    data: dict[str, Any] = {"types": {"Vessel": {}}, "predicates": {"p": {"qualifiers": {"q": {}}}}}
    *way, last = path.split(".")
    held = data
    for step in way:
        held = held[step]
    held[last] = value
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_dict(data)
    (problem,) = refused.value.problems
    assert problem.startswith(f"{path}: must ")
    assert "input should" not in problem


@pytest.mark.parametrize("importance", [0, 1, 0.25])
def test_importance_goes_from_0_to_1(importance: float) -> None:
    """Both ends are in it, and a whole number is a number."""
    held = Ontology.from_dict({"predicates": {"p": {"importance": importance}}})
    assert held.predicates["p"].importance == importance


@pytest.mark.parametrize("when", ["2026-01-31T09:00:00Z", "2026-01-31"])
def test_a_freeze_may_be_written_as_text_or_as_yaml_reads_it(when: str) -> None:
    """With or without a time of day."""
    texts = [f"frozen_at: '{when}'\n", f"frozen_at: {when}\n"]
    one, other = (Ontology.from_yaml(text).frozen_at for text in texts)
    assert one == other is not None


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("Vessel", 'write ["Vessel"]'),
        ('a "b"', r'write ["a \"b\""]'),
        ("Zürich", 'write ["Zürich"]'),
        ("a\nb", r'write ["a\nb"]'),
        ("\ud800", r'write ["\ud800"]'),
    ],
)
def test_a_text_in_place_of_a_list_is_shown_in_one(value: str, told: str) -> None:
    """In the form that JSON and YAML take, on one line that can be printed anywhere."""
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_dict({"types": {"A": {"aliases": value}}})
    assert str(refused.value).endswith(told)
