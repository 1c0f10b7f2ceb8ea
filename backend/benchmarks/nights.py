"""Months of nightly bundles of one database: what the store holds, and what an upload and an answer of drift cost, before and
after old intervals are thinned.

    python -m benchmarks.nights [NIGHTS] [SEGMENTS] [LISTED]        (default: 90 1000 100)

Each bundle has 24 hourly intervals with `LISTED` segments each, and the sizes and counters of all. Days have a rhythm; a segment
on SSD cools and another heats. One process on SQLite with one reader and one adviser: seconds are of the processor.
A few minutes.
Exits with 1 where drift is another answer after thinning.
"""

from __future__ import annotations

import argparse
import io
import math
import os
import statistics
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from sqlalchemy import text

from benchmarks.housekeeping import opened
from benchmarks.many_users.usage import tree_cpu_s
from segtier.documents import decode
from segtier.model.account import ITSELF
from segtier.model.drift import Drift
from segtier.question import Question
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.give_advice import find_drift
from segtier.services.ingest_upload import claim_next, ingest_upload
from segtier.services.thin_history import thin_history
from segtier.store import databases
from tests.bundle_rows import invented_rows
from tests.bundles import make_bundle
from tests.over_time import MONDAY

NIGHTS, SEGMENTS, LISTED = 90, 1_000, 100
MORE = 3
"""Nights after those, before thinning and again after it."""
_ON_SSD, _GIB, _READ_US, _HOURS = 40, 2**30, 6_000, 24
_STARTED = MONDAY - timedelta(days=1)


