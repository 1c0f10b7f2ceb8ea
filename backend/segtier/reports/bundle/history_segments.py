"""Segment counters of a snapshot interval: the busiest segments, and how much of all I/O they explain."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from segtier.model.evidence import Evidence
from segtier.model.workload import Coverage, InstanceStatistic, Segment
from segtier.reports.bundle.counters import COUNTERS, TOTALS, UNTOLD, make_segment
from segtier.reports.bundle.tables import Tables


def has_begin(file: str) -> str:
    """A condition: the file has rows of the span's begin."""
    return f"EXISTS (SELECT 1 FROM {file} x WHERE x.inst_id = p.inst_id AND x.snap_id = p.begin_snap)"


_PLACE = ("con_id", "owner", "object_name", "subobject_name", "object_type")


def span_segments(tables: Tables, prefix: str, most: int) -> tuple[tuple[Segment, ...], list[Any]]:
    """The busiest segments of the span, and the sums over all of them."""
    columns = tuple(COUNTERS.values())
    rows = segment_rows(prefix)
    sums = ", ".join(f"sum(1.0 * {one})" for one in columns)
    all_of_them = list(tables.one(f"SELECT {sums} FROM ({rows}) WHERE NOT ({SHRUNK})"))
    busy = "ifnull(physical_reads, 0) + ifnull(physical_read_requests, 0) + ifnull(physical_writes, 0)"
    chosen = tables.rows(
        f"SELECT *, {UNTOLD.format('')} FROM (SELECT * FROM ({rows}) WHERE {busy} > 0 AND NOT ({SHRUNK})"
        f" ORDER BY {busy} DESC, row LIMIT ?) ORDER BY row",
        most,
    )
    section = f"{prefix}_segments.csv"
    segments = (make_segment(row[1:9], list(row[9:]), (Evidence(section, 0, row[0]),)) for row in chosen)
    return tuple(segments), all_of_them


SHRUNK = " OR ".join(f"ifnull({one}, 0) < 0" for one in COUNTERS.values())


_EARLIER = "iif(a.rowid,a.{},0)"
"""0 of a row that was not there; not known of one that did not tell it."""


def segment_rows(prefix: str) -> str:
    """AWR's rows are differences; of Statspack's those at the begin are taken off, if there are any."""
    file, columns = f"{prefix}_segments", tuple(COUNTERS.values())
    figures, earlier = ", ".join(f"b.{one}" for one in columns), ""
    if prefix == "statspack":
        figures = ", ".join(f"b.{one} - {_EARLIER.format(one)} AS {one}" for one in columns)
        same = " AND ".join(f"a.{one} IS b.{one}" for one in (*_PLACE, '"dataobj#"'))
        earlier = f" LEFT JOIN {file} a ON a.inst_id = p.inst_id AND a.snap_id = p.begin_snap AND {same}"
    return (
        f"SELECT b.rowid - 1 AS row, b.owner, b.object_name, b.subobject_name, c.pdb, b.object_type, b.tablespace_name,"
        f' b."obj#", b."dataobj#", {figures} FROM span p JOIN {file} b ON b.inst_id = p.inst_id AND b.snap_id = p.end_snap'
        f"{earlier} LEFT JOIN pdbs c ON c.con_id = b.con_id WHERE {has_begin(file) if earlier else '1'}"
    )


def span_coverage(
    segments: tuple[Segment, ...], sums: list[Any], statistics: tuple[InstanceStatistic, ...]
) -> dict[str, Coverage]:
    totals = {one.name: one for one in statistics}
    captured = dict(zip(COUNTERS, sums, strict=True))
    found = {}
    for name, statistic in TOTALS.items():
        if captured[name] is None:
            continue
        row = totals.get(statistic)
        listed = sum([value or 0.0 for value in map(attrgetter(name), segments)])
        found[name] = Coverage(listed, float(captured[name]), row.total if row else None, row.evidence if row else ())
    return found
