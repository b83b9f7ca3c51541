"""Which types and predicates do pydantic models describe?"""

from __future__ import annotations

import inspect
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, RootModel
from pydantic.fields import FieldInfo

from openodke.errors import OntologyLoadError
from openodke.ontology.annotation import InexpressibleError, Shape, UndefinedError, shape_of
from openodke.ontology.term import LITERAL_RANGES

Model = type[BaseModel]

_VALUES_SHOWN = 20
"""How many values of an enumeration its description lists."""


def described(models: Sequence[Model]) -> tuple[dict[str, Any], list[str]]:
    """Return the `types` and `predicates` of models, and what is left out or wider, a line each.

    Raises:
        OntologyLoadError: with every problem, each opening with `Model.field`.
    """
    reading = _Reading()
    reading.take(models)
    reading.read()
    if reading.problems:
        raise OntologyLoadError(reading.problems)
    for held in reading.predicates.values():
        held["description"] = " / ".join(held["description"]) or None
    return {"types": reading.types, "predicates": reading.predicates}, reading.left_out


@dataclass
class _Reading:
    """The models met so far, what they say, and what is wrong with them.

    The description of a predicate is a list until all fields of its name are read.
    """

    shapes: dict[Model, dict[str, Shape]] = field(default_factory=dict)
    types: dict[str, Any] = field(default_factory=dict)
    predicates: dict[str, Any] = field(default_factory=dict)
    owners: dict[str, Model] = field(default_factory=dict)
    """By predicate, the model whose field gave it its range."""
    problems: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def take(self, models: Sequence[Model]) -> None:
        """Meet each model, its parents and the models in its fields."""
        waiting = [model for model in models if self._is_fit(model)][::-1]
        while waiting:
            model = waiting.pop()
            if model in self.shapes:
                continue
            self.shapes[model] = self._shapes(model)
            met = [held.kind for held in self.shapes[model].values() if isinstance(held.kind, type)]
            waiting += [*reversed(met), *reversed(_bases(model))]

    def _is_fit(self, model: object) -> bool:
        if not (isinstance(model, type) and issubclass(model, BaseModel)):
            hint = f": give {type(model).__name__}" if isinstance(model, BaseModel) else ""
            self.problems.append(f"{model!r}: is no pydantic model class{hint}")
        elif model is BaseModel:
            self.problems.append("BaseModel: is the base of all models: give subclasses of it")
        elif issubclass(model, RootModel):
            self.problems.append(f"{model.__name__}: wraps a value: give the models in it")
        elif _is_unfilled(model):
            self.problems.append(f"{model.__name__}: is generic: give it with its parameters")
        else:
            return True
        return False

    def _shapes(self, model: Model) -> dict[str, Shape]:
        model.model_rebuild(raise_errors=False)
        shapes = {}
        for name, info in model.model_fields.items():
            try:
                shapes[name] = _with_metadata(info)
            except UndefinedError as error:
                self.problems.append(f"{model.__name__}.{name}: {error}")
            except InexpressibleError as error:
                if not _inherits(model, name, info):
                    self.left_out.append(f"{model.__name__}.{name}: left out, {error}")
        return shapes

    def read(self) -> None:
        """Make a type of each model, and predicates of their fields; ancestors come first."""
        descent = [kind for model in self.shapes for kind in reversed(model.__mro__)]
        for model in dict.fromkeys(kind for kind in descent if kind in self.shapes):
            self._read_type(model)
            for name, shape in self.shapes[model].items():
                self._read_field(model, name, shape)

    def _read_type(self, model: Model) -> None:
        name = model.__name__
        if name in self.types:
            self.problems.append(f"{name}: two models have this name: rename one")
        elif name in LITERAL_RANGES:
            self.problems.append(f"{name}: is the name of a literal range: rename the model")
        self.types[name] = {
            "description": inspect.cleandoc(model.__dict__.get("__doc__") or "") or None,
            "parents": [base.__name__ for base in _bases(model, self.shapes)],
            "aliases": list(_title(model)),
        }

    def _read_field(self, model: Model, name: str, shape: Shape) -> None:
        fresh = _predicate(name, model.model_fields[name], shape)
        held = self.predicates.setdefault(name, {"domain": [], **fresh})
        owner = self.owners.setdefault(name, model)
        first = self.shapes[owner][name]
        inherited = any(base.__name__ in held["domain"] for base in model.__mro__)
        if (shape.kind, shape.multi) != (first.kind, first.multi):
            self._tell_of_difference(model, name, shape, owner, first)
        elif not inherited:
            self._tell_of_mixture(model, name, shape)
        if not inherited:
            held["domain"].append(model.__name__)
        _merge(held, fresh)

    def _tell_of_mixture(self, model: Model, name: str, shape: Shape) -> None:
        if shape.mixed:
            mixed = " or ".join(shape.mixed)
            self.left_out.append(
                f"{model.__name__}.{name}: takes {mixed}, and a range is one: read as string"
            )

    def _tell_of_difference(
        self, model: Model, name: str, shape: Shape, owner: Model, first: Shape
    ) -> None:
        """Tell that a field means something else than the predicate of its name."""
        place, other = f"{model.__name__}.{name}", f"{owner.__name__}.{name}"
        if issubclass(model, owner) and _narrows(shape, first):
            self.left_out.append(
                f"{place}: is {_words(shape)}, narrower than {other}, and a predicate has one "
                f"range: read as {_words(first)}"
            )
        else:
            self.problems.append(
                f"{place}: is {_words(shape)}, but {other} is {_words(first)}, and a predicate has "
                "one range: rename one field"
            )


