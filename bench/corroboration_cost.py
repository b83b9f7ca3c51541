"""What do normalising, corroborating and scoring cost, and does the cost stay linear?

Run: python bench/corroboration_cost.py [FACTS ...]
Prints CPU seconds and microseconds a fact of each stage for 10,000 and 100,000 facts (or as many as
are asked for), the growth exponent between the two (1 is linear), the peak memory of each run above
that of the facts themselves, and what thousands of rivals and copies of one claim cost.
"""

import gc
import math
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from openodke import Document, Entity, Evidence, Fact, Ontology, SourceTier, Span
from openodke.corroborate import EvidenceScorer, SignatureCorroborator, ValueNormalizer

SIZES = (10_000, 100_000)
FIRST = datetime(1800, 1, 1, tzinfo=UTC)
READ = datetime(2026, 3, 1, tzinfo=UTC)
NAMES = "Doris Aurora Boreas Kestrel Halcyon Marit Sigrid Torunn Øyvind Brask Solvang".split()
PORTS = "Bergen Narvik Ålesund Tromsø Leith Hull Esbjerg Gdynia".split()
SHIPS = Ontology.from_dict(
    {
        "types": {"Vessel": {}, "Port": {}},
        "predicates": {
            "launched": {"range": "date"},
            "home_port": {},
            "length": {"range": "quantity"},
            "carried": {"cardinality": "multi"},
            "berths_at": {"range": "Port", "cardinality": "multi"},
        },
    }
)


