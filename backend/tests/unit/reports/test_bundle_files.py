"""What a bundle's files become, one file after the other: values, units and rows as they were written."""

# ruff: noqa: DTZ001 - times of a database have no zone

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.collect.catalogue import queries
from segtier.model.inventory import DatabaseFile, DiskGroup, FlashCacheFile, Quota, RedoGroup, Tablespace
from segtier.model.request import AdviceRequest
from segtier.model.workload import (
    BufferPool,
    BufferPoolAdvice,
    Cache,
    Database,
    Instance,
    IoFiletype,
    IoFunction,
    OsStatistic,
    Parameter,
    PgaAdvice,
    SgaAdvice,
    TimeModelRow,
    WaitClass,
    WaitEvent,
)
from segtier.oracle.devices import tier
from segtier.reports.bundle.files import BY_NAME, FILES
from segtier.units import GIB, MIB
from tests.packed_bundles import documents_at, documents_of

HOURS_UP = 10_800.0
"""The invented instance was started at 07:00 and read at 10:00."""


def test_the_page_on_the_format_names_every_file_and_column() -> None:
    page = (Path(__file__).resolve().parents[4] / "docs" / "internals" / "bundle-columns.md").read_text()
    listed = [line for line in page.partition("## Files and columns")[2].splitlines() if line.startswith("* ")]
    assert listed == [
        f"* `{one.name}`: {', '.join(f'**{c.name}**' if c.required else c.name for c in one.fields)}" for one in FILES
    ]


def a_file(folder: Path, name: str, *lines: str) -> None:
    (folder / f"{name}.csv").write_text("".join(f"{line}\n" for line in (*lines, '"#end"')))


def test_the_smallest_bundle_that_gives_an_answer(tmp_path: Path) -> None:
    """As the page on the format says; columns in another order, and one nobody knows."""
    a_file(
        tmp_path,
        "manifest",
        '"item","value","rows","sha256","state","reason"',
        '"format","segtier.bundle/1","","","",""',
    )
    a_file(tmp_path, "database", '"name","collected_at","dbid"', '"SHOP","2026-11-20T10:00:00","7"')
    a_file(tmp_path, "instances", '"startup_time","inst_id"', '"2026-11-20T08:00:00","1"')
    a_file(
        tmp_path, "time_model", '"inst_id","name","value_us"', '"1","DB time","9000000000"', '"1","DB CPU","1000000000"'
    )
    a_file(tmp_path, "system_events", '"inst_id","event","wait_class","total_waits","time_waited_us"',
           '"1","db file sequential read","User I/O","1000000","8000000000"')  # fmt: skip
    a_file(tmp_path, "system_statistics", '"inst_id","name","value"', '"1","physical reads","1000000"')
    a_file(
        tmp_path, "segments", '"mood","bytes","segment_type","segment_name","owner"', '"fair","4096","TABLE","T","A"'
    )
    a_file(tmp_path, "segment_statistics", '"inst_id","owner","object_name","object_type","physical_reads"',
           '"1","A","T","TABLE","900000"')  # fmt: skip
    documents = documents_at(tmp_path)
    answer = advise([documents.workload], [documents.inventory], AdviceRequest(tier=tier(10**12, None)))
    assert answer.interval_hours == 2.0
    assert [(one.name, one.size_bytes) for one in answer.segments] == [("T", 4096)]
    assert answer.quality.coverage["physical_reads"] == 0.9


def test_every_file_of_the_collector_is_declared_with_its_columns() -> None:
    declared = {one.name: [field.name for field in one.fields] for one in FILES}
    collected = {one.name: [column.name for column in one.columns] for one in queries()}
    assert {name: declared[name] for name in collected} == collected
    assert declared.keys() - collected.keys() <= {"statspack_os_statistics", "statspack_time_model"}
    assert len(BY_NAME) == len(FILES)


