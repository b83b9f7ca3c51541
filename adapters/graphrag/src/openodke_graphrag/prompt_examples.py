"""Which names are in the examples of GraphRAG's own prompts?

A model that finds little in a text copies from the example it was shown. A name from here counts as
copied only where its own text does not hold it: some are real places, and common first names.
"""

from __future__ import annotations

_GRAPH = (
    "CENTRAL INSTITUTION",
    "MARTIN SMITH",
    "MARKET STRATEGY COMMITTEE",
    "VERDANTIS",
    "TECHGLOBAL",
    "VISION HOLDINGS",
    "GLOBAL EXCHANGE",
    "FIRUZABAD",
    "AURELIA",
    "QUINTARA",
    "TIRUZIA",
    "KROHAARA",
    "CASHION",
    "BRATINAS",
    "SAMUEL NAMARA",
    "ALHAMIA PRISON",
    "DURKE BATAGLANI",
    "MEGGIE TAZBAH",
)
_CLAIMS = ("COMPANY A", "GOVERNMENT AGENCY B", "PERSON C")
_EARLIEST = (
    "ALEX",
    "TAYLOR",
    "JORDAN",
    "CRUZ",
    "THE DEVICE",
    "WASHINGTON",
    "OPERATION: DULCE",
    "THE TEAM",
)

_TYPES = ("ORGANIZATION", "PERSON", "GEO", "EVENT")
"""The types that the prompt asks for, which a weak model gives back as things of the text."""

EXAMPLES = frozenset((*_GRAPH, *_CLAIMS, *_EARLIEST, *_TYPES))
"""The names and types in GraphRAG's prompts for graphs and for claims, 0.x to 3.x."""