def facts_of(size: int) -> list[Fact]:
    """Return facts of a fixed seed: a vessel has three, two fifths are told again elsewhere."""
    draw = random.Random(11)
    vessels = [
        Entity(key=f"v:{n}", type="Vessel", label=f"{draw.choice(NAMES)} {draw.choice(NAMES)} {n}")
        for n in range(max(size // 3, 1))
    ]
    ports = [Entity(key=f"p:{name}", type="Port", label=name) for name in PORTS]
    tiers = list(SourceTier)
    claims: list[tuple[Entity, str, str | Entity]] = []
    facts = []
    for number in range(size):
        if claims and draw.random() < 0.4:
            subject, predicate, value = draw.choice(claims)
        else:
            predicate = draw.choice(list(SHIPS.predicates))
            subject, value = draw.choice(vessels), value_of(predicate, ports, draw)
            claims.append((subject, predicate, value))
        page = draw.randrange(max(size // 10, 1))
        doc_id = f"log/{page}"
        evidence = Evidence(
            doc_id=doc_id,
            uri=f"https://quay{page % 97}.example/{page}",
            span=Span(doc_id=doc_id, start=number, end=number + 40, quote=f"{number:040}"),
            tier=tiers[page % 4],
            retrieved_at=READ - timedelta(days=page % 700),
        )
        facts.append(
            Fact(
                subject=subject,
                predicate=predicate,
                object_entity=value if isinstance(value, Entity) else None,
                object_value=None if isinstance(value, Entity) else value,
                evidence=(evidence,),
                confidence=round(draw.random(), 3),
            )
        )
    return facts


def value_of(predicate: str, ports: list[Entity], draw: random.Random) -> str | Entity:
    """Return what may be claimed under a predicate, in one of several spellings."""
    if predicate == "berths_at":
        return draw.choice(ports)
    if predicate == "launched":
        day = FIRST + timedelta(days=draw.randrange(80_000))
        return draw.choice((f"{day:%d %B %Y}", f"{day:%b %d, %Y}", day.date().isoformat()))
    if predicate == "length":
        return f"{draw.randrange(200, 4000) / 10} {draw.choice(('m', 'metres', 'feet'))}"
    if predicate == "carried":
        return f"{draw.randrange(100, 90_000):,} kg"
    return draw.choice(PORTS)


def timed(done: dict[str, float], name: str, work: Callable[[], list[Fact]]) -> list[Fact]:
    """Return what the work returns, and note its CPU seconds, begun with a clean heap."""
    gc.collect()
    start = time.process_time()
    result = work()
    done[name] = time.process_time() - start
    return result


def measure_stages(size: int) -> None:
    """Run the stages once and print name and CPU seconds a line, then the memory in MiB."""
    facts = facts_of(size)
    before = peak()
    done: dict[str, float] = {}
    normalizer, scorer = ValueNormalizer(SHIPS), EvidenceScorer()
    facts = timed(done, "normalise", lambda: [normalizer.normalize(fact) for fact in facts])
    corroborator = SignatureCorroborator(SHIPS)
    claims = timed(done, "corroborate", lambda: corroborator.corroborate(facts))
    timed(done, "score", lambda: [scorer.score(fact) for fact in claims])
    for name, seconds in done.items():
        print(name, seconds)
    print("memory", peak() - before)


def peak() -> float:
    """Return the most memory held so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_a_process(size: int) -> dict[str, float]:
    """Measure one size in a process of its own."""
    command = [sys.executable, __file__, "--once", str(size)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    return {name: float(figure) for name, figure in (line.split() for line in lines if line)}


def rivals(count: int, dated: bool) -> float:
    """Return the CPU seconds for as many values of one subject and predicate."""
    vessel = Entity(key="v:1", type="Vessel")
    facts = [
        Fact(
            subject=vessel,
            predicate="home_port",
            object_value=f"Pier {number}",
            qualifiers={"start_time": f"{1000 + number % 900}"} if dated else {},
            evidence=(Evidence(doc_id=f"log/{number}", retrieved_at=READ),),
        )
        for number in range(count)
    ]
    done: dict[str, float] = {}
    timed(done, "contest", lambda: SignatureCorroborator(SHIPS).corroborate(facts))
    return done["contest"]


def copies(count: int) -> float:
    """Return the CPU seconds for one claim in as many texts, every second one a copy."""
    draw = random.Random(5)
    texts = []
    for number in range(count):
        fresh = " ".join(f"{draw.choice(NAMES)}{draw.randrange(500)}" for _ in range(400))
        text = f"{texts[-1].text} Print edition." if number % 2 else fresh
        texts.append(Document(id=f"d{number}", text=text))
    told = [
        Fact(
            subject=Entity(key="v:1", type="Vessel"),
            predicate="home_port",
            object_value="Hull",
            evidence=(Evidence(doc_id=doc.id, retrieved_at=READ),),
        )
        for doc in texts
    ]
    corroborator = SignatureCorroborator(SHIPS, documents=texts)
    done: dict[str, float] = {}
    (fact,) = timed(done, "copies", lambda: corroborator.corroborate(told))
    assert fact.support == (count + 1) // 2
    return done["copies"]


def report(sizes: list[int]) -> None:
    """Print the table."""
    results = {size: in_a_process(size) for size in sizes}
    print(f"{'stage':12}" + "".join(f"{size:>12,} CPU s  µs/fact" for size in sizes) + "  exponent")
    for stage in results[sizes[0]]:
        if stage == "memory":
            continue
        row = [results[size][stage] for size in sizes]
        cells = "".join(
            f"{seconds:>18.2f}{seconds / size * 1e6:>9.1f}"
            for seconds, size in zip(row, sizes, strict=True)
        )
        growth = math.log(row[-1] / row[0]) / math.log(sizes[-1] / sizes[0]) if row[0] else 0.0
        print(f"{stage:12}{cells}{growth:>10.2f}")
    print("memory, MiB " + "".join(f"{results[size]['memory']:>18.0f}{'':9}" for size in sizes))
    for count in (2_000, 20_000):
        print(f"{count:,} rivals: {rivals(count, False):.2f} s, dated: {rivals(count, True):.2f} s")
    for count in (50, 500):
        print(f"{count} texts of one claim, half of them copies: {copies(count):.2f} s")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--once"]:
        measure_stages(int(sys.argv[2]))
    else:
        report([int(size) for size in sys.argv[1:]] or list(SIZES))
