"""How good is it? Spans, verdicts, confidences and stages, measured against what a person said."""

from openodke.evaluation.ablation_report import AblationReport, StageFigures, ablation_report
from openodke.evaluation.card_writing import calibration_cards
from openodke.evaluation.grounding_report import (
    GroundingReport,
    KindFigures,
    VerdictFigures,
    grounding_report,
)
from openodke.evaluation.label_matching import LabelledFact, Matched, matched
from openodke.evaluation.label_sheet import drawn, write_claim_sheet
from openodke.evaluation.labelled_rows import ground_labels
from openodke.evaluation.ranking import auc
from openodke.evaluation.reliability import Bin, brier_score, calibration_error, reliability
from openodke.evaluation.resampling import Figure
from openodke.evaluation.score_report import Cut, ScoreReport, score_report
from openodke.evaluation.share import Share, share_of
from openodke.evaluation.span_report import SpanFigures, SpanReport, measure_spans
from openodke.evaluation.text_blind import text_blind_auc
from openodke.evaluation.truth_labels import Label, read_labels
from openodke.evaluation.written_facts import written_facts, written_rows
from openodke.ground.calibration_card import CalibrationCard, RefusalFigures, read_cards

__all__ = [
    "AblationReport",
    "Bin",
    "CalibrationCard",
    "Cut",
    "Figure",
    "GroundingReport",
    "KindFigures",
    "Label",
    "LabelledFact",
    "Matched",
    "RefusalFigures",
    "ScoreReport",
    "Share",
    "SpanFigures",
    "SpanReport",
    "StageFigures",
    "VerdictFigures",
    "ablation_report",
    "auc",
    "brier_score",
    "calibration_cards",
    "calibration_error",
    "drawn",
    "ground_labels",
    "grounding_report",
    "matched",
    "measure_spans",
    "read_cards",
    "read_labels",
    "reliability",
    "score_report",
    "share_of",
    "text_blind_auc",
    "write_claim_sheet",
    "written_facts",
    "written_rows",
]
