"""What the sample tells: an I/O bound shop, the same bytes each time, and a better hour after nine segments moved."""

from __future__ import annotations

import csv
import hashlib
import os
import subprocess
import sys
import time
from itertools import pairwise

import pytest

from segtier.samples import house, oltp_sample, schema
from segtier.samples.activity import Report
from segtier.samples.awr_segments import segment_lists, top_segments
from segtier.samples.history import COUNTERS
from segtier.samples.oltp import counters_at_end
from segtier.samples.wait_model import Event
from segtier.samples.workload_model import total

BUSY_HOURS = range(10, 16)
GB = 10**9


def event(report: Report, name: str) -> Event:
    return next(e for e in report.spent.of(True) if e.name == name)


def share(report: Report, name: str) -> float:
    return event(report, name).time_us / 1e4 / report.spent.db_time_s


def rows(data: bytes) -> list[dict[str, str]]:
    lines = data.decode().splitlines()
    assert lines[0] == "", "SQL*Plus starts a result with an empty line"
    assert lines[-1].endswith(" rows selected.")
    return list(csv.DictReader(lines[1:-2]))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return {file.name: file.data for file in oltp_sample()}


@pytest.mark.parametrize("hour", BUSY_HOURS)
@pytest.mark.parametrize(
    ("name", "low_pct", "high_pct", "low_ms", "high_ms"),
    [("db file sequential read", 50, 60, 12, 14), ("log file sync", 8, 12.5, 8, 10)],
)
def test_busy_hours(
    before: tuple[Report, ...], hour: int, name: str, low_pct: float, high_pct: float, low_ms: float, high_ms: float
) -> None:
    assert low_pct <= share(before[hour], name) <= high_pct
    assert low_ms <= event(before[hour], name).avg_us / 1000 <= high_ms


def test_nights_are_quiet_and_scan(before: tuple[Report, ...]) -> None:
    assert before[4].spent.db_time_s < before[11].spent.db_time_s / 8
    assert share(before[2], "db file scattered read") > 4 * share(before[11], "db file scattered read")


def test_reports_follow_each_other(before: tuple[Report, ...], after: Report) -> None:
    for one, two in pairwise(before):
        assert one.hour.end == two.hour.begin
        assert one.hour.begin_snap + 1 == two.hour.begin_snap
        assert one.reads_since_startup < two.reads_since_startup
    assert after.hour.begin_snap - before[0].hour.begin_snap == 7 * 24 + 11


def test_sizes() -> None:
    listed = [s for s in schema.before() if s.listed and s.owner != "SYS"]
    indexes = sum(s.size_bytes for s in listed if s.is_index)
    data = sum(s.size_bytes for s in listed if not s.is_index)
    assert data == pytest.approx(300 * GB, rel=1e-4)
    assert indexes == pytest.approx(200 * GB, rel=1e-4)
    assert 60 <= len(listed) <= 80
    assert {s.type for s in listed} == {"TABLE", "TABLE PARTITION", "INDEX", "INDEX PARTITION", "LOB"}


def test_the_nine_that_move_are_the_densest_of_some_weight(before: tuple[Report, ...]) -> None:
    on_disks = [s for s in before[11].hour.segments if s.spec.group == house.DISKS]
    segments = [s for s in on_disks if s.spec.listed and s.spec.size_bytes > GB and s.single_reads > 9000]
    ranked = sorted(segments, key=lambda s: -s.single_reads / s.spec.size_bytes)
    assert {s.spec.key for s in ranked[:9]} == set(schema.HOT)
    moved = [s for s in before[11].hour.segments if s.spec.key in schema.HOT]
    assert sum(s.spec.size_bytes for s in moved) < 130 * GB
    assert total(moved, "single_reads") > 0.68 * total(on_disks, "single_reads")


