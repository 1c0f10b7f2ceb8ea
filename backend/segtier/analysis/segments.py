"""Which segments make the I/O: per-second loads of every segment that can be seen, and how much they explain."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from segtier.analysis.counters import ChosenCounters
from segtier.analysis.coverage import Shares, counted_coverage, listed_coverage, parts_of_segments, scaled_parts
from segtier.analysis.direct_reads import untold_part, with_untold_direct
from segtier.analysis.figures import statistic
from segtier.analysis.filled import TEMPORARY, Lists, filled, matches, of_other_time
from segtier.analysis.known_facts import KnownFacts
from segtier.analysis.read_requests import counted_direct
from segtier.analysis.segment_rates import Rates, joined, rates_of
from segtier.analysis.told import lists_in_part
from segtier.columns import Floats, known, rows_of
from segtier.model.profile import Profile, SegmentLoad, SegmentTable
from segtier.model.workload import Workload
from segtier.units import MOST_ID

LISTED_SHARE_ERROR = 0.05
TYPED_WHOLE = 0.9
"""Of reads and of writes: typed segments that make so much, each with its size, are taken as the whole database."""
_RANKED = frozenset({"awr-html", "awr-text", "statspack"})
"""Kinds that list the segments with most of each statistic."""
_READ = 0.01
"""Of all reads of segments: below it a segment may be one that was dropped since the report."""


def segment_table(
    workload: Workload,
    counters: ChosenCounters,
    inventory: KnownFacts,
    profile: Profile,
    on_flash: Collection[str] = (),
    *,
    alone: bool = True,
) -> SegmentTable:
    """Loads per second of all visible segments, heaviest reads first, sizes joined in.

    `workload` is the merged interval, `alone` where it is one report. What it lists of a segment stands; `counters`, of another
    interval or since start-up, share out the rest of its totals and are never taken as its figures.
    `on_flash`: tablespaces, in capitals, whose segments stay because they are there already.
    """
    per_request = _blocks_per_request(workload, profile)
    own = rates_of(workload.segments, per_request, (1.0 / profile.elapsed_s, 1.0 / profile.elapsed_s))
    export = counters.workload
    shared_out = (1.0, 1.0)
    other = (np.zeros(len(own.rows)), np.zeros(len(own.rows)))
    basis: Literal["listed", "export"]
    if export is not None:
        lists = Lists(alone, workload.source.kind in _RANKED)
        rates, shared_out, open_ = _with_export(own, export, profile, per_request, lists)
        other = open_ if counters.other_time else (np.zeros(len(rates.rows)), np.zeros(len(rates.rows)))
        basis, error = "export", counters.share_error
    else:
        rates, basis, error = own, "listed", LISTED_SHARE_ERROR
    rates = _as_counted(rates, profile, counted_direct(workload))
    loads = _loads(rates, inventory, export, on_flash, profile, other)
    listed = listed_coverage(workload)
    seen = _times(scaled_parts(export), shared_out) if export is not None else listed
    named = _times(counted_coverage(workload, export), shared_out) if export is not None else listed
    totals = (None, None) if _lacks_one(loads) else inventory.totals
    if totals == (None, None) and workload.source.kind == "typed":
        totals = _typed_totals(loads, named)
    least = (
        1.0
        if export is not None
        else _least_part(profile, all_estimated=bool((rates.reads_estimated | rates.writes_estimated).all()))
    )
    if counters.other_time:
        named = listed
    untold = _untold(listed) if export is None and lists_in_part(workload.warnings) else (0.0, 0.0)
    return SegmentTable(
        loads, *seen, basis, error, *totals, *named, share_least=least, of_other_time=_part_of(loads), untold=untold
    )


def _with_export(
    own: Rates, export: Workload, profile: Profile, per_request: tuple[float, float], lists: Lists
) -> tuple[Rates, tuple[float, float], tuple[Floats, Floats]]:
    """(the rates of all, the part of what the export would share out that the hour's own lists leave room for, of the reads and
    writes of each the part that the hour does not say).
    """
    counted = rates_of(export.segments, per_request, _scales(export, profile))
    same = matches(own.rows, export.segments)
    beside = own.only(same.only_own)
    room = (
        _read_rate(profile) - _total(beside.reads),
        (profile.data_write_requests_per_s or 0.0) - _total(beside.writes),
    )
    made = filled(own, counted, same, room, lists)
    rates = joined(made, beside)
    of_hour = np.zeros(len(beside.rows))
    other = tuple(np.concatenate((one, of_hour)) for one in of_other_time(own, made, same))
    place = np.array([(row.tablespace or "") not in TEMPORARY for row in rates.rows], np.bool_)
    before = place[: len(counted.rows)]
    pairs = (rates.reads[place], counted.reads[before]), (rates.writes[place], counted.writes[before])
    reads, writes = (min(_total(after) / all_, 1.0) if (all_ := _total(given)) else 1.0 for after, given in pairs)
    return rates, (reads, writes), other  # type: ignore[return-value]


def _part_of(loads: Sequence[SegmentLoad]) -> float:
    reads = _sum(load.read_requests_per_s or 0.0 for load in loads)
    open_ = _sum((load.read_requests_per_s or 0.0) * load.reads_of_other_time for load in loads)
    return open_ / reads if reads else 0.0


def _total(figures: Floats) -> float:
    return float(np.nan_to_num(figures).sum())


def _times(shares: Shares, parts: tuple[float, float]) -> Shares:
    reads, writes = (None if share is None else share * part for share, part in zip(shares, parts, strict=True))
    return reads, writes


def _untold(listed: Shares) -> tuple[float, float]:
    """All that has no name; all there is where nobody knows how much that is."""
    reads, writes = (1 - (part or 0.0) for part in listed)
    return reads, writes


def _least_part(profile: Profile, *, all_estimated: bool) -> float:
    """`share_least` of segments that reports list.

    Where requests are not counted each read waited for is one, and there may be more: as many as blocks, which no request has
    less than one of; without end where these are not counted either. Requests that follow from blocks are their part of them.
    """
    if profile.reads_counted_by != "waits":
        return 1.0
    blocks = (profile.data_read_bytes_per_s or 0.0) / profile.block_size_bytes
    if not blocks or all_estimated:
        return 1.0 if blocks else 0.0
    requests = (profile.buffered_read_requests_per_s or 0.0) + (profile.direct_read_requests_per_s or 0.0)
    return min(requests / blocks, 1.0)


def _lacks_one(loads: Sequence[SegmentLoad]) -> bool:
    """A segment that is read and could move has no size: the export does not hold every segment, so its sum is none."""
    reads = _sum(load.read_requests_per_s or 0.0 for load in loads)
    unsized = (load for load in loads if load.size_bytes is None and load.unmovable_reason is None)
    return any((load.read_requests_per_s or 0.0) >= _READ * reads > 0 for load in unsized)


def _typed_totals(
    loads: Sequence[SegmentLoad], named: tuple[float | None, float | None]
) -> tuple[int | None, int | None]:
    """Bytes of all segments typed, and of the indexes; None where one has no size, or others may be there beside them."""
    sizes = [(load.size_bytes, load.type) for load in loads if load.size_bytes is not None]
    if not sizes or len(sizes) < len(loads) or any((part or 0.0) < TYPED_WHOLE for part in named):
        return None, None
    return sum(size for size, _ in sizes), sum(size for size, kind in sizes if (kind or "").startswith("INDEX"))


def _loads(
    rates: Rates,
    inventory: KnownFacts,
    export: Workload | None,
    on_flash: Collection[str],
    profile: Profile,
    other: tuple[Floats, Floats],
) -> tuple[SegmentLoad, ...]:
    """Heaviest reads first. Equals by their number and else as they came, not by name: names may be masked.

    Evidence of the export's rows names no file: it is the export's.
    """
    exported = len(export.segments) if export is not None else 0
    digest = export.source.sha256 if export is not None else None
    about = [*(inventory.of_export(export) if export is not None else ()), *map(inventory.about, rates.rows[exported:])]
    numbers = np.array([min(row.data_object_id or row.object_id or 0, MOST_ID) for row in rates.rows], np.int64)
    order = np.lexsort((numbers, -np.nan_to_num(rates.reads))).tolist()
    rows, about = [rates.rows[at] for at in order], [about[at] for at in order]
    there = [
        bool(on_flash) and not one.unmovable_reason and (one.tablespace or "").upper() in on_flash for one in about
    ]
    loads = rows_of(
        SegmentLoad,
        len(order),
        key=[one.key for one in about],
        type=[one.type for one in about],
        tablespace=[one.tablespace for one in about],
        size_bytes=[one.size_bytes for one in about],
        read_requests_per_s=known(rates.reads[order]),
        direct_read_requests_per_s=rates.direct[order].tolist(),
        write_requests_per_s=known(rates.writes[order]),
        read_blocks_per_s=known(rates.read_blocks[order]),
        write_blocks_per_s=known(rates.write_blocks[order]),
        reads_estimated=rates.reads_estimated[order].tolist(),
        writes_estimated=rates.writes_estimated[order].tolist(),
        direct_read_blocks_per_s=known(rates.direct_blocks[order]),
        unmovable_reason=[
            f"Lies on SSD today, in {one.tablespace}, as you stated." if is_there else one.unmovable_reason
            for one, is_there in zip(about, there, strict=True)
        ],
        reads_below_per_s=[rates.reads_below[at] for at in order],
        found_in=[row.evidence for row in rows],
        source=[digest if at < exported else None for at in order],
        on_flash=there,
        object_id=[row.data_object_id or row.object_id for row in rows],
        no_difference=[row.no_difference for row in rows],
        reads_of_other_time=other[0][order].tolist(),
        writes_of_other_time=other[1][order].tolist(),
    )
    return with_untold_direct(loads, list(map(untold_part, rows)), profile)


def _as_counted(rates: Rates, profile: Profile, counted_per_s: float | None) -> Rates:
    """Direct requests of all segments together no more than the instance counts.

    A segment's requests are split by blocks, and a direct request takes more of them than a buffered one. What is direct no
    longer is buffered: of that there is no more than the instance counts either.
    """
    direct = _sum(rates.direct.tolist())
    if counted_per_s is None or direct <= counted_per_s:
        return rates
    reads = _sum(np.nan_to_num(rates.reads).tolist())
    least = reads - (profile.buffered_read_requests_per_s or 0.0)
    part = min(max(counted_per_s, least) / direct, 1.0)
    return replace(rates, direct=rates.direct * part)


def with_no_less_than(loads: Sequence[SegmentLoad], profile: Profile) -> Profile:
    """The profile with totals no smaller than what the segments make together: the parts of all are never more than all."""
    direct = _sum(load.direct_read_requests_per_s for load in loads)
    buffered = _sum(load.read_requests_per_s or 0.0 for load in loads) - direct
    writes = _sum(load.write_requests_per_s or 0.0 for load in loads)
    return replace(
        profile,
        buffered_read_requests_per_s=_at_least(profile.buffered_read_requests_per_s, buffered),
        direct_read_requests_per_s=_at_least(profile.direct_read_requests_per_s, direct),
        data_write_requests_per_s=_at_least(profile.data_write_requests_per_s, writes),
    )


def _at_least(total: float | None, parts: float) -> float | None:
    """What is not known stays so: nobody knows how much more than the parts there is."""
    return None if total is None else max(total, parts)


def _scales(export: Workload, profile: Profile) -> tuple[float, float]:
    """The factors from an export's counters to requests (or blocks) per second."""
    read_part, write_part = parts_of_segments(export)
    placeable = [row for row in export.segments if (row.tablespace or "") not in TEMPORARY]
    reads = _sum(row.physical_read_requests or 0.0 for row in placeable)
    writes = _sum(row.physical_write_requests or 0.0 for row in placeable)
    read_rate = _read_rate(profile)
    write_rate = profile.data_write_requests_per_s or 0.0
    if not reads:
        reads = _sum(row.physical_reads_blocks or 0.0 for row in placeable)
        read_rate = (profile.data_read_bytes_per_s or 0.0) / profile.block_size_bytes
    if not writes:
        writes = _sum(row.physical_writes_blocks or 0.0 for row in placeable)
        write_rate = (profile.data_write_bytes_per_s or 0.0) / profile.block_size_bytes
    return (read_rate * read_part / reads if reads else 0.0), (write_rate * write_part / writes if writes else 0.0)


def _read_rate(profile: Profile) -> float:
    return (profile.buffered_read_requests_per_s or 0.0) + (profile.direct_read_requests_per_s or 0.0)


def _sum(values: Any) -> float:
    return float(sum(values))


def _blocks_per_request(workload: Workload, profile: Profile) -> tuple[float, float]:
    """Instance-wide blocks per read request and per write request, at least 1. What is not counted is as in the profile."""
    reads = (profile.buffered_read_requests_per_s or 0.0) + (profile.direct_read_requests_per_s or 0.0)
    pairs = (
        (statistic(workload, "physical reads"), statistic(workload, "physical read IO requests"), reads),
        (
            statistic(workload, "physical writes"),
            statistic(workload, "physical write IO requests"),
            profile.data_write_requests_per_s or 0.0,
        ),
    )
    return tuple(_per_request(blocks, requests or rate * profile.elapsed_s) for blocks, requests, rate in pairs)  # type: ignore[return-value]


def _per_request(blocks: float | None, requests: float) -> float:
    return max(blocks / requests, 1.0) if blocks and requests else 1.0
