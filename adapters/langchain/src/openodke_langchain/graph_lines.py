"""How is a file of graph documents read and written: one JSON object a line, or one JSON value?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

from openodke import __version__ as openodke_version
from openodke.errors import ExportError, OutputError, RowProblem
from openodke.interop import output_folder
from openodke_langchain.graph_mapping import GraphMapping
from openodke_langchain.langchain_release import __version__
from openodke_langchain.native_graphs import is_native

SUFFIXES = (".json", ".jsonl", ".ndjson")
_START = 4_000_000  # bytes that are read to know what a file holds
_LINES = 5  # lines that can be read, of those
_MARK = "manifest.json"


class GraphFile(list[Any]):
    """The graphs of a file, as dicts: a list that knows where it came from.

    Attributes:
        path: the file.
        problems: the lines that could not be read.
        leftovers: what `keep` dropped, a line each; empty before.
    """

    def __init__(
        self,
        graphs: Iterable[Any] = (),
        path: str | PathLike[str] = "graphs.jsonl",
        problems: Iterable[RowProblem] = (),
        leftovers: str = "",
    ) -> None:
        """Hold graphs."""
        super().__init__(graphs)
        self.path = Path(path)
        self.problems = tuple(problems)
        self.leftovers = leftovers

    @classmethod
    def read(cls, path: str | PathLike[str]) -> GraphFile:
        """Read a file; a line that is no JSON is among the `problems`.

        Raises:
            ExportError: when it cannot be opened, or holds nothing that is JSON.
        """
        file = Path(path)
        try:
            text = file.read_bytes().decode("utf-8-sig", errors="replace")
        except OSError as error:
            raise ExportError(f"{file}: cannot be read: {error.strerror}") from error
        problems: list[RowProblem] = []
        graphs = _whole(text) if file.suffix.lower() == ".json" else None
        if graphs is None:
            graphs = list(_lines(text, file.name, problems))
        if problems and not graphs:
            raise ExportError(f"{file}: holds no JSON: {problems[0].reason}")
        return cls(graphs, file, problems)

    def holding(self, graphs: Iterable[Any]) -> GraphFile:
        """Return the same file with other graphs."""
        return GraphFile(graphs, self.path, self.problems, self.leftovers)

    def write(self, directory: str | PathLike[str]) -> list[Path]:
        """Write the graphs into a folder under the file's name, one a line; return the files.

        Raises:
            OutputError: when it is the folder of the file that was read, or holds files that
                openodke did not write.
        """
        if Path(directory).resolve() == self.path.resolve().parent:
            raise OutputError(f"{directory}: holds the file that was read; name another folder")
        folder = output_folder(directory)
        file = folder / self.path.with_suffix(".jsonl").name
        with file.open("w", encoding="utf-8", newline="\n") as out:
            for graph in self:
                out.write(json.dumps(graph, ensure_ascii=False) + "\n")
        package = {"openodke": openodke_version, "openodke-langchain": __version__}
        mark = {"manifest_version": 1, "adapter": "langchain", "package": package}
        (folder / _MARK).write_text(json.dumps(mark, indent=2) + "\n", encoding="utf-8")
        return [file]


def holds_graphs(path: str | PathLike[str], mapping: GraphMapping | None = None) -> bool:
    """Tell whether a file holds graphs, by the first lines of it that can be read."""
    file = Path(path)
    if file.suffix.lower() not in SUFFIXES or not file.is_file():
        return False
    with file.open("rb") as opened:
        start = opened.read(_START)
        is_whole = not opened.read(1)
    text = start.decode("utf-8-sig", errors="replace")
    held = _whole(text) if is_whole and file.suffix.lower() == ".json" else None
    if held is not None:
        return bool(held) and is_native(held, mapping)
    return any(bool(each) and is_native(each, mapping) for each in _first_lines(text))


def _first_lines(text: str) -> list[Any]:
    """Return what the first lines hold: one that is no JSON costs itself, and not the file."""
    return list(islice(_lines(text, "", []), _LINES))


def _whole(text: str) -> list[Any] | None:
    try:
        held = json.loads(text)
    except ValueError:
        return None
    return held if isinstance(held, list) else [held]


def _lines(text: str, name: str, problems: list[RowProblem]) -> Iterator[Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except (ValueError, RecursionError) as error:
            problems.append(RowProblem(name, number, "", f"malformed: no JSON: {error}"))
