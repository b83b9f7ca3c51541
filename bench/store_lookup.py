"""How many of the entities that a store holds does the resolver find by name, and how many wrongly?

  store_lookup.py DOCUMENTS.json [--rules vetoes,acronym,part_name] [--thresholds 0.8,0.9]

DOCUMENTS.json is a file of Re-DocRED (github.com/tonytan48/Re-DocRED, MIT). The method is the one
of the resolution page: each document is cut in two. What its first half names is stored, one entity
a cluster, typed by the majority of its mentions, labelled by the first, and scoped to the document
as its tenant. Each distinct (name, type) of the second half is an entity of the batch. There are no
identifiers, so only names are measured. Dates and numbers are left out.

A link is right when both ends are of one cluster; recall is over all pairs of a mention and a
stored entity of one cluster and document. Runs on any version that offers the page's names; one
without MemoryLookup gets the stored entities as its index.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import openodke
from openodke import Document, Entity, Evidence, Fact
from openodke.corroborate import NativeResolver

try:
    from openodke.corroborate import MemoryLookup
except ImportError:
    MemoryLookup = None

NO_NAMES = {"TIME", "NUM"}


class Halves:
    """One document: what its first half stores, and what its second half mentions."""

    def __init__(self, at: int, document: dict[str, Any]) -> None:
        """Cut a document of Re-DocRED."""
        self.id = f"doc-{at}"
        self.text = " ".join(" ".join(sentence) for sentence in document["sents"])
        self.stored: dict[str, Entity] = {}
        self.mentions: dict[str, Entity] = {}
        self.clusters: dict[str, set[int]] = {}
        middle = (len(document["sents"]) + 1) // 2
        for number, cluster in enumerate(document["vertexSet"]):
            kept = [mention for mention in cluster if mention["type"] not in NO_NAMES]
            kept.sort(key=lambda mention: (mention["sent_id"], mention["pos"][0]))
            first = [mention for mention in kept if mention["sent_id"] < middle]
            if first:
                self._store(number, first)
            for mention in kept[len(first) :]:
                self._mention(number, mention["name"], mention["type"])

    def _store(self, number: int, mentions: list[dict[str, Any]]) -> None:
        kind = Counter(mention["type"] for mention in mentions).most_common(1)[0][0]
        names = list(dict.fromkeys(mention["name"] for mention in mentions))
        key = f"{self.id}/stored/{number}"
        self.stored[key] = Entity(
            key=key,
            type=kind,
            label=names[0],
            aliases=tuple(names[1:]),
            attributes={"tenant": self.id},
        )
        self.clusters[key] = {number}

    def _mention(self, number: int, name: str, kind: str) -> None:
        key = f"{self.id}/mention/{kind}/{name}"
        self.mentions[key] = Entity(key=key, type=kind, label=name)
        self.clusters.setdefault(key, set()).add(number)

    def facts(self) -> list[Fact]:
        """Return one fact a mention."""
        return [
            Fact(
                subject=entity,
                predicate="mention",
                object_value=entity.label,
                evidence=(Evidence(doc_id=self.id),),
            )
            for entity in self.mentions.values()
        ]

    def document(self) -> Document:
        """Return the text."""
        return Document(id=self.id, text=self.text)

    def same(self, key: str, other: str) -> bool:
        """Whether two keys are of one cluster."""
        return not self.clusters[key].isdisjoint(self.clusters[other])

    def findable(self) -> set[tuple[str, str]]:
        """Return the pairs of a mention and a stored entity of one cluster."""
        return {(m, s) for m in self.mentions for s in self.stored if self.same(m, s)}


def links_of(
    halves: list[Halves], threshold: float, rules: tuple[str, ...]
) -> set[tuple[str, str]]:
    """Return the links of all documents, from a mention to a stored entity."""
    store = {key: entity for half in halves for key, entity in half.stored.items()}
    found: set[tuple[str, str]] = set()
    options: dict[str, Any] = {"threshold": threshold}
    if rules:
        options["rules"] = rules
    for half in halves:
        index = {}
        if MemoryLookup is None:
            index = half.stored
        else:
            options["lookup"] = MemoryLookup(half.stored, tenant=half.id)
        _, links = NativeResolver(**options).resolve(half.facts(), index)
        for link in links:
            ends = (link.source_key, link.target_key)
            ends = ends if ends[1] in store else ends[::-1]
            if link.kind.value != "different" and ends[1] in store and ends[0] in half.mentions:
                found.add(ends)
    return found


def main() -> None:
    """Print one row a threshold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("documents", type=Path)
    parser.add_argument("--rules", default="")
    parser.add_argument("--thresholds", default="0.8,0.85,0.9,0.95,1.0")
    parser.add_argument("--links", type=Path, help="write the links at the last threshold here")
    given = parser.parse_args()
    rules = tuple(rule for rule in given.rules.split(",") if rule)
    documents = json.loads(given.documents.read_text(encoding="utf-8"))
    halves = [Halves(at, document) for at, document in enumerate(documents)]
    findable = {pair for half in halves for pair in half.findable()}
    print(
        f"openodke {openodke.__version__}, {len(halves)} documents: "
        f"{sum(len(half.stored) for half in halves)} stored, "
        f"{sum(len(half.mentions) for half in halves)} mentions, {len(findable)} findable"
    )
    print("| threshold | rules | links | precision | recall | F1 | CPU s |")
    print("|---|---|---|---|---|---|---|")
    links: set[tuple[str, str]] = set()
    for threshold in map(float, given.thresholds.split(",")):
        started = time.process_time()
        links = links_of(halves, threshold, rules)
        took = time.process_time() - started
        right = len(links & findable)
        precision, recall = right / len(links), right / len(findable)
        harmonic = 2 * precision * recall / (precision + recall)
        figures = " | ".join(f"{100 * value:.1f}" for value in (precision, recall, harmonic))
        print(f"| {threshold} | {', '.join(rules)} | {len(links)} | {figures} | {took:.1f} |")
    if given.links:
        given.links.write_text(json.dumps(sorted(links)), encoding="utf-8")


if __name__ == "__main__":
    main()
