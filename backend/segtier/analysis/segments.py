"""Which segments make the I/O: per-second loads of every segment that can be seen, and how much they explain."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Literal

from segtier.analysis.counters import ChosenCounters
from segtier.analysis.coverage import counted_coverage, listed_coverage, parts_of_segments, scaled_parts
from segtier.analysis.figures import statistic
from segtier.analysis.known_facts import KnownFacts
from segtier.analysis.movable import unmovable_reason
from segtier.analysis.read_requests import counted_direct
from segtier.model.profile import Profile, SegmentLoad, SegmentTable
from segtier.model.workload import Segment, Workload

LISTED_SHARE_ERROR = 0.05
_CUT = "The text report cuts its name; the HTML report or a counter export gives it whole."


_READ = 0.01
"""Of all reads of segments: below it a segment may be one that was dropped since the report."""


def segment_table(
    workload: Workload,
    counters: ChosenCounters,
    inventory: KnownFacts,
    profile: Profile,
    on_flash: Collection[str] = (),
) -> SegmentTable:
    """Loads per second of all visible segments, heaviest reads first, sizes joined in.

    `workload` is the merged interval; the shares of `counters`, of another interval or since start-up, are scaled to the
    interval's totals and never taken as its figures. What only the report lists is added with the report's figures.
    `on_flash`: tablespaces, in capitals, whose segments stay because they are there already.
    """
    per_request = _blocks_per_request(workload, profile)
    listed_scale = 1.0 / profile.elapsed_s
    export = counters.workload
    basis: Literal["listed", "export"]
    if export is not None:
        scale_read, scale_write = _scales(export, profile)
        digest = export.source.sha256
        loads = [_load(row, inventory, scale_read, scale_write, per_request, digest) for row in export.segments]
        loads += [
            _load(row, inventory, listed_scale, listed_scale, per_request) for row in _only_listed(workload, export)
        ]
        basis, error = "export", counters.share_error
    else:
        loads = [_load(row, inventory, listed_scale, listed_scale, per_request) for row in workload.segments]
        basis, error = "listed", LISTED_SHARE_ERROR
    loads = [_there_already(load) if (load.tablespace or "").upper() in on_flash else load for load in loads]
    loads = _as_counted(loads, profile, counted_direct(workload))
    # Equals by their number and else as they came, not by name: names may be masked.
    loads.sort(key=lambda load: (-(load.read_requests_per_s or 0.0), load.object_id or 0))
    listed = listed_coverage(workload)
    seen = scaled_parts(export) if export is not None else listed
    named = counted_coverage(workload, export) if export is not None else listed
    totals = (None, None) if _lacks_one(loads) else inventory.totals
    return SegmentTable(tuple(loads), *seen, basis, error, *totals, *named)


def _lacks_one(loads: Sequence[SegmentLoad]) -> bool:
    """A segment that is read and could move has no size: the export does not hold every segment, so its sum is none."""
    reads = _sum(load.read_requests_per_s or 0.0 for load in loads)
    unsized = (load for load in loads if load.size_bytes is None and load.unmovable_reason is None)
    return any((load.read_requests_per_s or 0.0) >= _READ * reads > 0 for load in unsized)


def _there_already(load: SegmentLoad) -> SegmentLoad:
    if load.unmovable_reason is not None:
        return load
    return replace(load, on_flash=True, unmovable_reason=f"Lies on SSD today, in {load.tablespace}, as you stated.")


def _as_counted(loads: list[SegmentLoad], profile: Profile, counted_per_s: float | None) -> list[SegmentLoad]:
    """Direct requests of all segments together no more than the instance counts.

    A segment's requests are split by blocks, and a direct request takes more of them than a buffered one. What is direct no
    longer is buffered: of that there is no more than the instance counts either.
    """
    direct = _sum(load.direct_read_requests_per_s for load in loads)
    if counted_per_s is None or direct <= counted_per_s:
        return loads
    reads = _sum(load.read_requests_per_s or 0.0 for load in loads)
    least = reads - (profile.buffered_read_requests_per_s or 0.0)
    part = min(max(counted_per_s, least) / direct, 1.0)
    return [replace(load, direct_read_requests_per_s=load.direct_read_requests_per_s * part) for load in loads]


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


def _only_listed(workload: Workload, export: Workload) -> list[Segment]:
    """Segments of the report that the export does not hold: it may be cut by value. PDB and type may not be named."""
    exported: dict[tuple[str, str, str | None], list[Segment]] = {
        (row.owner, row.name, row.subobject): [] for row in workload.segments
    }
    for row in export.segments:
        if (same_name := exported.get((row.owner, row.name, row.subobject))) is not None:
            same_name.append(row)

    def is_there(row: Segment) -> bool:
        return any(
            None in (row.key[4], one.key[4]) or row.key[4] == one.key[4]
            for one in exported[row.owner, row.name, row.subobject]
            if _same_container(row.pdb, one.pdb)
        )

    return [row for row in workload.segments if not is_there(row)]


def _same_container(one: str | None, other: str | None) -> bool:
    return one is None or other is None or one == other or other.startswith("CON_ID ")


def _scales(export: Workload, profile: Profile) -> tuple[float, float]:
    """The factors from an export's counters to requests (or blocks) per second."""
    read_part, write_part = parts_of_segments(export)
    placeable = [row for row in export.segments if (row.tablespace or "") not in _TEMPORARY]
    reads = _sum(row.physical_read_requests or 0.0 for row in placeable)
    writes = _sum(row.physical_write_requests or 0.0 for row in placeable)
    read_rate = (profile.buffered_read_requests_per_s or 0.0) + (profile.direct_read_requests_per_s or 0.0)
    write_rate = profile.data_write_requests_per_s or 0.0
    if not reads:
        reads = _sum(row.physical_reads_blocks or 0.0 for row in placeable)
        read_rate = (profile.data_read_bytes_per_s or 0.0) / profile.block_size_bytes
    if not writes:
        writes = _sum(row.physical_writes_blocks or 0.0 for row in placeable)
        write_rate = (profile.data_write_bytes_per_s or 0.0) / profile.block_size_bytes
    return (read_rate * read_part / reads if reads else 0.0), (write_rate * write_part / writes if writes else 0.0)


