"""Which tables does a GraphRAG run leave, and how are they written again?"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

from openodke import __version__ as openodke_version
from openodke.errors import ExportError, OutputError, RowProblem
from openodke.interop import output_folder
from openodke_graphrag.leftovers import Leftovers
from openodke_graphrag.release import __version__
from openodke_graphrag.run_folder import (
    SIDECAR,
    TABLES,
    table_file,
    table_files,
    table_folder,
)
from openodke_graphrag.table_file import ExportTable, read_table, replace_file, write_table

_NEEDED: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "text_units": (("id",), ("text",)),
    "entities": (("title", "name"), ("text_unit_ids",)),
    "relationships": (("source",), ("target",), ("text_unit_ids",)),
    "covariates": (("subject_id",), ("text_unit_id",)),
}
"""The columns a table must have, each under one of its names."""

_MARK = "manifest.json"
_PROPOSED = 5  # folders named where one is to be chosen
_SHOWN = 100  # lines named in one error


@dataclass(frozen=True)
class Export:
    """The tables of one GraphRAG run.

    Attributes:
        folder: the folder they were read from; None where they were built.
        tables: the tables that hold claims and texts, by the name GraphRAG 3 gives them; those of
            the folder that are not among them are only copied by `write`.
        problems: the lines of CSV files that could not be read; the tables lack them.
        left_behind: the files of the folder that `write` does not copy: tables that are written
            under another name.
        leftovers: what `keep` dropped and `merge` joined, and what they left to be done; None where
            neither was called.
    """

    folder: Path | None
    tables: Mapping[str, ExportTable]
    problems: tuple[RowProblem, ...] = ()
    left_behind: frozenset[str] = frozenset()
    leftovers: Leftovers | None = None

    def __post_init__(self) -> None:
        """Make the tables read-only, whoever built the mapping."""
        object.__setattr__(self, "tables", MappingProxyType(dict(self.tables)))

    def __reduce__(self) -> tuple[type[Export], tuple[object, ...]]:
        """Pickle and copy with a plain dict: a read-only view of one can be neither."""
        held = (self.folder, dict(self.tables), self.problems, self.left_behind, self.leftovers)
        return type(self), held

    @classmethod
    def read(cls, path: str | PathLike[str], *, problems: list[RowProblem] | None = None) -> Export:
        """Read the tables of a folder: a run's output, or the project around it.

        Args:
            path: the folder.
            problems: where lines of CSV files that cannot be read are noted, so that the rest is
                read. Without it they are raised, all together.

        Raises:
            ExportError: naming the folder, file, line or column that is not there or cannot be
                read.
        """
        folder = _folder(Path(path))
        found = {name: table_file(folder, name) for name in (*TABLES, SIDECAR)}
        if found["text_units"] is None:
            there = ", ".join(p.name for p in table_files(folder))
            raise ExportError(
                f"{folder}: there is no text_units table (text_units.parquet, .csv, or "
                f"create_final_text_units.parquet), only {there}: without the texts no claim can "
                "be checked. Copy it from the run's output"
            )
        bad: list[RowProblem] = []
        tables = {name: read_table(file, bad) for name, file in found.items() if file}
        for name, table in tables.items():
            _check_columns(table, _NEEDED.get(name, ()))
        if problems is not None:
            problems.extend(bad)
        elif bad:
            raise _unreadable(folder, bad)
        return cls(folder, tables, tuple(bad))

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that the tables were read from, sorted."""
        return tuple(sorted(table.path for table in self.tables.values())) if self.folder else ()

    def table(self, name: str) -> Any:
        """Return the pyarrow table of a name, such as "relationships"; None where there is none."""
        held = self.tables.get(name)
        return None if held is None else held.data

    def with_table(self, name: str, data: Any, *, file_name: str | None = None) -> Export:
        """Return an export in which one table holds other cells.

        `file_name` is the file's name where the export has no such table yet.
        """
        held = self.tables.get(name)
        if held is None:
            held = ExportTable((self.folder or Path()) / (file_name or f"{name}.parquet"), data)
        changed = replace(held, data=data, changed=True)
        return replace(self, tables={**self.tables, name: changed})

    def write(self, directory: str | PathLike[str]) -> list[Path]:
        """Write every table into a folder, each in the form and under the name it had.

        Tables that were not changed, or not read, are copied. Returns the files, sorted.

        Raises:
            OutputError: when it is the folder that was read, when it holds files that openodke did
                not write, or tables that this export has none of.
        """
        folder = self._target(Path(directory))
        changed = {t.name: t for t in self.tables.values() if t.changed}
        not_copied = changed.keys() | self.left_behind
        held = table_files(self.folder) if self.folder else []
        copied = {path.name: path for path in held if path.name not in not_copied}
        for file in table_files(folder):
            if file.name not in changed and file.name not in copied:
                raise OutputError(f"{file}: is a table of another export; name a new folder")
        for name, path in copied.items():
            replace_file(folder / name, partial(shutil.copyfile, path))
        for name, table in changed.items():
            write_table(table, folder / name)
        if not (folder / _MARK).exists():
            _write_mark(folder / _MARK, self._command)
        return sorted(folder / name for name in (*changed, *copied))

    @property
    def _command(self) -> str:
        """What was done to the export last."""
        if self.leftovers is None:
            return "annotate"
        return "merge" if self.leftovers.merged else "keep"

    def _target(self, directory: Path) -> Path:
        if self.folder and directory.resolve() == self.folder.resolve():
            raise OutputError(
                f"{directory}: is the folder the tables were read from, which is never changed; "
                "name a new folder"
            )
        return output_folder(directory)


