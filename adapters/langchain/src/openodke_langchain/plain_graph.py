"""What is a graph document, where no package that has one is installed?

LangChain's core has none. These have the fields that all of them have.
"""

from __future__ import annotations

from typing import Any

from langchain_core.documents import Document
from pydantic import BaseModel, Field


class Node(BaseModel):
    """A node: an id, a type, properties."""

    id: str | int
    type: str = "Node"
    properties: dict[str, Any] = Field(default_factory=dict)


class Relationship(BaseModel):
    """A directed relationship of a type between two nodes."""

    source: Node
    target: Node
    type: str
    properties: dict[str, Any] = Field(default_factory=dict)


class GraphDocument(BaseModel):
    """The nodes and relationships that were found in a text."""

    nodes: list[Node]
    relationships: list[Relationship]
    source: Document | None = None
