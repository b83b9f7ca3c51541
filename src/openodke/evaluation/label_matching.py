"""Which label speaks of which fact?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from openodke.evaluation.truth_labels import Label, spelled
from openodke.interop.claim_verdicts import item_of, representative
from openodke.model import Entity, Fact
from openodke.model.keys import ROWS, SOURCE_FORM

_Claim = tuple[str | None, str, str]  # document, predicate, subject


@dataclass(frozen=True)
class LabelledFact:
    """A fact and what is known of it.

    Attributes:
        fact: the fact.
        labels: what was said of it, in the labels' order; a merged claim may have several.
    """

    fact: Fact
    labels: tuple[Label, ...]

    @property
    def right(self) -> bool:
        """Whether it is right: a claim of several texts is, where any of them makes it."""
        return any(label.right for label in self.labels)

    @property
    def document(self) -> str:
        """The document whose claims stand and fall with it."""
        return document_of(self.fact, self.labels)

    @property
    def kind(self) -> str:
        """The group that its first label names, "" for none."""
        return self.labels[0].kind


@dataclass(frozen=True)
class Matched:
    """Facts with their labels, and what has no partner.

    Attributes:
        claims: the facts that have a label, in order.
        unlabelled: the facts that have none.
        unmatched: the labels of which no fact is, in order.
    """

    claims: tuple[LabelledFact, ...]
    unlabelled: tuple[Fact, ...] = ()
    unmatched: tuple[Label, ...] = ()

    @property
    def groups(self) -> tuple[tuple[LabelledFact, ...], ...]:
        """The facts that share their labels together, in order: the rows of one labelled claim.

        A label that names no document, or an item of a framework's graph, is of all its texts.
        """
        found: dict[tuple[int, ...], list[LabelledFact]] = {}
        for held in self.claims:
            found.setdefault(tuple(map(id, held.labels)), []).append(held)
        return tuple(map(tuple, found.values()))

    @property
    def spoken(self) -> tuple[LabelledFact, ...]:
        """One fact a labelled claim: of several rows the one that has the verdict of them all."""
        return tuple(
            LabelledFact(representative([held.fact for held in group]), group[0].labels)
            for group in self.groups
        )

    @property
    def mixed(self) -> int:
        """How many facts have a label right and one wrong; they count as right."""
        return sum(len({label.right for label in held.labels}) > 1 for held in self.claims)


def matched(facts: Iterable[Fact], labels: Sequence[Label]) -> Matched:
    """Return facts and labels together.

    A label whose id a fact has, a row that went into it, or the item of a framework's graph that
    the row is of (`relationship/7`), is that fact's. Any other is that of the facts with its
    document, subject, predicate and object: names in any case and by any alias, documents by id,
    file name or stem.
    """
    facts = list(facts)
    index = _LabelIndex(labels, {name for fact in facts for name in _ids(fact)})
    claims: list[LabelledFact] = []
    unlabelled: list[Fact] = []
    used: set[int] = set()
    for fact in facts:
        found = index.find(fact)
        used.update(map(id, found))
        if found:
            claims.append(LabelledFact(fact, tuple(found)))
        else:
            unlabelled.append(fact)
    unmatched = tuple(label for label in labels if id(label) not in used)
    return Matched(tuple(claims), tuple(unlabelled), unmatched)


def document_of(fact: Fact, labels: Sequence[Label] = ()) -> str:
    """Return the document of a claim, by one name however its labels and its facts name it.

    It is the one it cites that its labels name, else what they name, else the first it cites.
    """
    named = next((label.doc for label in labels if label.doc), None)
    if named is None:
        return next((held.doc_id for held in fact.evidence), fact.id)
    cited = (held.doc_id for held in fact.evidence if named in names_of(held.doc_id))
    return next(cited, named)


def names_of(document: str) -> tuple[str, ...]:
    """Return the names that a document goes by: its id, its file name and its stem."""
    path = PurePath(document)
    return (document, path.name, path.stem)


class _LabelIndex:
    """Labels by what they name."""

    def __init__(self, labels: Iterable[Label], known: set[str]) -> None:
        self._by_id: dict[str, list[Label]] = {}
        self._by_claim: dict[_Claim, dict[str, list[Label]]] = {}
        for label in labels:
            if label.id in known:
                self._by_id.setdefault(str(label.id), []).append(label)
            elif label.triple:
                subject, predicate, obj = label.triple
                at = (label.doc, _predicate(predicate), _name(subject))
                self._by_claim.setdefault(at, {}).setdefault(_name(obj), []).append(label)

    def find(self, fact: Fact) -> list[Label]:
        found = [label for name in _ids(fact) for label in self._by_id.get(name, ())]
        return found or list(self._of_claim(fact))

    def _of_claim(self, fact: Fact) -> Iterator[Label]:
        if not self._by_claim:
            return
        predicate = _predicate(fact.predicate)
        objects = list(dict.fromkeys(map(_name, _objects(fact))))
        for document in (*_documents(fact), None):
            for subject in dict.fromkeys(map(_name, _names(fact.subject))):
                held = self._by_claim.get((document, predicate, subject))
                for obj in objects if held else ():
                    yield from (held or {}).get(obj, ())


def _ids(fact: Fact) -> dict[str, None]:
    """Return the ids of a fact, of the rows that went into it, and of the items of those."""
    rows = (fact.id, *map(str, fact.qualifiers.get(ROWS) or ()))
    return dict.fromkeys((*rows, *filter(None, map(item_of, rows))))


def _documents(fact: Fact) -> dict[str, None]:
    """Return the names of the documents that a fact cites."""
    return dict.fromkeys(name for held in fact.evidence for name in names_of(held.doc_id))


def _names(entity: Entity) -> Iterator[str]:
    yield entity.name
    yield from entity.aliases


def _objects(fact: Fact) -> Iterator[str]:
    if fact.object_entity is not None:
        yield from _names(fact.object_entity)
        return
    yield spelled(fact.object_value)
    forms = fact.qualifiers.get(SOURCE_FORM)
    if isinstance(forms, Mapping):  # as the source wrote it, before it was normalised
        yield from map(spelled, forms.get("object_value") or ())


def _name(name: str) -> str:
    return " ".join(name.casefold().split())


def _predicate(predicate: str) -> str:
    return " ".join(predicate.casefold().replace("_", " ").split())
