"""The product's source, for tests of rules that all code must follow."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import segtier

PACKAGE = Path(segtier.__file__).parent


def trees(*words: str, below: str = "") -> Iterator[tuple[str, ast.Module]]:
    """Name below the package and syntax tree of each file that holds one of these words: most need not be parsed."""
    for path in sorted((PACKAGE / below).rglob("*.py")):
        text = path.read_text("utf-8")
        if not words or any(word in text for word in words):
            yield path.relative_to(PACKAGE).as_posix(), ast.parse(text)
