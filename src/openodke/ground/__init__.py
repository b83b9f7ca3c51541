"""Grounding: each claim checked against its text. Nothing here calls a model."""

from openodke.ground.lexical import LexicalGrounder
from openodke.ground.locator import SpanLocator, locate_span, located
from openodke.ground.mismatch import MismatchBreaker
from openodke.ground.schema_check import CHECKS, CheckedGrounder, schema_problem
from openodke.ground.span_check import SpanGrounder, SpanStatus, check_span
from openodke.ground.stamp import ground_record, reason_of, suspicion_of

__all__ = [
    "CHECKS",
    "CheckedGrounder",
    "LexicalGrounder",
    "MismatchBreaker",
    "SpanGrounder",
    "SpanLocator",
    "SpanStatus",
    "check_span",
    "ground_record",
    "locate_span",
    "located",
    "reason_of",
    "schema_problem",
    "suspicion_of",
]
