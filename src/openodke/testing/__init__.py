"""What an adapter's tests inherit: the laws that every adapter keeps, as a pytest class."""

import pytest

_LAWS = (
    "reading_laws",
    "annotation_laws",
    "keeping_laws",
    "merging_laws",
    "building_laws",
    "trouble_laws",
)
pytest.register_assert_rewrite(*(f"{__name__}.{law}" for law in _LAWS))  # before they are imported

from openodke.testing.adapter_contract import AdapterContract  # noqa: E402
from openodke.testing.contract_fixtures import Malformed  # noqa: E402
from openodke.testing.generated_graphs import GeneratedGraph, generated_graphs  # noqa: E402
from openodke.testing.native_contents import contents_of  # noqa: E402

__all__ = ["AdapterContract", "GeneratedGraph", "Malformed", "contents_of", "generated_graphs"]
