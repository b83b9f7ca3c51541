"""`odke label`: how does a person decide what a judge was unsure of?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openodke.cli.refusal import told
from openodke.cli.text_options import in_utf8
from openodke.errors import InputError
from openodke.model import GroundingVerdict

app = typer.Typer(no_args_is_help=True, help="Label what a judge was unsure of, by hand.")
make_app = typer.Typer(no_args_is_help=True, help="Make a table to fill in.")
app.add_typer(make_app, name="make")


@make_app.command("pair")
@in_utf8
def make_pair(
    queue: Annotated[Path, typer.Argument(metavar="QUEUE", help="The queue of a PairJudge.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Write the table here, as CSV.")],
) -> None:
    """Make a table of the pairs in a queue, with a column `label`: same, different or unsure.

    Exit 2: the queue could not be read, or the table is there already.
    """
    from openodke.corroborate.pair_labels import write_sheet

    with told(system=2):
        _check_new(out)
        count = write_sheet(queue, out)
    typer.echo(f"{count} {'pair' if count == 1 else 'pairs'} to label in {out}")


@make_app.command("claim")
@in_utf8
def make_claim(
    facts: Annotated[
        Path,
        typer.Argument(metavar="FACTS", help="The facts.jsonl that odke wrote, or its folder."),
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="Write the table here, as CSV.")],
    texts: Annotated[
        Path | None, typer.Option(help="The texts, a file or a folder, to show what was said.")
    ] = None,
    adapter: Annotated[
        str | None, typer.Option(help="Who reads --texts, where they are a framework's graph.")
    ] = None,
    n: Annotated[int, typer.Option("-n", min=1, help="How many claims, drawn by chance.")] = 200,
    verdict: Annotated[
        list[GroundingVerdict] | None,
        typer.Option(help="Draw among the claims with this verdict alone; may be given again."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Another number draws other claims.")] = 1,
) -> None:
    """Make a table of claims, with a column `label`: true or false. It is read by `odke eval`.

    The verdict is not shown: a label is a second opinion. Exit 2: something could not be read, or
    the table is there already.
    """
    from openodke.cli.eval_options import read_documents
    from openodke.evaluation import drawn, write_claim_sheet, written_rows

    with told():
        _check_new(out)
        if out.suffix.lower() != ".csv":
            raise InputError(f"{out}: is a table in CSV: give it a name that ends in .csv")
        chosen = drawn(written_rows(facts), n, verdicts=verdict or (), seed=seed)
        count = write_claim_sheet(chosen, out, read_documents(texts, adapter))
    typer.echo(f"{count} {'claim' if count == 1 else 'claims'} to label in {out}")


@app.command()
@in_utf8
def read(
    table: Annotated[Path, typer.Argument(metavar="TABLE", help="The table, filled in.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Write the labels here (JSON Lines).")],
) -> None:
    """Read the labels of a table back, for `PairJudge(reviewed=…)`; rows without one are left out.

    Exit 2: a column is missing, or a label is none of same, different and unsure.
    """
    import json

    from openodke.corroborate.pair_labels import read_sheet

    with told(system=2):
        rows = read_sheet(table)
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        out.write_text(lines, encoding="utf-8")
    typer.echo(f"{len(rows)} {'label' if len(rows) == 1 else 'labels'} in {out}")


def _check_new(out: Path) -> None:
    """Refuse to write over a table: it may be filled in."""
    if out.exists():
        raise InputError(f"{out} is there already, perhaps with labels in it: name another file")
