"""The `odke` command, one command a file."""

from openodke.cli.application import main

__all__ = ["main"]
