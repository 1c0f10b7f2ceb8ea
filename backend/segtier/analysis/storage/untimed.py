"""Tablespaces whose read times are missing beside those of others: who they are, and what part of the time may be theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.analysis.storage.read_times import SpaceKey
from segtier.analysis.words import some_of
from segtier.model.stations import Station, is_temporary
from segtier.model.workload import Segment, Workload

_FEW = 1
_WORTH_TELLING = 0.02
"""Of the time in reads: a tablespace of less is not named."""


def without_row(report: Workload) -> dict[SpaceKey, float | None]:
    """Buffered reads of segments in tablespaces of which the report prints no row; None where a segment's are not told."""
    rows = [(row.pdb, row.tablespace) for row in report.tablespace_io or report.file_io]
    keys, names = set(rows), {name for _, name in rows}
    found: dict[SpaceKey, float | None] = {}
    for segment in report.segments:
        name = segment.tablespace
        if (
            name is None
            or (segment.pdb, name) in keys
            or (None, name) in keys
            or (segment.pdb is None and name in names)
        ):
            continue
        key, reads = (segment.pdb, name), _reads(segment)
        if reads != 0:
            before = found.get(key, 0.0)
            found[key] = None if before is None or reads is None else before + reads
    return found


def _reads(segment: Segment) -> float | None:
    """Requests, but for the part that is read directly."""
    requests, blocks = segment.physical_read_requests, segment.physical_reads_blocks
    if not blocks:
        return 0.0 if blocks == 0 else requests
    if requests is None:
        return None
    return requests * max(1 - (segment.direct_reads_blocks or 0.0) / blocks, 0.0)


def untimed_text(stations: Sequence[Station]) -> str:
    """That their times are missing; empty where none is worth telling."""
    classes = (one for station in stations for one in station.classes if one.untimed)
    missing = [one for one in classes if one.time_share >= _WORTH_TELLING]
    return missing_text((space.pdb, space.name) for one in missing for space in one.tablespaces)


def missing_text(keys: Iterable[SpaceKey]) -> str:
    """That the read times of these are missing; empty where there are none."""
    names = list(dict.fromkeys(name for _, name in keys if not is_temporary(name)))
    if not names:
        return ""
    return f" Read times of {some_of(names, _FEW)} are missing."
