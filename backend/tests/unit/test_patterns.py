"""No regular expression of Segtier takes more than linear time, whatever text it meets."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import segtier
from segtier.reports.detect import any_of
from tests.pattern_cost import costs
from tests.source import trees

_SEARCHES = frozenset(["search", "finditer", "findall", "sub", "subn", "split"])
_CALLS = _SEARCHES | {"match", "fullmatch"}
_ROOT = Path(segtier.__file__).parent


def _values(value: object, depth: int = 3) -> Iterator[re.Pattern[str]]:
    """The patterns in a value of a module."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        yield from _values([*value.values()], depth)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _values(one, depth - 1)
    elif depth and dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield from _values([getattr(value, one.name, None) for one in dataclasses.fields(value)], depth - 1)


def _modules() -> Iterator[str]:
    for found in pkgutil.walk_packages([str(_ROOT)], "segtier."):
        if not found.name.endswith("__main__"):
            yield found.name


def _uses() -> tuple[dict[str, set[str]], list[tuple[str, str, str]]]:
    """How each name is used (`_TOTAL`: search), and the patterns written where they are used."""
    by_name: dict[str, set[str]] = defaultdict(set)
    inline: list[tuple[str, str, str]] = []
    for name, tree in trees(*(f".{call}" for call in _CALLS)):
        module = ".".join(["segtier", *name.removesuffix(".py").split("/")])
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in _CALLS:
                match node.value:
                    case ast.Name(id=used) | ast.Attribute(attr=used):
                        by_name[f"{module}.{used}" if used.startswith("_") else used].add(node.attr)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                match node.func, node.args[0]:
                    case ast.Attribute(ast.Name("re"), use), ast.Constant(str(text)) if use in _CALLS:
                        inline.append((f"{module}:{node.lineno}", text, use))
    return by_name, inline


def _patterns() -> Iterator[tuple[str, re.Pattern[str], set[str]]]:
    by_name, inline = _uses()
    seen: set[tuple[str, str]] = set()
    for module in _modules():
        for name, value in vars(importlib.import_module(module)).items():
            for number, pattern in enumerate(_values(value)):
                if (name, str(pattern.pattern)) not in seen:
                    seen.add((name, str(pattern.pattern)))
                    used_as = f"{module}.{name}" if name.startswith("_") else name
                    uses = by_name.get(used_as, set()) if isinstance(value, re.Pattern) else set()
                    yield f"{module}.{name}[{number}]", pattern, uses or {"search"}
    for place, text, use in inline:
        yield place, re.compile(text), {use}
    for is_html in (True, False):
        yield f"segtier.reports.detect.any_of({is_html})", any_of(is_html), {"search"}


_OWN_STATEMENTS = ("segtier.collect.compose", "segtier.collect.live.guard")
"""These read nothing but the statements Segtier itself makes."""


@pytest.fixture(scope="module")
def patterns() -> list[tuple[str, re.Pattern[str], set[str]]]:
    """Place, pattern and how it is used; all modules are imported for it."""
    return [one for one in _patterns() if not one[0].startswith(_OWN_STATEMENTS)]


def test_each_takes_linear_time(patterns: list[tuple[str, re.Pattern[str], set[str]]]) -> None:
    slow = [
        f"{place}: {pattern.pattern!r}: {found}"
        for place, pattern, uses in patterns
        if (found := costs(pattern, searched=bool(uses & _SEARCHES), whole="fullmatch" in uses)) is not None
    ]
    assert len(patterns) > 100
    assert not slow, "\n".join(slow)


SLOW = [
    (r"(a+)+b", "match"),
    (r"(a|a)*b", "match"),
    (r"(?:a*)*b", "match"),
    (r"\s*(\w*)\s*\d*x", "match"),
    (r"([\d.,]+)\s*\(?\s*(secs?|mins?)", "match"),
    (r"([\d.,]+)\s*secs", "search"),
    (r"Total\b.*?:\s*(\d+)\s*$", "search"),
    (r"(\d+)(\d+)", "fullmatch"),
    (r"^\s*x", "multiline"),
    (r"Total (?!.*%)", "search"),
]
FAST = [
    (r"a+", "search"),
    (r"(\d+)(\d+)", "match"),
    (r"\d{1,20}\s{0,9}secs", "search"),
    (r"\d++\s*+secs", "match"),
    (r"(?<!-)-++x", "search"),
    (r"-+(?:([ |,])-+)*\s*", "fullmatch"),
    (r"^[ \t]*x", "multiline"),
    (r"\A\s*x", "search"),
    (r"'(?:[^']|'')*'", "match"),
]


@pytest.mark.parametrize(("text", "use", "slow"), [(*one, True) for one in SLOW] + [(*one, False) for one in FAST])
def test_the_judge_knows(text: str, use: str, *, slow: bool) -> None:
    pattern = re.compile(text, re.MULTILINE if use == "multiline" else 0)
    found = costs(pattern, searched=use in ("search", "multiline"), whole=use == "fullmatch")
    assert (found is not None) is slow, found
