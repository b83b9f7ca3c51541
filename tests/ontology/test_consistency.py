"""Does an ontology hold together, and where does it not?"""

from typing import Any

import pytest

from openodke.ontology import Ontology, OntologyLoadError


def found(data: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return (severity, code, path) of every diagnostic of a leniently loaded ontology."""
    return [
        (held.severity, held.code, held.path)
        for held in Ontology.from_dict(data, strict=False).validate()
    ]


PLACE = {"Place": {}, "Region": {"parents": ["Place"]}, "Person": {}}


def edges(**predicates: dict[str, Any]) -> dict[str, Any]:
    """Return an ontology of places whose predicates range over Place unless they say otherwise."""
    return {
        "types": PLACE,
        "predicates": {name: {"range": "Place", **held} for name, held in predicates.items()},
    }


ERRORS = [
    ("name-mismatch", "types.A.name", {"types": {"A": {"name": "B"}}}),
    ("name-mismatch", "predicates.p.name", {"predicates": {"p": {"name": "q"}}}),
    ("unknown-parent", "types.A.parents[1]", {"types": {"B": {}, "A": {"parents": ["B", "C"]}}}),
    ("unknown-key", "types.A.keys[0]", {"types": {"A": {"keys": ["p"]}}}),
    (
        "key-outside-domain",
        "types.A.keys[0]",
        {"types": {"A": {"keys": ["p"]}, "B": {}}, "predicates": {"p": {"domain": ["B"]}}},
    ),
    ("unknown-range", "predicates.p.range", {"predicates": {"p": {"range": "Date"}}}),
    ("unreachable-predicate", "predicates.p.domain", {"predicates": {"p": {"domain": ["A"]}}}),
    (
        "scope-undeclared-qualifier",
        "predicates.p.cardinality_scope[0]",
        {"predicates": {"p": {"cardinality_scope": ["year"]}}},
    ),
    (
        "scope-not-identity",
        "predicates.p.cardinality_scope[0]",
        {"predicates": {"p": {"cardinality_scope": ["year"], "qualifiers": {"year": {}}}}},
    ),
    (
        "duplicate-alias",
        "types.B.aliases[0]",
        {"types": {"A": {"aliases": ["thing"]}, "B": {"aliases": ["Thing"]}}},
    ),
    (
        "duplicate-alias",
        "predicates.p.aliases[1]",
        {"predicates": {"p": {"aliases": ["x", "Q"]}, "q": {}}},
    ),
    ("unknown-inverse", "predicates.p.inverse_of", edges(p={"inverse_of": "q"})),
    (
        "inverse-not-edge",
        "predicates.p.inverse_of",
        edges(p={"inverse_of": "q"}, q={"range": "date"}),
    ),
    ("inverse-not-edge", "predicates.p.symmetric", edges(p={"range": "text", "symmetric": True})),
    (
        "inverse-not-mutual",
        "predicates.r.inverse_of",
        edges(p={"inverse_of": "q"}, q={}, r={"inverse_of": "q"}),
    ),
    (
        "inverse-not-mutual",
        "predicates.p.inverse_of",
        edges(p={"inverse_of": "q"}, q={"symmetric": True}),
    ),
    (
        "inverse-domain-range",
        "predicates.p.inverse_of",
        edges(p={"inverse_of": "q", "domain": ["Person"]}, q={"domain": ["Place"]}),
    ),
    (
        "inverse-domain-range",
        "predicates.p.symmetric",
        edges(p={"symmetric": True, "domain": ["Person"]}),
    ),
]


@pytest.mark.parametrize(("code", "path", "data"), ERRORS)
def test_errors(code: str, path: str, data: dict[str, Any]) -> None:
    """Each inconsistency is one error with its code and path, and a strict load refuses it."""
    errors = {(severity, name, place) for severity, name, place in found(data)}
    assert ("error", code, path) in errors
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_dict(data)
    assert any(
        line.startswith(f"{path}: ") and line.endswith(f"[{code}]")
        for line in refused.value.problems
    )


def test_an_inconsistency_is_told_once() -> None:
    """All single inconsistencies give one diagnostic, apart from those of both of a pair."""
    for _, _, data in ERRORS:
        held = found(data)
        assert len(held) == len(set(held))
        assert len(held) <= 2


@pytest.mark.parametrize(
    ("code", "path", "data"),
    [
        ("unreviewed", "inferred", {"inferred": True}),
        (
            "unknown-domain",
            "predicates.p.domain[1]",
            {"types": {"A": {}}, "predicates": {"p": {"domain": ["A", "B"]}}},
        ),
        (
            "inheritance-cycle",
            "types.A.parents",
            {"types": {"A": {"parents": ["B"]}, "B": {"parents": ["A"]}}},
        ),
        ("inheritance-cycle", "types.A.parents", {"types": {"A": {"parents": ["A"]}}}),
    ],
)
def test_warnings(code: str, path: str, data: dict[str, Any]) -> None:
    """A doubt is a warning with its code and path, and a strict load lets it pass."""
    built = Ontology.from_dict(data)
    assert [(held.severity, held.code, held.path) for held in built.validate()] == [
        ("warning", code, path)
    ]


@pytest.mark.parametrize(
    "data",
    [
        edges(p={"inverse_of": "q"}, q={}),
        edges(p={"inverse_of": "q"}, q={"inverse_of": "p"}),
        edges(p={"inverse_of": "q", "domain": ["Region"]}, q={"domain": ["Place"]}),
        edges(p={"symmetric": True}),
        edges(p={"symmetric": True, "inverse_of": "p", "domain": ["Region", "Place"]}),
        {"types": {"A": {"keys": ["p"]}}, "predicates": {"p": {}}},
        {"predicates": {"p": {"aliases": ["P", "x", "X"]}}},
        {"predicates": {"p": {"label": "one"}, "q": {"label": "one"}}},
        {
            "predicates": {
                "p": {"cardinality_scope": ["year"], "qualifiers": {"year": {"identity": True}}}
            }
        },
    ],
)
def test_what_holds_together(data: dict[str, Any]) -> None:
    """What is consistent has no diagnostics at all."""
    assert Ontology.from_dict(data).validate() == []


def test_a_diagnostic_prints_as_one_line() -> None:
    """A printed diagnostic has severity, path, message, a guess, and the code."""
    data = {"types": {"Person": {}}, "predicates": {"knows": {"range": "Persn"}}}
    (held,) = Ontology.from_dict(data, strict=False).validate()
    line = str(held)
    assert line.startswith("error: predicates.knows.range: 'Persn' is no type")
    assert "did you mean 'Person'?" in line
    assert line.endswith("[unknown-range]")
