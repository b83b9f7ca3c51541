"""What a validation says: its counts, what became of each claim, and how both read."""

from openodke.validation.validation_report import ValidationReport, reported
from openodke.validation.validation_trail import ValidationTrail

__all__ = ["ValidationReport", "ValidationTrail", "reported"]
