"""Which types inherit from each other?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

Graph = Mapping[str, Sequence[str]]
"""For each name, the names it points to; each of those is a key too."""


def cycles(graph: Graph) -> list[tuple[str, ...]]:
    """Return the groups of names that all lead to each other, each and all in the graph's order.

    A name that points to itself is a group of one. Linear in names and pointers. Source: Kosaraju's
    algorithm for strongly connected components.
    """
    order = {name: number for number, name in enumerate(graph)}
    groups = [
        tuple(sorted(group, key=order.__getitem__))
        for group in _groups(graph)
        if len(group) > 1 or group[0] in graph[group[0]]
    ]
    return sorted(groups, key=lambda group: order[group[0]])


def _groups(graph: Graph) -> Iterator[list[str]]:
    turned: dict[str, list[str]] = {name: [] for name in graph}
    for name, others in graph.items():
        for other in others:
            turned[other].append(name)
    seen: set[str] = set()
    last: set[str] = set()
    finished = [found for name in graph for found in _reached(graph, name, seen)]
    for name in reversed(finished):
        if group := list(_reached(turned, name, last)):
            yield group


def _reached(graph: Graph, start: str, seen: set[str]) -> Iterator[str]:
    """Yield each name that leads on to none unseen, from the farthest back to the start."""
    if start in seen:
        return
    seen.add(start)
    way = [(start, iter(graph[start]))]
    while way:
        name, rest = way[-1]
        fresh = next((other for other in rest if other not in seen), None)
        if fresh is None:
            way.pop()
            yield name
        else:
            seen.add(fresh)
            way.append((fresh, iter(graph[fresh])))
