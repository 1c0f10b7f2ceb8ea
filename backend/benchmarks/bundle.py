"""Reading a collector bundle: seconds, megabytes per second and peak memory.

    .venv/bin/python benchmarks/bundle.py [SEGMENTS ...]      (default: 100000 1000000)

Every segment has counters, few have many; half are tables, the rest indexes and LOBs. The bundle is a zip made for the occasion.
"""

from __future__ import annotations

import csv
import hashlib
import io
import multiprocessing
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from segtier.model.workload import Source
from segtier.reports.bundle import PackedFiles, read_bundle
from segtier.reports.bundle.files import BY_NAME

SIZES = (100_000, 1_000_000)
_DAY = "2026-11-20T"
_MOST_READS, _STEEPNESS, _READ_US = 2 * 10**7, 1.3, 6_000
"""Reads of the busiest segment since start-up; those of the others fall with their rank to this power."""


def rows_of(file: str, segments: int) -> Iterable[dict[str, object]]:
    """Rows of the files that grow with the segments; one row for those the reading cannot do without."""
    reads, writes = _sums(segments)
    figures = {"physical reads": reads, "physical read IO requests": reads, "physical read total IO requests": reads,
               "session logical reads": reads * 30, "physical writes": writes, "user commits": 10**6,
               "physical write IO requests": writes, "redo size": 10**11}  # fmt: skip
    wait_us, cpu_us = reads * _READ_US, 10**11
    small: dict[str, list[dict[str, object]]] = {
        "database": [{"dbid": 4711, "name": "BENCH", "version": "19.0.0.0.0", "collected_at": _DAY + "20:00:00",
                      "block_size": 8192}],
        "instances": [{"inst_id": 1, "name": "bench1", "startup_time": _DAY + "08:00:00", "cpu_count": 16}],
        "time_model": [{"inst_id": 1, "name": "DB time", "value_us": wait_us + cpu_us},
                       {"inst_id": 1, "name": "DB CPU", "value_us": cpu_us}],
        "system_events": [{"inst_id": 1, "event": "db file sequential read", "wait_class": "User I/O",
                           "total_waits": reads, "time_waited_us": wait_us, "total_waits_fg": reads,
                           "time_waited_us_fg": wait_us}],
        "system_statistics": [{"inst_id": 1, "name": name, "value": value} for name, value in figures.items()],
    }  # fmt: skip
    return small[file] if file in small else _long(file, segments)


def _reads_of(rank: int) -> int:
    return int(_MOST_READS / rank**_STEEPNESS)


