"""Calibrations, and AWR reports of a run: figures that Oracle saw itself."""

from __future__ import annotations

import pytest

from segtier.documents import encode
from segtier.errors import SegtierError
from segtier.measured import choose, read_measurement
from segtier.measured.awr import read_run
from segtier.model.measured import Measured
from segtier.model.workload import WaitEvent
from segtier.units import MIB
from tests.builders import a_wait, a_workload, some_sizes

CSV = '"START_TIME","END_TIME","MAX_IOPS","MAX_MBPS","MAX_PMBPS","LATENCY","NUM_PHYSICAL_DISKS"\n'
ROW = '"22-NOV-26 02.00.00 PM","22-NOV-26 02.09.00 PM",{iops},{mbps},410,{latency},8\n'
SPOOL = """
SQL> select max_iops, max_mbps, max_pmbps, latency, num_physical_disks from dba_rsrc_io_calibrate;

  MAX_IOPS   MAX_MBPS  MAX_PMBPS    LATENCY NUM_PHYSICAL_DISKS
---------- ---------- ---------- ---------- ------------------
    213400       3120        410          0                  8

1 row selected.
"""
PRINTED = "max_iops = 213400\nlatency  = 0\nmax_mbps = 3120\n\nPL/SQL procedure successfully completed.\n"


def a_row(iops: int = 213_400, mbps: int = 3_120, latency: int = 0) -> str:
    return CSV + ROW.format(iops=iops, mbps=mbps, latency=latency)


@pytest.mark.parametrize(
    "text", [a_row(), a_row().replace(",", "\t"), SPOOL, PRINTED], ids=["csv", "tsv", "spool", "printed"]
)
def test_a_calibration_gives_its_limits_and_a_latency_at_most(text: str) -> None:
    read = read_measurement(text.encode(), "calibrate.txt")
    found = choose([read])
    assert found.read_iops is not None
    assert (found.read_iops.value, found.read_iops.bound) == (213_400, False)
    assert found.read_bytes_per_s is not None
    assert found.read_bytes_per_s.value == 3_120 * MIB
    assert found.read_us is not None
    assert (found.read_us.value, found.read_us.bound) == (1_000, True)
    assert (found.write_us, found.write_iops, found.write_bytes_per_s) == (None, None, None)
    assert [warn.code for warn in read.warnings] == ["calibrated-where"]


def test_the_latest_of_several_rows_counts() -> None:
    both = a_row(iops=900) + ROW.format(iops=213_400, mbps=3_120, latency=0)
    found = choose([read_measurement(both.encode(), "calibrate.csv")])
    assert found.read_iops is not None
    assert found.read_iops.value == 213_400


def test_milliseconds_are_whole_and_look_like_disks_from_four_on() -> None:
    read = read_measurement(a_row(latency=7).encode(), "calibrate.csv")
    assert read.figures is not None
    assert read.figures.read_us is not None
    assert read.figures.read_us.value == 8_000
    assert "looks-like-disks" in [warn.code for warn in read.warnings]


@pytest.mark.parametrize(("latency", "warned"), [(3, False), (4, True)])
def test_four_milliseconds_are_disks_and_three_are_not(latency: int, warned: bool) -> None:
    read = read_measurement(a_row(latency=latency).encode(), "calibrate.csv")
    assert ("looks-like-disks" in [warn.code for warn in read.warnings]) is warned


@pytest.mark.parametrize(
    ("case", "text", "code"),
    [
        ("no row", CSV, "no-calibration"),
        ("never calibrated", a_row(iops=0), "no-calibration"),
        ("the words alone", "MAX_IOPS is a column", "no-calibration"),
        ("empty", " ", "empty-file"),
        ("sizes", encode(some_sizes(("ORDERS", 40))).decode(), "unsupported-document"),
        ("no measurement at all", "<p>to be, or not to be</p>", "unknown-document"),
    ],
)
def test_what_is_no_measurement_is_refused_by_name(case: str, text: str, code: str) -> None:
    with pytest.raises(SegtierError) as refused:
        choose([read_measurement(text.encode(), "some.file")])
    assert refused.value.code == code, case
    assert "some.file" in refused.value.message


READS_ONLY = {"physical write IO requests": 9.0, "physical writes": 9.0}


def of(*waits: WaitEvent, statistics: dict[str, float] = READS_ONLY) -> Measured:
    return choose([read_run(a_workload(waits, statistics=statistics), "slob.html")])


def test_a_report_of_slob_gives_what_oracle_waited() -> None:
    """18 s of 0.2 ms are 90,000 reads in an hour: 25 a second. One hour, so a quarter either way."""
    found = of(a_wait("db file sequential read", 18, 0.2))
    assert found.read_us is not None
    assert (found.read_us.value, found.read_us.low, found.read_us.high) == (
        pytest.approx(200),
        pytest.approx(150),
        pytest.approx(250),
    )
    assert found.read_iops is not None
    assert (found.read_iops.value, found.read_iops.bound) == (pytest.approx(25), True)


def test_sessions_in_reads_decide_what_a_report_tells() -> None:
    """20 sessions in reads: no latency of its own. 128 of them: a limit, unless many requests were writes."""
    assert of(a_wait("db file sequential read", 20 * 3600, 0.4)).read_us.bound  # type: ignore[union-attr]
    full = of(a_wait("db file sequential read", 128.1 * 3600, 0.4)).read_iops
    assert full is not None
    assert (full.value, full.bound) == (pytest.approx(128.1 / 0.4e-3), False)
    beside = of(a_wait("db file sequential read", 128.1 * 3600, 0.4), statistics={}).read_iops
    assert beside is not None
    assert beside.bound


def test_a_report_of_disks_or_of_few_reads_is_doubted() -> None:
    slow = read_run(a_workload((a_wait("db file sequential read", 18_000, 12),)), "today.html")
    assert [warn.code for warn in slow.warnings] == ["report-of-the-flash", "looks-like-disks"]
    few = read_run(a_workload((a_wait("db file sequential read", 1, 0.2),)), "today.html")
    assert [warn.code for warn in few.warnings] == ["report-of-the-flash", "few-reads"]


def test_a_report_without_single_block_reads_is_refused() -> None:
    with pytest.raises(SegtierError, match="no db file sequential read"):
        read_run(a_workload((a_wait("direct path read", 18_000, 6),)), "scans.html")


def test_a_workload_document_of_ours_is_a_report_too() -> None:
    document = encode(a_workload((a_wait("db file sequential read", 18, 0.2),)))
    assert choose([read_measurement(document, "slob.json")]).read_us is not None
