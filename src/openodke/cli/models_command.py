"""`odke models`: who asks the models of which provider, where, and is its key set?"""

from __future__ import annotations

import json
import os
from typing import Annotated, Any

import typer


def models(
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON list, an object a provider.")
    ] = False,
) -> None:
    """List the providers of models: what asks each, whether its key is set, where it lies.

    Nothing is asked and no key is shown. A model is named <provider>/<model>.
    """
    from openodke.llm import PROVIDERS

    listed = [_listed(PROVIDERS[name]) for name in sorted(PROVIDERS)]
    if as_json:
        typer.echo(json.dumps(listed, indent=2))
        return
    from openodke.cli.columns import in_columns
    from openodke.install import install_line

    rows = [("provider", "asked through", "key", "address"), *map(_cells, listed)]
    for line in in_columns(rows):
        typer.echo(line)
    typer.echo()
    typer.echo("Others that litellm knows are asked through it, and any address through the")
    typer.echo("OpenAI SDK: models.ground.base_url in a file for --config.")
    for library in sorted({one["library"] for one in listed if not one["installed"]}):
        typer.echo(f"{library} is not installed: {install_line(f'[{library}]')}")


def _listed(provider: Any) -> dict[str, Any]:
    """Return what is told of a provider; never its key."""
    from openodke.llm import host_of, is_this_machine

    address = provider.set_address
    variable = provider.key_env
    return {
        "provider": provider.name,
        "library": provider.library,
        "installed": provider.is_installed,
        "key_env": variable,
        "key_set": bool(os.environ.get(variable, "").strip()) if variable else None,
        "host": host_of(f"{provider.name}/any") if address else None,
        "this_machine": is_this_machine(address) if address else False,
        "address_envs": list(provider.address_envs),
    }


def _cells(one: dict[str, Any]) -> tuple[str, ...]:
    library = one["library"] if one["installed"] else f"{one['library']} (missing)"
    variable = one["key_env"]
    key = f"{variable} ({'set' if one['key_set'] else 'not set'})" if variable else _keyless(one)
    return one["provider"], library, key, one["host"] or _unaddressed(one)


def _keyless(one: dict[str, Any]) -> str:
    return "none needed" if one["library"] == "openai" else "litellm's own credentials"


def _unaddressed(one: dict[str, Any]) -> str:
    if one["key_env"] is None:
        return "chosen by litellm"
    return f"your own: {' or '.join([*one['address_envs'], 'base_url'])}"
