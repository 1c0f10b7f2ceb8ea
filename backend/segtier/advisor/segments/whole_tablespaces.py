"""Tablespaces of which nearly all moves: their data files could go as they are, one statement a file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from segtier.advisor.case import Case
from segtier.advisor.segments.placing import Placement
from segtier.analysis.words import pct
from segtier.model.inventory import DatabaseFile
from segtier.model.placement import WholeTablespace
from segtier.model.profile import SegmentLoad
from segtier.plurals import plural
from segtier.units import format_bytes

LEAST_PART = 0.8
"""Of the bytes of its files: less is not nearly all."""
LEAST_MOVES = 3
"""Fewer moves are no work that files would spare."""

_Place = tuple[str | None, str]
"""(PDB, tablespace)."""


def whole_tablespaces(case: Case, placement: Placement) -> tuple[WholeTablespace, ...]:
    """Those whose files fit beside the other segments that move; most moves spared first. None without a list of files."""
    files = _files(case)
    moved: dict[_Place, list[SegmentLoad]] = defaultdict(list)
    for load in case.segments.loads:
        if load.key in placement.keys and load.tablespace is not None:
            moved[(load.key[0], load.tablespace)].append(load)
    found = []
    for place, loads in moved.items():
        there = files.get(place, [])
        whole, part = sum(one.size_bytes or 0 for one in there), sum(load.size_bytes or 0 for load in loads)
        if not there or any(one.size_bytes is None for one in there):
            continue
        more = max(whole - part, 0)
        if (
            len(loads) >= max(LEAST_MOVES, len(there) + 1)
            and part >= LEAST_PART * whole
            and more <= placement.room_bytes
        ):
            found.append(WholeTablespace(place[0], place[1], len(loads), min(part / whole, 1.0), len(there), more))
    found.sort(key=lambda one: one.files - one.moves)
    return tuple(found)


def _files(case: Case) -> dict[_Place, list[DatabaseFile]]:
    """Of the last inventory that lists them."""
    listed = next((one.datafiles for one in reversed(case.inventories) if one.datafiles), ())
    found: dict[_Place, list[DatabaseFile]] = defaultdict(list)
    for file in listed:
        if file.tablespace is not None:
            found[(file.pdb, file.tablespace)].append(file)
    return found


def told(found: tuple[WholeTablespace, ...]) -> Iterator[str]:
    for one in found[:_MOST_TOLD]:
        name = f"{one.pdb}:{one.tablespace}" if one.pdb else one.tablespace
        yield (
            f"{pct(one.part)} of {name} moves, {plural(one.moves, 'segment')}: "
            f"its {plural(one.files, 'data file')} could go whole "
            f"(ALTER DATABASE MOVE DATAFILE, from 12.1) for {format_bytes(one.more_bytes)} more."
        )


_MOST_TOLD = 3
"""Tablespaces."""