def test_what_finance_reads_would_move_if_it_were_on_the_disks(before: tuple[Report, ...]) -> None:
    segments = {s.spec.key: s for s in before[11].hour.segments}
    least = min(segments[key].single_reads / segments[key].spec.size_bytes for key in schema.HOT)
    ledger = segments["LEDGER", "ENTRIES_ACCT_IX", None]
    assert ledger.spec.group == house.LEDGER
    assert ledger.single_reads / ledger.spec.size_bytes > least


@pytest.mark.parametrize("kind", segment_lists(), ids=lambda kind: kind.title)
def test_lists_are_the_top_of_the_same_truth(before: tuple[Report, ...], kind: object) -> None:
    counted = kind.counted  # type: ignore[attr-defined]
    top = top_segments(before[11], kind)  # type: ignore[arg-type]
    others = [s for s in before[11].hour.segments if s.spec.listed and s not in top]
    assert all(counted(s) <= min(map(counted, top), default=0) for s in others)


def test_counters_hold_the_day_and_forty_days_more(before: tuple[Report, ...], files: dict[str, bytes]) -> None:
    counters = counters_at_end(before)
    for i, segment in enumerate(counters):
        for name in COUNTERS:
            day = sum(getattr(r.hour.segments[i], name) for r in before)
            assert 30 * day <= getattr(segment, name) <= 40 * day, (segment.spec.key, name)
    printed = {
        (r["OWNER"], r["OBJECT_NAME"], r["SUBOBJECT_NAME"] or None): int(r["VALUE"])
        for r in rows(files["segment_statistics.csv"])
        if r["STATISTIC_NAME"] == "physical read requests"
    }
    assert printed == {s.spec.key: s.read_requests for s in counters if s.spec.listed}


def test_every_segment_counted_has_a_size(files: dict[str, bytes]) -> None:
    counted = {
        (r["OWNER"], r["OBJECT_NAME"], r["SUBOBJECT_NAME"])
        for r in rows(files["segment_statistics.csv"])
        if r["TABLESPACE_NAME"] != "TEMP"
    }
    sized = {
        (r["OWNER"], r["SEGMENT_NAME"], r["PARTITION_NAME"]): int(r["BYTES"]) for r in rows(files["segment_sizes.csv"])
    }
    assert counted <= sized.keys()
    assert all(size > 0 for size in sized.values())


def test_after_the_move(before: tuple[Report, ...], after: Report) -> None:
    then = before[11]
    assert after.hour.transactions / after.hour.elapsed_s == pytest.approx(
        then.hour.transactions / then.hour.elapsed_s, rel=1e-4
    )
    assert after.hour.latencies.single_us < 0.65 * then.hour.latencies.single_us
    assert event(after, "db file sequential read").avg_us < 0.25 * event(then, "db file sequential read").avg_us
    assert event(after, "log file sync").avg_us == pytest.approx(event(then, "log file sync").avg_us, rel=0.02)
    assert 0.35 < after.spent.db_time_s / then.spent.db_time_s < 0.55
    assert after.total("read_requests") == pytest.approx(then.total("read_requests"), rel=0.02)


def test_moved_segments_have_new_places_and_ids() -> None:
    for old, new in zip(schema.before(), schema.after(), strict=True):
        moved = old.key in schema.HOT
        assert (new.tablespace in ("SSD_DATA", "SSD_INDX")) == moved
        assert (new.data_object_id != old.data_object_id) == moved
        assert new.object_id == old.object_id


def test_same_bytes_each_time(files: dict[str, bytes]) -> None:
    program = (
        "import hashlib; from segtier.samples import oltp_sample; "
        "print(hashlib.sha256(b''.join(f.data for f in oltp_sample())).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    other = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == hashlib.sha256(b"".join(files.values())).hexdigest()


def test_quick_and_of_a_real_reports_size() -> None:
    begun = time.process_time()
    again = oltp_sample()
    assert time.process_time() - begun < 2
    assert len(again) == 27
    assert all(150_000 < len(f.data) < 400_000 for f in again if f.name.endswith(".html"))
    assert [f.period for f in again].count("after") == 1
