"""Which of the facts that a retriever found does an answer get to see?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from llama_index.core.bridge.pydantic import Field
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import (
    MetadataMode,
    NodeRelationship,
    NodeWithScore,
    QueryBundle,
    RelatedNodeInfo,
    TextNode,
)

from openodke.interop import is_verdict_key
from openodke_llama_index.given_settings import refuse_unknown
from openodke_llama_index.native_shapes import SOURCE_ID
from openodke_llama_index.relation_claim import TEXTS

PREAMBLE = "Here are some facts extracted from the provided text:\n\n"
"""What LlamaIndex's retrievers write above the facts of a text."""

_ARROW = " -> "


class VerdictPostprocessor(BaseNodePostprocessor):
    """Takes refuted facts out of what a property graph retriever found.

        index.as_query_engine(node_postprocessors=[VerdictPostprocessor(store=store)])

    A fact's verdict and source are those of its own relation in the store. The retriever names the
    source of its subject instead: a fact that stands above another node's text is put above its
    own where that was found too, and else into a node of its own.

    Attributes:
        store: the property graph store, in which the verdicts stand.
        refused: the verdicts of the facts that are left out.
        unknown: whether a fact that the store does not know, or has no verdict of, is let through.
        preamble: what stands above the facts of a text.
    """

    store: Any = Field(exclude=True, description="The property graph store.")
    refused: list[str] = Field(default_factory=lambda: ["contradicted", "not_found"])
    unknown: bool = Field(default=True, description="Let facts without a verdict through.")
    preamble: str = Field(default=PREAMBLE, description="What stands above the facts of a text.")

    def __init__(self, **settings: Any) -> None:
        """Take the settings.

        Raises:
            InputError: for one that there is not.
        """
        refuse_unknown("VerdictPostprocessor", settings, type(self).model_fields)
        super().__init__(**settings)

    @classmethod
    def class_name(cls) -> str:
        """Return the name by which LlamaIndex knows the component."""
        return "VerdictPostprocessor"

    def _postprocess_nodes(
        self,
        nodes: list[NodeWithScore],
        query_bundle: QueryBundle | None = None,  # noqa: ARG002
    ) -> list[NodeWithScore]:
        parts = [self._parts(node) for node in nodes]
        known = _relations(self.store, {line for lines, _ in parts for line in lines})
        good = [[line for line in lines if self._passes(known.get(line))] for lines, _ in parts]
        above = _by_source(nodes, parts, good, known)
        results: list[NodeWithScore] = []
        placed = {line for lines in above.values() for line in lines}
        for node, (lines, text), left in zip(nodes, parts, good, strict=True):
            if not lines:
                results.append(node)
                continue
            if text is not None:
                results.append(self._with_facts(node, above[node.node.node_id], text))
                left = [line for line in left if line not in placed]
                placed.update(left)
            results += [_fact(line, known.get(line), node) for line in left]
        return results

    def _passes(self, relation: Any) -> bool:
        verdict = relation.properties.get("odke_verdict") if relation is not None else None
        return self.unknown if verdict is None else verdict not in self.refused

    def _parts(self, node: NodeWithScore) -> tuple[list[str], str | None]:
        """Return the facts of a node, and the text under them; None where it is facts alone."""
        content = node.node.get_content(metadata_mode=MetadataMode.NONE)
        told = content.removeprefix(self.preamble)
        head, gap, text = told.partition("\n\n")
        lines = head.split("\n")
        if not all(line.count(_ARROW) >= 2 for line in lines):
            return [], None
        return lines, text if gap else None

    def _with_facts(self, node: NodeWithScore, lines: list[str], text: str) -> NodeWithScore:
        above = self.preamble + "\n".join(lines) + "\n\n" if lines else ""
        changed = node.node.model_copy()
        changed.set_content(above + text)
        return NodeWithScore(node=changed, score=node.score)


def _relations(store: Any, lines: Iterable[str]) -> dict[str, Any]:
    """Return the relation of each fact, by the line that a retriever writes of it.

    A name may hold an arrow itself, so that each way to cut a line is tried.
    """
    wanted = set(lines)
    names = {name for line in wanted for name in _subjects(line)}
    known: dict[str, Any] = {}
    if not names:
        return known
    for first, relation, last in store.get_triplets(entity_names=sorted(names)):
        for ends in ((first.id, relation.id, last.id), (first, relation, last)):
            line = _ARROW.join(map(str, ends))
            if line in wanted:
                known.setdefault(line, relation)
    return known


def _subjects(line: str) -> Iterator[str]:
    parts = line.split(_ARROW)
    for count in range(1, len(parts) - 1):
        name = _ARROW.join(parts[:count])
        yield name
        if " ({" in name:  # with its properties, as include_properties writes it
            yield name.partition(" ({")[0]


def _sources(relation: Any) -> Sequence[str]:
    if relation is None:
        return ()
    own, listed = relation.properties.get(SOURCE_ID), relation.properties.get(TEXTS)
    named = json.loads(listed) if isinstance(listed, str) and listed.startswith("[") else []
    return [one for one in (own, *named) if isinstance(one, str)]


def _by_source(
    nodes: Sequence[NodeWithScore],
    parts: Sequence[tuple[list[str], str | None]],
    good: Sequence[list[str]],
    known: Mapping[str, Any],
) -> dict[str, list[str]]:
    """Return the facts above each text that was found: those of its own node.

    One that names no source stays where the retriever put it.
    """
    texts = [text for _, text in parts]
    above: dict[str, dict[str, None]] = {
        node.node.node_id: {} for node, text in zip(nodes, texts, strict=True) if text is not None
    }
    for node, text, lines in zip(nodes, texts, good, strict=True):
        for line in lines if text is not None else ():
            for source in _sources(known.get(line)) or [node.node.node_id]:
                if source in above:
                    above[source][line] = None
    return {node_id: list(lines) for node_id, lines in above.items()}


def _fact(line: str, relation: Any, found: NodeWithScore) -> NodeWithScore:
    """Return a fact as a node of its own, which names its own source and how it stands."""
    if relation is None:
        return NodeWithScore(node=TextNode(text=line), score=found.score)
    held = relation.properties
    metadata = {key: said for key, said in held.items() if is_verdict_key(key)}
    sources = _sources(relation)
    related = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id=sources[0])} if sources else {}
    node = TextNode(
        text=line,
        metadata=metadata,
        relationships=related,
        excluded_llm_metadata_keys=list(metadata),
        excluded_embed_metadata_keys=list(metadata),
    )
    return NodeWithScore(node=node, score=found.score)
