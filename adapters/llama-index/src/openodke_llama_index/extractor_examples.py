"""Which names are in the examples of the prompts of LlamaIndex's own extractors?

A model that finds little in a text copies from the example it was shown. A name from here counts as
copied only where its own text does not hold it.
"""

from __future__ import annotations

_SIMPLE = ("Alice", "Bob", "Philz", "coffee shop", "Berkeley", "1982")
_DYNAMIC = (
    "Tim Cook",
    "Apple Inc.",
    "Apple Watch",
    "heart health",
    "UC Berkeley",
    "benefits of apples",
)

EXAMPLES = frozenset({*_SIMPLE, *_DYNAMIC})
"""The names of SimpleLLMPathExtractor's and DynamicLLMPathExtractor's examples."""
