"""Of which kinds are the rows of an export?"""

KINDS = {"relationship": "relationships", "entity": "entities", "claim": "covariates"}
"""The kinds of row, each with the table its items are in."""
