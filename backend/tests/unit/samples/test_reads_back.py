"""What Segtier reads from the sample is the truth it was rendered from, to the printed precision."""

from __future__ import annotations

import pytest

from segtier.model.inventory import Inventory
from segtier.model.workload import Segment, SegmentKey, WaitEvent, Workload, segment_kind
from segtier.reports import read_document
from segtier.samples import house, oltp_sample
from segtier.samples.activity import Report
from segtier.samples.awr_html import render
from segtier.samples.awr_io import tablespaces
from segtier.samples.awr_memory import miss_factor
from segtier.samples.awr_segments import SegmentList, segment_lists, top_segments
from segtier.samples.oltp import counters_at_end
from segtier.samples.schema import before as all_segments
from segtier.samples.workload_model import SegmentHour

ADVICE_STANDS_ON = (
    "Database",
    "Host",
    "Snapshots",
    "Load Profile",
    "Time Model Statistics",
    "Foreground Wait Class",
    "Foreground Wait Events",
    "Background Wait Events",
    "Wait Event Histogram",
    "IOStat by Function summary",
    "IOStat by Filetype summary",
    "Tablespace IO Stats",
    "Buffer Pool Advisory",
    "Instance Activity Stats",
    "Segments by Physical Reads",
    "Segments by Physical Read Requests",
    "Segments by Physical Writes",
    "Segments by Physical Write Requests",
    "Parameters",
)
FIELDS = {
    "Segments by Logical Reads": "logical_reads_blocks",
    "Segments by Physical Reads": "physical_reads_blocks",
    "Segments by Physical Read Requests": "physical_read_requests",
    "Segments by UnOptimized Reads": "unoptimized_read_requests",
    "Segments by Optimized Reads": "optimized_read_requests",
    "Segments by Direct Physical Reads": "direct_reads_blocks",
    "Segments by Physical Writes": "physical_writes_blocks",
    "Segments by Physical Write Requests": "physical_write_requests",
    "Segments by Direct Physical Writes": "direct_writes_blocks",
    "Segments by Table Scans": "table_scans",
    "Segments by DB Blocks Changes": "block_changes",
    "Segments by Row Lock Waits": "row_lock_waits",
    "Segments by ITL Waits": "itl_waits",
    "Segments by Buffer Busy Waits": "buffer_busy_waits",
}

Pair = tuple[Report, Workload]


@pytest.fixture(params=["quiet hour", "batch hour", "busy hour", "after"], scope="module")
def pair(request: pytest.FixtureRequest, before: tuple[Report, ...], after: Report) -> Pair:
    truth = {"quiet hour": before[4], "batch hour": before[2], "busy hour": before[11], "after": after}[request.param]
    workload = read_document(render(truth), "awrrpt.html")
    assert isinstance(workload, Workload)
    return truth, workload


def key(segment: SegmentHour) -> SegmentKey:
    return (None, *segment.spec.key, segment_kind(segment.spec.type))


def test_every_report_of_the_sample_is_read_without_a_warning() -> None:
    for file in oltp_sample():
        document = read_document(file.data, file.name)
        assert document.warnings == (), file.name
        assert [s.name for s in document.sections if s.state == "unreadable"] == [], file.name


def test_sections_advice_stands_on_are_found(pair: Pair) -> None:
    states = {s.name: s.state for s in pair[1].sections}
    assert {name: states.get(name) for name in ADVICE_STANDS_ON} == dict.fromkeys(ADVICE_STANDS_ON, "found")


def test_identity(pair: Pair) -> None:
    truth, workload = pair
    database = workload.database
    assert (database.name, database.dbid, database.release) == (house.DB_NAME, house.DBID, house.RELEASE)
    assert (database.edition, database.rac, database.cdb, database.engineered) == ("EE", False, False, "none")
    assert database.block_size_bytes == 8192
    (instance,) = workload.instances
    assert (instance.host, instance.cpus, instance.cores, instance.startup_time) == (house.HOST, 32, 16, house.STARTUP)
    interval = workload.interval
    assert (interval.begin_snap, interval.begin_time, interval.end_time) == (
        truth.hour.begin_snap,
        truth.hour.begin,
        truth.hour.end,
    )
    assert workload.cache[0].buffer_cache_bytes == house.BUFFER_CACHE_MB * house.MIB
    assert workload.cache[0].sga_target_bytes == house.SGA_TARGET_MB * house.MIB


def test_times(pair: Pair) -> None:
    truth, workload = pair
    assert workload.interval.elapsed_s == pytest.approx(truth.hour.elapsed_s, abs=0.31)
    assert workload.interval.db_time_s == pytest.approx(truth.spent.db_time_s, abs=0.31)
    model = {row.name: row.time_s for row in workload.time_model}
    assert model["DB time"] == pytest.approx(truth.spent.db_time_s, abs=0.005)
    assert model["DB CPU"] == pytest.approx(truth.spent.db_cpu_s, abs=0.005)
    assert model["background cpu time"] == pytest.approx(truth.spent.background_cpu_s, abs=0.005)


def test_wait_events(pair: Pair) -> None:
    truth, workload = pair
    read = {(e.event, e.foreground): e for e in workload.wait_events}
    printed = [e for e in truth.spent.events if e.time_us >= 1000]
    assert read.keys() == {(e.name, e.foreground) for e in printed}
    for event in printed:
        _same_event(read[event.name, event.foreground], event.waits, event.time_us)


def _same_event(read: WaitEvent, waits: int, time_us: float) -> None:
    assert read.waits == waits, read.event
    # Seconds are printed whole below the first page; averages in hundredths of their unit.
    assert read.time_s == pytest.approx(time_us / 1e6, abs=0.501), read.event
    assert read.avg_wait_us == pytest.approx(time_us / waits, rel=0.006, abs=0.01), read.event


