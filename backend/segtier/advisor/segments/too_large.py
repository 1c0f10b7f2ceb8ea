"""Tables and indexes in one piece that the flash cannot hold, though their reads would be worth it: partitions could go alone."""

from __future__ import annotations

from collections.abc import Iterator

from segtier.advisor.case import Case
from segtier.advisor.segments.held import full_name
from segtier.advisor.segments.rank import Ranking
from segtier.analysis.words import seconds
from segtier.model.placement import TooLarge
from segtier.units import format_bytes

LEAST_PART = 0.02
"""Of DB time that it would save: less is not worth a table's rebuilding."""
_IN_ONE_PIECE = ("TABLE", "INDEX")


def too_large(case: Case, ranking: Ranking) -> tuple[TooLarge, ...]:
    """Those that would save most first."""
    least = LEAST_PART * case.profile.db_time_s_per_hour
    return tuple(
        TooLarge(row.pdb, row.owner, row.name, row.size_bytes, row.benefit_s_per_hour)
        for row in ranking.segments
        if row.movable
        and row.type in _IN_ONE_PIECE
        and row.subobject is None
        and row.size_bytes is not None
        and row.size_bytes > case.capacity_bytes
        and row.benefit_s_per_hour is not None
        and row.benefit_s_per_hour >= least
    )


def told(found: tuple[TooLarge, ...]) -> Iterator[str]:
    for one in found[:_MOST_TOLD]:
        name = full_name((one.pdb, one.owner, one.name, None, ""))
        saves = seconds(one.saves_s_per_hour)
        yield (
            f"{name} ({format_bytes(one.bytes)}) would save {saves} an hour and is more than the SSD holds: "
            "if its reads keep to one part, partition it (an option of Enterprise Edition) to move only those partitions."
        )


_MOST_TOLD = 2
