"""What can no longer be done to an ontology that was reviewed and frozen?"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from openodke.errors import InputError, OdkeError, OntologyFreezeError, OutputError
from openodke.ontology import Ontology

SHIPPING = {
    "name": "shipping",
    "types": {"Vessel": {"aliases": ["Ship"]}},
    "predicates": {"imo": {"domain": ["Vessel"]}},
}


@pytest.fixture
def shipping() -> Ontology:
    """An ontology that is not frozen."""
    return Ontology.from_dict(SHIPPING)


@pytest.fixture
def frozen(shipping: Ontology) -> Ontology:
    """The same, frozen."""
    return shipping.freeze(by="Maren Oduya")


def test_a_freeze_says_who_and_when(shipping: Ontology) -> None:
    """The copy names the reviewer and the moment in UTC; the original stays as it was."""
    before = datetime.now(UTC)
    frozen = shipping.freeze(by="Maren Oduya")
    assert frozen.frozen_by == "Maren Oduya"
    assert frozen.frozen_at is not None
    assert before <= frozen.frozen_at <= datetime.now(UTC)
    assert (shipping.frozen_at, shipping.frozen_by) == (None, None)
    assert frozen.types == shipping.types


@pytest.mark.parametrize("by", ["", " \n", 5, None, b"Maren"])
def test_a_freeze_by_nobody_is_refused(shipping: Ontology, by: Any) -> None:
    """It would go on record as reviewed, and by whom could not be told."""
    with pytest.raises(InputError) as refused:
        shipping.freeze(by=by)
    assert str(refused.value) == f"by is {by!r}: give the name of who reviewed it, as text"


def test_a_freeze_by_a_name_that_cannot_be_written_is_refused(shipping: Ontology) -> None:
    """A lone surrogate would end the writing of the file."""
    with pytest.raises(InputError, match=r"^by: .*a lone surrogate"):
        shipping.freeze(by="Maren \ud800")


def test_a_frozen_one_is_not_edited(frozen: Ontology) -> None:
    """A copy with changes is refused, and the message says by whom it is frozen and what to do."""
    with pytest.raises(OntologyFreezeError) as refused:
        frozen.model_copy(update={"types": {}})
    assert isinstance(refused.value, OdkeError)
    assert str(refused.value) == (
        f"the ontology 'shipping' is frozen by Maren Oduya at {frozen.frozen_at.isoformat()}: "
        "to edit it, copy it with frozen_at=None in the update"
    )
    with pytest.raises(OntologyFreezeError):
        frozen.model_copy(update={"frozen_by": "somebody else"})


def test_a_frozen_one_is_not_frozen_again(frozen: Ontology) -> None:
    """Who reviewed it stays on record."""
    with pytest.raises(OntologyFreezeError, match="is frozen by Maren Oduya"):
        frozen.freeze(by="somebody else")


def test_a_copy_without_changes_is_the_same(frozen: Ontology) -> None:
    """Nothing is edited by a plain copy."""
    assert frozen.model_copy() is frozen


def test_a_freeze_is_lifted_expressly(frozen: Ontology) -> None:
    """With frozen_at=None the edit goes through, and nobody is named for what was not reviewed."""
    edited = frozen.model_copy(update={"frozen_at": None, "version": "2"})
    assert (edited.version, edited.frozen_at, edited.frozen_by) == ("2", None, None)
    assert edited.model_copy(update={"version": "3"}).version == "3"


def test_the_fingerprint_is_of_what_is_held_to(shipping: Ontology, frozen: Ontology) -> None:
    """A review changes nothing about what a graph may hold."""
    assert frozen.fingerprint == shipping.fingerprint
    assert shipping.diff(frozen) == []


def test_an_inferred_one_is_unreviewed_until_frozen() -> None:
    """The warning goes with the freeze, and comes back with an edit."""
    inferred = Ontology.from_dict({**SHIPPING, "inferred": True})
    assert [found.code for found in inferred.validate()] == ["unreviewed"]
    frozen = inferred.freeze(by="Maren Oduya")
    assert (frozen.validate(), frozen.inferred) == ([], True)
    edited = frozen.model_copy(update={"frozen_at": None})
    assert [found.code for found in edited.validate()] == ["unreviewed"]


def test_what_is_written_is_read_back(frozen: Ontology, tmp_path: Path) -> None:
    """The file is JSON without defaults and without names that the keys say."""
    path = tmp_path / "shipping.json"
    frozen.write(path)
    assert Ontology.from_json(path) == frozen
    data = json.loads(path.read_text("utf-8"))
    assert data["types"] == SHIPPING["types"]
    assert data["predicates"] == SHIPPING["predicates"]
    assert [file.name for file in tmp_path.iterdir()] == ["shipping.json"]


def test_a_name_that_is_not_its_key_is_written(tmp_path: Path) -> None:
    """What is inconsistent stays so, for `validate` to tell."""
    held = Ontology(types={"Vessel": {"name": "Ship"}})
    held.write(tmp_path / "it.json")
    assert Ontology.from_json(tmp_path / "it.json", strict=False) == held


def test_a_frozen_file_is_not_written_over(
    shipping: Ontology, frozen: Ontology, tmp_path: Path
) -> None:
    """Another ontology is refused and the file stays; the same one may be written again."""
    path = tmp_path / "shipping.json"
    shipping.write(path)
    frozen.write(path)
    frozen.write(path)
    with pytest.raises(OntologyFreezeError, match=r"shipping\.json: the ontology 'shipping' is fr"):
        shipping.write(path)
    assert Ontology.from_json(path) == frozen


@pytest.mark.parametrize("content", ["[1]", "no JSON", '{"rows": 3}', ""])
def test_what_is_no_ontology_is_not_written_over(
    shipping: Ontology, tmp_path: Path, content: str
) -> None:
    """A file of another kind is somebody's."""
    path = tmp_path / "notes.json"
    path.write_text(content, "utf-8")
    with pytest.raises(OutputError, match="holds no whole ontology"):
        shipping.write(path)
    assert path.read_text("utf-8") == content


def test_a_place_that_cannot_be_written_to(shipping: Ontology, tmp_path: Path) -> None:
    """The error names the path."""
    with pytest.raises(OutputError, match=r"missing/it\.json: cannot be written: No such file"):
        shipping.write(tmp_path / "missing" / "it.json")
