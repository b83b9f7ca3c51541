"""`odke` with a provider `stub`, whose models a server on loopback answers for: ODKE_STUB names it.

Run as a script, as `odke` is; `Stub` is its client.
"""

from __future__ import annotations

import http.client
import json
import os
import threading
from typing import Any
from urllib.parse import urlsplit

from openodke.errors import ProviderError
from openodke.llm import Completion, register


class Stub:
    """Asks a server by OpenAI's protocol, on one connection a thread."""

    def __init__(self, url: str, timeout: float = 20.0) -> None:
        parts = urlsplit(url)
        self._place = (parts.hostname or "", parts.port or 80)
        self._timeout = timeout
        self._held = threading.local()

    def complete(self, messages: Any, *, spec: Any, schema: Any = None) -> Completion:  # noqa: ARG002
        """Return what the server answers."""
        said = [{"role": message.role, "content": message.content} for message in messages]
        body = json.dumps({"model": spec.model, "messages": said})
        reply, data = self._asked(body.encode())
        if reply.status != 200:
            after = reply.headers.get("Retry-After")
            raise ProviderError("refused", status_code=reply.status, retry_after=after)
        answer = json.loads(data)
        usage = answer["usage"]
        return Completion(
            answer["choices"][0]["message"]["content"],
            model=answer["model"],
            prompt_tokens=usage["prompt_tokens"],
            completion_tokens=usage["completion_tokens"],
            cost_usd=usage["cost"],
        )

    def _asked(self, body: bytes) -> tuple[http.client.HTTPResponse, bytes]:
        connection = getattr(self._held, "connection", None)
        if connection is None:
            connection = http.client.HTTPConnection(*self._place, timeout=self._timeout)
            self._held.connection = connection
        try:
            connection.request("POST", "/", body)
            reply = connection.getresponse()
            return reply, reply.read()
        except BaseException:
            connection.close()
            self._held.connection = None
            raise


if __name__ == "__main__":
    import signal

    from openodke.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job's ignores it
    register("stub", lambda _: Stub(os.environ["ODKE_STUB"]))
    main()
