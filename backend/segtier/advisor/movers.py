"""The segments that could move as rows of numbers: what part of the I/O each takes along, and its bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from segtier.advisor.case import Case
from segtier.model.profile import Profile, SegmentLoad
from segtier.model.workload import SegmentKey

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


def shares_of(profile: Profile, loads: Sequence[SegmentLoad]) -> Floats:
    """(loads, 3): of the instance's buffered reads, direct path reads and writes; 0 where the total is not known."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Movers:
    """Those with a known size whose worth is known. In an order that does not depend on names or on the order of the inputs."""

    keys: tuple[SegmentKey, ...]
    shares: Floats
    """(movers, 3)."""
    size: Whole


def movers_of(case: Case, loads: Sequence[SegmentLoad]) -> Movers:
    """`loads`: movable, and their worth is known; those of unknown size stay out."""
    sized = [load for load in loads if load.size_bytes]
    shares = shares_of(case.profile, sized)
    size = np.array([load.size_bytes for load in sized], np.int64)
    order = np.lexsort((shares[:, 2], shares[:, 1], shares[:, 0], size)) if sized else np.zeros(0, np.int64)
    return Movers(tuple(sized[at].key for at in order), shares[order], size[order])
