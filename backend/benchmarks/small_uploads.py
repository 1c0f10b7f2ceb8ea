"""Eight clients that send 1,000 small files at once to an installation on SQLite, with its worker reading them meanwhile.

Run: `python benchmarks/small_uploads.py [CLIENTS] [FILES]`; 8 and 1000 by default. The last line says how many were answered by
anything but 202, and ends with 1 where there was one.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.client import Client, signed_in
from tests.stack import Product, Setup

_BYTES = 130


def sent(address: str, files: range) -> list[tuple[int, float]]:
    """Status and seconds of each; a client sends the next file once the last one is answered."""
    answers = []
    with signed_in(address) as client:
        for number in files:
            data = f"small file {number}".ljust(_BYTES, ".").encode()
            begin_s = time.perf_counter()
            status = client.post("/api/v1/uploads", files={"file": (f"{number}.txt", data)}).status_code
            answers.append((status, time.perf_counter() - begin_s))
    return answers


def read_in_s(address: str) -> float:
    """Seconds until the worker has nothing left to do."""
    begin_s = time.perf_counter()
    with Client(address) as client:
        while client.get("/uploads", state=("queued", "running"), limit=1)["items"]:
            time.sleep(0.2)
    return time.perf_counter() - begin_s


def as_shipped(folder: Path) -> Setup:
    return Setup("sqlite", {"SEGTIER_DATA_DIR": str(folder)})


def main(clients: int, files: int) -> bool:
    with tempfile.TemporaryDirectory() as folder, Product(as_shipped(Path(folder)), "--port", "0") as product:
        begin_s = time.perf_counter()
        with ThreadPoolExecutor(clients) as pool:
            parts = pool.map(lambda first: sent(product.url, range(first, files, clients)), range(clients))
            answers = [one for part in parts for one in part]
        took_s = time.perf_counter() - begin_s
        rest_s = read_in_s(product.url)
    statuses, seconds = Counter(status for status, _ in answers), sorted(taken for _, taken in answers)
    at = {f"p{share}": seconds[min(len(seconds) - 1, len(seconds) * share // 100)] for share in (50, 95, 99)}
    others = sum(count for status, count in statuses.items() if status != httpx.codes.ACCEPTED)
    print(f"`python benchmarks/small_uploads.py {clients} {files}`:")
    print(", ".join(f"{name} {value:.3f} s" for name, value in at.items()) + f", slowest {seconds[-1]:.3f} s")
    print(f"sent in {took_s:.1f} s, all read {rest_s:.1f} s later; by status {dict(statuses)}")
    print(f"{others} of {len(answers)} not taken in")
    return not others


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    sys.exit(not main(*(given or [8]), *([] if len(given) > 1 else [1000])))
