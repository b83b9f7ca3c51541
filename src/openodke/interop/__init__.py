"""Graphs from anywhere: rows and their files, adapters, and `ground_graph`."""

from openodke.interop.adapter import (
    Adapter,
    Built,
    adapter_for,
    installed_adapters,
    load_adapter,
)
from openodke.interop.claim_verdicts import deciding, representative, whole_verdict
from openodke.interop.conversion import LITERAL_TYPES, RowConverter, from_fact, to_fact
from openodke.interop.csv_text import csv_records, undecoded_byte
from openodke.interop.empty_names import says_nothing
from openodke.interop.examples import claim_line
from openodke.interop.gating import Gated, gated
from openodke.interop.grounded_graph import GroundedGraph, aground_graph, ground_graph
from openodke.interop.item_gate import ItemGate
from openodke.interop.item_verdict import (
    ITEM_KEYS,
    NAME_KEYS,
    REVIEW_KEY,
    VERDICT_KEYS,
    ItemVerdict,
    flat_verdicts,
    is_verdict_key,
    looked_at,
    reason_code,
    with_verdicts,
)
from openodke.interop.node_merging import (
    Merged,
    MergedNode,
    MergingAdapter,
    NodeMerge,
    NodeName,
    merges_among,
)
from openodke.interop.output import output_folder, read_facts, write_facts
from openodke.interop.row import SCHEMA_VERSION, TripleRow, row_schema
from openodke.interop.row_place import RowPlace
from openodke.interop.run import GroundingRun
from openodke.interop.summary import Example, FailureShape, GroundSummary
from openodke.interop.texts import read_texts
from openodke.interop.triples_extractor import TriplesExtractor
from openodke.interop.triples_file import read_triples, write_triples
from openodke.interop.written_verdicts import (
    MERGED_KEY,
    merged_value,
    whole_values,
    worst_values,
)
from openodke.model.entity import THING

__all__ = [
    "ITEM_KEYS",
    "LITERAL_TYPES",
    "MERGED_KEY",
    "NAME_KEYS",
    "REVIEW_KEY",
    "SCHEMA_VERSION",
    "THING",
    "VERDICT_KEYS",
    "Adapter",
    "Built",
    "Example",
    "FailureShape",
    "Gated",
    "GroundSummary",
    "GroundedGraph",
    "GroundingRun",
    "ItemGate",
    "ItemVerdict",
    "Merged",
    "MergedNode",
    "MergingAdapter",
    "NodeMerge",
    "NodeName",
    "RowConverter",
    "RowPlace",
    "TripleRow",
    "TriplesExtractor",
    "adapter_for",
    "aground_graph",
    "claim_line",
    "csv_records",
    "deciding",
    "flat_verdicts",
    "from_fact",
    "gated",
    "ground_graph",
    "installed_adapters",
    "is_verdict_key",
    "load_adapter",
    "looked_at",
    "merged_value",
    "merges_among",
    "output_folder",
    "read_facts",
    "read_texts",
    "read_triples",
    "reason_code",
    "representative",
    "row_schema",
    "says_nothing",
    "to_fact",
    "undecoded_byte",
    "whole_values",
    "whole_verdict",
    "with_verdicts",
    "worst_values",
    "write_facts",
    "write_triples",
]
