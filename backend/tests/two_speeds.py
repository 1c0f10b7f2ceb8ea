"""A database of two tablespaces, one slow and one fast, on two path prefixes or on one."""

from __future__ import annotations

from dataclasses import replace

from segtier.analysis.storage.found import StorageSeen
from segtier.model.device import StorageToday
from segtier.model.inventory import Inventory
from segtier.model.workload import FileIo, Segment, TablespaceIo, Workload
from tests.builders import a_segment, a_wait, a_workload, some_sizes

SLOW, FAST = "SHOP_DATA", "SHOP_INDX"
SIZES = (("ORDERS", 40.0), ("LINES", 30.0), ("ORDERS_PK", 10.0), ("LINES_IX", 8.0))
PARTS = {"ORDERS": 0.6, "LINES": 0.3, "ORDERS_PK": 0.6, "LINES_IX": 0.3}
"""Of the reads of its tablespace."""


def space_of(segment: str) -> str:
    return FAST if segment.endswith(("_PK", "_IX")) else SLOW


def two_speeds(
    ms: dict[str, float] | None = None,
    reads: dict[str, float] | None = None,
    *,
    prefixes: tuple[str, str] = ("/u01", "/u02"),
    timed: bool = True,
    event_part: float = 1.0,
    writes: float = 100_000.0,
) -> Workload:
    """By tablespace the time of a read in ms, and reads; each row of the report as it would be printed.

    `event_part`: the waits' time over reads x time.
    """
    ms = ms or {SLOW: 22.0, FAST: 0.45}
    reads = reads or {SLOW: 600_000.0, FAST: 600_000.0}
    seconds = sum(ms[name] * reads[name] / 1e3 for name in ms) * event_part
    segments: list[Segment] = []
    for name, part in PARTS.items():
        space = space_of(name)
        row = a_segment(name, reads[space] * part, writes * part, "INDEX" if space == FAST else "TABLE")
        segments.append(replace(row, tablespace=space))
    spaces = tuple(
        TablespaceIo(
            name,
            read_requests=reads[name],
            avg_read_us=ms[name] * 1e3 if timed else None,
            blocks_per_read=1.0,
            write_requests=writes,
        )
        for name in ms
    )
    files = tuple(
        FileIo(name, f"{prefix}/oradata/{name.lower()}.dbf", read_requests=reads[name], write_requests=writes)
        for name, prefix in zip((SLOW, FAST), prefixes, strict=True)
    )
    wait = a_wait("db file sequential read", seconds, seconds / sum(reads.values()) * 1e3)
    return a_workload((wait,), segments=tuple(segments), tablespace_io=spaces, file_io=files)


def two_speeds_seen() -> StorageToday:
    """Its storage as found."""
    seen = StorageSeen()
    seen.add(two_speeds())
    return seen.found(None)


def sizes() -> Inventory:
    found = some_sizes(*SIZES)
    return replace(found, segments=tuple(replace(one, tablespace=space_of(one.name)) for one in found.segments))
