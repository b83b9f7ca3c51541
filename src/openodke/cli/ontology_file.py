"""What is in an ontology's file, and what is wrong with it?"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openodke.errors import InputError, OntologyLoadError
from openodke.ontology import Diagnostic, Ontology, OntologyImportWarning
from openodke.ontology.loading import PART, faults
from openodke.ontology.syntax import parsed, parser_for


@dataclass(frozen=True)
class OntologyFile:
    """A file that was read once, since a pipe gives its text once; and what of it is an ontology.

    Attributes:
        path: the file.
        data: all that it holds.
        held: the part of it that can be read, consistent or not.
    """

    path: Path
    data: Any
    held: Ontology

    def checked(self) -> Ontology:
        """Return the ontology.

        Raises:
            InputError: when the file has errors: how many, and how to see them.
        """
        try:
            return Ontology.from_dict(self.data)
        except OntologyLoadError as error:
            count = len(error.problems)
            has = "1 error" if count == 1 else f"{count} errors"
            line = f"odke ontology validate {self.path}"
            raise InputError(f"{self.path}: has {has}: see `{line}`") from None

    def findings(self) -> list[Diagnostic]:
        """Return all that is wrong, errors first; not what follows from a part that is unreadable.

        Where a part cannot be read, the warnings wait until it can: they could be of its absence.
        """
        found = faults(Ontology, self.data)
        if any(one.code == PART for one in found):
            return found
        return sorted(self.held.validate(), key=lambda one: one.severity)


def read_ontology(path: Path) -> OntologyFile:
    """Read an ontology's file: YAML by its ending, else JSON.

    Raises:
        MissingExtraError: for YAML without pyyaml.
        OntologyLoadError: when nothing can be read.
    """
    data, _ = parsed(path, parser_for(path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OntologyImportWarning)
        try:
            return OntologyFile(path, data, Ontology.from_dict(data, strict=False))
        except OntologyLoadError as error:
            raise OntologyLoadError(error.problems, str(path)) from None
