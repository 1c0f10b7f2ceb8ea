"""The segments that could move as rows of numbers: what part of the I/O each takes along, and its bytes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from segtier.advisor.case import Case
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.other_time import parts_of
from segtier.dataclass import dataclass
from segtier.forecast.today import TIME, Today
from segtier.model.profile import Profile, SegmentLoad
from segtier.model.workload import SegmentKey

_LEAST_BOUND = 0.0005
"""Of DB time. Without its reads what a segment saves is a lower bound only; a smaller one tells nothing."""
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def shares_of(case: Case, loads: Sequence[SegmentLoad]) -> Floats:
    """(loads, columns): of the instance's buffered reads, direct path reads and writes, or of stations apart (`Shares`).

    0 where the total is not known.
    """
    return shares_against(case, case.basis.today, loads)


def shares_against(case: Case, today: Today, loads: Sequence[SegmentLoad]) -> Floats:
    """The same against the tier that `today` is seen from."""
    pooled = requests_of(case.profile, loads)
    if not today.apart:
        return pooled
    if not loads:
        return np.zeros((0, today.columns))
    spaces: dict[tuple[str | None, str | None], int] = {}
    of = np.array([spaces.setdefault((load.key[0], load.tablespace), len(spaces)) for load in loads], np.int64)
    weights = np.array([today.weights(*space) for space in spaces]).reshape(len(spaces), -1, 4)
    rows = weights[of] * pooled[:, np.newaxis, [0, 0, 1, 2]]
    if own := case.own_times:
        rows[:, :, TIME] *= np.array([own.get(load.key, 1.0) for load in loads])[:, np.newaxis]
    shares: Floats = np.clip(rows.reshape(len(loads), today.columns), 0.0, 1.0)
    return shares


def requests_of(profile: Profile, loads: Sequence[SegmentLoad]) -> Floats:
    """(loads, 3): the parts of all buffered reads, direct path reads and writes."""
    direct = np.array([load.direct_read_requests_per_s for load in loads], np.float64)
    reads = np.array([load.read_requests_per_s or 0.0 for load in loads], np.float64) - direct
    writes = np.array([load.write_requests_per_s or 0.0 for load in loads], np.float64)
    totals = (
        profile.buffered_read_requests_per_s,
        profile.direct_read_requests_per_s,
        profile.data_write_requests_per_s,
    )
    columns = [
        part / whole if whole else part * 0.0 for part, whole in zip((reads, direct, writes), totals, strict=True)
    ]
    shares: Floats = np.clip(np.stack(columns, axis=1), 0.0, 1.0)
    return shares


def worth_is_known(profile: Profile, load: SegmentLoad) -> bool:
    """False where its reads and writes are both unknown, or where it takes part in I/O that is waited for and whose total is."""
    if load.read_requests_per_s is None and load.write_requests_per_s is None:
        return False
    direct = load.direct_read_requests_per_s
    parts = (
        ((load.read_requests_per_s or 0.0) - direct, profile.buffered_read_requests_per_s, _READS),
        (direct, profile.direct_read_requests_per_s, _SCANS),
        (load.write_requests_per_s or 0.0, profile.data_write_requests_per_s, _STALLS),
    )
    return not any(part > 0 and whole is None and profile.time_per_s(*waits) > 0 for part, whole, waits in parts)


_READS, _SCANS, _STALLS = ("single-block-read", "multi-block-read"), ("direct-read",), ("write-stall",)


def as_known(profile: Profile, loads: Sequence[SegmentLoad], saved_s_per_hour: Floats) -> list[float | None]:
    """What each saves; None where it is NaN, or a lower bound too small to tell anything."""
    least = _LEAST_BOUND * profile.db_time_s_per_hour
    return [
        None if np.isnan(saved) or (load.read_requests_per_s is None and saved < least) else saved
        for load, saved in zip(loads, saved_s_per_hour.tolist(), strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Movers:
    """Those with a known size whose worth is known. In an order that does not depend on names or on the order of the inputs."""

    keys: tuple[SegmentKey, ...]
    shares: Floats
    """(movers, columns)."""
    size: Ints
    parts: Floats
    """(movers, 6): what of each the hour says, as `other_time.parts_of` has it."""


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The movers as they go together: one row each, or several in one."""

    of: Ints
    """(movers,): the unit of each."""
    shares: Floats
    """(units, columns)."""
    size: Ints
    moves: Ints
    """Segments in it."""
    pinned: Ints
    """Numbers of those that go to flash whatever they save."""
    free: Ints
    """Numbers of those to choose from."""
    parts: Floats
    """(units, 6): as of the movers."""


def units_of(movers: Movers, tables: Mapping[SegmentKey, Hashable] | None, held: Held) -> Units:
    """`tables`: what says which segments go together; None: each by itself. One that is held decides for its unit."""
    count = len(movers.keys)
    of: Ints = np.arange(count, dtype=np.int64)
    if tables is not None:
        numbers: dict[Hashable, int] = {}
        of = np.array([numbers.setdefault(tables.get(key, key), len(numbers)) for key in movers.keys], np.int64)
    units = int(of.max(initial=-1)) + 1
    shares, parts = (_summed(of, rows, units) for rows in (movers.shares, movers.parts))
    size = np.zeros(units, np.int64)
    np.add.at(size, of, movers.size)
    stay, go = np.zeros(units, bool), np.zeros(units, bool)
    go[of[[key in held.pinned for key in movers.keys]]] = True
    stay[of[[key in held.excluded for key in movers.keys]]] = True
    moves = np.bincount(of, minlength=units)
    return Units(of, shares, size, moves, np.flatnonzero(go), np.flatnonzero(~go & ~stay), parts)


def _summed(of: Ints, rows: Floats, units: int) -> Floats:
    """(units, columns)."""
    columns = [np.bincount(of, weights=column, minlength=units) for column in rows.T]
    found: Floats = np.stack(columns, axis=1).astype(np.float64)
    return found


def tables_of(case: Case) -> dict[SegmentKey, Hashable]:
    """The table each segment belongs to: its own name, or its parent's where an inventory says it."""
    found: dict[SegmentKey, Hashable] = {}
    for load in case.segments.loads:
        pdb, owner, name, _, _ = load.key
        row = case.known.sizes.find(load.key)
        if row is not None and row.parent_name is not None:
            owner, name = row.parent_owner or row.owner, row.parent_name
        found[load.key] = (pdb, owner, name)
    return found


def indexes_without_table(case: Case) -> int:
    """Movable ones of which no inventory says whose they are: they go by themselves."""
    indexes = (load for load in case.segments.loads if load.is_index and load.unmovable_reason is None)
    rows = map(case.known.sizes.find, (load.key for load in indexes))
    return sum(row is None or row.parent_name is None for row in rows)


def movers_of(case: Case, loads: Sequence[SegmentLoad]) -> Movers:
    """`loads`: movable, and their worth is known; those of unknown size stay out, and equals stay in their order."""
    sized = [load for load in loads if load.size_bytes]
    shares = shares_of(case, sized)
    size = np.array([load.size_bytes for load in sized], np.int64)
    order = np.lexsort((*shares.T[::-1], size)) if sized else np.zeros(0, np.int64)
    return Movers(tuple(sized[at].key for at in order), shares[order], size[order], parts_of(sized)[order])
