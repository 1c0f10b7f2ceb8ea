"""How long requests take where many people use one machine.

    .venv/bin/python -m benchmarks.many_users.run [sqlite|postgresql] [--sessions N] [--seconds S] ...

A store with many databases (`filled.py`) is served by `segtier serve` with its worker, on SQLite or on PostgreSQL and Redis.
Every database is asked for its advice once; answers that an earlier run has worked out are kept in `build/`. Then the sessions of
`visitors.py` come, and reports are uploaded beside them. Printed are the answer times of each operation, what went wrong, and
the processor time and memory of the server; the load generator's own processor time too, since it runs on the same machine.
Ends with 1 where a goal is missed.

Small: `--databases 4 --reports 80 --segments 4000 --sessions 20 --seconds 20`.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import httpx

from benchmarks.many_users.filled import Sizes, copied, filled, signed_in
from benchmarks.many_users.usage import MIB, Watched, additions_s, cpu_s, growth, tree_cpu_s
from benchmarks.many_users.visitors import MB, MIX, READS, Known, Seen, Visit, shown, visit
from robustness import processes
from robustness.report import table, write_block
from tests.patience import PATIENCE_S
from tests.servers import running_servers
from tests.stack import SETUPS, Product, new_setup

MOST_READ_S, MOST_UPLOAD_S_PER_MB = 0.3, 0.5
_LOOK_EVERY_S = 5.0
_ASKED = 50
"""The clock of /proc ticks a hundred times a second."""


def main(arguments: argparse.Namespace) -> int:
    os.umask(0o077)
    sizes = Sizes(arguments.databases, arguments.reports, arguments.segments)
    file = filled(sizes)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="segtier-many-users-")))
        servers = stack.enter_context(running_servers()) if arguments.setup == "postgresql" else None
        beside = processes.descendants(os.getpid()) if servers else []
        setup = new_setup(arguments.setup, folder, servers)
        setup = replace(setup, env={**setup.env, "SEGTIER_EVENT_STREAMS_MAX": str(max(100, arguments.streams))})
        copied(file, setup.database_url)
        take_along(file.with_suffix(".answers"), setup.data_dir / "answers")
        secrets = signed_in(setup.database_url, arguments.sessions)
        product = stack.enter_context(Product(setup, "--port", "0"))
        known, first_s = asked_once(product.url.partition("?")[0], secrets[0])
        take_along(setup.data_dir / "answers", file.with_suffix(".answers"))
        return measured(product, beside, sizes, known, first_s, secrets, arguments)


def take_along(answers: Path, folder: Path) -> None:
    """Answers that an earlier run has worked out, and the notes which was the last: there are so many, and they are the same."""
    folder.mkdir(mode=0o700, exist_ok=True)
    for one in (found for kind in ("*.answer", "*.last") for found in answers.glob(kind)):
        if not (folder / one.name).exists():
            shutil.copy2(one, folder / one.name)


def measured(
    product: Product,
    beside: Sequence[int],
    sizes: Sizes,
    known: Known,
    first_s: float,
    secrets: Sequence[str],
    arguments: argparse.Namespace,
) -> int:
    url, web = product.url.partition("?")[0], product.process.pid
    plan = Visit(
        url, known, tuple(secrets), arguments.think, arguments.seconds, arguments.streams, arguments.upload_every
    )
    speed_s, cost_ms = additions_s(), costs_ms(url, secrets[0], known, web)
    before = _spent_s(web, beside)
    with Watched(web, _LOOK_EVERY_S) as memory, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        seen = pool.submit(visit, plan).result()
    spent = {name: after - before[name] for name, after in _spent_s(web, beside).items()}
    text = told(arguments, sizes, seen, first_s, cost_ms, spent, memory.rss, speed_s)
    print(text)
    if arguments.write:
        write_block(f"many users on {arguments.setup}", text)
    return int(missed(seen))


def _spent_s(web: int, beside: Sequence[int]) -> dict[str, float]:
    """Processor time by who used it."""
    return {
        "web server": cpu_s(web),
        "worker, readers and advisers": tree_cpu_s(web) - cpu_s(web),
        "database and broker": sum(cpu_s(pid, ended_too=True) for pid in _with_all_below(beside)),
    }


def _with_all_below(pids: Sequence[int]) -> set[int]:
    """A connection to PostgreSQL is a process of its own, which may have come since."""
    return {one for pid in pids for one in (pid, *processes.descendants(pid))}


def asked_once(url: str, secret: str) -> tuple[Known, float]:
    """Every database for its advice, two at a time; gives what there is to ask for, and the seconds that took."""
    with httpx.Client(base_url=f"{url}api/v1", headers=shown(url, secret), timeout=PATIENCE_S) as client:
        databases = tuple(one["id"] for one in _json(client, "/databases")["items"])
        begin_s = time.monotonic()
        with ThreadPoolExecutor(2) as two:
            deque(two.map(lambda one: _json(client, f"/databases/{one}/advice"), databases), maxlen=0)
        first_s = time.monotonic() - begin_s
        jobs = tuple(one["job_id"] for one in _json(client, "/uploads?limit=200")["items"])
        newest = _json(client, "/events?limit=1&after=4611686018427387904")["next_after"]
    return Known(databases, jobs, newest), first_s


def costs_ms(url: str, secret: str, known: Known, web: int) -> dict[str, float]:
    """Processor time of the web server for one request of each kind, asked one after the other: what no load can blur."""
    chance, found = random.Random(1), {}
    with httpx.Client(base_url=f"{url}api/v1", headers=shown(url, secret), timeout=PATIENCE_S) as client:
        for operation in MIX:
            if operation.name not in READS:
                continue
            before_s = cpu_s(web)
            for _ in range(_ASKED):
                path, query = operation.ask(known, chance)
                client.get(path, params=query).raise_for_status()
            found[operation.name] = (cpu_s(web) - before_s) * 1e3 / _ASKED
    return found


def _json(client: httpx.Client, path: str) -> Any:
    return client.get(path).raise_for_status().json()


def told(
    arguments: argparse.Namespace,
    sizes: Sizes,
    seen: Seen,
    first_s: float,
    cost_ms: Mapping[str, float],
    spent: Mapping[str, float],
    rss: Sequence[int],
    speed_s: float,
) -> str:
    rows = [_row(one.name, f"{one.share_pct:g}", cost_ms.get(one.name), seen.took_s[one.name]) for one in MIX]
    mean_ms = sum(one.share_pct * cost_ms.get(one.name, 0.0) for one in MIX) / sum(one.share_pct for one in MIX)
    rows.append(_row("**all reads**", "", mean_ms, _reads(seen)))
    rows.append(_row("upload, s per MB", "", None, [took * MB / size for took, size in seen.uploads], unit_s=1.0))
    per_request = {name: f"{took * 1e3 / seen.requests:.1f} ms" for name, took in spent.items() if took >= 0.05}
    faults = "; ".join(f"{words} ({times} times)" for words, times in seen.faults.most_common(10))
    used = {**spent, "load generator": seen.cpu_s}
    cores = {name: f"{took / seen.lasted_s:.2f}" for name, took in used.items() if took >= 0.05}
    grown = growth(rss) / MIB
    return "\n\n".join(
        [
            f"`python -m benchmarks.many_users.run {' '.join(sys.argv[1:])}`".replace(" --write", "").replace(" `", "`")
            + f", {datetime.now(UTC):%d %B %Y}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}:",
            f"{arguments.sessions} sessions, {arguments.think:g} s think time, {arguments.streams} of them with an event "
            f"stream; {sizes.databases:,} databases, {sizes.reports:,} reports, {sizes.segments:,} segments; "
            f"an upload every {arguments.upload_every:g} s.",
            table(
                [
                    "operation",
                    "% of requests",
                    "server's ms each",
                    "requests",
                    "median ms",
                    "95 % ms",
                    "99 % ms",
                    "most ms",
                ],
                rows,
            ),
            f"{seen.requests} requests in {seen.lasted_s:.0f} s, {sum(seen.faults.values())} errors"
            + (f": {faults}." if faults else ".")
            + f" {seen.events} events streamed. First advice of all databases: {first_s:.0f} s.",
            "Processor time per request: "
            + ", ".join(f"{name} {took}" for name, took in per_request.items())
            + f"; the load generator itself {seen.cpu_s * 1e3 / seen.requests:.1f} ms.",
            f"Cores used: {sum(used.values()) / seen.lasted_s:.2f} of {os.cpu_count()} ("
            + ", ".join(f"{name} {share}" for name, share in cores.items())
            + f"). Sessions that never wait would ask {arguments.sessions / arguments.think:.0f} times a second, which takes "
            f"{arguments.sessions / arguments.think * sum(used.values()) / seen.requests:.2f} cores at this cost.",
            f"Processor time of this machine's Python for ten million additions, before all of this: {speed_s:.1f} s.",
            f"Memory of the web server: {rss[0] / MIB:.0f} MiB at the start, {rss[-1] / MIB:.0f} MiB at the end; "
            f"in the second half {grown:+.1f} MiB, {grown / max(1, seen.requests / 2) * 1e3:+.2f} MiB for each 1,000 requests.",
        ]
    )


def _row(name: str, share: str, cost_ms: float | None, took_s: Sequence[float], unit_s: float = 1e-3) -> list[str]:
    first = [name, share, "" if cost_ms is None else f"{cost_ms:.1f}", str(len(took_s))]
    if len(took_s) < 2:
        return [*first, *[""] * 4]
    parts = statistics.quantiles(took_s, n=100, method="inclusive")
    shown_ = (parts[49], parts[94], parts[98], max(took_s))
    return [*first, *(f"{one / unit_s:.{0 if unit_s < 1 else 2}f}" for one in shown_)]


def _reads(seen: Seen) -> list[float]:
    return [took for name in READS for took in seen.took_s[name]]


def missed(seen: Seen) -> bool:
    """An error, or a goal that is not met at the 95th of 100."""
    reads, uploads = _reads(seen), [took * MB / size for took, size in seen.uploads]
    return bool(seen.faults) or _p95(reads) >= MOST_READ_S or _p95(uploads) >= MOST_UPLOAD_S_PER_MB


def _p95(took_s: Sequence[float]) -> float:
    return statistics.quantiles(took_s, n=20, method="inclusive")[-1] if len(took_s) > 1 else sum(took_s)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("setup", nargs="?", choices=SETUPS, default="sqlite")
    parser.add_argument("--databases", type=int, default=100)
    parser.add_argument("--reports", type=int, default=10_000)
    parser.add_argument("--segments", type=int, default=1_000_000)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--think", type=float, default=5.0, help="seconds, on average")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--streams", type=int, default=50, help="sessions that follow the stream of events too")
    parser.add_argument("--upload-every", type=float, default=10.0, help="seconds; 0: never")
    parser.add_argument("--write", action="store_true", help="into docs/internals/speed.md")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main(_arguments()))