def test_histograms_keep_the_average(pair: Pair) -> None:
    truth, workload = pair
    totals: dict[str, int] = {}
    for event in truth.spent.events:
        totals[event.name] = totals.get(event.name, 0) + event.waits
    checked = 0
    for histogram in workload.wait_histograms:
        shares = [b.pct_of_waits or 0.0 for b in histogram.buckets]
        assert sum(shares) == pytest.approx(100, abs=1.2), histogram.event
        if histogram.waits is not None:
            assert histogram.waits == pytest.approx(totals[histogram.event], rel=0.051), histogram.event
            checked += 1
    assert checked > 20


def test_instance_statistics(pair: Pair) -> None:
    truth, workload = pair
    assert {s.name: s.total for s in workload.instance_statistics} == truth.statistics


def test_io(pair: Pair) -> None:
    truth, workload = pair
    functions = {f.function: f for f in workload.io_functions}
    for io in truth.functions:
        read = functions[io.name]
        assert read.read_requests_per_s == pytest.approx(truth.per_s(io.reads), abs=0.0051)
        assert read.write_requests_per_s == pytest.approx(truth.per_s(io.writes), abs=0.0051)
        assert read.read_bytes == pytest.approx(io.read_bytes, rel=0.05, abs=600_000)
    filetypes = {f.filetype: f for f in workload.io_filetypes}
    for io in truth.filetypes:
        read_type = filetypes[io.name]
        assert read_type.read_requests_per_s == pytest.approx(truth.per_s(io.reads), abs=0.0051)
        assert (read_type.small_read_us is None) == (io.small_us is None)
        if io.small_us is not None:
            assert read_type.small_read_us == pytest.approx(io.small_us, rel=0.001, abs=5)


def test_tablespaces(pair: Pair) -> None:
    truth, workload = pair
    read = {t.tablespace: t for t in workload.tablespace_io}
    assert read.keys() == {t.name for t in tablespaces(truth.hour)}
    for t in tablespaces(truth.hour):
        row = read[t.name]
        assert (row.read_requests, row.write_requests, row.buffer_waits) == (t.reads, t.writes, t.buffer_waits), t.name
        assert row.avg_read_us == pytest.approx(t.read_us, abs=5.1), t.name
        assert row.avg_write_us == pytest.approx(t.write_us, abs=5.1), t.name


@pytest.mark.parametrize("kind", segment_lists(), ids=lambda kind: kind.title)
def test_segment_lists(pair: Pair, kind: SegmentList) -> None:
    truth, workload = pair
    field = FIELDS[kind.title]
    top = {key(s): kind.counted(s) for s in top_segments(truth, kind)}
    read = {s.key: getattr(s, field) for s in workload.segments if getattr(s, field) is not None}
    assert read == top
    if len(top) == 5:
        _bounded(workload.segments, field, min(top.values()))


def test_statements_are_apart_and_none_makes_the_reads_alone(pair: Pair) -> None:
    """The sample's story is storage that is too slow, not a statement to tune."""
    truth, workload = pair
    covered, reads = workload.statement_coverage, [row.physical_reads_blocks or 0 for row in workload.statements]
    assert covered is not None
    assert covered.total == truth.statistics["physical reads"]
    assert covered.captured == pytest.approx(sum(reads), rel=1e-3)
    assert max(reads) < 0.5 * covered.total
    assert sum(sorted(reads)[-2:]) < 0.65 * covered.total
    assert all(row.module and row.executions and row.elapsed_s and row.plsql is False for row in workload.statements)


def _bounded(segments: tuple[Segment, ...], field: str, lowest: int) -> None:
    """A segment that a full list leaves out is known to lie below its last row."""
    missing = [s for s in segments if getattr(s, field) is None]
    assert missing
    assert all(s.below[field] == lowest for s in missing)


def test_buffer_pool_advisory(pair: Pair) -> None:
    truth, workload = pair
    for row in workload.buffer_pool_advisory:
        assert row.size_factor is not None
        assert row.est_physical_read_factor == pytest.approx(miss_factor(row.size_factor), abs=0.0051)
        assert row.est_physical_reads == pytest.approx(
            truth.reads_since_startup * miss_factor(row.size_factor), rel=1e-4
        )
    assert [r.size_factor for r in workload.buffer_pool_advisory] == [i / 10 for i in range(1, 21)]


@pytest.fixture(scope="module")
def exports() -> dict[str, bytes]:
    return {f.name: f.data for f in oltp_sample() if f.name.endswith(".csv")}


def test_counters_export(before: tuple[Report, ...], exports: dict[str, bytes]) -> None:
    workload = read_document(exports["segment_statistics.csv"], "segment_statistics.csv")
    assert isinstance(workload, Workload)
    assert workload.segment_basis["kind"] == "cumulative"
    truth = {key(s): s for s in counters_at_end(before) if s.spec.listed}
    assert {s.key for s in workload.segments} == truth.keys()
    for segment in workload.segments:
        for kind in segment_lists():
            field = FIELDS[kind.title]
            if field != "unoptimized_read_requests":
                assert getattr(segment, field) == kind.counted(truth[segment.key]), (segment.key, field)


def test_sizes_export(exports: dict[str, bytes]) -> None:
    inventory = read_document(exports["segment_sizes.csv"], "segment_sizes.csv")
    assert isinstance(inventory, Inventory)
    sizes = {s.key: s.size_bytes for s in inventory.segments}
    for spec in all_segments():
        if spec.listed and spec.tablespace != "TEMP":
            assert sizes[None, *spec.key, segment_kind(spec.type)] == spec.size_bytes
