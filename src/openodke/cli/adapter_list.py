"""`odke adapters`: which frameworks can be read here?"""

from __future__ import annotations

import typer


def adapters() -> None:
    """List the adapters: what each format can hold, or the line that installs it."""
    from openodke.install import install_line
    from openodke.interop import installed_adapters, load_adapter
    from openodke.interop.adapter import KNOWN

    installed = installed_adapters()
    rows = "rows in JSON Lines, CSV or parquet: doc, subject, predicate, object"
    typer.echo(f"{'triples':<12}built in   {rows}")
    for name in sorted({*installed, *KNOWN}):
        if name in installed:
            distribution = installed[name].dist
            version = distribution.version if distribution else "?"
            carries = ", ".join(sorted(load_adapter(name).carries))
            typer.echo(f"{name:<12}{version:<11}holds {carries}")
        else:
            typer.echo(f"{name:<12}missing    {install_line(f'adapters/{name}')}")