def _folder(path: Path) -> Path:
    if not path.exists():
        raise ExportError(f"{path}: there is no such folder")
    if not path.is_dir():
        raise ExportError(f"{path}: is a file; name the folder with the tables: {path.parent}")
    folder = table_folder(path)
    if folder is None:
        raise ExportError(
            f"{path}: holds no table of GraphRAG (text_units, entities, relationships, …, as "
            ".parquet or .csv), nor do its output and artifacts folders: name the folder that "
            f"`graphrag index` wrote to{_exports_below(path)}"
        )
    return folder


def _exports_below(path: Path) -> str:
    """Return the folders of a folder that hold tables, as a proposal."""
    held = [each for each in sorted(path.iterdir()) if each.is_dir() and table_folder(each)]
    if not held:
        return ""
    more = ", …" if len(held) > _PROPOSED else ""
    return f"; there are: {', '.join(map(str, held[:_PROPOSED]))}{more}"


def _unreadable(folder: Path, bad: list[RowProblem]) -> ExportError:
    lines = [f"{folder / bad[0].source}: cannot be read as csv:", *map(str, bad[:_SHOWN])]
    if len(bad) > _SHOWN:
        lines.append(f"… and {len(bad) - _SHOWN} more lines")
    return ExportError("\n".join([*lines, "Mend them, or read the rest with problems=[]"]))


def _check_columns(table: ExportTable, needed: tuple[tuple[str, ...], ...]) -> None:
    """Refuse a table without a needed column; one without rows may lack them all."""
    if not table.data.num_rows:
        return
    for names in needed:
        if table.column(*names) is None:
            there = ", ".join(table.data.column_names)
            raise ExportError(
                f"{table.path}: there is no column {' or '.join(map(repr, names))} among {there}. "
                "Rename the column that holds it, or copy the file again from the run's output"
            )


def _write_mark(path: Path, command: str) -> None:
    """Write the file by which the folder is known as ours."""
    package = {"openodke": openodke_version, "openodke-graphrag": __version__}
    mark = {"manifest_version": 1, "command": command, "adapter": "graphrag", "package": package}
    path.write_text(json.dumps(mark, indent=2) + "\n", encoding="utf-8")
