"""Is no fact lost or refuted when a model's server fails in any of the ways that servers fail?"""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from asking import SAID, corpus, verdict_of

from openodke.ground import LLMGrounder, RetryPolicy, ground_record
from openodke.llm import Completion
from openodke.model import Fact, GroundingVerdict

FACTS = 12
PATIENCE = 0.5  # seconds that a client waits for a server that is slow on purpose
QUICK = RetryPolicy(attempts=3, base_delay=0.01, max_delay=0.02, give_up=None)


def good(n: int) -> dict[str, Any]:
    """Return what a server with OpenAI's protocol answers about a port."""
    content = json.dumps({"verdict": SAID[n % 3]})
    return {
        "model": "small",
        "choices": [{"message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2},
    }


class Server(ThreadingHTTPServer):
    """Answers each port's first `failing` calls in the way it is told, the others well."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, way: str, failing: int) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.way = way
        self.failing = failing
        self.hits: Counter[int] = Counter()
        self.lock = threading.Lock()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a connection that the handler broke."""


class Handler(BaseHTTPRequestHandler):
    """One call."""

    server: Server

    def do_POST(self) -> None:
        """Answer well or badly."""
        length = int(self.headers["Content-Length"])
        asked = json.loads(self.rfile.read(length))["messages"][1]["content"]
        n = int(asked.split("Port ")[1].split(" ")[0])
        with self.server.lock:
            self.server.hits[n] += 1
            fails = self.server.hits[n] <= self.server.failing
        if fails:
            self.misbehave(n, self.server.way)
        else:
            self.send(200, json.dumps(good(n)))

    def misbehave(self, n: int, way: str) -> None:
        """Answer in a way."""
        answer = good(n)
        status, _, detail = way.partition(" ")
        if status.isdigit():
            self.send(int(status), '{"error": {"message": "no"}}', detail)
        elif way == "html":
            self.send(200, "<html><body>Bad gateway</body></html>")
        elif way == "slow":
            time.sleep(2 * PATIENCE)
        elif way == "closed":
            self.connection.shutdown(socket.SHUT_RDWR)
        elif way == "dropped":
            self.send(200, json.dumps(answer), missing=30)
        elif way == "truncated":
            self.send(200, json.dumps(answer)[:-30])
        elif way == "no usage":
            del answer["usage"]
            self.send(200, json.dumps(answer))
        elif way == "no choices":
            self.send(200, json.dumps({**answer, "choices": []}))
        else:
            contents = {"null": None, "cut": '{"verdict": "supp', "prose": "It may well be so."}
            answer["choices"][0]["message"]["content"] = contents[way]
            self.send(200, json.dumps(answer))

    def send(self, status: int, body: str, retry_after: str = "", missing: int = 0) -> None:
        """Send a body, without its last bytes though they were announced."""
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.end_headers()
        self.wfile.write(data[: len(data) - missing])

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class Plain:
    """The least client there can be: it handles no failure itself."""

    def __init__(self, port: int, timeout: float) -> None:
        self.timeout = timeout
        self.url = f"http://127.0.0.1:{port}/v1/chat/completions"
        self.open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open

    def complete(self, messages: Any, *, spec: Any, schema: Any = None) -> Completion:  # noqa: ARG002
        """Return what the server answers."""
        said = [{"role": message.role, "content": message.content} for message in messages]
        body = json.dumps({"model": spec.model, "messages": said}).encode()
        try:
            with self.open(urllib.request.Request(self.url, body), timeout=self.timeout) as reply:
                answer = json.loads(reply.read())
        except urllib.error.HTTPError as error:
            error.close()
            raise
        usage = answer.get("usage") or {}
        return Completion(
            answer["choices"][0]["message"]["content"],
            model=answer["model"],
            prompt_tokens=usage.get("prompt_tokens"),
            completion_tokens=usage.get("completion_tokens"),
        )


@pytest.fixture
def serve() -> Iterator[Any]:
    """Yield a function that starts a server and returns it; end them afterwards."""
    started: list[Server] = []

    def start(way: str, failing: int = 99) -> Server:
        server = Server(way, failing)
        started.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return server

    yield start
    for server in started:
        server.shutdown()
        server.server_close()


def grounded(port: int, timeout: float = 20) -> tuple[list[Fact], dict[str, Any]]:
    """Return FACTS facts as a server has them, and the counts; none is lost or out of place."""
    grounder = LLMGrounder(client=Plain(port, timeout), max_workers=FACTS, retry=QUICK)
    facts = [fact for held in grounder.ground_documents(corpus(FACTS)) for fact in held]
    assert [fact.id for fact in facts] == [str(n) for n in range(FACTS)]
    assert grounder.stats["facts"] == FACTS
    return facts, grounder.stats


@pytest.mark.parametrize(
    ("way", "calls", "reason", "seen"),
    [
        ("400", 1, "call_failed", "error:HTTPError 400"),
        ("401", 1, "call_failed", "error:HTTPError 401"),
        ("403", 1, "call_failed", "error:HTTPError 403"),
        ("404", 1, "call_failed", "error:HTTPError 404"),
        ("422", 1, "call_failed", "error:HTTPError 422"),
        ("429", 3, "call_failed", "error:HTTPError 429"),
        ("429 0", 3, "call_failed", "error:HTTPError 429"),
        ("429 soon", 3, "call_failed", "error:HTTPError 429"),
        ("500", 3, "call_failed", "error:HTTPError 500"),
        ("502", 3, "call_failed", "error:HTTPError 502"),
        ("503", 3, "call_failed", "error:HTTPError 503"),
        ("529", 3, "call_failed", "error:HTTPError 529"),
        ("html", 1, "call_failed", "error:JSONDecodeError"),
        ("truncated", 1, "call_failed", "error:JSONDecodeError"),
        ("slow", 3, "call_failed", "error:TimeoutError"),
        ("closed", 3, "call_failed", "error:RemoteDisconnected"),
        ("dropped", 3, "call_failed", "error:IncompleteRead"),
        ("no choices", 1, "call_failed", "error:IndexError: list index out of range"),
        ("null", 1, "unparseable", "answer:empty"),
        ("cut", 1, "unparseable", 'answer:{"verdict": "supp'),
        ("prose", 1, "unparseable", "answer:It may well be so."),
    ],
)
def test_a_server_that_fails_leaves_every_fact_unchecked(
    serve: Any, way: str, calls: int, reason: str, seen: str
) -> None:
    """With the reason, after as many calls as can help; a failure refutes nothing."""
    server = serve(way)
    facts, stats = grounded(server.server_port, PATIENCE if way == "slow" else 20)
    assert {fact.verdict for fact in facts} == {GroundingVerdict.UNCHECKED}
    assert {ground_record(fact)["reason"] for fact in facts} == {reason}
    assert {tuple(ground_record(fact)["seen"]) for fact in facts} == {(seen,)}
    assert server.hits == dict.fromkeys(range(FACTS), calls)
    assert stats["calls"] == FACTS
    assert stats["retries"] == FACTS * (calls - 1)
    assert (stats["failed"], stats["unparseable"]) == (
        (FACTS, 0) if reason == "call_failed" else (0, FACTS)
    )


@pytest.mark.parametrize(
    "way",
    [
        "429",
        "429 0",
        "429 9999",
        "429 date",
        "500",
        "502",
        "503",
        "529",
        "slow",
        "closed",
        "dropped",
    ],
)
def test_a_server_that_recovers_answers_every_fact(serve: Any, way: str) -> None:
    """The next call is made after the wait, and the fact has its own verdict."""
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    server = serve(way.replace("date", later), failing=2)
    facts, stats = grounded(server.server_port, PATIENCE if way == "slow" else 20)
    assert [fact.verdict for fact in facts] == [verdict_of(n) for n in range(FACTS)]
    assert server.hits == dict.fromkeys(range(FACTS), 3)
    assert (stats["retries"], stats["failed"]) == (2 * FACTS, 0)


def test_a_server_without_usage_answers_every_fact(serve: Any) -> None:
    """Its tokens are not known."""
    facts, stats = grounded(serve("no usage").server_port)
    assert [fact.verdict for fact in facts] == [verdict_of(n) for n in range(FACTS)]
    assert (stats["tokens"], stats["cost_usd"]) == (0, None)


def test_a_server_that_is_not_there_leaves_every_fact_unchecked() -> None:
    """Nobody listens: the connection is refused, and tried again."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    facts, stats = grounded(port)
    assert {fact.verdict for fact in facts} == {GroundingVerdict.UNCHECKED}
    assert {tuple(ground_record(fact)["seen"]) for fact in facts} == {("error:URLError",)}
    assert stats["retries"] == 2 * FACTS


def test_what_a_failing_server_left_is_asked_by_the_next_run(serve: Any) -> None:
    """And nothing else is."""
    client = Plain(serve("503", failing=3).server_port, 20)
    grounder = LLMGrounder(client=client, retry=QUICK)
    pairs = corpus(FACTS)
    first = grounder.ground_documents(pairs)
    second = grounder.ground_documents(
        [(facts, doc) for facts, (_, doc) in zip(first, pairs, strict=True)]
    )
    facts = [fact for held in second for fact in held]
    assert [fact.verdict for fact in facts] == [verdict_of(n) for n in range(FACTS)]
    assert (grounder.stats["failed"], grounder.stats["calls"]) == (FACTS, 2 * FACTS)
