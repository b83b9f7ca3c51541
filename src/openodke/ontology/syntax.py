"""How does a JSON or YAML text become plain data, with its repeated keys remembered?"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from openodke.errors import MissingExtraError, OntologyLoadError
from openodke.install import install_line
from openodke.ontology.problem import Place
from openodke.ontology.unfolding import unfolds_too_far

Source = str | os.PathLike[str]
Parse = Callable[[str, str], Any]
"""Turns a text, and the name it goes by in a message, into data."""

_TEXT_OPENS_WITH = ("{", "[", "---", "#", "%")


class Repeating(dict[Any, Any]):
    """A mapping whose source gave some keys more than once; the last value stands."""

    def __init__(self, pairs: Iterable[tuple[Any, Any]], repeated: Iterable[Any]) -> None:
        """Take the pairs in the order of the source, and the keys that came more than once."""
        super().__init__(pairs)
        self.repeated = tuple(repeated)


def parsed(source: Source, parse: Parse) -> tuple[Any, str]:
    """Return the data of a source, and the path it was read from, or "" when it is the text.

    A string is the text itself when it has a newline, opens with `{`, `[`, `---`, `#` or `%`, or is
    empty; anything else is the path of a file. A byte order mark is no part of the text.

    Raises:
        OntologyLoadError: when there is no such file, or it is not UTF-8, or cannot be parsed.
    """
    if isinstance(source, str):
        text = source.removeprefix("\ufeff")
        if "\n" in text or not text or text.lstrip().startswith(_TEXT_OPENS_WITH):
            return parse(text, "the text"), ""
    origin = os.fspath(source)
    return parse(_file_text(source), origin), origin


def parser_for(path: Path) -> Parse:
    """Return the parser of a file: YAML by its ending, else JSON."""
    return parse_yaml if path.suffix.lower() in {".yaml", ".yml"} else parse_json


def _file_text(source: Source) -> str:
    try:
        return Path(source).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"is not UTF-8 at byte {error.start}: save it as UTF-8"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        problem = f"cannot be read ({reason})"
        if isinstance(source, str):  # whoever gives a Path does not mean a text
            problem += ": name a file, or give a text with a newline"
    raise OntologyLoadError([problem], os.fspath(source))


def parse_json(text: str, origin: str) -> Any:
    """Return the data of a JSON text.

    Raises:
        OntologyLoadError: naming the line and column that is no JSON.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno} column {error.colno}: {error.msg}"
    except RecursionError:
        problem = "is nested too deeply"
    except ValueError as error:
        problem = str(error)
    raise OntologyLoadError([problem], origin)


def parse_yaml(text: str, origin: str) -> Any:
    """Return the data of a YAML text.

    Raises:
        MissingExtraError: when pyyaml is not installed.
        OntologyLoadError: naming the line and column that is no YAML.
    """
    try:
        import yaml
    except ModuleNotFoundError:
        line = install_line("[yaml]")
        raise MissingExtraError(
            f"reading YAML needs pyyaml: write JSON, or run, in the checkout: {line}"
        ) from None
    try:
        return yaml.load(text, Loader=_yaml_loader())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"line {mark.line + 1} column {mark.column + 1}: " if mark else ""
        problem = f"{place}{error.problem or error.context}"
    except RecursionError:
        problem = "is nested too deeply"
    except (yaml.YAMLError, ValueError) as error:
        problem = " ".join(str(error).split())
    raise OntologyLoadError([problem], origin)


def repeated_keys(data: Any) -> Iterator[Place]:
    """Yield the place of every key that a mapping of the source gave more than once."""
    if isinstance(data, dict):
        yield from ((key,) for key in getattr(data, "repeated", ()))
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for step, value in items:
        if isinstance(value, dict | list):
            yield from ((step, *place) for place in repeated_keys(value))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    return plain if len(plain) == len(pairs) else Repeating(pairs, _twice(key for key, _ in pairs))


def _twice(keys: Iterable[Hashable]) -> Iterator[Hashable]:
    """Yield each key that comes more than once, once."""
    counts: dict[Hashable, int] = {}
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
        if counts[key] == 2:
            yield key


def _node_parts(node: Any) -> Iterator[Any]:
    """Yield the keys and values of a mapping's node, or the items of a list's."""
    if not isinstance(node.value, str):
        for held in node.value:
            yield from held if isinstance(held, tuple) else (held,)


@cache
def _yaml_loader() -> Any:
    """Return a SafeLoader that remembers repeated keys."""
    import yaml

    class Loader(yaml.SafeLoader):
        def get_single_node(self) -> yaml.Node | None:
            root = super().get_single_node()
            if root is not None and unfolds_too_far(root, _node_parts):
                raise yaml.YAMLError(
                    "its aliases (*name) unfold to far more than the text holds: use fewer"
                )
            return root

        def remembering(self, node: yaml.MappingNode) -> dict[Any, Any]:
            scalars = [key for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
            own = [key for key in scalars if key.tag != "tag:yaml.org,2002:merge"]
            repeated = tuple(_twice(self.construct_object(key) for key in own))
            plain = self.construct_mapping(node, deep=True)
            return Repeating(plain.items(), repeated) if repeated else plain

    Loader.add_constructor("tag:yaml.org,2002:map", Loader.remembering)
    return Loader
