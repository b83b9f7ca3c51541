"""A server on this machine that speaks OpenAI's chat protocol, well or badly as a test has it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

VERDICT = '{"verdict": "supported"}'


@dataclass
class Sent:
    """What a server answers to one call.

    Attributes:
        body: a JSON value, or a text that is sent as it is.
        after: seconds before it begins.
        closed: whether the connection is closed in place of an answer.
    """

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    kind: str = "application/json"
    after: float = 0.0
    closed: bool = False


Answers = Callable[[dict[str, Any], int], Sent]
"""Returns what is sent for a call's body, and the number of the call, from 1."""


def chat(
    content: Any = VERDICT,
    *,
    finish: str = "stop",
    usage: dict[str, int] | None = None,
    model: str = "small",
    **message: Any,
) -> Sent:
    """Return a good answer, with 20 tokens in and 5 out; `usage={}` leaves them out."""
    usage = (
        {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25}
        if usage is None
        else usage
    )
    said = {"role": "assistant", "content": content, **message}
    body: dict[str, Any] = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": said, "finish_reason": finish}],
    }
    return Sent({**body, "usage": usage} if usage else body)


def refused(status: int, message: str = "no", **more: Any) -> Sent:
    """Return an error in the protocol's form."""
    headers = more.pop("headers", {})
    return Sent({"error": {"message": message, "type": "error", **more}}, status, headers)


class ChatServer(ThreadingHTTPServer):
    """Answers by a function, and remembers each call.

    Attributes:
        asked: the bodies of the calls, and `headers` their headers, in order.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, answers: Answers) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        """The address that a client is given."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a connection that a client broke."""


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.asked.append(asked)
            self.server.headers.append({k.lower(): v for k, v in self.headers.items()})
            number = len(self.server.asked)
        sent = self.server.answers(asked, number)
        time.sleep(sent.after)
        if sent.closed:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        text = sent.body if isinstance(sent.body, str) else json.dumps(sent.body)
        data = text.encode()
        self.send_response(sent.status)
        self.send_header("Content-Type", sent.kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in sent.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def serving(answers: Answers | Sent) -> Iterator[ChatServer]:
    """Run a server while the block runs; one answer is given to every call."""
    given = answers
    server = ChatServer(given if callable(given) else lambda *_: given)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
