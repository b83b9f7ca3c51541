"""What do the tests share that ask through real libraries?"""

from __future__ import annotations

import gc
import warnings
from asyncio import BaseEventLoop
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left_open() -> Iterator[None]:
    """litellm makes event loops and connections that it never closes: they go with their module."""
    yield
    for held in gc.get_objects():
        if not issubclass(type(held), BaseEventLoop):  # isinstance would ask objects that fail
            continue
        if not held.is_running() and not held.is_closed():
            held.close()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()
