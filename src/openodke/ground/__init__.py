"""Grounding: each claim checked against its text. Nothing here calls a model."""

from openodke.ground.lexical import LexicalGrounder
from openodke.ground.locator import SpanLocator, locate_span, located
from openodke.ground.mismatch import MismatchBreaker
from openodke.ground.schema_check import CHECKS, CheckedGrounder, schema_problem
from openodke.ground.span_check import SpanGrounder, SpanStatus, check_span

__all__ = [
    "CHECKS",
    "CheckedGrounder",
    "LexicalGrounder",
    "MismatchBreaker",
    "SpanGrounder",
    "SpanLocator",
    "SpanStatus",
    "check_span",
    "locate_span",
    "located",
    "schema_problem",
]