WORKLOAD: tuple[tuple[str, dict[str, Any], str, Any], ...] = (
    (
        "instances",
        {"inst_id": 2, "name": "two", "host": "h", "startup_time": datetime(2026, 11, 20, 9), "cpu_count": 8,
         "cores": 4, "sockets": 1, "memory_bytes": 5 * GIB},
        "instances",
        Instance(2, "two", "h", 8, 4, 1, 5 * GIB, datetime(2026, 11, 20, 9)),
    ),
    ("parameters", {"inst_id": 1, "name": "sga_target", "value": "0"}, "parameters",
     Parameter("sga_target", "0", instance=1)),
    ("time_model", {"inst_id": 1, "name": "DB time", "value_us": 7_500_000}, "time_model",
     TimeModelRow("DB time", 7.5, 100.0, 1)),
    ("os_statistics", {"inst_id": 1, "name": "BUSY_TIME", "value": 12, "cumulative": "YES"}, "os_statistics",
     OsStatistic("BUSY_TIME", 12.0, instance=1)),
    (
        "io_functions",
        {"inst_id": 1, "function": "LGWR", "small_read_bytes": 1, "large_read_bytes": 2, "small_read_requests": 108,
         "large_read_requests": 0, "small_write_bytes": 30, "large_write_bytes": 12, "small_write_requests": 10_800,
         "large_write_requests": 10_800, "waits": 4, "wait_time_ms": 6},
        "io_functions",
        IoFunction("LGWR", 3, 108.0, 0.01, 42, 21_600.0, 2.0, 4, 1_500.0, 1),
    ),
    (
        "io_filetypes",
        {"inst_id": 1, "filetype": "Data File", "small_read_bytes": 8, "large_read_bytes": 2, "small_read_requests": 10,
         "large_read_requests": 98, "small_write_bytes": 1, "large_write_bytes": 1, "small_write_requests": 54,
         "large_write_requests": 54, "small_read_time_ms": 45, "large_read_time_ms": 98},
        "io_filetypes",
        IoFiletype("Data File", 10, 0.01, 2, 0.01, 4_500.0, 1_000.0, 1),
    ),
    (
        "buffer_pools",
        {"inst_id": 1, "name": "KEEP", "db_block_gets": 3, "consistent_gets": 4, "physical_reads": 5,
         "physical_writes": 6, "free_buffer_wait": 7, "write_complete_wait": 8, "buffer_busy_wait": 9},
        "buffer_pool_statistics",
        BufferPool("KEEP", 7.0, 5.0, 6.0, 7.0, 8.0, 9.0, 1),
    ),
    (
        "buffer_cache_advice",
        {"inst_id": 1, "name": "DEFAULT", "block_size": 8192, "advice_status": "ON", "size_for_estimate_mb": 64,
         "size_factor": 0.5, "buffers_for_estimate": 8000, "estd_physical_read_factor": 1.25, "estd_physical_reads": 9},
        "buffer_pool_advisory",
        BufferPoolAdvice("DEFAULT", 64 * MIB, 0.5, 8000.0, 1.25, 9.0, None, 8192, 1),
    ),
    (
        "pga_advice",
        {"inst_id": 1, "pga_target_bytes": 1024, "pga_target_factor": 2, "estd_extra_bytes_rw": 3,
         "estd_pga_cache_hit_pct": 97, "estd_overalloc_count": 0},
        "pga_advisory",
        PgaAdvice(1024, 2.0, 3.0, 97.0, 0.0, 1),
    ),
    ("sga_advice", {"inst_id": 1, "sga_size_mb": 10, "sga_size_factor": 1, "estd_db_time": 5, "estd_physical_reads": 6},
     "sga_advisory", SgaAdvice(10 * MIB, 1.0, 5.0, 6.0, 1)),
)  # fmt: skip