class Nights:
    """Makes a bundle after the other: counters go on."""

    def __init__(self, nights: int, segments: int, listed: int) -> None:
        self._nights, self._segments, self._listed = nights, segments, listed
        self._chance = np.random.default_rng(40)
        weight = np.exp(self._chance.normal(0, 1.8, segments)) * 20_000
        self._weight = np.sort(weight)[::-1]
        self._total = 0.0

    def bundle(self, night: int, folder: Path) -> bytes:
        """A zip. Its last snapshot is the first one of the next night's."""
        end = MONDAY + timedelta(days=night + 1)
        made = make_bundle(
            folder / f"n{night}",
            self._rows(night),
            segments=self._segments,
            diagnostics_pack=True,
            manifest_items=_manifest(end),
        )
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for file in sorted(made.iterdir()):
                archive.write(file, f"shop/{file.name}")
                file.unlink()
        return data.getvalue()

    def _rows(self, night: int) -> dict[str, Any]:
        first = night * _HOURS
        snaps = range(first, first + _HOURS + 1)
        hist: dict[str, list[dict[str, Any]]] = {name: [] for name in _HISTORY}
        for snap in snaps:
            at = {"snap_id": snap, "inst_id": 1}
            end = MONDAY + timedelta(hours=snap)
            hour = {"begin_time": end - timedelta(hours=1), "end_time": end, "startup_time": _STARTED}
            hist["hist_snapshots"].append({**at, **hour, "dbid": 4711})
            if snap > first:
                reads = self._reads(snap)
                self._total += float(reads.sum())
                hist["hist_segments"] += self._listed_at(at, reads)
            for name, rows in self._counters(at).items():
                hist[name] += rows
        database = [{**row, "collected_at": MONDAY + timedelta(days=night + 1)} for row in self._invented("database")]
        grown = 1 + night * 0.001
        sizes = (
            {**row, "bytes": int(4 * _GIB * grown)} for row in self._named("segments", "segment_name", "segment_type")
        )
        counted = (
            {
                **row,
                "physical_reads": int(self._weight[n] * snaps[-1]),
                "physical_read_requests": int(self._weight[n] * snaps[-1]),
            }
            for n, row in enumerate(self._named("segment_statistics", "object_name", "object_type"))
        )
        instance = {"dbid": 4711, "inst_id": 1, "startup_time": _STARTED, "db_name": "SHOP", "name": "SHOP1", "host": "db01",
                    "version": "19.0.0.0.0", "parallel": "NO", "snapshots": len(snaps)}  # fmt: skip
        return {
            **hist,
            "hist_instances": [instance],
            "database": database,
            "segments": sizes,
            "segment_statistics": counted,
        }

    def _invented(self, file: str) -> Iterator[dict[str, Any]]:
        return map(dict, invented_rows("19.0.0.0.0", False, self._segments, True)[file])

    def _named(self, file: str, name: str, kind: str) -> Iterator[dict[str, Any]]:
        like = next(self._invented(file))
        for number in range(self._segments):
            yield {**like, name: f"T_{number:05}", kind: "TABLE"}

    def _reads(self, snap: int) -> Any:
        """Of the hour that ends with the snapshot."""
        day = 1 + 0.6 * math.sin(2 * math.pi * snap / _HOURS)
        part = min(snap / (self._nights * _HOURS), 1)
        reads = self._weight * day * np.exp(self._chance.normal(0, 0.3, self._segments))
        reads[0] *= 0.05**part
        reads[_ON_SSD + 5] *= 40**part
        return reads

    def _listed_at(self, at: dict[str, Any], reads: Any) -> Iterator[dict[str, Any]]:
        like = next(self._invented("segment_statistics"))
        for number in np.argsort(-reads)[: self._listed].tolist():
            count = int(reads[number])
            yield {**like, **at, "object_name": f"T_{number:05}", "object_type": "TABLE", "physical_reads": count,
                   "physical_read_requests": count, "logical_reads": count * 10, "physical_writes": count // 10}  # fmt: skip

    def _counters(self, at: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
        reads, us = round(self._total), round(self._total * _READ_US)
        event = {"event": "db file sequential read", "wait_class": "User I/O", "total_waits": reads, "total_timeouts": 0,
                 "time_waited_us": us, "total_waits_fg": reads, "total_timeouts_fg": 0, "time_waited_us_fg": us}  # fmt: skip
        figures = {"physical reads": reads, "physical read IO requests": reads, "physical read total IO requests": reads,
                   "physical writes": reads // 10, "physical write IO requests": reads // 10, "session logical reads": reads * 10,
                   "redo size": reads * 900,
                   "user commits": reads // 30, "physical reads direct": 0}  # fmt: skip
        return {
            "hist_system_events": [{**at, **event}],
            "hist_system_statistics": [{**at, "name": name, "value": value} for name, value in figures.items()],
            "hist_time_model": [
                {**at, "name": "DB time", "value_us": us * 2},
                {**at, "name": "DB CPU", "value_us": us // 2},
            ],
            "hist_os_statistics": [{**at, "name": "NUM_CPUS", "value": 16}],
        }


_HISTORY = ("hist_snapshots", "hist_segments", "hist_system_events", "hist_system_statistics", "hist_time_model",
            "hist_os_statistics")  # fmt: skip


def _manifest(end: datetime) -> dict[str, str]:
    times = {
        "begun": end,
        "ended": end + timedelta(minutes=2),
        "window_begin": end - timedelta(days=1),
        "window_end": end,
    }
    return {name: at.isoformat() for name, at in times.items()} | {"run_id": f"{end:%Y%m%dT%H%M%S}_4711"}


def spent(what: Callable[[], Any]) -> tuple[float, Any]:
    before = tree_cpu_s(os.getpid())
    result = what()
    return tree_cpu_s(os.getpid()) - before, result


def fed(ctx: Context, name: str, data: bytes) -> None:
    accept_upload(ctx, ITSELF, io.BytesIO(data), file=name, period="before")
    while (lease := claim_next(ctx, "bench")) is not None:
        job = ingest_upload(ctx, lease)
        if job is None or job.state != "succeeded":
            raise RuntimeError(f"{name}: {job and job.error}")


def stored_mib(ctx: Context) -> str:
    """What is in use of the database, and how much of it the documents are."""
    with ctx.store.read() as tx:
        documents = tx.execute(text("SELECT sum(length(body)) FROM documents")).scalar_one()
        used = "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
        pages = tx.execute(text(used)).scalar_one()
    return f"{pages / 2**20:.1f} MiB of database, {documents / 2**20:.1f} of them documents"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("nights", NIGHTS), ("segments", SEGMENTS), ("listed", LISTED)):
        options.add_argument(name, nargs="?", type=int, default=default)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="segtier-nights-") as name:
        ctx = opened(Path(name))
        try:
            return measured(ctx, Nights(given.nights, given.segments, given.listed), given.nights, Path(name))
        finally:
            ctx.close()


def measured(ctx: Context, made: Nights, nights: int, folder: Path) -> int:
    took: list[float] = []

    def feed(count: int) -> None:
        for _ in range(count):
            night = len(took)
            data = made.bundle(night, folder)
            took.append(spent(lambda night=night, data=data: fed(ctx, f"shop-{night:03}.zip", data))[0])  # type: ignore[misc]

    def drift(words: str) -> Drift:
        with ctx.store.read() as tx:
            (home,) = databases.identifiers(tx)
        begun = time.perf_counter()
        seconds, body = spent(lambda: find_drift(ctx, home, asked))
        print(
            f"  {words}: {seconds:.1f} s, {time.perf_counter() - begun:.1f} s by the clock; {stored_mib(ctx)}",
            flush=True,
        )
        return decode(body, Drift)

    names = ",".join(f"SHOP.T_{number:05}" for number in range(_ON_SSD))
    asked = Question(ssd=f"{_ON_SSD * 4 * _GIB * 5 // 4}", sets=(f"applied={names}",))
    feed(nights)
    first, last = statistics.median(took[:5]), statistics.median(took[-5:])
    print(f"{nights} nights; an upload: {first:.2f} s at first, {last:.2f} s at last")
    feed(MORE)
    print(f"  {MORE} more uploads: {statistics.mean(took[-MORE:]):.2f} s each", flush=True)
    whole = drift("drift, nothing thinned")
    seconds, count = spent(lambda: thin_history(ctx))
    print(f"  {count:,} intervals thinned: {seconds:.1f} s")
    ctx.answers.clear()
    less = drift("drift, old intervals thinned")
    feed(MORE)
    print(f"  {MORE} more uploads: {statistics.mean(took[-MORE:]):.2f} s each")
    print(f"  {whole.text}")
    return 0 if less == whole else 1


if __name__ == "__main__":
    sys.exit(main())
