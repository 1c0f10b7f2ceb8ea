"""How large the target tablespaces start and how far they may grow: together never beyond the flash.

A tablespace starts with what its segments hold in whole extents and a small allowance. What the flash has left is
divided among them as room to grow (AUTOEXTEND up to MAXSIZE); the headroom the placement kept free is in that room.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from segtier.dataclass import dataclass
from segtier.errors import Infeasible
from segtier.plan.operations.arrivals import Arrival, Key
from segtier.units import GIB, KIB, MIB, format_bytes

_HEADROOM = 1.25
"""Over the highest use the report shows; one hour's peak is not the year's."""
ALLOWANCE = 0.02
"""Over the segments of today: their last extents, and what they have grown since the report."""
_LEAST_MIB = 64
"""To begin with where no size is known."""
_HEADER_MIB = 1
_NEXT_MIB = 1024
_EXTENTS = ((MIB, 64 * KIB), (64 * MIB, MIB), (GIB, 8 * MIB))
_LARGEST_EXTENT = 64 * MIB
"""AUTOALLOCATE gives 64 KiB, 1 MiB, 8 MiB and 64 MiB as a segment grows; seen on every release, not documented."""


@dataclass(frozen=True, slots=True)
class Size:
    first_mib: int
    next_mib: int
    most_mib: int

    @property
    def first_bytes(self) -> int:
        return self.first_mib * MIB

    @property
    def most_bytes(self) -> int:
        return self.most_mib * MIB


def whole_extents_bytes(size_bytes: int) -> int:
    """The size rounded up to the extents AUTOALLOCATE would take for it."""
    extent = next((extent for limit, extent in _EXTENTS if size_bytes < limit), _LARGEST_EXTENT)
    return -(-size_bytes // extent) * extent


def sizes(moves: Sequence[Arrival], usable_bytes: int) -> dict[Key, Size]:
    """First size, step and most for each tablespace, in MiB; the sum of `most` is within the usable bytes.

    A segment without size, or without type and so in two lists, is left to the room to grow. Raises Infeasible.
    """
    keys = sorted({move.key for move in moves})
    base = {key: _base_mib([move for move in moves if move.key == key]) for key in keys}
    weights = {key: sum((move.size_bytes or 0) + MIB for move in moves if move.key == key) for key in keys}
    left = usable_bytes // MIB - sum(base.values())
    if left < 0:
        raise Infeasible(
            f"the segments need {format_bytes(sum(base.values()) * MIB)} in whole extents,"
            f" the SSD holds {format_bytes(usable_bytes)}",
            code="does-not-fit",
        )
    wanted = {key: ceil(each * ALLOWANCE) for key, each in base.items()}
    allowed = wanted if sum(wanted.values()) <= left else _divided(left, base)
    growth = _divided(left - sum(allowed.values()), weights)
    return {
        key: Size(base[key] + allowed[key], min(_NEXT_MIB, max(growth[key], 1)), base[key] + allowed[key] + growth[key])
        for key in keys
    }


def _base_mib(moves: Sequence[Arrival]) -> int:
    known = sum(whole_extents_bytes(move.size_bytes or 0) for move in moves if move.type is not None)
    return -(-known // MIB) + _HEADER_MIB if known else _LEAST_MIB


def _divided(whole: int, weights: Mapping[Key, int]) -> dict[Key, int]:
    """`whole` in parts like the weights, rounded down."""
    total = sum(weights.values())
    return {key: whole * weight // total for key, weight in weights.items()}


def containers(planned: Iterable[Key]) -> list[str]:
    """The containers of the targets, '' where the session already is in the right one."""
    return sorted({pdb for pdb, _ in planned})


def with_headroom(peak_bytes: int) -> int:
    """What the new tablespace takes for such a peak: some more, in whole GiB."""
    return max(1, -(-int(peak_bytes * _HEADROOM) // GIB)) * GIB
