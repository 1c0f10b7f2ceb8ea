"""Faults that change nothing anyone could see, each with its reason (equivalent.yaml).

An entry holds a line of a file and the same line with the fault. When the line is changed or gone the entry is stale and says
so, instead of excusing another fault later.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

LIST = Path(__file__).with_suffix(".yaml")


@dataclass(frozen=True)
class Equivalent:
    file: str
    was: str
    fault: str
    why: str


def equivalents(path: Path = LIST) -> list[Equivalent]:
    listed = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    return [Equivalent(f"segtier/{file}", **entry) for file, entries in listed.items() for entry in entries]


def changed_line(was: str, text: str) -> tuple[str, str]:
    """The first line that differs, without and with the fault."""
    pairs = zip(was.splitlines(), text.splitlines(), strict=False)
    return next((left.strip(), right.strip()) for left, right in pairs if left != right)


def is_listed(file: str, was: str, text: str, listed: Iterable[Equivalent]) -> bool:
    line = (file, *changed_line(was, text))
    return any((one.file, one.was, one.fault) == line for one in listed)


def stale(listed: Iterable[Equivalent], backend: Path) -> list[Equivalent]:
    """Entries whose line is not in their file."""
    return [one for one in listed if one.was not in _lines(backend / one.file)]


def _lines(path: Path) -> set[str]:
    return {line.strip() for line in path.read_text(encoding="utf-8").splitlines()} if path.is_file() else set()
