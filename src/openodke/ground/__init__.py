"""Grounding: each claim checked against its text, for free or by a model that the caller names."""

from openodke.ground.answer_reading import parse_verdict
from openodke.ground.claim_line import render_claim, render_sentence, render_triple
from openodke.ground.estimate import Estimate
from openodke.ground.joint_prompt import JOINT_PROMPT, JointPrompt
from openodke.ground.judge_address import speaks_to_judge
from openodke.ground.judge_prompts import PROMPTS, JudgePrompt
from openodke.ground.lexical import LexicalGrounder
from openodke.ground.llm_grounder import LLMGrounder
from openodke.ground.locator import SpanLocator, locate_span, located
from openodke.ground.mismatch import MismatchBreaker
from openodke.ground.review import marked
from openodke.ground.schema_check import CHECKS, CheckedGrounder, schema_problem
from openodke.ground.span_check import SpanGrounder, SpanStatus, check_span
from openodke.ground.stamp import ground_record, reason_of, suspicion_of
from openodke.llm.call_failure import is_transient
from openodke.llm.retry_policy import RetryPolicy

__all__ = [
    "CHECKS",
    "JOINT_PROMPT",
    "PROMPTS",
    "CheckedGrounder",
    "Estimate",
    "JointPrompt",
    "JudgePrompt",
    "LLMGrounder",
    "LexicalGrounder",
    "MismatchBreaker",
    "RetryPolicy",
    "SpanGrounder",
    "SpanLocator",
    "SpanStatus",
    "check_span",
    "ground_record",
    "is_transient",
    "locate_span",
    "located",
    "marked",
    "parse_verdict",
    "reason_of",
    "render_claim",
    "render_sentence",
    "render_triple",
    "schema_problem",
    "speaks_to_judge",
    "suspicion_of",
]
