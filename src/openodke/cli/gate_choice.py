"""Which gate do a run's options ask for?"""

from __future__ import annotations

from pathlib import Path

from openodke.errors import InputError
from openodke.gate import VerdictGate, strict_gate


def chosen_gate(name: str | None, card: Path | None, *, keep: bool) -> VerdictGate | None:
    """Return a new gate, strict for `--keep` unless it is named; None for no gate."""
    if name == "default":
        return VerdictGate(card=card)
    return strict_gate(card) if name or keep else None


def check_card(card: Path | None, *, gates: bool) -> None:
    """Refuse a card that no gate would read, or that cannot be read, before any work is done.

    Raises:
        InputError: saying which.
    """
    if card is None:
        return
    if not gates:
        raise InputError("--card tells a gate to drop or to mark: add --gate or --keep")
    VerdictGate(card=card)
