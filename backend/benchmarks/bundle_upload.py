"""A collector bundle through the whole product: upload, worker, documents in the database, advice, pages.

    .venv/bin/python benchmarks/bundle_upload.py [SEGMENTS ...]      (default: 250000 1000000)

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
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx
from bundle import make_bundle, peak_mib

from tests.client import signed_in

SIZES = (250_000, 1_000_000)
MOST_INGEST_S, MOST_PEAK_MIB, MOST_ANSWER_S = 90.0, 400.0, 10.0
PROMISED_FOR = 1_000_000
_READY = re.compile(r"Segtier is \w+: (http://\S+)")
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


def print_answers(client: httpx.Client) -> float:
    """A line per question; gives the longest time."""
    (database,) = answer(client.get("/api/v1/databases"))["items"]
    here = _DATABASE.format(database["id"])
    first, *_ = answer(client.get(f"{here}/reports"))["items"]
    advice = {"ssd": "700GB"}
    questions = {
        "databases": ("/api/v1/databases", {}),
        "one database": (here, {}),
        "its reports": (f"{here}/reports", {}),
        "one report": (f"/api/v1/reports/{first['id']}", {}),
        "advice": (f"{here}/advice", advice),
        "advice for another capacity": (f"{here}/advice", {"ssd": "2TB"}),
        "advice again": (f"{here}/advice", advice),
    }
    longest = 0.0
    for words, (path, parameters) in questions.items():
        spent_s, response = timed(lambda path=path, parameters=parameters: client.get(path, params=parameters))
        longest = max(longest, spent_s)
        print(f"    {words}: {spent_s:.2f} s, {len(response.content) / 1e6:.2f} MB")
    found = answer(client.get(f"{here}/advice", params=advice))
    print(f"    segments ranked: {len(found['segments']):,}; coverage {found['quality']['coverage']}")
    return longest


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
        longest = print_answers(client)
        print(f"  server's peak {peak_mib(server):.0f} MiB", flush=True)
    kept = peak <= MOST_PEAK_MIB and longest <= MOST_ANSWER_S
    return kept and (segments > PROMISED_FOR or spent_s <= MOST_INGEST_S)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        done = [main(size, Path(name)) for size in [int(text) for text in sys.argv[1:]] or SIZES]
    sys.exit(0 if all(done) else 1)
