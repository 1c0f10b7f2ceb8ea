"""The sample's database as the collector would have brought it: a bundle, and one of its reports to upload beside it.

    python -m tests.sample_bundle FOLDER        # writes FOLDER/oakshop.zip and a report, prints both paths

Segments, sizes and counters are the sample's exports; what decides how a segment moves is added, so that a plan made
from it can be looked at: an index belongs to the table its name begins with, the LOB to MEDIA.ASSETS. The LOB is read
as much as the busiest segments, so that it earns a move.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from segtier.model.inventory import Inventory, InventorySegment
from segtier.model.workload import Segment, Workload
from segtier.reports import read_document
from segtier.samples import oltp_sample
from tests.bundles import make_bundle

Row = dict[str, Any]
REPORT = "awrrpt_1_4116_4117.html"
LOB = {"owner": "MEDIA", "table_name": "ASSETS", "column_name": "CONTENT"}
_LOB_TIMES = 50
"""What the sample's LOB is read, so many times."""
_COUNTERS = {
    "logical_reads": "logical_reads_blocks",
    "db_block_changes": "block_changes",
    "physical_reads": "physical_reads_blocks",
    "physical_writes": "physical_writes_blocks",
    "physical_reads_direct": "direct_reads_blocks",
    "physical_writes_direct": "direct_writes_blocks",
    "physical_read_requests": "physical_read_requests",
    "physical_write_requests": "physical_write_requests",
    "segment_scans": "table_scans",
}


def make_sample_bundle(folder: Path, report: Workload) -> Path:
    """The folder of a bundle of the database that report is of."""
    counters, sizes = _document("segment_statistics.csv"), _document("segment_sizes.csv")
    assert isinstance(counters, Workload)
    assert isinstance(sizes, Inventory)
    statistics = list(_statistics(counters))
    rows: dict[str, Iterable[Row]] = {
        "database": [_database(report)],
        "instances": [_instance(report)],
        "segments": list(_segments(sizes)),
        "segment_statistics": statistics,
        "tables": list(_tables(sizes)),
        "indexes": list(_indexes(sizes)),
        "lobs": list(_lobs(sizes)),
        "tablespaces": list(_tablespaces(sizes)),
        "system_statistics": list(_totals(statistics)),
    }
    nothing = dict.fromkeys(("datafiles", "tempfiles", "redo_groups", "redo_members", "quotas", "io_functions",
                             "io_filetypes", "buffer_cache_advice", "buffer_pools", "sga_components"))  # fmt: skip
    release, identity = str(report.database.release), _identity(report)
    return make_bundle(folder, rows={**nothing, **rows}, release=release, manifest_items=identity)


def _identity(report: Workload) -> dict[str, str]:
    return {"dbid": str(report.database.dbid), "db_name": str(report.database.name)}


def _document(name: str) -> Any:
    data = next(one.data for one in oltp_sample() if one.name.endswith(name))
    return read_document(data, name)


def _collected(report: Workload) -> datetime:
    assert report.interval.end_time is not None
    return report.interval.end_time


def _database(report: Workload) -> Row:
    of = report.database
    return {
        "dbid": of.dbid, "name": of.name, "unique_name": of.unique_name, "role": of.role, "open_mode": "READ WRITE",
        "log_mode": "ARCHIVELOG", "force_logging": "NO", "platform": of.platform, "cdb": "NO", "version": of.release,
        "edition_banner": "Oracle Database 12c Enterprise Edition", "con_name": of.name,
        "collected_at": _collected(report), "block_size": of.block_size_bytes, "dataguard_dest": 0,
    }  # fmt: skip


def _instance(report: Workload) -> Row:
    of = report.instances[0]
    return {"inst_id": 1, "name": of.name, "host": of.host, "version": report.database.release, "status": "OPEN",
            "startup_time": of.startup_time, "cpu_count": of.cpus, "cores": of.cores, "sockets": of.sockets,
            "memory_bytes": of.memory_bytes}  # fmt: skip


def _named(segment: InventorySegment | Segment, name: str) -> Row:
    return {"owner": segment.owner, name: segment.name, "tablespace_name": segment.tablespace}


