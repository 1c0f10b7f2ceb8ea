"""How long `/healthz` takes while the same server computes advice and its worker reads files.

A running installation gets a zip of reports again and again, so that its readers never rest, while two clients ask for
advice with another capacity each time, so that no answer is remembered. `/healthz` is asked every 20 ms, each time over a
connection of its own as a load balancer does. Printed are the answer times when nothing else happens and meanwhile.

Run: `python benchmarks/health.py [SECONDS] [sqlite|postgresql]`; 30 on sqlite by default. Exit code 1 where an answer took
`MOST_MS` or more.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.ingest import bases, make_zip
from segtier.samples import oltp_sample
from tests.client import signed_in
from tests.servers import running_servers
from tests.stack import Product, new_setup

MOST_MS = 100.0
ASK_EVERY_S = 0.02
ADVISED, REPORTS = 2, 40
GIB = 1024**3


class Busy:
    """Clients that keep the installation busy until `stop`; what they got done is counted."""

    def __init__(self, product: Product, folder: Path) -> None:
        self.done = {"advice": 0, "reports": 0}
        self._http = signed_in(product.url, timeout_s=600)
        self._pages, self._folder = bases(), folder
        self._stop = threading.Event()
        self._database = self._read_sample()
        work = [self._upload, *[lambda first=n: self._ask(first) for n in range(ADVISED)]]
        self._threads = [threading.Thread(target=one) for one in work]

    def __enter__(self) -> Busy:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self._http.close()

    def _read_sample(self) -> str:
        for file in oltp_sample():
            self._over(self._post(file.name, file.data))
        (database,) = self._get("/databases")["items"]
        return str(database["id"])

    def _ask(self, first: int) -> None:
        for gib in itertools.count(20 + first, ADVISED):
            if self._stop.is_set():
                return
            self._get(f"/databases/{self._database}/advice", ssd=f"{gib}GiB")
            self.done["advice"] += 1

    def _upload(self) -> None:
        for turn in itertools.count():
            path = self._folder / "reports.zip"
            make_zip(path, self._pages, range(turn * REPORTS, (turn + 1) * REPORTS))
            upload = self._post(path.name, path.read_bytes())
            while not self._stop.is_set() and not self._is_over(upload):
                time.sleep(0.1)
            if self._stop.is_set():
                return
            self.done["reports"] += REPORTS

    def _post(self, name: str, data: bytes) -> str:
        answer = self._http.post("/api/v1/uploads", files={"file": (name, data)})
        answer.raise_for_status()
        return str(answer.json()["id"])

    def _over(self, upload: str) -> None:
        while not self._is_over(upload):
            time.sleep(0.1)

    def _is_over(self, upload: str) -> bool:
        return bool(self._get(f"/uploads/{upload}")["state"] not in ("queued", "running", "waiting"))

    def _get(self, path: str, **query: str) -> Any:
        answer = self._http.get(f"/api/v1{path}", params=query)
        answer.raise_for_status()
        return answer.json()


def measured_ms(product: Product, seconds: float) -> list[float]:
    """How long each answer took, connecting included; asked by a process that does nothing else."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(answers_ms, urlsplit(product.url).netloc, seconds).result()


def answers_ms(where: str, seconds: float) -> list[float]:
    took = []
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        start_s = time.perf_counter()
        with closing(HTTPConnection(where, timeout=60)) as connection:
            connection.request("GET", "/healthz")
            assert connection.getresponse().read()
        took.append((time.perf_counter() - start_s) * 1e3)
        time.sleep(ASK_EVERY_S)
    return took


@contextmanager
def a_product(name: str, folder: Path) -> Iterator[Product]:
    with ExitStack() as stack:
        servers = stack.enter_context(running_servers()) if name == "postgresql" else None
        yield stack.enter_context(Product(new_setup(name, folder / "data", servers), "--port", "0"))


def line(what: str, took_ms: list[float]) -> str:
    percentiles = statistics.quantiles(took_ms, n=100)
    return (
        f"{what:28} {len(took_ms):5} answers: median {percentiles[49]:5.1f} ms, 99 % within {percentiles[98]:5.1f} ms,"
        f" slowest {max(took_ms):5.1f} ms"
    )


def main(seconds: float, name: str) -> int:
    with tempfile.TemporaryDirectory() as scratch, a_product(name, Path(scratch)) as product:
        with Busy(product, Path(scratch)) as load:
            busy = measured_ms(product, seconds)
        quiet = measured_ms(product, min(5, seconds))
    print(f"`python benchmarks/health.py {seconds:g} {name}`:")
    print(line("nothing else at work", quiet))
    print(line("advice and files at work", busy))
    print(f"meanwhile {load.done['advice']} pieces of advice, {load.done['reports']} reports read")
    return int(max(busy) >= MOST_MS)


if __name__ == "__main__":
    sys.exit(main(float((sys.argv[1:2] or ["30"])[0]), (sys.argv[2:3] or ["sqlite"])[0]))
