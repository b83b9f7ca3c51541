"""Does the ontology allow such a fact at all?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal, Protocol

from openodke.errors import InputError
from openodke.ground.locator import SpanLocator
from openodke.ground.span_check import SpanGrounder
from openodke.model import Document, Entity, Fact
from openodke.model.entity import THING
from openodke.model.fact import qualified
from openodke.model.frozen import FrozenDict, replaced, without
from openodke.model.keys import CHECK
from openodke.ontology import LITERAL_RANGES, Ontology, Predicate

Check = Literal["predicate", "domain", "range"]

CHECKS: tuple[Check, ...] = ("predicate", "domain", "range")
"""The free checks on the relation and the types, in the order they are made."""


class _Grounder(Protocol):
    def ground(self, fact: Fact, doc: Document) -> Fact: ...


def schema_problem(fact: Fact, ontology: Ontology) -> tuple[Check, str] | None:
    """Return the first free check that the fact fails, and why; None where it passes them all.

    An ontology without predicates finds nothing wrong. A subtype fits where its ancestor does.
    """
    if not ontology.predicates:
        return None
    declared = ontology.predicates.get(fact.predicate)
    if declared is None:
        return "predicate", f"the ontology declares no predicate {fact.predicate!r}"
    if not _fits(fact.subject, declared.domain, ontology):
        allowed = ", ".join(declared.domain)
        return "domain", f"{fact.predicate} is said of {allowed}, not of {fact.subject.type}"
    reason = _range_problem(fact, declared, ontology)
    return ("range", reason) if reason else None


def _range_problem(fact: Fact, declared: Predicate, ontology: Ontology) -> str:
    obj = fact.object_entity
    if declared.range in LITERAL_RANGES:
        return "" if obj is None else f"{fact.predicate} holds a {declared.range}, not an entity"
    if obj is None:
        return (
            f"{fact.predicate} leads to a {declared.range}, not to the value {fact.object_value!r}"
        )
    if _fits(obj, (declared.range,), ontology):
        return ""
    return f"{fact.predicate} leads to a {declared.range}, not to a {obj.type}"


def _fits(entity: Entity, types: tuple[str, ...], ontology: Ontology) -> bool:
    # no check can hold against a fact that its source gave no type
    untyped = entity.type == THING and THING not in ontology.types
    return untyped or not types or ontology.fits(entity.type, types)


class FreeChecks:
    """Makes the checks that need neither text nor model, and locates spans if asked to.

    Attributes:
        stats: `facts`, `refused`, and one count a check.
        locator: the span locator, None where spans are not to be located.
    """

    def __init__(self, ontology: Ontology | None = None, *, locate: bool = False) -> None:
        """Check against `ontology`; None finds nothing wrong."""
        self.ontology = Ontology() if ontology is None else ontology
        self.locator = SpanLocator() if locate else None
        self.stats: Counter[str] = Counter(dict.fromkeys(("facts", "refused", *CHECKS), 0))

    def apply(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact stamped under `odke.check` by the first check it fails, else located."""
        self.stats["facts"] += 1
        fact = _unchecked(fact)
        problem = schema_problem(fact, self.ontology)
        if problem is None:
            return self.locator.locate(fact, doc) if self.locator else fact
        check, reason = problem
        self.stats.update(("refused", check))
        record = FrozenDict(check=check, reason=reason)
        return qualified(fact, CHECK, record)


class CheckedGrounder:
    """Makes the free checks on predicate and types before another grounder is asked.

    A fact that fails is stamped under `odke.check` and stays unchecked: the grounder never sees it.
    """

    def __init__(
        self, grounder: _Grounder | None = None, *, ontology: Ontology, locate: bool = False
    ) -> None:
        """Check against `ontology`, locate spans if asked to, then ask `grounder` (span check).

        Raises:
            InputError: for `locate` beside a grounder that locates spans itself.
        """
        if locate and hasattr(grounder, "locates"):
            kind = type(grounder).__name__
            raise InputError(f"locate=True goes to {kind}(locate=True), which locates by itself")
        self.grounder = SpanGrounder() if grounder is None else grounder
        self._checks = FreeChecks(ontology, locate=locate)

    @property
    def stats(self) -> dict[str, object]:
        """The inner grounder's counts, `locate` where spans are located, and `checks`."""
        inner = dict(getattr(self.grounder, "stats", {}))
        locator = self._checks.locator
        located = {"locate": dict(locator.stats)} if locator else {}
        return {**inner, **located, "checks": dict(self._checks.stats)}

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact stamped by the first check that it fails, or grounded."""
        checked = self._checks.apply(fact, doc)
        return checked if CHECK in checked.qualifiers else self.grounder.ground(checked, doc)

    def ground_many(self, facts: Iterable[Fact], doc: Document) -> list[Fact]:
        """Return the facts of one document, checked and grounded, in order."""
        return self.ground_documents([(list(facts), doc)])[0]

    def ground_documents(self, pairs: Iterable[tuple[list[Fact], Document]]) -> list[list[Fact]]:
        """Return one list of facts a pair, checked and grounded, in order."""
        checked = [([self._checks.apply(fact, doc) for fact in facts], doc) for facts, doc in pairs]
        asked = [
            ([fact for fact in facts if CHECK not in fact.qualifiers], doc)
            for facts, doc in checked
        ]
        grounded = map(iter, ground_all(self.grounder, asked))
        return [
            [fact if CHECK in fact.qualifiers else next(answers) for fact in facts]
            for (facts, _), answers in zip(checked, grounded, strict=True)
        ]


def _unchecked(fact: Fact) -> Fact:
    """Return the fact without an earlier run's check: another ontology may allow it."""
    if CHECK not in fact.qualifiers:
        return fact
    return replaced(fact, qualifiers=without(fact.qualifiers, CHECK))


def ground_all(grounder: _Grounder, pairs: list[tuple[list[Fact], Document]]) -> list[list[Fact]]:
    """Return one list of facts a pair, grounded: as one run where the grounder takes one."""
    whole_run = getattr(grounder, "ground_documents", None)
    if whole_run is not None:
        answered: list[list[Fact]] = whole_run(pairs)
        return answered
    return [[grounder.ground(fact, doc) for fact in facts] for facts, doc in pairs]