INVENTORY: tuple[tuple[str, dict[str, Any], str, Any], ...] = (
    (
        "tablespaces",
        {"tablespace_name": "D", "contents": "PERMANENT", "bigfile": "YES", "block_size": 16384,
         "extent_management": "LOCAL", "allocation_type": "UNIFORM", "next_extent": MIB, "segment_space_management": "AUTO",
         "logging": "NOLOGGING", "force_logging": "NO", "encrypted": "YES", "compress_for": "OLTP", "status": "ONLINE"},
        "tablespaces",
        Tablespace("D", None, "PERMANENT", True, 16384, "LOCAL", "UNIFORM", MIB, "AUTO", False, False, True, "OLTP", "ONLINE"),
    ),
    (
        "datafiles",
        {"file_id": 5, "file_name": "+DATA/x.1", "tablespace_name": "D", "bytes": GIB, "autoextensible": "YES",
         "maxbytes": 2 * GIB, "increment_by_bytes": MIB, "status": "AVAILABLE"},
        "datafiles",
        DatabaseFile("+DATA/x.1", "D", 5, None, GIB, 2 * GIB, MIB, "AVAILABLE"),
    ),
    (
        "tempfiles",
        {"file_id": 1, "file_name": "t", "tablespace_name": "TEMP", "bytes": GIB, "autoextensible": "NO", "maxbytes": 0,
         "increment_by_bytes": 0, "status": "ONLINE"},
        "temp_files",
        DatabaseFile("t", "TEMP", 1, None, GIB, None, None, "ONLINE"),
    ),
    (
        "disk_groups",
        {"name": "DATA", "state": "MOUNTED", "type": "NORMAL", "total_mb": 30, "free_mb": 20, "usable_file_mb": 8,
         "allocation_unit_bytes": 4 * MIB, "compatible_rdbms": "12.1.0.0.0"},
        "disk_groups",
        DiskGroup("DATA", "NORMAL", 30 * MIB, 20 * MIB, 8 * MIB, 4 * MIB, "12.1.0.0.0", "MOUNTED"),
    ),
    ("quotas", {"username": "U", "tablespace_name": "D", "bytes": 5, "max_bytes": -1}, "quotas",
     Quota("U", "D", None, 5, None, True)),
    ("quotas", {"username": "U", "tablespace_name": "D", "bytes": 5, "max_bytes": 9}, "quotas",
     Quota("U", "D", None, 5, 9, False)),
    ("flash_cache", {"inst_id": 1, "file#": 1, "name": "/f", "bytes": GIB, "enabled": "1"}, "flash_cache",
     FlashCacheFile("/f", GIB, True, 1)),
)  # fmt: skip


