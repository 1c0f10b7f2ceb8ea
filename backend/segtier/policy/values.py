"""The values of a policy's keys, read as they stand in the file; each raises Wrong with its line and what to write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence

import yaml

from segtier.alike import alike
from segtier.policy.rule import Reader

_NUMBER = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?")
_NULL = "tag:yaml.org,2002:null"
MOST_LISTED = 1_000
NEAR = 0.8


class Wrong(Exception):
    """What cannot be meant, and on which line (from 1; None: of the rule as such)."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.line = line


def line_of(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def text(most: int) -> Reader:
    """One line of at most so many characters, composed (NFC), without what cannot be seen."""

    def read(node: yaml.Node) -> str:
        words = "".join(
            one for one in " ".join(unicodedata.normalize("NFC", _scalar(node)).split()) if one.isprintable()
        )
        if not 0 < len(words) <= most:
            raise Wrong(f"this is {len(words)} characters long; write 1 to {most}", line_of(node))
        return words

    return read


def number(what: str, most: float) -> Reader:
    """A number from 0 to `most`, without its unit, which `what` names."""

    def read(node: yaml.Node) -> float:
        typed = node.value if isinstance(node, yaml.ScalarNode) and node.style is None else None
        if typed is None or _NUMBER.fullmatch(typed) is None or float(typed) > most:
            shown = repr(typed[:40]) if typed is not None else "this"
            raise Wrong(
                f"{shown} is not a number; write {what} from 0 to {most:g}, without unit or quotes", line_of(node)
            )
        return float(typed)

    return read


def one_of(known: Sequence[str]) -> Reader:
    def read(node: yaml.Node) -> str:
        word = _scalar(node)
        if word not in known:
            raise Wrong(not_there(word, known), line_of(node))
        return word

    return read


def list_of(reader: Reader, most: int = MOST_LISTED) -> Reader:
    """A list, or one value alone; none of them twice."""

    def read(node: yaml.Node) -> tuple[object, ...]:
        parts = node.value if isinstance(node, yaml.SequenceNode) else [node]
        if not 0 < len(parts) <= most:
            raise Wrong(f"these are {len(parts)}; give 1 to {most}", line_of(node))
        found: list[object] = []
        for part in parts:
            value = reader(part)
            if value in found:
                raise Wrong(f"{value!r} is given twice", line_of(part))
            found.append(value)
        return tuple(found)

    return read


def pairs(node: yaml.Node, what: str) -> Iterator[tuple[str, yaml.Node, int]]:
    """Key, value and line of a mapping, no key twice."""
    if not isinstance(node, yaml.MappingNode):
        raise Wrong(f"this is no {what}", line_of(node))
    seen: dict[str, int] = {}
    for key, value in node.value:
        line, word = line_of(key), _scalar(key)
        if word in seen:
            raise Wrong(f"{word!r} is given in line {seen[word]} already", line)
        seen[word] = line
        yield word, value, line


def not_there(word: str, known: Collection[str]) -> str:
    """That there is no such word, with the nearest, or else all."""
    close = alike(word, known, NEAR)
    instead = f"did you mean {close!r}?" if close else f"known are {', '.join(known)}"
    return f"there is no {word[:60]!r}; {instead}"


def _scalar(node: yaml.Node) -> str:
    if not isinstance(node, yaml.ScalarNode) or node.tag == _NULL:
        raise Wrong("here one value is wanted", line_of(node))
    return str(node.value)
