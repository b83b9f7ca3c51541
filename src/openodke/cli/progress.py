"""How far is a run, for a person at a terminal?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(
    *, enabled: bool, rows: bool = True, calls: Callable[[], int] | None = None
) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error while the block runs; nothing in a pipe.

    Yields what is called with the number of rows done since the last call. Rows are done in large
    batches, and a model may take an hour for one: `calls`, which tells how many calls it has
    answered, is shown beside them, and alone without `rows`.
    """
    if not enabled or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed
    from rich.text import Text

    class Calls(ProgressColumn):
        """How many calls were answered, counted anew whenever the bar is drawn."""

        def render(self, _task: Task) -> Text:
            """Return the count; a task knows nothing of it."""
            return Text(f"{calls():,} calls" if calls else "")

    columns: list[ProgressColumn] = [TextColumn("grounding"), BarColumn()]
    columns += [TextColumn("{task.completed:,.0f} rows")] if rows else []
    columns += [Calls()] if calls else []
    with Progress(*columns, Elapsed(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("grounding", total=None)
        yield lambda done: progress.advance(task, done)
