"""What does an extraction claim, before it is held against its text?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from openodke.model import Polarity
from openodke_langextract.extraction_view import ExtractionView

MENTION = "mention"
RELATIONSHIP = "relationship"
GROUP = "group"
ATTRIBUTE = "attribute"
CLAIM = "claim"

KINDS = (MENTION, RELATIONSHIP, GROUP, ATTRIBUTE, CLAIM)
"""What an item can be: the text of an extraction itself, a relationship, a member of a group, one
value of an attribute, or what the user's own function read."""

IS_A = "is_a"
"""The predicate of a mention: the text is there, and it is of the extraction's class."""

Scalar = str | int | float | bool


@dataclass(slots=True)
class ExtractionClaim:
    """One claim.

    Attributes:
        view: the extraction that makes it.
        kind: one of KINDS.
        index: its place among the items of its kind in the whole native object.
        subject: the name of what is spoken of.
        predicate: the relation.
        object: a name, a value or free text.
        subject_type: the type of the subject.
        object_type: the type of the object; "text" says that it is free text.
        polarity: whether it is asserted.
        qualifiers: what else is said of it.
        key: the attribute that makes it, "" for the extraction as a whole.
        place: the place of the value in an attribute that is a list.
        stand_in: who is spoken of where the subject is the extraction's text and its document does
            not hold that; "" for nobody else.
        head: the index of the extraction that it rests on, apart from its own.
        if_unplaced: whether it is made only where the text does not hold the extraction's text.
    """

    view: ExtractionView
    kind: str
    index: int
    subject: str
    predicate: str
    object: Scalar
    subject_type: str | None = None
    object_type: str | None = None
    polarity: Polarity = Polarity.ASSERTED
    qualifiers: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""
    place: int | None = None
    stand_in: str = ""
    head: int | None = None
    if_unplaced: bool = False
