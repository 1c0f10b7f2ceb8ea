"""A batch of reports read by 1, 2 and 4 workers on PostgreSQL, Redis and an S3 server, each worker with a data folder of its own.

    .venv/bin/python benchmarks/workers.py [--reports 200] [--workers 1 2 4]

The processes are those of docker-compose.yml (`tests/compose.py`), but each worker reads one file at a time, so that two workers
are twice the readers of one. The batch waits in the queue before the first worker starts; measured is, by the database, from the
first job begun to the last one ended. Exits with 1 where a job ran twice, or a report is missing or there twice.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import psycopg

from segtier.samples import oltp_sample
from tests.client import Client
from tests.compose import Composed, composed

_COUNTS = """
    SELECT count(*), sum(attempt), count(*) FILTER (WHERE state = 'succeeded'), (SELECT count(*) FROM reports),
           extract(epoch FROM max(finished_at) - min(started_at))::float
    FROM jobs
"""


def batch(reports: int) -> list[bytes]:
    """The sample's reports again and again; a comment at the end makes each a file of its own."""
    pages = [one.data for one in oltp_sample() if one.name.endswith(".html")]
    return [pages[number % len(pages)] + f"<!-- {number} -->".encode() for number in range(reports)]


def measured(running: Composed, files: list[bytes]) -> tuple[int, int, int, int, float]:
    """(jobs, times they were begun, succeeded, reports, seconds)."""
    with Client(running.url) as client:
        ids = [client.upload(f"{number}.html", data)["id"] for number, data in enumerate(files)]
        for name in running.workers:
            running.start(name)
        client.finished(*ids)
    with psycopg.connect(running.database_url.replace("+psycopg", "")) as link:
        found = link.execute(_COUNTS).fetchone()
    assert found is not None
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--reports", type=int, default=200)
    options.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    given = options.parse_args()
    files, first, wrong = batch(given.reports), None, 0
    print(
        f"{len(files)} reports, {sum(map(len, files)) / 1e6:.0f} MB, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n"
    )
    print("| workers | seconds | reports/s | ratio | jobs | begun | read | reports |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for workers in given.workers:
        with composed(workers, objects=True, with_workers=False) as running:
            running.services["worker"]["command"][-1] = "1"
            jobs, begun, read, reports, took_s = measured(running, files)
        rate = jobs / took_s
        first = first or rate
        wrong += {jobs, begun, read, reports} != {len(files)}
        print(
            f"| {workers} | {took_s:.1f} | {rate:.1f} | {rate / first:.2f} | {jobs} | {begun} | {read} | {reports} |",
            flush=True,
        )
    print(
        f"\nLoad at the end {os.getloadavg()[0]:.1f}. "
        + ("No job ran twice." if not wrong else "A JOB RAN TWICE OR NOT AT ALL.")
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
