"""How is a labelled claim that comes with its text made a row and a document?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from openodke.errors import InputError, RowError
from openodke.evaluation.label_matching import LabelledFact
from openodke.evaluation.truth_labels import Label
from openodke.interop import TripleRow, ground_graph
from openodke.interop.grounded_graph import GroundedGraph
from openodke.interop.row import parse_decoded
from openodke.interop.run import Grounds
from openodke.model import Document, Fact
from openodke.model.frozen import replaced

_FIELDS = frozenset(TripleRow.model_fields)
_CLAIM = ("subject", "predicate", "object")


def ground_labels(
    labels: Sequence[Label], documents: Iterable[Document] = (), *, grounder: Grounds | None
) -> tuple[GroundedGraph, list[LabelledFact]]:
    """Ground labelled claims on the texts in their lines, or on documents; return both.

    Raises:
        RowError: naming file, line and field of a claim that cannot be read.
        InputError: when a line has neither a text nor a document of `documents`.
    """
    _require_claims(labels)
    rows, texts = as_rows(labels)
    given = list(documents)
    if not texts and not given:
        raise InputError(
            f"{labels[0].place}: holds no text, and no texts were given: add --texts with the "
            "texts, or --facts with what a run wrote"
        )
    graph = ground_graph(rows, [*texts, *given], grounder=grounder)
    lost = graph.summary.matching.get("unmatched_rows", 0)
    if lost:
        names = ", ".join(graph.summary.matching["unmatched_docs"])
        raise InputError(f"{lost} of {len(rows)} labelled claims have no text: {names}")
    return graph, [held(fact, label) for fact, label in zip(graph.facts, labels, strict=True)]


def _require_claims(labels: Iterable[Label]) -> None:
    """Refuse a label that names its claim by an id alone: there is no claim to ground.

    Raises:
        InputError: naming the first such line.
    """
    for label in labels:
        if label.id and not any(label.fields.get(name) for name in _CLAIM):
            raise InputError(
                f"{label.place}: names a claim by its id alone, {label.id!r}: add --facts with "
                "what a run wrote, or the subject, predicate and object here"
            )


def held(fact: Fact, label: Label) -> LabelledFact:
    """Return a fact with the label of its own line."""
    return LabelledFact(fact, (label,))


def as_rows(labels: Iterable[Label]) -> tuple[list[TripleRow], list[Document]]:
    """Return the claims of labels as rows, one for one, and the texts that their lines hold.

    What a line holds beside a row's fields is left out. A text that lines share is one document,
    named as their `doc`; two texts of one document are told apart by a number.

    Raises:
        RowError: naming file, line and field of a claim that cannot be read.
    """
    rows: list[TripleRow] = []
    texts = _Texts()
    problems = []
    for label in labels:
        source, _, number = label.place.rpartition(":")
        parsed = parse_decoded(_row(label), source, int(number))
        if isinstance(parsed, TripleRow):
            rows.append(replaced(parsed, doc=texts.name_of(label)))
        else:
            problems.extend(parsed)
    if problems:
        raise RowError(problems)
    return rows, texts.documents


def _row(label: Label) -> dict[str, object]:
    given = label.fields.items()
    fields = {name: value for name, value in given if name in _FIELDS and value not in (None, "")}
    return {"doc": label.doc, **fields}


class _Texts:
    """The texts of labels, each once."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._taken: dict[str, int] = {}
        self.documents: list[Document] = []

    def name_of(self, label: Label) -> str | None:
        """Return the id of the document of a label's text; without a text what it names."""
        text = label.fields.get("text")
        if not text:
            return label.doc
        doc = label.doc or label.id or label.place
        name = self._names.get((doc, text))
        if name is None:
            again = self._taken[doc] = self._taken.get(doc, 0) + 1
            name = self._names[doc, text] = doc if again == 1 else f"{doc}#{again}"
            self.documents.append(Document(id=name, text=text))
        return name
