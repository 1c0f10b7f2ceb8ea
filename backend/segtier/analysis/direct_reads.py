"""How many reads of a segment are direct where its rows count them without saying so: none of them, all, or anything between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from segtier.model.evidence import Warn
from segtier.model.profile import Profile, SegmentLoad
from segtier.model.workload import Segment
from segtier.plurals import plural


def untold_part(row: Segment) -> float:
    """Of its reads the part that may as well be direct."""
    untold, reads = row.direct_untold_blocks, row.physical_reads_blocks
    return min(untold / reads, 1.0) if untold and reads else 0.0


def most_direct_per_s(profile: Profile) -> float | None:
    """Direct read requests of the instance, at most: a request reads a block or more. None where neither is counted."""
    if profile.direct_read_requests_per_s is not None:
        return profile.direct_read_requests_per_s
    scanned = profile.direct_read_bytes_per_s
    return None if scanned is None else scanned / profile.block_size_bytes


def said_of_untold(loads: Sequence[SegmentLoad]) -> Iterator[Warn]:
    count = sum(load.direct_between is not None for load in loads)
    if count:
        message = (
            f"of {plural(count, 'segment')} nothing tells how many of the reads are direct: ranges hold whatever they are, from "
            "none to all that the database reads so"
        )
        yield Warn("direct-reads-untold", message)


def with_untold_direct(
    loads: Sequence[SegmentLoad], untold: Sequence[float], profile: Profile
) -> tuple[SegmentLoad, ...]:
    """`untold`: see `untold_part`, one for each. Direct reads of the instance that no segment tells are expected in equal parts
    of all reads left open; any one segment may have none of them, or all.
    """
    if not any(untold):
        return tuple(loads)
    reads = [load.read_requests_per_s or 0.0 for load in loads]
    known = [load.direct_read_requests_per_s for load in loads]
    open_ = [min(part * own, own - direct) for part, own, direct in zip(untold, reads, known, strict=True)]
    left = max((profile.direct_read_requests_per_s or 0.0) - sum(known), 0.0)
    unlisted = (profile.buffered_read_requests_per_s or 0.0) + (profile.direct_read_requests_per_s or 0.0) - sum(reads)
    pool = sum(open_) + max(unlisted, 0.0)
    expected = min(left / pool, 1.0) if pool else 0.0
    whole = most_direct_per_s(profile)
    most = float("inf") if whole is None else max(whole - sum(known), 0.0)
    return tuple(
        replace(
            load,
            direct_read_requests_per_s=direct + expected * may,
            direct_between=(direct, direct + min(may, most)),
        )
        if may > 0 and most > 0
        else load
        for load, direct, may in zip(loads, known, open_, strict=True)
    )
