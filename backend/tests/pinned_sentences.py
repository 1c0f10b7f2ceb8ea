"""Which tests hold words of a sentence for people, so that a rewording would break them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.collected_sentences import names
from tests.sentences import APPROVED, parts_of, read

TESTS = Path(__file__).resolve().parent
LEAST = 4
"""Words in a row, as in an approved sentence between two of its fields, that make a pin."""


def pins(path: Path) -> list[tuple[int, str]]:
    """Line and text of each."""
    return [(line, text) for line, text in _texts(ast.parse(path.read_text("utf-8"))) if is_pin(text)]


def is_pin(text: str) -> bool:
    return not windows(text).isdisjoint(_approved())


def windows(text: str) -> set[tuple[str, ...]]:
    """Every four words in a row."""
    plain = [word.strip(".,;:()\"'“”?!").lower() for word in text.split()]
    rows = (tuple(plain[at : at + LEAST]) for at in range(len(plain) - LEAST + 1))
    return {row for row in rows if all(any(letter.isalpha() for letter in word) for word in row)}


@cache
def _approved() -> frozenset[tuple[str, ...]]:
    found = {
        window
        for path in APPROVED.glob("*.txt")
        for row in read(path.stem)
        for words in parts_of(row.text)[0]
        for window in windows(words)
    }
    return frozenset(found.difference(*map(windows, names())))


def _texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Literals, without docstrings, the names of cases and codes of sentences."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.keyword) and node.arg in {"ids", "id", "reason"}:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    elif isinstance(node, ast.JoinedStr):
        yield node.lineno, "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        return
    for child in ast.iter_child_nodes(node):
        yield from _texts(child)
