"""How much of the instance's I/O the segments that can be seen make: listed by a report, or counted by an export."""

from __future__ import annotations

from segtier.analysis.figures import first_known, load_per_s, statistic
from segtier.model.workload import Coverage, Workload

_READS, _WRITES = "physical_reads_blocks", "physical_writes_blocks"

HALF_LISTED = 0.5
"""Of the reads: below it those that have no name outweigh those that have, so a gain is told as a range only."""
FEW_LISTED = 0.2
"""Of the reads: below it the segments listed are a sample. Flash under all of them takes at most a fifth off the reads."""

MOST_OVER = 1.1
"""Of a total: lists and totals are not read at one moment. Beyond it one of the two is wrong, and the part is not known."""

Shares = tuple[float | None, float | None]
"""Of the physical reads and of the physical writes, mostly 0 to 1; None = not known."""


def listed_coverage(workload: Workload) -> Shares:
    """Share of the instance's physical reads and writes that the listed segments explain; None = not known."""
    return (_listed(workload, _READS, "physical read"), _listed(workload, _WRITES, "physical write"))


def all_blocks(workload: Workload) -> Shares:
    """Physical reads and writes of the instance, in blocks; None = not known."""
    return (_listed_of(workload, _READS, "physical read")[1], _listed_of(workload, _WRITES, "physical write")[1])


def counted_coverage(workload: Workload, export: Workload) -> Shares:
    """Share of the instance's physical reads and writes that the segments of an export make; None = not known.

    A bundle counts the instances too. A plain export counts segments only, so its sum says nothing of temp, undo and
    whatever else no segment counts: the reports' own "Captured Segments account for" does, as far as the export names them.
    """
    own: Shares = listed_coverage(export) if export.segment_coverage else (None, None)
    parts = parts_of_segments(export)
    reads = own[0] if own[0] is not None else _captured(workload, _READS, parts[0])
    writes = own[1] if own[1] is not None else _captured(workload, _WRITES, parts[1])
    return reads, writes


def scaled_parts(export: Workload) -> tuple[float, float]:
    """The part of the reads and writes of all segments that the loads of an export stand for once they are scaled."""
    reads, writes = listed_coverage(export) if export.segment_coverage else (None, None)
    of_segments = parts_of_segments(export)
    return (of_segments[0] if reads is None else reads, of_segments[1] if writes is None else writes)


def parts_of_segments(export: Workload) -> tuple[float, float]:
    """Of the reads and writes of all segments the part an export names one by one: all of it, unless it says less."""
    return (_part(export.segment_coverage.get(_READS)), _part(export.segment_coverage.get(_WRITES)))


def _part(row: Coverage | None) -> float:
    if row is None or row.listed is None or not row.captured:
        return 1.0
    return min(row.listed / row.captured, 1.0)


def _captured(workload: Workload, name: str, part: float) -> float | None:
    row = workload.segment_coverage.get(name)
    share = _share(workload, name, row.captured if row else None, row.total if row else None)
    return None if share is None else share * part


def _listed(workload: Workload, name: str, counted: str) -> float | None:
    return _share(workload, name, *_listed_of(workload, name, counted))


def reads_beyond_total(workload: Workload) -> tuple[float, float] | None:
    """(reads of the listed segments, of the instance), where the segments make more than the instance can."""
    listed, total = _listed_of(workload, _READS, "physical read")
    return (listed, total) if listed is not None and total and listed > MOST_OVER * total else None


def _listed_of(workload: Workload, name: str, counted: str) -> tuple[float | None, float | None]:
    """(of the listed segments, of the instance). `counted`: as the load profile's label begins; the statistic is its plural."""
    row = workload.segment_coverage.get(name)
    listed = row.listed if row and row.listed is not None else None
    if listed is None:
        known = [getattr(s, name) for s in workload.segments if getattr(s, name) is not None]
        listed = sum(known) if known else None
    return listed, (row.total if row else None) or _total(workload, counted)


def _share(workload: Workload, name: str, part: float | None, total: float | None) -> float | None:
    """None too where the part is larger than the whole can be."""
    if part is None or not total or part > MOST_OVER * total:
        return None
    of_data = _of_data(workload, name, total)
    return min(part / of_data, 1.0) if of_data else None


def _total(workload: Workload, counted: str) -> float | None:
    per_s, elapsed_s = load_per_s(workload, counted), workload.interval.elapsed_s
    by_load = per_s * elapsed_s if per_s is not None and elapsed_s else None
    return first_known(statistic(workload, f"{counted}s"), by_load)


def _of_data(workload: Workload, name: str, total: float) -> float:
    """Without the reads of temp: no segment of a report is one of temp."""
    if name != _READS:
        return total
    return max(total - (statistic(workload, "physical reads direct temporary tablespace") or 0.0), 0.0)
