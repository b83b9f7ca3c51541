"""Did a stage hand back what its place asks for, and if not, which stage and where?"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel

from openodke.errors import StageError
from openodke.model.document import Chunk, Document
from openodke.model.fact import Fact

Thing = TypeVar("Thing")

_WHOLE = "the whole run"


@dataclass(frozen=True, slots=True)
class Post:
    """A place of the pipeline and who stands there; every call of a stage goes through one.

    Attributes:
        place: the name of the constructor's argument, such as `grounder`.
        worker: the object that was given for it.
    """

    place: str
    worker: Any

    def __str__(self) -> str:
        """Render as `grounder MyGrounder`."""
        return f"{self.place} {type(self.worker).__name__}"

    def require(self, method: str) -> None:
        """Check that the worker can stand here.

        Raises:
            StageError: when it is a class, or has no such method.
        """
        if isinstance(self.worker, type):
            name = self.worker.__name__
            raise StageError(f"{self.place}={name} is a class: pass an object, such as {name}()")
        if not callable(getattr(self.worker, method, None)):
            shown = reprlib.repr(self.worker)
            raise StageError(f"{self.place}={shown} has no method {method}(): it cannot stand here")

    def call(self, subject: object, method: Callable[..., Thing], *given: object) -> Thing:
        """Call a method of the worker; an error it raises is noted with the post and the subject.

        Args:
            subject: what the call is about: a Chunk, Document, Fact or text, for the note alone.
        """
        try:
            return method(*given)
        except Exception as error:
            error.add_note(f"in the {self}, at {told(subject)}")
            raise

    def one(self, subject: object, handed: object, kind: type[Thing]) -> Thing:
        """Return what was handed back, if it is of the kind asked for.

        Raises:
            StageError: when it is not.
        """
        if isinstance(handed, kind):
            return handed
        raise self._refusal(subject, f"a {kind.__name__}", handed)

    def many(self, subject: object, handed: object, kind: type[Thing]) -> list[Thing]:
        """Return what was handed back as a list of the kind asked for.

        Raises:
            StageError: when it cannot be iterated, or holds anything else.
        """
        # a model and a text can be iterated too, but over their parts
        if isinstance(handed, str | bytes | BaseModel) or not isinstance(handed, Iterable):
            raise self._refusal(subject, f"an iterable of {kind.__name__}", handed)
        things: list[Any] = self.call(subject, list, handed)
        return [self.one(subject, thing, kind) for thing in things]

    def aligned(self, subjects: list[Thing], handed: object) -> list[list[Fact]]:
        """Return what a method that got a whole run handed back: one list of facts a subject.

        Raises:
            StageError: when there are more lists or fewer, or one holds anything but facts.
        """
        lists = self.many(_WHOLE, handed, object)
        self.count(_WHOLE, len(subjects), len(lists), "lists")
        return [self.many(at, facts, Fact) for at, facts in zip(subjects, lists, strict=True)]

    def each(
        self, method: Callable[..., object], facts: Iterable[Fact], *given: object
    ) -> list[Fact]:
        """Return what a method that takes one fact, and what else is given, hands back for each."""
        return [self.one(fact, self.call(fact, method, fact, *given), Fact) for fact in facts]

    def count(self, subject: object, given: int, returned: int, things: str = "facts") -> None:
        """Check that as much came out as went in.

        Raises:
            StageError: when it did not: no stage but the corroborator and the gate may.
        """
        if given != returned:
            raise StageError(
                f"the {self} must return one for one, and returned {returned} {things} for "
                f"{given}, at {told(subject)}"
            )

    def _refusal(self, subject: object, wanted: str, handed: object) -> StageError:
        found = "None" if handed is None else f"{type(handed).__name__} {reprlib.repr(handed)}"
        return StageError(
            f"the {self} must return {wanted}, and returned {found} at {told(subject)}"
        )


def told(subject: object) -> str:
    """Render what a stage was working on, as a person would look it up."""
    if isinstance(subject, Chunk):
        place = f"[{subject.start}:{subject.end}]"
        return f"chunk {subject.index} {place} of document {subject.doc_id!r}"
    if isinstance(subject, Document):
        return f"document {subject.id!r}"
    if isinstance(subject, Fact):
        return f"fact {subject.id} ({subject.subject.key!r} {subject.predicate!r})"
    return str(subject)
