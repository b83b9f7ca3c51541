"""What does asking a model cost beside the model: CPU a fact, in threads and on an event loop?

    python bench/flight_cost.py [--facts 10000] [--flight 64]

Every fact is asked about, `flight` calls at once, of a client that sleeps 20 ms and answers by what
the claim says. Printed: ms CPU a fact, in threads, awaited, and awaited with a client that blocks;
then the same behind a cache in a folder, a budget and the limits of a provider, where each answer
is also written and made durable, and with all answers kept. What is stored costs the system a new
file and a flush of the disk an answer, and is not held to the bar; then with ten claims on one text
a call (`joint`) and with the words first (`cascade`), whose own cost is in the figure.
Exit status 1 when an answer is not in its fact's place, or a fact costs more than the bar.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from openodke import Document, Entity, Evidence, Fact, GroundingVerdict, Span
from openodke.ground import LLMGrounder
from openodke.llm import (
    Budget,
    CachedClient,
    Completion,
    DirectoryCache,
    Ledger,
    LimitedClient,
    LLMClient,
)

BAR_MS = 1.0
NAP = 0.02
PER_DOCUMENT = 100
SAID = ("supported", "contradicted", "not_found")


class Napping:
    """Answers by the last digit of the claim's port, after a nap."""

    def complete(self, messages, *, spec, schema=None):  # noqa: ARG002
        """Return the answer, after a nap in this thread."""
        time.sleep(NAP)
        return answer(messages)


class NappingLoop(Napping):
    """The same, to be awaited."""

    async def acomplete(self, messages, *, spec, schema=None):  # noqa: ARG002
        """Return the answer, after a nap that lets others run."""
        await asyncio.sleep(NAP)
        return answer(messages)


def verdict_of(claim: str) -> str:
    """Return the verdict that the port's number gives."""
    return SAID[int(claim.rpartition("Port ")[2].split(" ")[0]) % 3]


def answer(messages) -> Completion:
    """Return a verdict for each claim of a question."""
    claim, *rest = messages[1].content.partition("\n\nPassage:\n")[0].split("\n")
    if rest:
        listed = (line[1:].partition("] ") for line in rest)
        entries = [{"id": name, "verdict": verdict_of(told)} for name, _, told in listed]
        return Completion(json.dumps({"verdicts": entries}), prompt_tokens=400)
    said = verdict_of(claim)
    return Completion(
        f'{{"verdict": "{said}"}}', parsed={"verdict": said}, prompt_tokens=200, completion_tokens=8
    )


def corpus(facts: int) -> list[tuple[list[Fact], Document]]:
    """Return documents of 100 claims, each claim citing its own sentence."""
    pairs = []
    for first in range(0, facts, PER_DOCUMENT):
        numbers = range(first, min(facts, first + PER_DOCUMENT))
        lines = [
            f"The barge Vessel {n} was moored at Port {n} until the ice broke." for n in numbers
        ]
        doc = Document(id=f"d{first}", text="\n".join(lines))
        held, start = [], 0
        for n, line in zip(numbers, lines, strict=True):
            span = Span(doc_id=doc.id, start=start, end=start + len(line), quote=line)
            held.append(
                Fact(
                    subject=Entity(key=f"v{n}", type="Vessel", label=f"Vessel {n}"),
                    predicate="moored_at",
                    object_entity=Entity(key=f"p{n}", type="Port", label=f"Port {n}"),
                    evidence=(Evidence(doc_id=doc.id, span=span),),
                )
            )
            start += len(line) + 1
        pairs.append((held, doc))
    return pairs


def measure(
    pairs, flight: int, client: LLMClient, awaited: bool, **options
) -> tuple[float, float, bool]:
    """Return ms CPU and ms wall a fact, and whether every answer is in its place."""
    count = sum(len(facts) for facts, _ in pairs)
    grounder = LLMGrounder(client=client, max_workers=flight, **options)
    cpu, wall = time.process_time(), time.monotonic()
    if awaited:
        grounded = asyncio.run(grounder.aground_documents(pairs))
    else:
        grounded = grounder.ground_documents(pairs)
    cpu, wall = time.process_time() - cpu, time.monotonic() - wall
    given = [fact for facts, _ in pairs for fact in facts]
    found = [fact for facts in grounded for fact in facts]
    in_place = [fact.id for fact in found] == [fact.id for fact in given] and all(
        fact.verdict is GroundingVerdict(SAID[n % 3]) for n, fact in enumerate(found)
    )
    return cpu / count * 1e3, wall / count * 1e3, in_place


JOINT = {"joint": 10, "context": "document"}
SPARING = [
    ("threads, joint", Napping(), False, JOINT),
    ("awaited, joint", NappingLoop(), True, JOINT),
    ("threads, cascade", Napping(), False, {"cascade": True}),
    ("threads, joint, cascade", Napping(), False, {**JOINT, "cascade": True}),
    ("awaited, joint, cascade", NappingLoop(), True, {**JOINT, "cascade": True}),
]


def layered(client: LLMClient, folder: Path) -> LLMClient:
    """Return a client behind all that stands between a run and its provider."""
    ledger = Ledger(Budget(calls=10**9, input_tokens=10**12))
    return CachedClient(ledger.client(LimitedClient(client)), DirectoryCache(folder))


def main() -> int:
    """Print one line a way of asking; tell whether both keep to the bar."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--facts", type=int, default=10_000)
    parser.add_argument("--flight", type=int, default=64)
    args = parser.parse_args()
    pairs = corpus(args.facts)
    measure(
        pairs[:2], args.flight, NappingLoop(), awaited=True
    )  # what the first call imports is not a fact's
    print(f"{args.facts:,} facts, {args.flight} in flight; bar: {BAR_MS} ms CPU a fact, in order")
    print(f"{'':<24}{'CPU ms':>8}{'wall ms':>9}  in order")
    kept = True
    ways = (("threads", Napping(), False), ("awaited", NappingLoop(), True))
    ways = (*ways, ("to thread", Napping(), True))
    with tempfile.TemporaryDirectory() as scratch:
        behind = [(name, layered(client, Path(scratch, name)), a) for name, client, a in ways]
        stored = [(f"{name}, stored", client, awaited) for name, client, awaited in behind]
        again = [(f"{name}, kept", client, awaited) for name, client, awaited in behind]
        plain = [(*way, {}) for way in (*ways, *stored, *again)]
        for name, client, awaited, options in (*plain, *SPARING):
            cpu, wall, in_place = measure(pairs, args.flight, client, awaited, **options)
            print(f"{name:<24}{cpu:>8.3f}{wall:>9.3f}  {'yes' if in_place else 'NO'}")
            is_held = "stored" not in name
            kept = kept and in_place and (cpu <= BAR_MS or not is_held)
    print("kept" if kept else "MISSED")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
