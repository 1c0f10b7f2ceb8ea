"""What happened in an interval: time model, statistics, waits, histograms, I/O of functions, file types and files, pools."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any

from segtier.columns import rows_of
from segtier.model.evidence import Evidence
from segtier.model.workload import (
    BufferPool,
    FileIo,
    HistogramBucket,
    InstanceStatistic,
    IoFiletype,
    IoFunction,
    OsStatistic,
    TablespaceIo,
    TimeModelRow,
    WaitClass,
    WaitEvent,
    WaitHistogram,
)
from segtier.oracle.statistics import is_os_level
from segtier.reports.awr_dump.by_snapshot import Row
from segtier.reports.awr_dump.containers import Containers
from segtier.reports.awr_dump.differences import Figures, added
from segtier.units import MIB, US_PER_MS, US_PER_S

US_PER_CS = 10_000
"""READTIM and its like are in hundredths of a second."""
Rows = Sequence[tuple[Row, Figures]]
Seen = tuple[Evidence, ...]
_IDLE = "Idle"


def time_model(rows: Rows, words: Mapping[Any, str], instance: int, seen: Seen) -> tuple[TimeModelRow, ...]:
    known = {words[key[0]]: value / US_PER_S for key, (value,) in rows if key[0] in words and value is not None}
    db_time_s = known.get("DB time")
    return tuple(
        TimeModelRow(name, time_s, _share(time_s, db_time_s), instance, seen) for name, time_s in known.items()
    )


def statistics(
    rows: Rows, words: Mapping[Any, str], elapsed_s: float, instance: int, seen: Seen
) -> tuple[InstanceStatistic, ...]:
    """`words`: of those that count; of one that rises and falls a difference says nothing."""
    named = [(words[key[0]], value) for key, (value,) in rows if value is not None and key[0] in words]
    return tuple(
        rows_of(
            InstanceStatistic,
            len(named),
            name=[name for name, _ in named],
            total=[float(value) for _, value in named],
            per_s=[value / elapsed_s for _, value in named],
            instance=repeat(instance),
            evidence=repeat(seen),
        )
    )


def os_statistics(
    grown: Rows, at_end: Iterable[tuple[Row, Row]], words: Mapping[Any, str], instance: int, seen: Seen
) -> tuple[OsStatistic, ...]:
    """What is cumulative as a difference, the rest as it stands at the end."""
    counted = [(words[key[0]], value) for key, (value,) in grown if key[0] in words and not is_os_level(words[key[0]])]
    levels = [(words[key[0]], value) for key, (value,) in at_end if key[0] in words and is_os_level(words[key[0]])]
    return tuple(
        OsStatistic(name, float(value), None, instance, seen)
        for name, value in (*counted, *levels)
        if value is not None
    )


def events(
    rows: Rows, background: Rows | None, names: Mapping[Row, Row], db_time_s: float | None, instance: int, seen: Seen
) -> tuple[WaitEvent, ...]:
    """Foreground waits as counted, and the rest as the background's.

    `background`: of 10.2, which counts no foreground by itself, those of background processes; None where the rows tell.
    """
    of_background = None if background is None else {key[0]: figures for key, figures in background}
    found: list[WaitEvent] = []
    for key, figures in rows:
        name = names.get(key)
        if name is None or name[0] is None:
            continue
        all_, front = figures[:3], figures[3:]
        if of_background is not None:
            front = _without(all_, of_background.get(key[0], (0, 0, 0)))
        for foreground, part in ((True, front), (False, _without(all_, front))):
            event = _event(name, foreground, part, db_time_s, instance, seen)
            if event is not None:
                found.append(event)
    return tuple(found)


def _without(all_: Figures, part: Figures) -> Figures:
    return tuple(None if one is None or other is None else one - other for one, other in zip(all_, part, strict=True))


def _event(
    name: Row, foreground: bool, figures: Figures, db_time_s: float | None, instance: int, seen: Seen
) -> WaitEvent | None:
    """None where nothing waited, or nothing is known of it."""
    waits, timeouts, time_us = figures
    if waits is None or waits <= 0 or time_us is None or time_us < 0:
        return None
    time_s = time_us / US_PER_S
    return WaitEvent(
        event=name[0],
        wait_class=name[1],
        foreground=foreground,
        waits=int(waits),
        timeouts_pct=None if timeouts is None else 100.0 * timeouts / waits,
        time_s=time_s,
        avg_wait_us=time_us / waits,
        db_time_pct=_share(time_s, db_time_s) if foreground and name[1] != _IDLE else None,
        instance=instance,
        evidence=seen,
    )


def classes(rows: Sequence[WaitEvent], db_time_s: float | None, instance: int, seen: Seen) -> tuple[WaitClass, ...]:
    """Of the foreground; none where the class of an event is not named."""
    by_class: dict[str, list[WaitEvent]] = defaultdict(list)
    for row in rows:
        if row.foreground and row.wait_class is None:
            return ()
        if row.foreground and row.wait_class not in (None, _IDLE):
            by_class[row.wait_class or ""].append(row)
    found = []
    for name, some in by_class.items():
        waits, time_s = sum(row.waits or 0 for row in some), sum(row.time_s or 0.0 for row in some)
        found.append(
            WaitClass(name, waits, time_s, time_s * US_PER_S / waits, _share(time_s, db_time_s), instance, seen)
        )
    return tuple(found)


def histograms(rows: Rows, names: Mapping[Row, Row], instance: int, seen: Seen) -> tuple[WaitHistogram, ...]:
    """A bucket headed n ms holds waits of n/2 to n ms, the first all below 1 ms.

    An event one of whose counts is not known has no shares.
    """
    counts: dict[Any, dict[float, float]] = defaultdict(dict)
    unknown = set()
    for (event, most_ms), (count,) in rows:
        if most_ms is None or count is None:
            unknown.add(event)
        elif count:
            counts[event][most_ms] = count
    found = []
    for event, buckets in counts.items():
        name, waits = names.get((event,)), sum(buckets.values())
        if event not in unknown and name is not None and name[0] is not None:
            shares = tuple(_bucket(most_ms, buckets[most_ms], waits) for most_ms in sorted(buckets))
            found.append(WaitHistogram(name[0], int(waits), shares, instance, seen))
    return tuple(found)


def _bucket(most_ms: float, count: float, waits: float) -> HistogramBucket:
    return HistogramBucket(
        0.0 if most_ms <= 1 else most_ms / 2 * US_PER_MS, float(most_ms * US_PER_MS), 100.0 * count / waits
    )


def functions(
    rows: Rows, words: Mapping[Any, str], elapsed_s: float, instance: int, seen: Seen
) -> tuple[IoFunction, ...]:
    found = []
    for key, figures in rows:
        if key[0] not in words:
            continue
        reads, writes, read_bytes, write_bytes = _traffic(figures)
        waits, wait_ms = figures[8:10]
        found.append(
            IoFunction(
                function=words[key[0]],
                read_bytes=read_bytes,
                read_requests=reads,
                read_requests_per_s=_rate(reads, elapsed_s),
                write_bytes=write_bytes,
                write_requests=writes,
                write_requests_per_s=_rate(writes, elapsed_s),
                waits=None if waits is None else int(waits),
                avg_wait_us=wait_ms * US_PER_MS / waits if waits and wait_ms is not None else None,
                instance=instance,
                evidence=seen,
            )
        )
    return tuple(found)


def filetypes(
    rows: Rows, words: Mapping[Any, str], elapsed_s: float, instance: int, seen: Seen
) -> tuple[IoFiletype, ...]:
    found = []
    for key, figures in rows:
        if key[0] not in words:
            continue
        reads, writes, read_bytes, write_bytes = _traffic(figures)
        small, large = (
            ms * US_PER_MS / count if count and ms is not None else None
            for ms, count in ((figures[8], figures[0]), (figures[9], figures[2]))
        )
        found.append(
            IoFiletype(
                filetype=words[key[0]],
                read_bytes=read_bytes,
                read_requests_per_s=_rate(reads, elapsed_s),
                write_bytes=write_bytes,
                write_requests_per_s=_rate(writes, elapsed_s),
                small_read_us=small,
                large_read_us=large,
                instance=instance,
                evidence=seen,
            )
        )
    return tuple(found)


def _traffic(figures: Figures) -> tuple[float | None, float | None, int | None, int | None]:
    """(reads, writes, bytes read, bytes written), of small and large requests together."""
    small_reads, small_writes, large_reads, large_writes = figures[:4]
    small_read, small_written, large_read, large_written = figures[4:8]
    read, written = added((small_read, large_read)), added((small_written, large_written))
    return (
        added((small_reads, large_reads)),
        added((small_writes, large_writes)),
        None if read is None else round(read * MIB),
        None if written is None else round(written * MIB),
    )


def files(
    rows: Rows, names: Mapping[Row, Row], containers: Containers, elapsed_s: float, instance: int, seen: Seen
) -> Iterator[tuple[FileIo, TablespaceIo]]:
    """Each file with what it adds to its tablespace."""
    for key, figures in rows:
        name = names.get(key)
        if name is None or name[0] is None or name[1] is None:
            continue
        path, tablespace, block_size, container = name
        reads, writes, read_cs, write_cs, single, single_cs, blocks, waits, wait_cs = figures
        shared: dict[str, Any] = {
            "tablespace": tablespace,
            "pdb": containers.pdb(container),
            "read_requests": _float(reads),
            "read_requests_per_s": _rate(reads, elapsed_s),
            "avg_read_us": _average(read_cs, reads),
            "blocks_per_read": blocks / reads if reads and blocks is not None else None,
            "avg_single_block_read_us": _average(single_cs, single),
            "write_requests": _float(writes),
            "write_requests_per_s": _rate(writes, elapsed_s),
            "avg_write_us": _average(write_cs, writes),
            "instance": instance,
            "evidence": seen,
        }
        yield (
            FileIo(file=path, single_block_reads=_float(single), **shared),
            TablespaceIo(
                block_size_bytes=None if block_size is None else int(block_size),
                single_block_reads_per_s=_rate(single, elapsed_s),
                buffer_waits=_float(waits),
                avg_buffer_wait_us=_average(wait_cs, waits),
                **shared,
            ),
        )


def added_up(rows: Iterable[TablespaceIo]) -> tuple[TablespaceIo, ...]:
    """The files of each tablespace as one row."""
    by_name: dict[tuple[str, str | None], list[TablespaceIo]] = defaultdict(list)
    for row in rows:
        by_name[row.tablespace, row.pdb].append(row)
    return tuple(some[0] if len(some) == 1 else _together(some) for some in by_name.values())


_ADDED = (
    "read_requests",
    "read_requests_per_s",
    "single_block_reads_per_s",
    "write_requests",
    "write_requests_per_s",
    "buffer_waits",
)
_WEIGHTED = (
    ("avg_read_us", "read_requests"),
    ("blocks_per_read", "read_requests"),
    ("avg_single_block_read_us", "single_block_reads_per_s"),
    ("avg_write_us", "write_requests"),
    ("avg_buffer_wait_us", "buffer_waits"),
)


def _together(rows: Sequence[TablespaceIo]) -> TablespaceIo:
    changed: dict[str, Any] = {name: added(getattr(row, name) for row in rows) for name in _ADDED}
    for average, weight in _WEIGHTED:
        known = [(getattr(row, average), getattr(row, weight)) for row in rows if getattr(row, weight)]
        total = sum(count for _, count in known)
        whole = total and all(value is not None for value, _ in known)
        changed[average] = sum(value * count for value, count in known) / total if whole else None
    return replace(rows[0], **changed)


_POOL = ("physical_reads", "physical_writes", "free_buffer_waits", "write_complete_waits", "buffer_busy_waits")


def pools(rows: Rows, block_bytes: int | None, instance: int, seen: Seen) -> tuple[BufferPool, ...]:
    found = []
    for (_, name, size), (gets, more_gets, *figures) in rows:
        if name:
            rest: dict[str, Any] = dict(zip(_POOL, map(_float, figures), strict=True))
            pool = pool_name(name, size, block_bytes)
            found.append(BufferPool(pool, added((gets, more_gets)), **rest, instance=instance, evidence=seen))
    return tuple(found)


def pool_name(name: str, size: Any, block_bytes: int | None) -> str:
    """As reports have it: of another block size than the standard one with that size."""
    other = name == "DEFAULT" and size and block_bytes and size != block_bytes
    return f"{name} {int(size) // 1024}K" if other else name


def _average(time_cs: float | None, count: float | None) -> float | None:
    return time_cs * US_PER_CS / count if count and time_cs is not None else None


def _rate(count: float | None, elapsed_s: float) -> float | None:
    return None if count is None else count / elapsed_s


def _share(time_s: float, db_time_s: float | None) -> float | None:
    return 100.0 * time_s / db_time_s if db_time_s else None


def _float(value: float | None) -> float | None:
    return None if value is None else float(value)