def _segments(sizes: Inventory) -> Iterator[Row]:
    for one in sizes.segments:
        yield {**_named(one, "segment_name"), "partition_name": one.subobject, "segment_type": one.type,
               "segment_subtype": "ASSM", "bytes": one.size_bytes}  # fmt: skip


def _statistics(counters: Workload) -> Iterator[Row]:
    for one in counters.segments:
        times = _LOB_TIMES if one.type == "LOB" else 1
        figures = {column: _whole(getattr(one, field), times) for column, field in _COUNTERS.items()}
        yield {"inst_id": 1, **_named(one, "object_name"), "subobject_name": one.subobject, "object_type": one.type,
               "obj#": one.object_id, "dataobj#": one.data_object_id, **figures}  # fmt: skip


def _totals(statistics: Sequence[Row]) -> Iterator[Row]:
    """The instance's totals: what its segments did, and a hundredth that no segment statistic shows."""
    for name, column in (("physical reads", "physical_reads"), ("physical writes", "physical_writes")):
        listed = sum(row[column] or 0 for row in statistics)
        yield {"inst_id": 1, "name": name, "value": round(listed * 1.01)}


def _whole(value: float | None, times: int) -> int | None:
    return None if value is None else round(value * times)


def _of_kind(sizes: Inventory, kind: str) -> Iterator[InventorySegment]:
    """Each object once, however many partitions it has."""
    seen = set()
    for one in sizes.segments:
        if (one.type or "").split()[0] == kind and (one.owner, one.name) not in seen:
            seen.add((one.owner, one.name))
            yield one


def _tables(sizes: Inventory) -> Iterator[Row]:
    for one in _of_kind(sizes, "TABLE"):
        yield {**_named(one, "table_name"), "partitioned": "YES" if one.subobject else "NO", "temporary": "N",
               "nested": "NO", "secondary": "N", "compression": "DISABLED", "logging": "YES", "dropped": "NO",
               "row_movement": "DISABLED", "degree": "1"}  # fmt: skip


def _indexes(sizes: Inventory) -> Iterator[Row]:
    tables = sorted({(one.owner, one.name) for one in _of_kind(sizes, "TABLE")}, key=lambda key: -len(key[1]))
    for one in _of_kind(sizes, "INDEX"):
        table = next((name for owner, name in tables if owner == one.owner and one.name.startswith(name)), None)
        yield {**_named(one, "index_name"), "table_owner": one.owner, "table_name": table, "index_type": "NORMAL",
               "uniqueness": "UNIQUE" if one.name.endswith(("PK", "UX")) else "NONUNIQUE", "status": "VALID",
               "partitioned": "YES" if one.subobject else "NO", "join_index": "NO", "compression": "DISABLED",
               "logging": "YES", "degree": "1"}  # fmt: skip


def _lobs(sizes: Inventory) -> Iterator[Row]:
    for one in _of_kind(sizes, "LOBSEGMENT"):
        yield {**LOB, "segment_name": one.name, "index_name": one.name.replace("_LOB", "_IL"), "partitioned": "NO",
               "securefile": "YES", "encrypt": "NO", "compression": "NO", "deduplication": "NO", "cache": "NO",
               "tablespace_name": one.tablespace}  # fmt: skip


def _tablespaces(sizes: Inventory) -> Iterator[Row]:
    for name in sorted({one.tablespace for one in sizes.segments if one.tablespace}):
        yield {"tablespace_name": name, "contents": "UNDO" if "UNDO" in name else "PERMANENT", "bigfile": "NO",
               "block_size": 8192, "extent_management": "LOCAL", "allocation_type": "SYSTEM", "logging": "LOGGING",
               "segment_space_management": "AUTO", "force_logging": "NO", "encrypted": "NO", "status": "ONLINE",
               "def_tab_compression": "DISABLED"}  # fmt: skip


def main(folder: Path) -> None:
    """Write the archive and the report, print their paths."""
    data = next(one.data for one in oltp_sample() if one.name.endswith(REPORT))
    report = read_document(data, REPORT)
    assert isinstance(report, Workload)
    bundle = make_sample_bundle(folder / "oakshop", report)
    print(shutil.make_archive(str(bundle), "zip", folder, bundle.name))
    (folder / REPORT).write_bytes(data)
    print(folder / REPORT)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
