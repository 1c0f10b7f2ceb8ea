"""What may move to flash, by kind; which segments that are is said by what the run before measured."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from lab.ground.measured import SegmentCount
from segtier.dataclass import dataclass

Kind = Literal[
    "nothing",
    "indexes",
    "hottest tenth",
    "hottest half",
    "largest",
    "all",
    "all and redo",
    "redo",
    "redo and tenth",
    "temp",
]
LARGE: tuple[Kind, ...] = ("all", "all and redo")
KINDS: tuple[tuple[Kind, ...], ...] = (
    ("indexes", "hottest tenth", "hottest half", "largest"),
    LARGE,
    ("redo", "redo and tenth", "temp"),
)
"""One of each group is measured under a seed."""
_PARTS = {"hottest tenth": 0.1, "redo and tenth": 0.1, "hottest half": 0.5}
"""Of the bytes of all segments."""


@dataclass(frozen=True, slots=True)
class Move:
    kind: Kind
    segments: tuple[str, ...] = ()
    redo: bool = False
    temp: bool = False


def move_of(kind: Kind, segments: Iterable[SegmentCount], *, spills: bool) -> Move:
    """`spills`: the load writes temporary files; where it does not, "temp" is redo and the hottest tenth."""
    rows = list(segments)
    if kind == "temp" and spills:
        return Move(kind, temp=True)
    if kind == "temp":
        kind = "redo and tenth"
    return Move(kind, tuple(sorted(row.name for row in _moved(kind, rows))), redo="redo" in kind)


def _moved(kind: Kind, rows: list[SegmentCount]) -> list[SegmentCount]:
    if kind in LARGE:
        return rows
    if kind == "indexes":
        return [row for row in rows if row.type == "INDEX"]
    if kind == "largest":
        return [max(rows, key=lambda row: row.size_bytes)]
    return _hottest(rows, _PARTS[kind]) if kind in _PARTS else []


def _hottest(rows: list[SegmentCount], part: float) -> list[SegmentCount]:
    """Most reads and writes a byte first, while they fit into this part of all bytes; at least one."""
    room, found = part * sum(row.size_bytes for row in rows), []
    heat = {row.name: (row.read_requests + row.writes) / max(row.size_bytes, 8192) for row in rows}
    for row in sorted(rows, key=lambda row: (-heat[row.name], row.name)):
        if row.size_bytes <= room and heat[row.name]:
            found.append(row)
            room -= row.size_bytes
    return found or [max(rows, key=lambda row: heat[row.name])]
