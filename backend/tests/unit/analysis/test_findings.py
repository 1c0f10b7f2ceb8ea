"""What keeps a DBA from buying flash for nothing: each finding on a workload that has it, and none on one that has not."""

import pkgutil
import re
from dataclasses import replace
from pathlib import Path

import pytest

from segtier.advisor import advise
from segtier.analysis import findings as package
from segtier.model.advice import Finding
from segtier.model.workload import PgaAdvice, TimeModelRow, WaitEvent, Workload
from tests.builders import GIB, a_request, a_segment, a_wait, a_workload
from tests.sentences import like, tells, worded

READS = a_wait("db file sequential read", 18_000, 10)


def test_every_file_of_a_finding_is_listed() -> None:
    files = {module.name for module in pkgutil.iter_modules(package.__path__)}
    listed = {module.__name__.rpartition(".")[2] for module in package._ALL}
    assert files == listed, f"analysis/findings/__init__.py: {files ^ listed} stands in its folder or in _ALL only"


def test_every_finding_has_a_case() -> None:
    here = Path(__file__).parent
    told = "".join(path.read_text() for path in here.glob("test_*.py"))
    codes = {module.__name__.rpartition(".")[2].replace("_", "-") for module in package._ALL}
    missing = {code for code in codes if f'"{code}"' not in told}
    assert not missing, "add what it says, and a workload without it, to SAID and SILENT of test_finding_figures.py"


def findings(workload: Workload) -> dict[str, Finding]:
    return {finding.code: finding for finding in advise([workload], [], a_request()).findings}


def with_pga(extra_at_double: float) -> Workload:
    rows = tuple(
        PgaAdvice(target_bytes=factor * GIB, size_factor=float(factor), est_extra_bytes=extra)
        for factor, extra in ((1, 9e10), (2, extra_at_double))
    )
    return replace(a_workload((READS, a_wait("direct path read temp", 4_000, 8))), pga_advisory=rows)


def with_background(*waits: WaitEvent) -> Workload:
    return a_workload((READS, a_wait("log file sync", 9_000, 10), *waits))


def connecting(seconds: float) -> Workload:
    row = TimeModelRow("connection management call elapsed time", seconds)
    return replace(a_workload((READS,)), time_model=(*a_workload((READS,)).time_model, row))


CASES = [
    (
        "two segments make the reads",
        a_workload(segments=(a_segment("ORDERS", 900_000.0), a_segment("LINES", 200_000.0))),
        "few-segments-dominate",
        like("analysis/read-requests-look", "SHOP.ORDERS and SHOP.LINES", "make", "61 %", "them"),
    ),
    (
        "one segment makes the reads",
        a_workload(segments=(a_segment("ORDERS", 1_080_000.0), a_segment("LINES", 200_000.0))),
        "few-segments-dominate",
        like("analysis/read-requests-look", "SHOP.ORDERS", "makes", "60 %", "it"),
    ),
    ("a bigger cache would do it", a_workload(cache_factor_at_double=0.5), "bigger-cache-helps", "50 % fewer"),
    ("a bigger PGA would do it", with_pga(1e9), "temp-spill", like("analysis/pga-advisory-expects", ..., "99 %")),
    ("a bigger PGA would not", with_pga(8e10), "temp-spill", like("analysis/bigger-pga-target")),
    (
        "commits behind busy CPUs",
        a_workload(
            (
                a_wait("log file sync", 18_000, 8),
                a_wait("log file parallel write", 100, 0.5, foreground=False),
            ),
            cpu_s=26 * 3600,
        ),
        "commits-wait",
        like("analysis/cpus-busy-commits"),
    ),
    (
        "reads are at SSD latency",
        a_workload((a_wait("db file sequential read", 18_000, 0.4),)),
        "reads-already-fast",
        "0.4",
    ),
    (
        "scans",
        a_workload((READS, a_wait("direct path read", 9_000, 6)), statistics={"physical reads direct": 4e8}),
        "scans",
        "bandwidth decides",
    ),
    (
        "writes are the stall",
        a_workload((READS, a_wait("free buffer waits", 6_000, 12))),
        "write-stalls",
        "free buffer waits",
    ),
    (
        "the checkpoint is the stall",
        a_workload((READS, a_wait("log file switch (checkpoint incomplete)", 6_000, 900))),
        "write-stalls",
        like("analysis/more-larger-redo"),
    ),
    (
        "log writes take far too long",
        with_background(
            a_wait("log file sync", 9_000, 2_500), a_wait("log file parallel write", 900, 490, foreground=False)
        ),
        "commits-wait",
        like("analysis/log-write-itself", "490 ms"),
    ),
    (
        "full CPUs explain the rest",
        a_workload((READS,), cpu_s=3_500, rest_s=9_000, cores=1, threads=1),
        "unexplained-time",
        like("analysis/db-time-neither", "97 %"),
    ),
    (
        "one CPU",
        a_workload((READS,), cpu_s=3_500, cores=1, threads=1),
        "cpu-bound",
        "97 % of " + worded("analysis/machines-cpu") + ".",
    ),
    (
        "commits behind a standby",
        with_background(
            a_wait("SYNC Remote Write", 7_000, 8, foreground=False),
            a_wait("log file parallel write", 2_700, 3, foreground=False),
        ),
        "commits-wait",
        like("analysis/standby-confirms-each", "SYNC Remote Write", "7.8 ms"),
    ),
    (
        "log writes are fast already",
        with_background(
            a_wait("log file sync", 9_000, 0.5), a_wait("log file parallel write", 900, 0.9, foreground=False)
        ),
        "commits-wait",
        like("analysis/log-write-itself-takes-ssd"),
    ),
    ("sessions come and go", connecting(9_000), "logons", "Connecting takes 42 %"),
    (
        "too few reads",
        a_workload((a_wait("db file sequential read", 4_900, 10_000),)),
        "doubtful-reads",
        "Only 490 reads",
    ),
    (
        "impossible reads",
        a_workload((a_wait("db file sequential read", 9_000, 501),)),
        "doubtful-reads",
        "no device does",
    ),
    (
        "CPU",
        a_workload((a_wait("db file sequential read", 500, 5),), cpu_s=25 * 3600),
        "cpu-bound",
        like("analysis/cpu-db-time"),
    ),
]


@pytest.mark.parametrize(("name", "workload", "code", "words"), CASES, ids=[case[0] for case in CASES])
def test_a_workload_that_has_it(name: str, workload: Workload, code: str, words: str | re.Pattern[str]) -> None:
    found = findings(workload)
    assert code in found, (name, sorted(found))
    assert tells(found[code].text, words)


def test_segments_that_make_the_reads_do_not_matter_where_reads_take_no_time() -> None:
    locked = a_workload(
        (a_wait("db file sequential read", 100, 1), a_wait("enq: TX - row lock contention", 9_000, 900)),
        segments=(a_segment("ORDERS", 90_000.0),),
    )
    assert "few-segments-dominate" not in findings(locked)


def test_slow_reads_alone_raise_none_of_them() -> None:
    segments = tuple(a_segment(f"T{number}", 90_000.0) for number in range(20))
    plain = a_workload(segments=segments)
    assert not {case[2] for case in CASES} & set(findings(plain))
