"""How long a large export of v$segment_statistics takes, and how much memory: 1,000,000 rows in long form, as CSV.

Run: `python benchmarks/segment_export.py [ROWS] [FORMAT]`; the formats are those of tests/client_formats.py.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from pathlib import Path

ROWS = 1_000_000
STATISTICS = ("logical reads", "physical reads", "physical read requests", "physical writes", "physical write requests",
              "physical reads direct", "db block changes", "gc buffer busy", "space used", "segment scans")  # fmt: skip
COLUMNS = ("INST_ID", "OWNER", "OBJECT_NAME", "SUBOBJECT_NAME", "TABLESPACE_NAME", "OBJ#", "DATAOBJ#", "OBJECT_TYPE",
           "STATISTIC_NAME", "VALUE")  # fmt: skip


def make_rows(count: int) -> list[tuple[str | int | None, ...]]:
    """Segments with ten statistics each, every fourth of them a partition."""
    return [
        (1, f"APP{n // 10_000}", f"SEGMENT_{n // 10}", f"P{n // 10}" if n // 10 % 4 == 0 else None, f"DATA{n // 90_000}",
         70_000 + n // 10, 80_000 + n // 10, "TABLE", STATISTICS[n % 10], 7_919 * (n + 1) % 100_000_007)
        for n in range(count)
    ]  # fmt: skip


def make_file(count: int, form: str) -> bytes:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.client_formats import FORMATS  # noqa: PLC0415 - the tests' folder is no package of ours to import

    return FORMATS[form](COLUMNS, make_rows(count))


def measure(data: bytes, answer: multiprocessing.connection.Connection) -> None:
    """Read in a process of its own, so that the peak is of reading alone."""
    from segtier.reports import read_document  # noqa: PLC0415

    before = peak_mib()
    start, cpu = time.perf_counter(), time.process_time()
    document = read_document(data, "export")
    spent_s, cpu_s = time.perf_counter() - start, time.process_time() - cpu
    answer.send((spent_s, cpu_s, before, peak_mib(), len(document.segments)))  # type: ignore[union-attr]


def peak_mib() -> float:
    """The most this process has had in memory; `getrusage` would count its parent's too."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def main(count: int, form: str) -> None:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    data = make_file(count, form)
    process = context.Process(target=measure, args=(data, there))
    process.start()
    spent_s, cpu_s, before, peak, segments = here.recv()
    process.join()
    print(f"{form}: {count:,} rows, {len(data) / 1e6:.0f} MB, {segments:,} segments")
    print(f"read in {spent_s:.1f} s, {cpu_s:.1f} s of them on the processor ({count / cpu_s:,.0f} rows/s)")
    print(f"peak memory {peak:.0f} MiB, of which {before:.0f} MiB before reading (the file's bytes among it)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROWS, sys.argv[2] if len(sys.argv) > 2 else "sqlplus csv")
