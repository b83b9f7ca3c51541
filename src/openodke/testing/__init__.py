"""What an adapter's tests inherit: the laws that every adapter keeps, as a pytest class."""

import pytest

pytest.register_assert_rewrite("openodke.testing.adapter_contract")  # before it is imported

from openodke.testing.adapter_contract import AdapterContract, Malformed  # noqa: E402
from openodke.testing.generated_graphs import GeneratedGraph, generated_graphs  # noqa: E402
from openodke.testing.native_contents import contents_of  # noqa: E402

__all__ = ["AdapterContract", "GeneratedGraph", "Malformed", "contents_of", "generated_graphs"]
