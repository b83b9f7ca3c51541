"""`openodke-graphrag`: GraphRAG's own command, with our workflows in its pipelines.

GraphRAG looks for no plug-ins, so its command has to be started with them registered. Every command
and option is GraphRAG's, and is handed on as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from openodke.errors import OdkeError
from openodke_graphrag.pipelines import OURS, register_workflows

_RUNS = ("index", "update")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run GraphRAG's command; return its exit status.

    What openodke found is told on standard output after GraphRAG's own lines, and on standard
    error that no claim was checked, where the settings file lists workflows without ours.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    lines: list[str] = []
    try:
        register_workflows(tell=lines.append)
    except OdkeError as error:
        print(f"openodke-graphrag: {error}", file=sys.stderr)
        return 2
    status = _graphrag(given)
    for line in lines:
        print(line)
    if status == 0 and not lines and is_run(given):
        print(_unchecked(), file=sys.stderr)
    return status


def _graphrag(arguments: list[str]) -> int:
    from graphrag.cli.main import app

    try:
        app(args=arguments, prog_name="openodke-graphrag")
    except SystemExit as ended:
        if ended.code is None or isinstance(ended.code, int):
            return ended.code or 0
        print(ended.code, file=sys.stderr)
        return 1
    return 0


def is_run(arguments: Sequence[str]) -> bool:
    """Tell whether GraphRAG's command is asked to index or update, and to do it."""
    asked = next((word for word in arguments if not word.startswith("-")), "")
    passive = {"--dry-run", "--help"}
    return asked in _RUNS and passive.isdisjoint(arguments)


def _unchecked() -> str:
    return (
        "openodke-graphrag: no claim was checked: there was nothing new, or settings.yaml lists "
        f"`workflows` of its own. Take that list out, or add ours to it ({', '.join(OURS)})"
    )
