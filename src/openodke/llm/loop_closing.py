"""When is a client closed whose connections belong to an event loop?"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any


async def closed_with_loop(
    close: Callable[[], Awaitable[Any]], held: dict[Any, Any], key: Any
) -> AsyncGenerator[None, None]:
    """Close what `held` has when its event loop ends, which ends its asynchronous generators."""
    try:
        yield
    finally:
        held.pop(key, None)
        await close()
