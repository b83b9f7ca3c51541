"""A server on loopback that answers about barges and counts what it was asked, by content."""

from __future__ import annotations

import json
import random
import re
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SAID = ("supported", "contradicted", "not_found")
_BARGE = re.compile(r"Barge (\d+)")
_A_TEXT = 100  # claims


class PaidServer(ThreadingHTTPServer):
    """Answers each call after up to `nap` seconds; `refuse` may name an HTTP status instead."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, nap: float = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), _Call)
        self.nap = nap
        self.price: float | None = None
        self.statuses: dict[int, int] = {}
        """For a barge, the status that is answered in place of a verdict."""
        self.status = 200
        self.headers: dict[str, str] = {}
        self.asked: Counter[int] = Counter()
        self.answered: Counter[int] = Counter()
        self.in_flight = 0
        self.most_in_flight = 0
        self.lock = threading.Lock()

    def __enter__(self) -> PaidServer:
        """Serve until the block ends."""
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """End."""
        self.shutdown()
        self.server_close()

    @property
    def url(self) -> str:
        """Where it is asked."""
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def calls(self) -> int:
        """How many calls came in."""
        return self.asked.total()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that was killed."""


class _Call(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: PaidServer

    def do_POST(self) -> None:
        """Answer about one barge."""
        held = self.server
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        found = _BARGE.search(asked["messages"][1]["content"])
        n = int(found[1]) if found else -1
        with held.lock:
            held.asked[n] += 1
            held.in_flight += 1
            held.most_in_flight = max(held.most_in_flight, held.in_flight)
        try:
            time.sleep(random.random() * held.nap)
        finally:
            with held.lock:  # before the answer is sent, upon which the next call may come
                held.in_flight -= 1
        status = held.statuses.get(n, held.status)
        self._send(status, self._body(n) if status == 200 else b'{"error": "no"}')
        with held.lock:
            held.answered[n] += 1

    def _body(self, n: int) -> bytes:
        usage = {"prompt_tokens": 100, "completion_tokens": 8, "cost": self.server.price}
        verdict = json.dumps({"verdict": SAID[n % 3]})
        choices = [{"message": {"content": verdict}}]
        return json.dumps({"model": "stub-1", "choices": choices, "usage": usage}).encode()

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def write_barges(folder: Path, claims: int) -> None:
    """Write `claims` claims, each on its own sentence, as triples.jsonl and texts."""
    texts = folder / "texts"
    texts.mkdir(parents=True)
    with (folder / "triples.jsonl").open("w", encoding="utf-8") as rows:
        for first in range(0, claims, _A_TEXT):
            numbers = range(first, min(claims, first + _A_TEXT))
            lines = {n: f"Barge {n} carries rye to Lock {n}." for n in numbers}
            (texts / f"log{first}.txt").write_text("\n".join(lines.values()), encoding="utf-8")
            for n, line in lines.items():
                claim = {"subject": f"Barge {n}", "predicate": "carries_to", "object": f"Lock {n}"}
                rows.write(json.dumps({"doc": f"log{first}", **claim, "quote": line}) + "\n")
