"""A file of scenarios: a list of questions by name, in YAML or JSON, each anew or from another one of the file.

Values are taken as they are typed, and read as the command line reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import yaml

from segtier.cli.support.request_options import ASKED, make_question, typed_value
from segtier.cli.support.usage import WrongOption
from segtier.dataclass import dataclass
from segtier.errors import SegtierError, UnreadableInput
from segtier.question import Question, compose_request
from segtier.question.take import WrongValue
from segtier.scenarios import MOST_SIDE_BY_SIDE, plain_name

_ADVICE = (
    "Write a list of scenarios, each with a name, from (if it is a fork) and options of segtier advise: "
    "docs/use/scenarios.md."
)
_NULL = "tag:yaml.org,2002:null"


@dataclass(frozen=True, slots=True)
class _Entry:
    line: int
    name: str
    origin: str | None
    fields: dict[str, Any]
    """As the question has them; None: as where nobody says anything."""


def read_scenarios(path: Path) -> dict[str, Question]:
    """The questions by name, in their order. Raises UnreadableInput with the line."""
    entries = [_entry(node, path) for node in _nodes(path)]
    known: dict[str, _Entry] = {}
    for entry in entries:
        if entry.name in known:
            raise _fault(path, entry.line, f"the name {entry.name!r} is given in line {known[entry.name].line} already")
        known[entry.name] = entry
    return {entry.name: _question(_line_of_descent(entry, known, path), path) for entry in entries}


def _nodes(path: Path) -> list[yaml.Node]:
    data = path.read_bytes()
    try:
        root = yaml.compose(data.replace(b"\t", b" ") if path.suffix == ".json" else data, yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as fault:
        mark = getattr(fault, "problem_mark", None)
        raise _fault(path, mark.line + 1 if mark else None, getattr(fault, "problem", None) or str(fault)) from fault
    if not isinstance(root, yaml.SequenceNode) or not root.value:
        raise _fault(path, None, "this is not a list of scenarios")
    if len(root.value) > MOST_SIDE_BY_SIDE:
        raise _fault(
            path, None, f"these are {len(root.value)} scenarios; at most {MOST_SIDE_BY_SIDE} stand side by side"
        )
    return list(root.value)


def _entry(node: yaml.Node, path: Path) -> _Entry:
    if not isinstance(node, yaml.MappingNode):
        raise _fault(path, _line(node), "this is no scenario")
    known: dict[str, str] = {}
    fields: dict[str, Any] = {}
    for word, value, line in _pairs(node, path):
        if word in ("name", "from"):
            known[word] = _name(value, path, line)
        else:
            field, typed = _field(word, value, path, line)
            fields[field] = typed
    if "name" not in known:
        raise _fault(path, _line(node), "this scenario has no name")
    return _Entry(_line(node), known["name"], known.get("from"), fields)


def _pairs(node: yaml.MappingNode, path: Path) -> Iterator[tuple[str, list[str] | None, int]]:
    """Key, what was typed (None for null) and line."""
    seen = set()
    for key, value in node.value:
        line, word = _line(key), str(key.value)
        if word in seen:
            raise _fault(path, line, f"{word!r} is given twice")
        seen.add(word)
        parts = value.value if isinstance(value, yaml.SequenceNode) else [value]
        if not all(isinstance(part, yaml.ScalarNode) for part in parts):
            raise _fault(path, line, f"{word!r} is neither a value nor a list of values")
        yield word, None if value.tag == _NULL else [part.value for part in parts], line


def _name(value: list[str] | None, path: Path, line: int) -> str:
    try:
        return plain_name(value[0] if value and len(value) == 1 else "")
    except UnreadableInput as error:
        raise _fault(path, line, error.message) from error


def _field(word: str, value: list[str] | None, path: Path, line: int) -> tuple[str, Any]:
    option = ASKED.get(word)
    if option is None or option.name is None:
        raise _fault(path, line, f"there is no {word!r}; known are name, from, {', '.join(ASKED)}")
    try:
        return option.name, None if value is None else typed_value(option, value, path.parent)
    except click.BadParameter as error:
        wrong = error.error if isinstance(error, WrongOption) else None
        said = wrong.said if isinstance(wrong, WrongValue) else error.message
        raise _fault(path, line, f"{word}: {said}") from error


def _line_of_descent(entry: _Entry, known: dict[str, _Entry], path: Path) -> list[_Entry]:
    """It, what it is a fork of, and so on."""
    found = [entry]
    while (origin := found[-1].origin) is not None:
        if origin not in known:
            raise _fault(path, found[-1].line, f"{found[-1].name!r} is from {origin!r}, which is not in this file")
        if known[origin] in found:
            raise _fault(path, entry.line, f"forks go round in a circle: {_circle([*found, known[origin]])}")
        found.append(known[origin])
    return found


def _circle(entries: list[_Entry]) -> str:
    return " from ".join(repr(one.name) for one in entries)


def _question(descent: list[_Entry], path: Path) -> Question:
    said: dict[str, Any] = {}
    for one in reversed(descent):
        said |= one.fields
    try:
        question = make_question(**{field: value for field, value in said.items() if value is not None})
        compose_request(question)
    except SegtierError as error:
        raise _fault(path, descent[0].line, f"{descent[0].name!r}: {error.message}", error.advice) from error
    return question


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _fault(path: Path, line: int | None, text: str, advice: str | None = None) -> UnreadableInput:
    where = path.name if line is None else f"{path.name}, line {line}"
    return UnreadableInput(f"{where}: {text}", code="bad-scenarios", advice=advice or _ADVICE, line=line)