_TEMPORARY = ("TEMP",)


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


def _load(
    row: Segment,
    inventory: KnownFacts,
    scale_read: float,
    scale_write: float,
    per_request: tuple[float, float],
    source: str | None = None,
) -> SegmentLoad:
    """`source`: SHA-256 of the file, where the row's evidence names none."""
    known = inventory.sizes.find(row.key)
    facts = inventory.of(known) if known is not None else None
    reads, reads_estimated = _requests(row.physical_read_requests, row.physical_reads_blocks, per_request[0])
    writes, writes_estimated = _requests(row.physical_write_requests, row.physical_writes_blocks, per_request[1])
    direct_share = 0.0
    if row.direct_reads_blocks and row.physical_reads_blocks:
        direct_share = min(row.direct_reads_blocks / row.physical_reads_blocks, 1.0)
    tablespace = (known.tablespace if known else None) or row.tablespace
    kind = row.type or (known.type if known else None)
    return SegmentLoad(
        key=row.key,
        type=kind,
        tablespace=tablespace,
        size_bytes=row.size_bytes if row.size_bytes is not None else (known.size_bytes if known else None),
        read_requests_per_s=None if reads is None else reads * scale_read,
        direct_read_requests_per_s=(reads or 0.0) * direct_share * scale_read,
        write_requests_per_s=None if writes is None else writes * scale_write,
        read_blocks_per_s=_scaled(row.physical_reads_blocks, scale_read),
        write_blocks_per_s=_scaled(row.physical_writes_blocks, scale_write),
        requests_estimated=reads_estimated or writes_estimated,
        unmovable_reason=_CUT
        if row.name_cut
        else unmovable_reason(row.owner, row.name, kind, tablespace, known, facts),
        reads_below_per_s=_scaled(_reads_below(row, per_request[0]), scale_read),
        found_in=row.evidence,
        source=source,
        object_id=row.data_object_id or row.object_id,
        no_difference=row.no_difference,
    )


def _reads_below(row: Segment, per_request: float) -> float | None:
    """The most read requests a segment can have that the full reads list does not name."""
    blocks = row.below.get("physical_reads_blocks")
    return row.below.get("physical_read_requests", None if blocks is None else blocks / per_request)


def _requests(requests: float | None, blocks: float | None, per_request: float) -> tuple[float | None, bool]:
    """Requests as printed, else blocks divided by the instance's blocks per request (marked as estimated)."""
    if requests is not None or blocks is None:
        return requests, False
    return blocks / per_request, True


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor
