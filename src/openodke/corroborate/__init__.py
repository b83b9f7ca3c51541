"""Normalise values and names; find what is one thing; merge what is one claim; give a confidence.

Also here: the keys under which each stage records what it did.
"""

from openodke.corroborate.batch_figures import BatchFigures
from openodke.corroborate.candidate_pairs import candidate_pairs
from openodke.corroborate.entity_blocks import block_keys
from openodke.corroborate.evidence_scorer import (
    DEFAULT_VERDICT_WEIGHTS,
    EvidenceScorer,
    combine,
)
from openodke.corroborate.interval_union import DEFAULT_INTERVALS
from openodke.corroborate.memory_lookup import MemoryLookup
from openodke.corroborate.native_resolver import NativeResolver
from openodke.corroborate.pair_judge import PairDecision, PairJudge
from openodke.corroborate.resolver_rules import RULES
from openodke.corroborate.signature_corroborator import SignatureCorroborator
from openodke.corroborate.source_key import source_of
from openodke.corroborate.support_list import support_of
from openodke.corroborate.value_normalizer import ValueNormalizer
from openodke.inverse import derived_from, partners
from openodke.model.evidence import Support
from openodke.model.keys import (
    CHECK,
    CONFLICT,
    DERIVED,
    NAME_KEY,
    NEAR_DUPLICATES,
    ONTOLOGY,
    SCHEMA_SLICE,
    SCORE,
    SOURCE_FORM,
    WIDEN,
)
from openodke.text.name_keys import name_key
from openodke.text.values import normalize_date, normalize_quantity, normalize_value

__all__ = [
    "CHECK",
    "CONFLICT",
    "DEFAULT_INTERVALS",
    "DEFAULT_VERDICT_WEIGHTS",
    "DERIVED",
    "NAME_KEY",
    "NEAR_DUPLICATES",
    "ONTOLOGY",
    "RULES",
    "SCHEMA_SLICE",
    "SCORE",
    "SOURCE_FORM",
    "WIDEN",
    "BatchFigures",
    "EvidenceScorer",
    "MemoryLookup",
    "NativeResolver",
    "PairDecision",
    "PairJudge",
    "SignatureCorroborator",
    "Support",
    "ValueNormalizer",
    "block_keys",
    "candidate_pairs",
    "combine",
    "derived_from",
    "name_key",
    "normalize_date",
    "normalize_quantity",
    "normalize_value",
    "partners",
    "source_of",
    "support_of",
]
