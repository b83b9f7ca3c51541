"""Which names are in the examples of LLMGraphTransformer's own prompts?

A model that finds little in a text copies from the example it was shown. A name from here counts as
copied only where its own text does not hold it: there are people called Adam.
"""

from __future__ import annotations

TRANSFORMER_EXAMPLES = frozenset(
    (
        "Adam",
        "Microsoft",
        "Microsoft Word",
        "Best Talent",
        "lightweight app",
        "accessible offline",
        "John Doe",
        "Apple",
        "John",
    )
)
"""The names in the prompts of LLMGraphTransformer, as langchain-neo4j and its elder have them."""
