"""A collector bundle through the whole product: upload, worker, documents in the database, advice, pages.

    .venv/bin/python benchmarks/bundle_upload.py [SEGMENTS ...]      (default: 100000 1000000)

`segtier serve` runs with its worker on SQLite, anew for each size, so that a peak of memory is of that size alone.
Measured is from the first byte of the upload to the last document written; then what the pages ask for, first and again
(answers are remembered). Printed are wall and processor time, so that a busy machine can be told from a slow program.
Exits with 1 where a promise is missed.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx

from benchmarks.bundle import make_bundle, peak_mib
from benchmarks.health import answers_ms
from tests.client import signed_in

SIZES = (100_000, 1_000_000)
MOST_INGEST_S, MOST_PEAK_MIB = 90.0, 400.0
MOST_ANSWER_S, MOST_PAGE_S, MOST_SUMMARY_BYTES, MOST_HEALTH_MS = 15.0, 0.3, 32_000, 100.0
HEALTH_S = 10.0
PROMISED_FOR = 1_000_000
_READY = re.compile(r"Segtier is \w+: (http://\S+)")
_PAGE = ("advice again", "options in depth", "frontier", "sources", "segments")
_DATABASE = "/api/v1/databases/{}"


@contextmanager
def served(folder: Path) -> Iterator[tuple[httpx.Client, int, int]]:
    """(a client, the server's process number, the worker's)."""
    environment = os.environ | {"SEGTIER_DATA_DIR": str(folder)}
    command = [sys.executable, "-m", "segtier.cli.main", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            url = next(found[1] for line in server.stdout or () if (found := _READY.search(line)))
            with signed_in(url, timeout_s=120) as client:
                yield client, server.pid, _child_of(server.pid)
        finally:
            server.send_signal(signal.SIGINT)


def _child_of(pid: int) -> int:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return int(text.split()[0])


def _cpu_s(pid: int) -> float:
    times = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def ingest_s(client: httpx.Client, path: Path) -> float:
    """Upload, and wait until it is read and written."""
    start_s = time.perf_counter()
    with path.open("rb") as file:
        upload = answer(client.post("/api/v1/uploads", files={"file": (path.name, file)}))
    while upload["state"] in ("queued", "running"):
        time.sleep(0.2)
        upload = answer(client.get(f"/api/v1/uploads/{upload['id']}"))
    if upload["state"] != "succeeded":
        raise RuntimeError(f"{upload['state']}: {upload['error']}")
    return time.perf_counter() - start_s


def answer(response: httpx.Response) -> Any:
    response.raise_for_status()
    return response.json()


def timed(ask: Callable[[], httpx.Response]) -> tuple[float, httpx.Response]:
    start_s = time.perf_counter()
    response = ask().raise_for_status()
    return time.perf_counter() - start_s, response


class Answered(NamedTuple):
    longest_s: float
    page_s: float
    """All that a page of a database asks for, once it is answered."""
    summary_bytes: int
    health_ms: float
    """The slowest answer of /healthz while the first advice was worked out."""

    @property
    def kept(self) -> bool:
        return (
            self.longest_s <= MOST_ANSWER_S
            and self.page_s <= MOST_PAGE_S
            and self.summary_bytes <= MOST_SUMMARY_BYTES
            and self.health_ms <= MOST_HEALTH_MS
        )


def ask_everything(client: httpx.Client) -> Answered:
    """What the pages ask for, a line each."""
    (database,) = answer(client.get("/api/v1/databases"))["items"]
    here = _DATABASE.format(database["id"])
    first, *_ = answer(client.get(f"{here}/reports"))["items"]
    flash = {"ssd": "700GB"}
    took: dict[str, float] = {}
    held: dict[str, int] = {}

    def ask(words: str, path: str, **parameters: str) -> None:
        spent_s, response = timed(lambda: client.get(path, params=parameters))
        took[words], held[words] = spent_s, len(response.content)
        print(f"    {words}: {spent_s:.3f} s, {len(response.content) / 1e3:.1f} KB")

    ask("databases", "/api/v1/databases")
    ask("one database", here)
    ask("its reports", f"{here}/reports")
    ask("one report", f"/api/v1/reports/{first['id']}")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        health = pool.submit(answers_ms, str(client.base_url.netloc, "ascii"), HEALTH_S)
        time.sleep(HEALTH_S / 5)
        ask("advice", f"{here}/advice", **flash)
        slowest_ms = max(health.result())
    print(f"    /healthz meanwhile: {slowest_ms:.1f} ms at most")
    ask("advice again", f"{here}/advice", **flash)
    ask("options in depth", f"{here}/advice/options", **flash)
    ask("frontier", f"{here}/advice/frontier", **flash)
    ask("sources", f"{here}/advice/sources", **flash)
    ask("segments", f"{here}/segments", **flash)
    page_s = sum(took[words] for words in _PAGE)
    print(f"    these five: {page_s:.3f} s, {sum(held[words] for words in _PAGE) / 1e3:.1f} KB before they are packed")
    ask("segments by size", f"{here}/segments", sort="size", direction="desc", **flash)
    ask("segments by name", f"{here}/segments", filter="99", option="all", **flash)
    ask("advice for another capacity", f"{here}/advice", ssd="2TB")
    total = answer(client.get(f"{here}/segments", params=flash))["total"]
    print(f"    segments ranked: {total:,}")
    return Answered(max(took.values()), page_s, held["advice"], slowest_ms)


def main(segments: int, folder: Path) -> bool:
    """Whether the promises are kept."""
    path, data = folder / f"{segments}.zip", folder / f"data-{segments}"
    data.mkdir()
    unpacked = make_bundle(path, segments)
    with served(data) as (client, server, worker):
        resting = peak_mib(worker)
        cpu_s = -_cpu_s(worker)
        spent_s = ingest_s(client, path)
        cpu_s += _cpu_s(worker)
        peak = peak_mib(worker)
        print(f"{segments:,} segments, {unpacked / 1e6:.0f} MB in a zip of {path.stat().st_size / 1e6:.0f} MB")
        print(f"  upload to last document: {spent_s:.1f} s, {cpu_s:.1f} s of the worker's processor")
        print(f"  worker's peak {peak:.0f} MiB, {resting:.0f} MiB before")
        stored = sum(one.stat().st_size for one in data.glob("segtier.db*")) / 1e6
        print(f"  database file {stored:.1f} MB", flush=True)
        answered = ask_everything(client)
        print(f"  server's peak {peak_mib(server):.0f} MiB", flush=True)
    kept = peak <= MOST_PEAK_MIB and answered.kept
    return kept and (segments > PROMISED_FOR or spent_s <= MOST_INGEST_S)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        done = [main(size, Path(name)) for size in [int(text) for text in sys.argv[1:]] or SIZES]
    sys.exit(0 if all(done) else 1)
