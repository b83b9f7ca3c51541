"""How far is a run, for a person at a terminal?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(*, enabled: bool) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error while the block runs; nothing in a pipe.

    Yields what is called with the number of rows done since the last call.
    """
    if not enabled or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("grounding"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} rows"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("grounding", total=None)
        yield lambda done: progress.advance(task, done)
