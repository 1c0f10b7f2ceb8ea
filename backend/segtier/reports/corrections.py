"""Known faults of Oracle's own reports, corrected in the value; the evidence still shows what was printed (facts 3.8).

Each correction says so in a warning whose code begins with `corrected-`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from segtier.model.evidence import Warn
from segtier.model.workload import (
    FileIo,
    InstanceStatistic,
    IoFiletype,
    IoFunction,
    LoadMetric,
    TablespaceIo,
    WaitEvent,
)
from segtier.units import MIB, US_PER_MS, US_PER_S

IoRow = TypeVar("IoRow", TablespaceIo, FileIo)

_ALL_READS = "physical read total IO requests"
_TIMES_TOO_LARGE = 10_000.0
_SUSPECT_RATIO = 1_000.0
_SUSPECT_US = 10.0 * US_PER_S
"""Without any other latency to compare: an average read of ten seconds."""
_IMPOSSIBLE_RATIO = 100.0
_PLAUSIBLE_US = 1.0 * US_PER_S
"""An average up to a second stays as printed: where a flash cache answers small reads, large ones may take long."""


def unshift_tablespace_io(
    rows: tuple[TablespaceIo, ...], files: Sequence[FileIo], release: str | None, elapsed_s: float | None
) -> tuple[tuple[TablespaceIo, ...], tuple[Warn, ...]]:
    """Put the values of 11.2.0.4's Tablespace IO Stats under their own headings.

    That release prints writes under `1-bk Rds/s`, single-block reads per second under `Av 1-bk Rd(ms)` and the latter's
    average (rounded) under `Writes`. Whether a report has the fault is tested on its own figures, not assumed.
    """
    if not (release or "").startswith("11.2.0.4") or not _is_shifted(rows, files, elapsed_s):
        return rows, ()
    message = "11.2.0.4 prints writes, single-block reads and their average under each other's headings; put right"
    return tuple(_unshift(row) for row in rows), (
        Warn("corrected-tablespace-io-columns", message, "Tablespace IO Stats"),
    )


def _unshift(row: TablespaceIo) -> TablespaceIo:
    average_us = row.avg_single_block_read_us
    return replace(
        row,
        write_requests=row.single_block_reads_per_s,
        single_block_reads_per_s=None if average_us is None else average_us / US_PER_MS,
        avg_single_block_read_us=None if row.write_requests is None else row.write_requests * US_PER_MS,
    )


def _is_shifted(rows: Sequence[TablespaceIo], files: Sequence[FileIo], elapsed_s: float | None) -> bool:
    """Whether the figure under `1-bk Rds/s` fits the writes (of the files, or rate x time) better than `Writes`."""
    as_printed = shifted = 0.0
    for row in rows:
        writes = _writes(row, files, elapsed_s)
        if writes is None or row.single_block_reads_per_s is None or row.write_requests is None:
            continue
        as_printed += abs(row.write_requests - writes)
        shifted += abs(row.single_block_reads_per_s - writes)
    return shifted < as_printed


def _writes(row: TablespaceIo, files: Sequence[FileIo], elapsed_s: float | None) -> float | None:
    of_files = [file.write_requests for file in files if (file.pdb, file.tablespace) == (row.pdb, row.tablespace)]
    known = [writes for writes in of_files if writes is not None]
    if known:
        return sum(known)
    if row.write_requests_per_s is None or elapsed_s is None:
        return None
    return row.write_requests_per_s * elapsed_s


def shrink_read_times(
    rows: tuple[IoRow, ...], section: str, release: str | None, reference_us: float | None
) -> tuple[tuple[IoRow, ...], tuple[Warn, ...]]:
    """Divide 12.1's read averages by 10,000 where they are a thousand times what the same reads took elsewhere.

    `reference_us` is the single-block read of the wait events or of IOStat. Rows with sane figures stay.
    """
    if not (release or "").startswith("12.1"):
        return rows, ()
    limit_us = _SUSPECT_US if reference_us is None else max(reference_us * _SUSPECT_RATIO, _PLAUSIBLE_US)
    corrected = tuple(_shrink(row, limit_us) for row in rows)
    changed = sum(1 for old, new in zip(rows, corrected, strict=True) if old != new)
    if not changed:
        return rows, ()
    message = (
        f"12.1 prints read times of {changed} row(s) 10,000 times too large; divided. Averages of other rows may be"
        " too large as well: prefer the wait events and IOStat"
    )
    return corrected, (Warn("corrected-read-times", message, section),)


def _shrink(row: IoRow, limit_us: float) -> IoRow:
    if isinstance(row, FileIo):
        return replace(row, avg_read_us=_sane(row.avg_read_us, limit_us))
    return replace(
        row,
        avg_read_us=_sane(row.avg_read_us, limit_us),
        avg_single_block_read_us=_sane(row.avg_single_block_read_us, limit_us),
    )


def _sane(value_us: float | None, limit_us: float) -> float | None:
    return value_us / _TIMES_TOO_LARGE if value_us is not None and value_us > limit_us else value_us


def read_reference_us(events: Iterable[WaitEvent], filetypes: Iterable[IoFiletype]) -> float | None:
    """What a small read took according to other sections, in us."""
    for event in events:
        if event.event == "db file sequential read" and event.foreground and event.avg_wait_us:
            return event.avg_wait_us
    return next((row.small_read_us for row in filetypes if row.filetype == "Data File" and row.small_read_us), None)


def relabel_work_area(
    rows: tuple[LoadMetric, ...], release: str | None
) -> tuple[tuple[LoadMetric, ...], tuple[Warn, ...]]:
    """11.1 prints bytes under `W/A MB processed`."""
    if not (release or "").startswith("11.1") or not any(row.metric == "work_area_bytes" for row in rows):
        return rows, ()
    message = "11.1 prints bytes under 'W/A MB processed'; read as bytes"
    return tuple(_plain_bytes(row) if row.metric == "work_area_bytes" else row for row in rows), (
        Warn("corrected-work-area-unit", message, "Load Profile"),
    )


def _plain_bytes(row: LoadMetric) -> LoadMetric:
    return replace(
        row,
        per_s=None if row.per_s is None else row.per_s / MIB,
        per_txn=None if row.per_txn is None else row.per_txn / MIB,
    )


def drop_impossible_requests(
    functions: tuple[IoFunction, ...],
    filetypes: Sequence[IoFiletype],
    section: str,
    all_reads: Iterable[InstanceStatistic] = (),
) -> tuple[tuple[IoFunction, ...], tuple[Warn, ...]]:
    """Requests by function of 19c RAC reports on Exadata are up to 100,000 times those by file type: not known.

    The two tables count the same I/O, so functions that ask for 100 times what all files together got are wrong. The
    bytes agree and stay. Without the one by file type, `all_reads` (the instance statistics) says what there was.
    """
    known = [row.read_requests_per_s for row in filetypes if row.read_requests_per_s is not None] or [
        row.per_s for row in all_reads if row.name == _ALL_READS and row.per_s is not None
    ]
    limit_per_s = max(known, default=0.0) * _IMPOSSIBLE_RATIO
    wrong = [row for row in functions if limit_per_s and (row.read_requests_per_s or 0.0) > limit_per_s]
    if not wrong:
        return functions, ()
    message = (
        f"reads by function are up to {max(row.read_requests_per_s or 0.0 for row in wrong):,.0f} requests per second,"
        f" all reads together {max(known):,.0f}; the former count as unknown"
    )
    return tuple(_without_reads(row) for row in functions), (Warn("corrected-io-function-requests", message, section),)


def _without_reads(row: IoFunction) -> IoFunction:
    return replace(row, read_requests=None, read_requests_per_s=None, write_requests=None)
