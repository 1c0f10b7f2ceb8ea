"""How fast an archive of reports is taken in: two real worker processes on SQLite and a broker of files.

A zip of N reports of one database, each of another hour, is uploaded once per N; measured is from the first byte of the
upload to the last report read. Reports are corpus reports with other DBIDs, snapshots and times where the corpus lies
beside the repository, else those of the project's sample; every N has the same mix. Printed are wall and processor
time, so that a busy machine can be told from a slow program.

Run: `python benchmarks/ingest.py [N ...]`; 10 and 100 by default, 2304 is the size that is promised for.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness import processes
from segtier.errors import SegtierError
from segtier.model.account import ITSELF
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.samples import oltp_sample

LEAST_MB_PER_S, MOST_RSS_MB = 25.0, 300.0
WORKERS = 2
MIX = 10
DBID = 1_234_567_890
FIRST_HOUR = datetime(2024, 1, 1)  # noqa: DTZ001 - the times of a report have no zone
CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
_SNAPSHOT = r"({label}:</td>\s*<td[^>]*>)\s*\d+(</td>\s*<td[^>]*>)[^<]*(</td>)"


@dataclass(frozen=True)
class Measured:
    reports: int
    raw_bytes: int
    zip_bytes: int
    wall_s: float
    cpu_s: float
    rss_mb: tuple[float, ...]

    @property
    def mb_per_s(self) -> float:
        return self.raw_bytes / 1e6 / self.wall_s

    @property
    def cpu_ms_per_report(self) -> float:
        return self.cpu_s * 1e3 / self.reports


def at_hour(page: str, old: Workload, hour: int) -> bytes:
    """The report again, as of another hour of the benchmark's database."""
    for label, later in (("Begin Snap", 0), ("End Snap", 1)):
        time_ = f"{FIRST_HOUR + timedelta(hours=hour + later):%d-%b-%y %H:%M:%S}"
        page = re.sub(_SNAPSHOT.format(label=label), rf"\g<1>{hour + later + 1}\g<2>{time_}\g<3>", page, count=1)
    page = page.replace(str(old.database.dbid), str(DBID))
    return page.replace(f">{old.database.name}<", ">BENCH<").encode()


def bases() -> list[tuple[str, Workload]]:
    """Pages that can be moved to another hour, from small to large, as many as the mix has."""
    if CORPUS.is_dir():
        pages = [path.read_text(encoding="utf-8", errors="replace") for path in CORPUS.glob("awr-html-*.html")]
    else:
        pages = [file.data.decode() for file in oltp_sample() if file.name.endswith(".html")]
    found = [(page, old) for page in sorted(pages, key=len) if (old := _movable(page)) is not None]
    step = max(1.0, len(found) / MIX)
    return [found[int(number * step)] for number in range(min(MIX, len(found)))]


def _movable(page: str) -> Workload | None:
    try:
        old = read_document(page.encode(), None)
        moved = read_document(at_hour(page, old, 7), None) if isinstance(old, Workload) else None
    except SegtierError:
        return None
    same_place = moved is not None and (moved.database.dbid, moved.interval.begin_snap) == (DBID, 8)  # type: ignore[union-attr]
    return old if same_place else None  # type: ignore[return-value]


def make_zip(path: Path, pages: Sequence[tuple[str, Workload]], hours: range) -> int:
    """Write the archive; gives the bytes of the reports in it."""
    total = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as archive:
        for hour in hours:
            data = at_hour(*pages[hour % len(pages)], hour)
            total += len(data)
            archive.writestr(f"awr/awrrpt_1_{hour + 1}_{hour + 2}.html", data)
    return total


@contextmanager
def workers(folder: Path) -> Iterator[list[int]]:
    """The process numbers of workers that have given a sign of life."""
    from segtier.jobs.process import open_context
    from segtier.settings import Settings
    from segtier.store import schema
    from segtier.store.tables import WorkerRow

    settings = Settings()
    context = open_context(settings, 1)
    schema.upgrade(context.store.engine, settings.migrations_dir)
    command = [
        sys.executable,
        "-P",
        "-m",
        "segtier.cli.main",
        "worker",
        "--concurrency",
        "1",
        "--parent",
        str(os.getpid()),
    ]
    started = [subprocess.Popen(command, cwd=folder) for _ in range(WORKERS)]
    try:
        while True:
            with context.store.read() as tx:
                if tx.query(WorkerRow).count() == WORKERS:
                    break
            time.sleep(0.1)
        yield [process.pid for process in started]
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(timeout=30)
        context.store.close()


def ingest(archive: Path) -> None:
    """Upload the archive and wait until all of it is read."""
    from segtier.jobs.process import open_context
    from segtier.services.accept_upload import accept_upload
    from segtier.services.manage_uploads import get_upload
    from segtier.settings import Settings

    context = open_context(Settings(), 1)
    with archive.open("rb") as file:
        upload = accept_upload(context, ITSELF, file, file=archive.name, period="before").upload
    while upload.waits_for_members or upload.job.state in ("queued", "running"):
        time.sleep(0.1)
        upload = get_upload(context, upload.id)
    context.store.close()
    if upload.job.state != "succeeded" or upload.members is None or upload.members.failed:
        raise RuntimeError(f"{upload.job.state}: {upload.job.error} {upload.members} {upload.warnings[:3]}")


def measure(archive: Path, count: int, raw_bytes: int, pids: Sequence[int]) -> Measured:
    cpu_s, start_s = _cpu_s(pids), time.perf_counter()
    ingest(archive)
    wall_s = time.perf_counter() - start_s
    cpu_s = _cpu_s(pids) - cpu_s
    peaks_mb = tuple(processes.peak_bytes(pid) / 1e6 for pid in _with_readers(pids))
    return Measured(count, raw_bytes, archive.stat().st_size, wall_s, cpu_s, peaks_mb)


def _with_readers(pids: Sequence[int]) -> list[int]:
    return [one for pid in pids for one in (pid, *processes.descendants(pid))]


def _cpu_s(pids: Sequence[int]) -> float:
    """Of the workers, their readers, and readers that have ended."""
    ticks = 0
    for pid in _with_readers(pids):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15] if pid in pids else fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def print_line(one: Measured, first: Measured) -> None:
    rss = ", ".join(f"{mb:.0f}" for mb in one.rss_mb)
    print(
        f"{one.reports:5} reports {one.raw_bytes / 1e6:7.1f} MB in a zip of {one.zip_bytes / 1e6:6.1f} MB:"
        f" {one.wall_s:6.1f} s {one.mb_per_s:5.1f} MB/s, processor {one.cpu_s:6.1f} s"
        f" ({one.raw_bytes / 1e6 / one.cpu_s:4.1f} MB/s of one), {one.cpu_ms_per_report:5.1f} ms per report"
        f" (ratio to {first.reports}: {one.cpu_ms_per_report / first.cpu_ms_per_report:4.2f}), peak memory {rss} MB",
        flush=True,
    )


def main(counts: Sequence[int]) -> int:
    """Print a line per size, one after the other into the same database; 1 where a promise is missed."""
    pages, hour, done = bases(), 0, []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        os.environ["SEGTIER_DATA_DIR"] = str(folder)
        with workers(folder) as pids:
            for count in counts:
                raw_bytes = make_zip(folder / "reports.zip", pages, range(hour, hour + count))
                hour += count
                done.append(measure(folder / "reports.zip", count, raw_bytes, pids))
                print_line(done[-1], done[0])
    return int(done[-1].mb_per_s < LEAST_MB_PER_S or max(done[-1].rss_mb) > MOST_RSS_MB)


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]] or [10, 100]))