def _sums(segments: int) -> tuple[int, int]:
    """Reads and writes of all segments."""
    counted = [(_reads_of(1 + n * 104_729 % segments), n) for n in range(segments)]
    return sum(reads for reads, _ in counted), sum(reads // (2 + n % 7) for reads, n in counted)


def _long(file: str, segments: int) -> Iterator[dict[str, object]]:
    """Of four segments two are tables, one an index and one a LOB of the table before."""
    for n in range(segments):
        owner, table = f"APP{n // 20_000}", f"TABLE_{n // 4 * 2 + min(n % 4, 1):07}"
        kind = ("TABLE", "TABLE", "INDEX", "LOBSEGMENT")[n % 4]
        name = {"TABLE": table, "INDEX": f"{table}_PK", "LOBSEGMENT": f"SYS_LOB{n:010}C00003$$"}[kind]
        space = f"DATA_{n % 7}"
        if file == "segments":
            yield {"owner": owner, "segment_name": name, "segment_type": kind, "tablespace_name": space,
                   "bytes": 65_536 * (1 + n * 7_919 % 100_003)}  # fmt: skip
        elif file == "segment_statistics":
            reads = _reads_of(1 + n * 104_729 % segments)
            yield {"inst_id": 1, "owner": owner, "object_name": name, "object_type": kind.removesuffix("SEGMENT"),
                   "tablespace_name": space, "obj#": 70_000 + n, "dataobj#": 90_000 + n, "logical_reads": reads * 30,
                   "db_block_changes": n % 1_000, "physical_reads": reads, "physical_writes": reads // (2 + n % 7),
                   "physical_reads_direct": 0, "physical_writes_direct": 0, "physical_read_requests": reads,
                   "physical_write_requests": reads // (2 + n % 7), "optimized_physical_reads": 0, "segment_scans": n % 10,
                   "buffer_busy_waits": 0, "row_lock_waits": 0, "itl_waits": 0}  # fmt: skip
        elif file == "tables" and kind == "TABLE":
            yield {"owner": owner, "table_name": name, "partitioned": "NO", "temporary": "NO", "nested": "NO",
                   "compression": "DISABLED", "logging": "YES", "tablespace_name": space}  # fmt: skip
        elif file == "indexes" and kind == "INDEX":
            yield {"owner": owner, "index_name": name, "table_owner": owner, "table_name": table, "index_type": "NORMAL",
                   "partitioned": "NO", "join_index": "NO", "compression": "DISABLED", "logging": "YES"}  # fmt: skip
        elif file == "lobs" and kind == "LOBSEGMENT":
            yield {"owner": owner, "table_name": table, "column_name": "BODY", "segment_name": name,
                   "index_name": name.replace("LOB", "IL"), "partitioned": "NO", "securefile": "YES"}  # fmt: skip


FILES = ("database", "instances", "time_model", "system_events", "system_statistics", "segments", "segment_statistics", "tables",
         "indexes", "lobs")  # fmt: skip


def make_bundle(path: Path, segments: int) -> int:
    """Write the zip; gives the bytes of the files in it."""
    total = 0
    manifest = [("item", "value", "rows", "sha256", "state", "reason"), ("format", "segtier.bundle/1", "", "", "", ""),
                ("dbid", "4711", "", "", "", "")]  # fmt: skip
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for file in FILES:
            digest, count = hashlib.sha256(), 0
            with archive.open(f"bench/{file}.csv", "w", force_zip64=True) as member:
                for piece, count in _pieces(file, segments):  # noqa: B007 - the last count is the number of rows
                    digest.update(piece)
                    member.write(piece)
                    total += len(piece)
            manifest.append(("file", f"{file}.csv", str(count), digest.hexdigest(), "done", ""))
        archive.writestr("bench/manifest.csv", _csv(manifest))
    return total


def _pieces(file: str, segments: int) -> Iterator[tuple[bytes, int]]:
    names = [one.name for one in BY_NAME[file].fields]
    batch: list[Iterable[object]] = [names]
    count = 0
    for row in rows_of(file, segments):
        batch.append([row.get(name, "") for name in names])
        count += 1
        if len(batch) == 20_000:
            yield _csv(batch), count
            batch = []
    yield _csv([*batch, ["#end", count]]), count


def _csv(rows: Iterable[Iterable[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def measure(path: Path, answer: Connection) -> None:
    """Read in a process of its own, so that the peak is of reading alone."""
    before = peak_mib()
    start, cpu = time.perf_counter(), time.process_time()
    with path.open("rb") as file:
        documents = read_bundle(PackedFiles(file), Source(file=path.name))
    answer.send((time.perf_counter() - start, time.process_time() - cpu, before, peak_mib(),
                 [len(one.segments) for one in documents]))  # fmt: skip


def peak_mib(process: int | str = "self") -> float:
    """The most a process has had in memory; `getrusage` would count its parent's too."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def main(segments: int, folder: Path) -> None:
    path = folder / "bundle.zip"
    unpacked = make_bundle(path, segments)
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=measure, args=(path, there))
    process.start()
    spent_s, cpu_s, before, peak, kept = here.recv()
    process.join()
    print(f"{segments:,} segments, {unpacked / 1e6:.0f} MB in a zip of {path.stat().st_size / 1e6:.0f} MB")
    print(f"  read in {spent_s:.1f} s ({cpu_s:.1f} s of processor), {unpacked / 1e6 / spent_s:.1f} MB/s")
    print(f"  peak memory {peak:.0f} MiB, of which {before:.0f} MiB before reading; kept one by one: {kept}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for size in [int(text) for text in sys.argv[1:]] or SIZES:
            main(size, Path(name))
