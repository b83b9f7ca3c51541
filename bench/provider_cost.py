"""What does the OpenAI client cost beside the OpenAI SDK: CPU a call, in threads and awaited?

    python bench/provider_cost.py [--facts 2000] [--flight 64]

A server on this machine, a process of its own, answers each call after 20 ms. Printed: ms CPU a
fact of this process, for a grounder that asks it through `OpenAICompatClient`, and for the SDK
alone, which posts the same questions as often at once. The difference is openodke's (the checks of
each fact, its question, the reading of its answer) and what the SDK needs more where connections
lie idle, all of which it looks through before each call. It is held to the bar.
Exit status 1 when an answer is not in its fact's place, or the difference is more than the bar.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import repeat

from flight_cost import BAR_MS, Napping, corpus, measure

from openodke.llm import Completion, ModelSpec, OpenAICompatClient

SERVER = """
import asyncio, json, re

SAID = ("supported", "contradicted", "not_found")

async def serve(reader, writer):
    try:
        while True:
            head = await reader.readuntil(b"\\r\\n\\r\\n")
            length = int(re.search(rb"content-length: (\\d+)", head, re.IGNORECASE)[1])
            asked = await reader.readexactly(length)
            port = re.search(rb"Port (\\d+)", asked)
            said = json.dumps({"verdict": SAID[int(port[1]) % 3]})
            message = {"role": "assistant", "content": said}
            usage = {"prompt_tokens": 200, "completion_tokens": 8, "total_tokens": 208}
            choices = [{"index": 0, "finish_reason": "stop", "message": message}]
            answer = {"id": "c", "object": "chat.completion", "created": 1, "model": "m"}
            body = json.dumps({**answer, "choices": choices, "usage": usage}).encode()
            await asyncio.sleep(0.02)
            head = b"HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: %d"
            writer.write(head % len(body) + b"\\r\\n\\r\\n" + body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""


@contextmanager
def served() -> Iterator[str]:
    """Run the server while the block runs; yield its address."""
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
        finally:
            server.kill()


class Asked(Napping):
    """Remembers what the grounder asks, at once."""

    def __init__(self) -> None:
        self.messages: list = []

    def complete(self, messages, *, spec, schema=None) -> Completion:  # noqa: ARG002
        """Keep the question, and answer nothing."""
        self.messages.append((messages, schema))
        return Completion("supported")


def alone(url: str, bodies: list[dict], flight: int, *, awaited: bool) -> float:
    """Return ms CPU a call of the SDK, which posts bodies, `flight` at once."""
    import openai

    options = {"api_key": "none", "base_url": url, "max_retries": 0}
    cpu = time.process_time()
    if awaited:

        async def all_posted() -> None:
            left = iter(bodies)
            async with openai.AsyncOpenAI(**options) as client:

                async def work() -> None:
                    for body in left:
                        await client.post("/chat/completions", cast_to=object, body=body)

                await asyncio.gather(*(work() for _ in range(flight)))

        asyncio.run(all_posted())
    else:
        with openai.OpenAI(**options) as client, ThreadPoolExecutor(flight) as pool:

            def post(path: str, body: dict) -> None:
                client.post(path, cast_to=object, body=body)

            list(pool.map(post, repeat("/chat/completions"), bodies))
    return (time.process_time() - cpu) / len(bodies) * 1e3


def main() -> int:
    """Print one line a way of asking; tell whether both keep to the bar."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--facts", type=int, default=2_000)
    parser.add_argument("--flight", type=int, default=64)
    args = parser.parse_args()
    pairs, asked = corpus(args.facts), Asked()
    measure(pairs, 1, asked, awaited=False)
    kept = True
    with served() as url:
        spec = ModelSpec(model="openai/small", base_url=url)
        client = OpenAICompatClient(spec)
        bodies = [client._body(messages, spec, schema) for messages, schema in asked.messages]
        for awaited in (False, True):  # what the first calls import and connect is not a fact's
            alone(url, bodies[:100], args.flight, awaited=awaited)
            measure(pairs[:1], args.flight, client, awaited=awaited)
        print(
            f"{args.facts:,} facts, {args.flight} in flight; ms CPU a fact; bar: {BAR_MS} of ours"
        )
        print(f"{'':<10}{'in all':>8}{'the SDK':>9}{'ours':>7}  in order")
        for name, awaited in (("threads", False), ("awaited", True)):
            sdk = alone(url, bodies, args.flight, awaited=awaited)
            whole, _, in_place = measure(pairs, args.flight, client, awaited)
            ours = whole - sdk
            print(f"{name:<10}{whole:>8.2f}{sdk:>9.2f}{ours:>7.2f}  {'yes' if in_place else 'NO'}")
            kept = kept and in_place and ours <= BAR_MS
    print("kept" if kept else "MISSED")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
