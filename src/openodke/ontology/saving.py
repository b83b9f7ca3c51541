"""How is an ontology written to a file, without one that was reviewed being lost?"""

from __future__ import annotations

import json
import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from openodke.errors import OntologyFreezeError, OntologyLoadError, OutputError
from openodke.ontology.loading import OntologyImportWarning

if TYPE_CHECKING:
    from openodke.ontology.schema import Ontology


def write(ontology: Ontology, path: str | os.PathLike[str]) -> None:
    """Write an ontology as indented JSON, as a whole or not at all.

    Raises:
        OntologyFreezeError: when the file holds a frozen ontology other than this one.
        OutputError: when the path holds something else, or cannot be written to.
    """
    place = Path(path)
    _check_place(ontology, place)
    content = ontology.model_dump(mode="json", exclude_defaults=True)
    for kind in ("types", "predicates"):
        for key, entry in content.get(kind, {}).items():
            if entry["name"] == key:
                del entry["name"]
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    part = place.with_name(f"{place.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(place)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OutputError(f"{place}: cannot be written: {error.strerror}") from error


def frozen_words(ontology: Ontology) -> str:
    """Say which ontology is frozen, by whom and when."""
    who = f" by {ontology.frozen_by}" if ontology.frozen_by else ""
    when = f" at {ontology.frozen_at.isoformat()}" if ontology.frozen_at else ""
    return f"the ontology {ontology.name!r} is frozen{who}{when}"


def _check_place(ontology: Ontology, place: Path) -> None:
    if not place.exists():
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", OntologyImportWarning)
            there = type(ontology).from_json(place, strict=False)
    except (OntologyLoadError, OntologyImportWarning) as error:
        raise OutputError(f"{place}: holds no whole ontology, so it is not written over") from error
    if there.frozen_at is not None and there != ontology:
        raise OntologyFreezeError(f"{place}: {frozen_words(there)}: write to another file")