def bare(value: Any) -> Any:
    """Without evidence: checked by itself."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__ if name != "evidence"}


@pytest.mark.parametrize(("file", "row", "field", "expected"), WORKLOAD, ids=[one[0] for one in WORKLOAD])
def test_figures(tmp_path: Path, file: str, row: dict[str, Any], field: str, expected: Any) -> None:
    (found,) = getattr(documents_of(tmp_path, {file: [row]}).workload, field)
    assert bare(found) == bare(expected)


@pytest.mark.parametrize(("file", "row", "field", "expected"), INVENTORY, ids=[one[0] for one in INVENTORY])
def test_storage(tmp_path: Path, file: str, row: dict[str, Any], field: str, expected: Any) -> None:
    assert getattr(documents_of(tmp_path, {file: [row]}).inventory, field) == (expected,)


READ = {"inst_id": 1, "event": "db file sequential read", "wait_class": "User I/O", "total_waits": 500,
        "total_timeouts": 50, "time_waited_us": 2_000_000}  # fmt: skip
DB_TIME = {"time_model": [{"inst_id": 1, "name": "DB time", "value_us": 10_000_000}]}


def a_wait(foreground: bool, *figures: Any, event: str = READ["event"]) -> dict[str, Any]:  # type: ignore[assignment]
    return bare(WaitEvent(event, "User I/O", foreground, *figures, instance=1))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            READ | {"total_waits_fg": 400, "total_timeouts_fg": 40, "time_waited_us_fg": 1_000_000},
            [a_wait(True, 400, 10.0, 1.0, 2_500.0, 10.0), a_wait(False, 100, 10.0, 1.0, 10_000.0, None)],
        ),
        (
            READ | {"total_waits_fg": 500, "total_timeouts_fg": 50, "time_waited_us_fg": 2_000_000},
            [a_wait(True, 500, 10.0, 2.0, 4_000.0, 20.0)],
        ),
        (
            READ | {"total_waits_fg": 0, "total_timeouts_fg": 0, "time_waited_us_fg": 0},
            [a_wait(False, 500, 10.0, 2.0, 4_000.0, None)],
        ),
        (READ, [a_wait(True, 500, 10.0, 2.0, 4_000.0, 20.0)]),
        (
            READ | {"event": "log file parallel write"},
            [a_wait(False, 500, 10.0, 2.0, 4_000.0, None, event="log file parallel write")],
        ),
    ],
    ids=["split", "foreground only", "background only", "10.2", "10.2, a background event"],
)
def test_waits_by_foreground_and_background(tmp_path: Path, row: dict[str, Any], expected: list[Any]) -> None:
    documents = documents_of(tmp_path, DB_TIME | {"system_events": [row]})
    assert [bare(one) for one in documents.workload.wait_events] == expected


def test_wait_classes_are_sums_without_idle_waits(tmp_path: Path) -> None:
    rows = [READ | {"event": event, "wait_class": of, "total_waits_fg": 100, "time_waited_us_fg": 500_000}
            for event, of in (("a", "User I/O"), ("b", "User I/O"), ("c", "Idle"))]  # fmt: skip
    (found,) = documents_of(tmp_path, DB_TIME | {"system_events": rows}).workload.wait_classes
    assert bare(found) == bare(WaitClass("User I/O", 200, 1.0, 5_000.0, 10.0, 1))


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({1: 1, 128: 1, 256: 2}, [(0.0, 1.0, 25.0), (64.0, 128.0, 25.0), (128.0, 256.0, 50.0)]),
        ({1000: 3, 2000: 1}, [(0.0, 1000.0, 75.0), (1000.0, 2000.0, 25.0)]),
        ({1000: 0}, None),
    ],
    ids=["microseconds", "milliseconds", "no waits"],
)
def test_histograms(tmp_path: Path, counts: dict[int, int], expected: list[Any] | None) -> None:
    rows = [{"inst_id": 1, "event": "e", "bucket_us_max": top, "wait_count": n} for top, n in counts.items()]
    found = documents_of(tmp_path, {"event_histograms": rows}).workload.wait_histograms
    if expected is None:
        assert found == ()
    else:
        assert [(b.from_us, b.to_us, b.pct_of_waits) for b in found[0].buckets] == expected
        assert found[0].waits == sum(counts.values())


def test_statistics_have_the_rate_since_start_up(tmp_path: Path) -> None:
    rows = [{"inst_id": 1, "name": "physical reads", "value": 10_800}]
    (found,) = documents_of(tmp_path, {"system_statistics": rows}).workload.instance_statistics
    assert (found.total, found.per_s) == (10_800.0, 1.0)


def test_reads_of_a_tablespace_are_those_of_its_files(tmp_path: Path) -> None:
    one = {"file_name": "a", "tablespace_name": "D", "read_requests": 100, "read_time_cs": 50, "write_requests": 8,
           "write_time_cs": 4, "single_block_reads": 60, "single_block_read_time_cs": 24}  # fmt: skip
    documents = documents_of(tmp_path, {"datafiles": [one, one | {"file_name": "b", "read_requests": 8}]})
    assert [(f.file, f.read_requests, f.avg_read_us) for f in documents.workload.file_io] == [
        ("a", 100.0, 5_000.0),
        ("b", 8.0, 62_500.0),
    ]
    (space,) = documents.workload.tablespace_io
    assert (space.read_requests, space.read_requests_per_s, space.write_requests) == (108.0, 0.01, 16.0)
    assert (space.avg_read_us, space.avg_write_us, space.avg_single_block_read_us) == (1e6 / 108, 5_000.0, 4_000.0)


def test_redo_groups_have_their_members(tmp_path: Path) -> None:
    rows = {
        "redo_groups": [{"thread#": 1, "group#": 3, "bytes": GIB, "members": 2, "status": "CURRENT", "blocksize": 512,
                         "standby": "NO"}, {"thread#": 1, "group#": 9, "bytes": GIB, "standby": "YES"}],
        "redo_members": [{"group#": 3, "type": "ONLINE", "member": name} for name in ("/a", "/b")],
    }  # fmt: skip
    assert documents_of(tmp_path, rows).inventory.redo_groups == (
        RedoGroup(3, 1, GIB, 512, ("/a", "/b"), "CURRENT", standby=False),
        RedoGroup(9, 1, GIB, None, (), None, standby=True),
    )


def test_the_database_and_its_interval(tmp_path: Path) -> None:
    documents = documents_of(tmp_path, cdb=True)
    workload = documents.workload
    expected = Database("SHOP", "SHOP_A", 4711, "19.0.0.0.0", "EE", "PRIMARY", None, True, None, "Linux x86 64-bit",
                        None, 8192)  # fmt: skip
    assert (workload.database, documents.inventory.database) == (expected, expected)
    interval = workload.interval
    assert (interval.begin_time, interval.end_time) == (datetime(2026, 11, 20, 7), datetime(2026, 11, 20, 10))
    assert interval.elapsed_s == HOURS_UP
    assert workload.segment_basis == {"kind": "cumulative", "from": "2026-11-20T07:00:00", "to": "2026-11-20T10:00:00"}
    assert {warn.code for warn in (*workload.warnings, *documents.inventory.warnings)} == set()


@pytest.mark.parametrize(
    ("later_s", "elapsed_s", "db_time_s", "warnings"),
    [(108, HOURS_UP, 300.0, set()), (109, None, None, {"different-starts"})],
)
def test_instances_started_within_a_hundredth_of_their_time_up_started_together(
    tmp_path: Path, later_s: int, elapsed_s: float | None, db_time_s: float | None, warnings: set[str]
) -> None:
    first = datetime(2026, 11, 20, 7)
    starts = (first, first + timedelta(seconds=later_s))
    instances = [{"inst_id": n, "name": f"SHOP{n}", "startup_time": start} for n, start in enumerate(starts, start=1)]
    times = [{"inst_id": n, "name": "DB time", "value_us": n * 10**8} for n in (1, 2)]
    documents = documents_of(tmp_path, {"instances": instances, "time_model": times})
    interval = documents.workload.interval
    assert (interval.elapsed_s, interval.db_time_s) == (elapsed_s, db_time_s)
    assert interval.begin_time == (first if elapsed_s else None)
    assert documents.warnings == warnings


@pytest.mark.parametrize("file", ["time_model", "system_statistics"])
def test_what_one_instance_does_not_tell_is_not_known_of_the_database(tmp_path: Path, file: str) -> None:
    instances = [{"inst_id": n, "name": f"SHOP{n}", "startup_time": datetime(2026, 11, 20, 7)} for n in (1, 2)]
    rows = {
        "time_model": [{"inst_id": n, "name": "DB time", "value_us": n * 10**8} for n in (1, 2)],
        "system_statistics": [{"inst_id": n, "name": "physical reads", "value": n * 1_000_000} for n in (1, 2)],
    }

    def told(folder: str) -> tuple[float | None, float | None]:
        one = documents_of(tmp_path / folder, {"instances": instances} | rows).workload
        return one.interval.db_time_s, one.segment_coverage["physical_reads_blocks"].total

    assert told("whole") == (300.0, 3_000_000.0)
    rows[file].pop()
    assert told("less") == (
        None if file == "time_model" else 300.0,
        None if file == "system_statistics" else 3_000_000.0,
    )


DATABASE = {"dbid": 4711, "name": "SHOP", "collected_at": datetime(2026, 11, 20, 10)}


@pytest.mark.parametrize(
    ("column", "value", "field", "expected"),
    [
        ("log_mode", "ARCHIVELOG", "archivelog", True),
        ("log_mode", "NOARCHIVELOG", "archivelog", False),
        ("log_mode", None, "archivelog", None),
        ("force_logging", "YES", "force_logging", True),
        ("dataguard_dest", 2, "standby", True),
        ("dataguard_dest", 0, "standby", False),
        ("dataguard_dest", None, "standby", None),
        ("supplemental_log_pk", "YES", "supplemental_logging", True),
        ("supplemental_log_min", "IMPLICIT", "supplemental_logging", True),
        ("supplemental_log_min", "NO", "supplemental_logging", False),
        ("supplemental_log_min", None, "supplemental_logging", None),
    ],
)
def test_what_matters_for_a_move(tmp_path: Path, column: str, value: Any, field: str, expected: Any) -> None:
    inventory = documents_of(tmp_path, {"database": [DATABASE | {column: value}]}).inventory
    assert getattr(inventory, field) is expected


def test_temp_in_use_is_added_over_instances(tmp_path: Path) -> None:
    rows = [{"inst_id": n, "tablespace_name": "TEMP", "max_used_bytes": n * GIB} for n in (1, 2)]
    assert documents_of(tmp_path, {"temp_usage": rows}).inventory.temp_peak_bytes == 3 * GIB


def test_memory_of_each_instance_as_it_is_and_as_it_is_set(tmp_path: Path) -> None:
    """What a PDB sets is not the instance's; other pools are not read."""
    sizes = ((1, "DEFAULT buffer cache", 3 * GIB), (1, "shared pool", GIB), (1, "large pool", MIB),
             (2, "DEFAULT buffer cache", 2 * GIB))  # fmt: skip
    rows = {
        "sga_components": [{"inst_id": n, "component": name, "current_bytes": size} for n, name, size in sizes],
        "parameters": [{"inst_id": 1, "name": "sga_target", "value": str(5 * GIB)},
                       {"inst_id": 1, "name": "memory_target", "value": "0"},
                       {"inst_id": 1, "con_id": 3, "name": "pga_aggregate_target", "value": "7"}],
    }  # fmt: skip
    found = documents_of(tmp_path, rows).workload.cache
    assert [bare(one) for one in found] == [bare(Cache(1, 3 * GIB, GIB, 5 * GIB, 0)), bare(Cache(2, 2 * GIB))]
    assert [[evidence.row for evidence in one.evidence] for one in found] == [[0, 1], [3]]
