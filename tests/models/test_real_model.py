"""Does a real model answer, through both clients, in the structure that it is held to?

A small one, on this machine: it says "supported" to everything, so that no verdict is compared.
There are eight calls in all.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from asking import DOC, moored
from small_model import weights

from openodke.ground import LLMGrounder, RetryPolicy, ground_record
from openodke.llm import (
    Completion,
    LiteLLMClient,
    Message,
    ModelRoles,
    ModelSpec,
    OpenAICompatClient,
)
from openodke.model import GroundingVerdict

pytestmark = [  # litellm's own: what it imports, and connections that it leaves open
    pytest.mark.filterwarnings("ignore:.*ReadOnly"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SERVER = """
import sys, time, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.port, params.n_ctx = sys.argv[1], int(sys.argv[2]), 4096
server = xllamacpp.Server(params)
print("ready", flush=True)
time.sleep(3600)
"""
VERDICTS = ["supported", "contradicted", "not_found"]
SCHEMA = {
    "title": "Verdict",
    "type": "object",
    "properties": {"verdict": {"enum": VERDICTS}},
    "required": ["verdict"],
    "additionalProperties": False,
}
MESSAGES = (Message(content="Passage: The mill burnt in 1902. Claim: it burnt. Verdict?"),)
CLIENTS = {"openai": OpenAICompatClient, "litellm": LiteLLMClient}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that answers with a small model; skipped where there is none."""
    held = weights()
    if find_spec("xllamacpp") is None or held is None:
        pytest.skip("needs xllamacpp and a model's file: python3 dev.py test models")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("server") / "log"
    with log.open("wb") as out:
        command = [sys.executable, "-c", SERVER, str(held), str(port)]
        server = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ})
        try:
            _wait_for(server, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.kill()
            server.wait()


def _wait_for(server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 300
    while b"ready" not in log.read_bytes():
        assert server.poll() is None, log.read_text("utf-8", "replace")[-2000:]
        assert time.monotonic() < deadline
        time.sleep(0.2)


@pytest.fixture(params=list(CLIENTS))
def library(request: pytest.FixtureRequest) -> str:
    """Each library; a test is skipped where it is not installed."""
    if find_spec(request.param) is None:
        pytest.skip(f"{request.param} is not installed here")
    return str(request.param)


def spec_of(url: str, **fields: int) -> ModelSpec:
    """Return the model at an address; a machine that does much else answers slowly."""
    return ModelSpec(model="openai/smol", base_url=url, timeout=300, **fields)


@pytest.mark.parametrize("awaited", [False, True])
def test_an_answer_keeps_to_its_schema(url: str, library: str, awaited: bool) -> None:
    """It is JSON, one of the three words, and comes with the tokens that the server counted."""
    spec = spec_of(url, max_tokens=40)
    client = CLIENTS[library](spec)
    given: Completion
    if awaited:
        given = asyncio.run(client.acomplete(MESSAGES, spec=spec, schema=SCHEMA))
    else:
        given = client.complete(MESSAGES, spec=spec, schema=SCHEMA)
    assert list(given.parsed) == ["verdict"]
    assert given.parsed["verdict"] in VERDICTS
    assert given.finish == "stop"
    assert given.prompt_tokens > 10
    assert given.completion_tokens > 3
    assert given.cost_usd is None


def test_an_answer_that_is_cut_off_says_so(url: str, library: str) -> None:
    """Nothing is read out of it."""
    spec = spec_of(url, max_tokens=2)
    given = CLIENTS[library](spec).complete(MESSAGES, spec=spec, schema=SCHEMA)
    assert (given.finish, given.parsed) == ("length", None)


def test_a_grounder_asks_it(url: str) -> None:
    """Each claim gets a verdict, whichever, that names the model and the prompt."""
    if find_spec("openai") is None:
        pytest.skip("openai is not installed here")
    roles = ModelRoles.single(spec_of(url, max_tokens=40))
    grounder = LLMGrounder(roles, retry=RetryPolicy(attempts=1))
    for fact in grounder.ground_many([moored(1, DOC, 0, 30), moored(2, DOC)], DOC):
        assert fact.verdict is not GroundingVerdict.UNCHECKED
        assert ground_record(fact)["prompt"] == "ground.span@1"
    assert (grounder.stats["calls"], grounder.stats["failed"]) == (2, 0)
    assert grounder.stats["cost_usd"] is None
