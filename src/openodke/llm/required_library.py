"""Is the library that asks a model there? Known before the first call, without importing it."""

from __future__ import annotations

from importlib.util import find_spec

from openodke.errors import ProviderNotInstalled
from openodke.install import install_line
from openodke.llm.model_spec import ModelSpec
from openodke.llm.provider_table import Library


def check_library(library: Library, spec: ModelSpec) -> None:
    """Refuse a model whose library is not installed.

    Raises:
        ProviderNotInstalled: with the line that installs it.
    """
    if find_spec(library) is not None:
        return
    raise ProviderNotInstalled(
        f"{spec.model} is asked through the package {library}, which is not installed. "
        f"Run, in the checkout: {install_line(f'[{library}]')}"
    )
