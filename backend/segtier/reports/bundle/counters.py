"""Counters of the busiest segments, instances added up, and how much of all I/O they explain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from segtier.model.evidence import Evidence
from segtier.model.workload import Coverage, Segment
from segtier.reports.bundle.tables import Tables

COUNTERS = {
    "logical_reads_blocks": "logical_reads",
    "physical_reads_blocks": "physical_reads",
    "physical_read_requests": "physical_read_requests",
    "optimized_read_requests": "optimized_physical_reads",
    "direct_reads_blocks": "physical_reads_direct",
    "physical_writes_blocks": "physical_writes",
    "physical_write_requests": "physical_write_requests",
    "direct_writes_blocks": "physical_writes_direct",
    "block_changes": "db_block_changes",
    "table_scans": "segment_scans",
    "buffer_busy_waits": "buffer_busy_waits",
    "row_lock_waits": "row_lock_waits",
    "itl_waits": "itl_waits",
}
"""Fields of a segment and their columns in segment_statistics and the hist_ and statspack_ files."""

TOTALS = {
    "logical_reads_blocks": "session logical reads",
    "physical_reads_blocks": "physical reads",
    "physical_read_requests": "physical read IO requests",
    "direct_reads_blocks": "physical reads direct",
    "physical_writes_blocks": "physical writes",
    "physical_write_requests": "physical write IO requests",
    "direct_writes_blocks": "physical writes direct",
    "block_changes": "db block changes",
}
"""The instance statistic that counts the same for the whole instance."""

WHERE = {
    "owner": "owner",
    "name": "object_name",
    "subobject": "subobject_name",
    "pdb": "con_id",
    "type": "object_type",
    "tablespace": "tablespace_name",
    "object_id": "obj#",
    "data_object_id": "dataobj#",
}
UNTOLD = "CASE WHEN {0}physical_reads_direct IS NULL THEN 1.0 * {0}physical_reads END"
"""The reads of a row that does not say how many of them are direct."""
_ACTIVE = " + ".join(f"ifnull(s.{column}, 0)" for column in COUNTERS.values())
_MOST_EVIDENCE = 8
"""Rows of one segment that are named: one for each instance."""


def of_all(column: str) -> str:
    """The sum over the instances of a bundle; NULL where one of them does not tell it."""
    return (
        "CASE WHEN count(DISTINCT inst_id) >= (SELECT count(DISTINCT inst_id) FROM instances)"
        f" AND count({column}) = count(*) THEN sum(1.0 * {column}) END"
    )


def read_segments(tables: Tables) -> tuple[Segment, ...]:
    """Segments with any activity, in the file's order."""
    sums = ", ".join((*(f"sum(1.0 * s.{column})" for column in COUNTERS.values()), f"sum({UNTOLD.format('s.')})"))
    rows = tables.rows(
        "SELECT min(s.rowid) - 1 AS row, group_concat(s.rowid), s.owner, s.object_name, s.subobject_name, c.pdb,"
        f' s.object_type, s.tablespace_name, max(s."obj#"), max(s."dataobj#"), {sums}'
        " FROM segment_statistics s CROSS JOIN busy k ON k.con_id = s.con_id AND k.owner = s.owner"
        " AND k.name = s.object_name AND k.sub = ifnull(s.subobject_name, '') AND k.kind = ifnull(kind_of(s.object_type), '')"
        f" LEFT JOIN pdbs c ON c.con_id = s.con_id WHERE {_ACTIVE} > 0"
        " GROUP BY k.con_id, k.owner, k.name, k.sub, k.kind ORDER BY row"
    )
    return tuple(_segment(row) for row in rows)


def count_folded(tables: Tables) -> int:
    """Rows with any activity whose segment is not kept."""
    (count,) = tables.one(
        f"SELECT count(*) FROM segment_statistics s WHERE {_ACTIVE} > 0 AND NOT EXISTS (SELECT 1 FROM busy k"
        " WHERE k.con_id = s.con_id AND k.owner = s.owner AND k.name = s.object_name"
        " AND k.sub = ifnull(s.subobject_name, '') AND k.kind = ifnull(kind_of(s.object_type), ''))"
    )
    return int(count)


def _segment(row: tuple[Any, ...]) -> Segment:
    _, places, owner, name, subobject, pdb, type_, tablespace, object_id, data_object_id, *sums = row
    return make_segment(
        (owner, name, subobject, pdb, type_, tablespace, object_id, data_object_id),
        sums,
        (Evidence("segment_statistics.csv", 0, int(place) - 1) for place in places.split(",")[:_MOST_EVIDENCE]),
    )


def make_segment(where: tuple[Any, ...], sums: list[Any], evidence: Iterable[Evidence]) -> Segment:
    """A segment of its place (in the order of `WHERE`) and its counters (in the order of `COUNTERS`, and `UNTOLD`)."""
    names = (*COUNTERS, "direct_untold_blocks")
    counted = {name: None if value is None else float(value) for name, value in zip(names, sums, strict=True)}
    return Segment(**dict(zip(WHERE, where, strict=True)), **counted, evidence=tuple(evidence))  # type: ignore[arg-type]


def coverage(tables: Tables, segments: Iterable[Segment]) -> dict[str, Coverage]:
    """What the segments kept, all segments of the bundle, and the instances count, for each counter that has a total."""
    known = list(segments)
    captured = tables.one(
        f"SELECT {', '.join(f'sum(1.0 * {COUNTERS[name]})' for name in TOTALS)} FROM segment_statistics"
    )
    found: dict[str, Coverage] = {}
    for (name, statistic), all_of_them in zip(TOTALS.items(), captured, strict=True):
        row, total = tables.one(
            f"SELECT min(rowid) - 1, {of_all('value')} FROM system_statistics WHERE name = ?", statistic
        )
        if all_of_them is None:
            continue
        listed = sum(getattr(one, name) or 0.0 for one in known)
        evidence = () if row is None else (Evidence("system_statistics.csv", 0, row),)
        found[name] = Coverage(listed, float(all_of_them), None if total is None else float(total), evidence)
    return found