def _with_metadata(info: FieldInfo) -> Shape:
    """Return the shape of a field, for which pydantic keeps the decoration apart from the type."""
    annotation: Any = info.annotation
    for part in info.metadata:
        annotation = Annotated[annotation, part]
    return shape_of(annotation)


def _inherits(model: Model, name: str, info: FieldInfo) -> bool:
    parents = (base.model_fields.get(name) for base in _bases(model))
    return any(held is not None and held.annotation == info.annotation for held in parents)


def _is_unfilled(model: Model) -> bool:
    return bool(model.__pydantic_generic_metadata__["parameters"])


def _bases(model: Model, met: Container[Model] = ()) -> list[Model]:
    """Return the nearest ancestors that are types.

    One without a field is taken for shared settings, unless it was met as a type elsewhere; and a
    generic one for a pattern.
    """
    found: dict[Model, None] = {}
    for base in model.__bases__:
        if not issubclass(base, BaseModel) or base in (BaseModel, RootModel):
            continue
        if base in met or (base.model_fields and not _is_unfilled(base)):
            found[base] = None
        else:
            found |= dict.fromkeys(_bases(base, met))
    return list(found)


def _title(model: Model) -> Iterator[str]:
    """Yield the title that a model states itself; its children have it in their settings too."""
    title = model.model_config.get("title")
    inherited = (
        base.model_config.get("title") for base in model.__mro__[1:] if issubclass(base, BaseModel)
    )
    if title and title != model.__name__ and title not in inherited:
        yield title


def _predicate(name: str, info: FieldInfo, shape: Shape) -> dict[str, Any]:
    kind = shape.kind
    return {
        "label": info.title,
        "description": list(_descriptions(info, shape)),
        "range": kind if isinstance(kind, str) else kind.__name__,
        "cardinality": "multi" if shape.multi else "single",
        "required": info.is_required() and not shape.optional,
        "aliases": list(dict.fromkeys(alias for alias in _aliases(info) if alias != name)),
        "examples": [str(example) for example in info.examples or ()],
    }


def _descriptions(info: FieldInfo, shape: Shape) -> Iterator[str]:
    """Yield the field's description with the values that it may have, if it says either."""
    parts = [inspect.cleandoc(info.description)] if info.description else []
    if shape.values:
        listed = ", ".join(shape.values[:_VALUES_SHOWN])
        rest = len(shape.values) - _VALUES_SHOWN
        parts.append(f"One of {listed}" + (f" and {rest} more." if rest > 0 else "."))
    if parts:
        yield " ".join(parts)


def _aliases(info: FieldInfo) -> Iterator[str]:
    choices = info.validation_alias
    given = choices.choices if isinstance(choices, AliasChoices) else [choices]
    for alias in (info.alias, *given, info.serialization_alias):
        if isinstance(alias, str) and alias:
            yield alias


def _merge(held: dict[str, Any], fresh: dict[str, Any]) -> None:
    """Add what another field of the same name says to its predicate."""
    held["required"] = held["required"] and fresh["required"]
    for key in ("description", "aliases", "examples"):
        held[key] = list(dict.fromkeys(held[key] + fresh[key]))
    label = fresh["label"]
    if held["label"] is None:
        held["label"] = label
    elif label not in (None, held["label"], *held["aliases"]):
        held["aliases"].append(label)


def _narrows(shape: Shape, first: Shape) -> bool:
    """Tell whether what a child's field takes, its parent's field takes too."""
    if shape.multi and not first.multi:
        return False
    if isinstance(shape.kind, type) and isinstance(first.kind, type):
        return issubclass(shape.kind, first.kind)
    return shape.kind == first.kind or (
        shape.kind in ("integer", "float") and first.kind == "number"
    )


def _words(shape: Shape) -> str:
    kind = shape.kind if isinstance(shape.kind, str) else shape.kind.__name__
    return f"a list of {kind}" if shape.multi else kind
