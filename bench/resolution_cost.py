"""What does resolving cost as a batch grows, and does blocking still let true pairs through?

  resolution_cost.py [ENTITIES ...]     (default: 3333 33333; 3333 333333 for a million facts)

Builds people and companies from a fixed seed, one in twenty a variant of another (a typing error,
an initial, another legal form), each with three facts, and resolves them with default settings, a
process a size. Prints CPU seconds, the share of true pairs sharing a first or last word that are
compared, and the growth exponents (1 is linear) of the CPU and of the links themselves: how many
names are alike grows faster than the batch, since they are made of as many words in each. Then four
inputs that are to end well: very long names, and very many entities of one name, host or id.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openodke import Entity, Fact
from openodke.corroborate import (
    NAME_KEY,
    NativeResolver,
    block_keys,
    candidate_pairs,
    name_key,
)

FIRST = (
    "ada alan amir anna boris carla chen clara dara diego elena emil fatou frida goran greta hugo "
    "ida ines ivan jada jonas kara kofi lars leila luca maja mateo mira nadia noor olga omar petra "
    "pavel ravi rosa samir selma tariq tessa uma viktor wanda yara yusuf zara zoran"
).split()
SYLLABLES = (
    "al bel cor dar el fen gar hal is jor kal lum mar nor or pel quin ral sol tor ul ver wen"
).split()
SECTORS = "Analytics Energy Foods Labs Logistics Media Motors Pharma Robotics Systems".split()
FORMS = ("Inc.", "Ltd", "GmbH", "S.A.", "")
COUNTRIES = ("GB", "DE", "US", "FR")
VARIANTS = 20


@dataclass(frozen=True, slots=True)
class Batch:
    """Entities, and the pairs of keys that are truly one."""

    entities: list[Entity]
    pairs: list[tuple[str, str]]


def batch(count: int, seed: int = 7) -> Batch:
    """Build a batch of so many entities."""
    rng = random.Random(seed)
    entities: list[Entity] = []
    pairs = []
    while len(entities) < count:
        if entities and rng.randrange(VARIANTS) == 0:
            of = rng.choice(entities)
            key = f"{of.key}-{len(entities)}"
            entities.append(made(key, of.type, variant(of, rng), of.attributes.get("country")))
            pairs.append((of.key, key))
        else:
            entities.append(fresh(len(entities), rng))
    return Batch(entities, pairs)


def fresh(at: int, rng: random.Random) -> Entity:
    """Build a person or a company."""
    word = "".join(rng.choices(SYLLABLES, k=rng.randrange(2, 4))).capitalize()
    if rng.random() < 0.5:
        initial = f" {rng.choice('ABCDEFGHKLMNPRST')}." if rng.random() < 0.3 else ""
        return made(
            f"p{at:07}", "Person", f"{rng.choice(FIRST).capitalize()}{initial} {word}", None
        )
    name = f"{word} {rng.choice(SECTORS)} {rng.choice(FORMS)}".strip()
    return made(f"c{at:07}", "Company", name, rng.choice(COUNTRIES))


def made(key: str, kind: str, label: str, country: str | None) -> Entity:
    """Build an entity as the normaliser leaves it."""
    held = {NAME_KEY: name_key(label, person=kind == "Person")}
    if country:
        held["country"] = country
    return Entity(key=key, type=kind, label=label, attributes=held)


def variant(entity: Entity, rng: random.Random) -> str:
    """Return another way to write an entity's name."""
    label = entity.name
    if rng.random() < 0.6:
        at = rng.randrange(1, len(label) - 1)
        return label[:at] + label[at + 1 :] if rng.random() < 0.5 else label[:at] + "x" + label[at:]
    if entity.type == "Person":
        words = label.split()
        return f"{words[0][0]}. {words[-1]}"
    return f"{' '.join(label.split()[:2]).upper()} Limited"


def facts(entities: Iterable[Entity]) -> list[Fact]:
    """Return three facts an entity."""
    return [
        Fact(subject=entity, predicate=name, object_value="x")
        for entity in entities
        for name in ("founded", "size", "seat")
    ]


def measured(entities: Iterable[Entity]) -> tuple[float, int, int]:
    """Return CPU seconds, links and skipped pairs of one resolution."""
    given = facts(entities)
    resolver = NativeResolver()
    started = time.process_time()
    _, links = resolver.resolve(given, {})
    return time.process_time() - started, len(links), resolver.stats["skipped_pairs"]


def compared(held: Batch) -> float:
    """Return the share of true pairs that share a word and are compared."""
    by_key = {entity.key: entity for entity in held.entities}
    sharing = [
        (first, second)
        for first, second in held.pairs
        if block_keys(by_key[first]) & block_keys(by_key[second])
    ]
    let_through = candidate_pairs(held.entities)
    return sum(tuple(sorted(pair)) in let_through for pair in sharing) / max(1, len(sharing))


def measure(size: int) -> dict[str, float]:
    """Return the figures of one size."""
    held = batch(size)
    cpu, links, skipped = measured(held.entities)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    shared = compared(held)
    return {"cpu": cpu, "links": links, "skipped": skipped, "compared": shared, "peak": peak}


def in_a_process(size: int) -> dict[str, float]:
    """Measure one size in a process of its own: the peak of memory is the process's."""
    command = [sys.executable, __file__, "--once", str(size)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    figures: dict[str, float] = json.loads(told)
    return figures


def show_growth(sizes: Sequence[int]) -> None:
    """Print a row a size, and the exponents between the first and the last."""
    print("| entities | CPU s | us a fact | links | an entity | skipped pairs | compared | MiB |")
    print("|---|---|---|---|---|---|---|---|")
    results = []
    for size in sizes:
        held = in_a_process(size)
        results.append(held)
        each, links = 1e6 * held["cpu"] / size / 3, held["links"]
        print(
            f"| {size} | {held['cpu']:.2f} | {each:.1f} | {links} | {links / size:.2f} "
            f"| {held['skipped']} | {100 * held['compared']:.1f} % | {held['peak']} |"
        )
    if len(sizes) > 1:
        cpu, links = (
            math.log(results[-1][name] / results[0][name]) / math.log(sizes[-1] / sizes[0])
            for name in ("cpu", "links")
        )
        print(f"exponents: CPU {cpu:.2f}, links {links:.2f}")


def main() -> None:
    """Print how it grows, then the inputs that are to end well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("entities", nargs="*", type=int, default=[3333, 33333])
    parser.add_argument("--once", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.once:
        print(json.dumps(measure(asked.once)))
        return
    show_growth(asked.entities)
    many = range(100_000)
    inputs = {
        "10 names of 20,000 characters": [
            Entity(key=f"k{at}", type="T", label="lorem " * 3333 + str(at)) for at in range(10)
        ],
        "100,000 of one name": [Entity(key=f"k{at}", type="T", label="Acme") for at in many],
        "100,000 of one host": [
            Entity(key=f"k{at}", type="T", label="Acme", aliases=("acme.com",)) for at in many
        ],
        "100,000 of one id": [
            Entity(key=f"k{at}", type="T", label="Acme", external_id="1") for at in many
        ],
    }
    for name, entities in inputs.items():
        cpu, links, skipped = measured(entities)
        print(f"{name}: {cpu:.2f} CPU s, {links} links, {skipped} pairs skipped")


if __name__ == "__main__":
    main()
