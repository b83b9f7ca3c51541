"""May a judge's refusal remove a claim, or does a person have to look at it first?

A card says how often a judge was right when it refused, on claims that a person had labelled. The
gate reads it. Source: the grounding page, "The gate": below the calibration bar a refusal marks
instead of dropping.

The bar: of the claims that a verdict refuses, at least 95 % are wrong, at the lower end of the 95 %
interval, and they come from at least 20 documents. What is dropped is seen by nobody, so that one
in twenty is the most that may be lost unseen; and about one label in twenty is itself open to
argument, so that a stricter bar would measure the labels. With fewer than some 20 documents an
interval by documents is not to be relied on (A. C. Cameron and D. L. Miller, A practitioner's guide
to cluster-robust inference, Journal of Human Resources 50, 2015). A judge that made no error passes
from 76 refusals on, each of its own document.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, StrictInt, ValidationError

from openodke.errors import InputError
from openodke.model import GroundingVerdict
from openodke.model.frozen import NOTHING, Frozen, FrozenModel, Name, Text
from openodke.utf8_file import read_utf8

CARD_VERSION = 1
PRECISION_BAR = 0.95
"""The least share of refused claims that has to be wrong, at the lower end of its interval."""

DOCUMENTS_BAR = 20
"""The fewest documents that the refused claims have to come from."""

_Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
_Count = Annotated[StrictInt, Field(ge=0)]


class RefusalFigures(FrozenModel):
    """How often one verdict of a judge was right to refuse.

    Attributes:
        n: the labelled claims with the verdict, of `documents` documents.
        wrong: those that are wrong, so that the refusal is right.
        precision: their share, None of no claims.
        low, high: its 95 % interval.
    """

    n: _Count = 0
    wrong: _Count = 0
    documents: _Count = 0
    precision: _Share | None = None
    low: _Share = 0.0
    high: _Share = 1.0

    @property
    def passes(self) -> bool | None:
        """Whether it passes the bar; None where nothing was refused, which says nothing."""
        if not self.n:
            return None
        return self.low >= PRECISION_BAR and self.documents >= DOCUMENTS_BAR


class CalibrationCard(FrozenModel):
    """How one judge did on one set of labelled claims.

    Attributes:
        grounder: who gave the verdicts, with its version, such as `model@1`.
        model, prompt: what was asked, None where no model was.
        dataset: the name of the labelled claims, and `sha256` of their file.
        claims: how many were judged, of `documents` documents, `right` of them right.
        measured_at: the day.
        openodke: the version that measured.
        contradicted, not_found: how often each refusal was right.
        figures: everything else that was measured.
    """

    grounder: Name
    model: Name | None = None
    prompt: Name | None = None
    dataset: Name
    sha256: Text = ""
    claims: _Count
    documents: _Count
    right: _Count
    measured_at: date
    openodke: Text = ""
    contradicted: RefusalFigures = RefusalFigures()
    not_found: RefusalFigures = RefusalFigures()
    figures: Frozen = NOTHING

    def is_of(self, record: Mapping[str, Any]) -> bool:
        """Tell whether a verdict's record (`odke.ground`) is signed by the judge measured here."""
        signed = (record.get("grounder"), record.get("model"), record.get("prompt"))
        return signed == (self.grounder, self.model, self.prompt)

    def drops(self, verdict: GroundingVerdict) -> bool | None:
        """Tell whether a refusal by this verdict may drop a claim; None where nothing is known."""
        if verdict is GroundingVerdict.CONTRADICTED:
            return self.contradicted.passes
        return self.not_found.passes if verdict is GroundingVerdict.NOT_FOUND else None


Cards = CalibrationCard | Iterable[CalibrationCard] | str | PathLike[str]


def cards_of(card: Cards) -> tuple[CalibrationCard, ...]:
    """Return the cards of a file, of several, or one.

    Raises:
        InputError: as `read_cards`, and for what is no card.
    """
    if isinstance(card, str | PathLike):
        return read_cards(card)
    cards = (card,) if isinstance(card, CalibrationCard) else tuple(card)
    for held in cards:
        if not isinstance(held, CalibrationCard):
            raise InputError(
                f"card={held!r}: is no CalibrationCard, nor the path of a file of them"
            )
    return cards


def read_cards(path: str | PathLike[str]) -> tuple[CalibrationCard, ...]:
    """Return the cards of a file that `odke eval ground --card` wrote.

    Raises:
        InputError: naming the file and the field, when it is no such file.
    """
    text = read_utf8(path)
    try:
        held = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is no JSON: {error}") from None
    if not isinstance(held, dict) or not isinstance(held.get("cards"), list):
        raise InputError(f"{path}: is no calibration card: odke eval ground --card writes one")
    if held.get("card_version") != CARD_VERSION:
        raise InputError(
            f"{path}: card_version {held.get('card_version')!r} is not readable here, this reads "
            f"{CARD_VERSION}: measure again with odke eval ground --card"
        )
    return tuple(_card(data, f"{path}: cards.{at}") for at, data in enumerate(held["cards"]))


def is_card_file(path: Path) -> bool:
    """Tell whether a file is one of cards, of any version, so that it may be written again."""
    try:
        held = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(held, dict) and "card_version" in held


def _card(data: object, place: str) -> CalibrationCard:
    try:
        return CalibrationCard.model_validate(data)
    except ValidationError as error:
        fault = error.errors()[0]
        at = ".".join([place, *map(str, fault["loc"])])
        raise InputError(f"{at}: {fault['msg']}") from None


def card_file(cards: Iterable[CalibrationCard]) -> dict[str, Any]:
    """Return what a file of cards holds."""
    return {
        "card_version": CARD_VERSION,
        "cards": [card.model_dump(mode="json") for card in cards],
    }
