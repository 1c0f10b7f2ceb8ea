"""A bucket that misbehaves in each way of `tests/faulty_store.py`, before the whole product, while 45 files are sent at once.

Run: `python robustness/faulty_stores.py [sqlite|postgresql] [KIND …]`; on sqlite with all kinds by default. For each kind a file
is sent, the bucket begins to misbehave, 45 more are sent at once, others ask for `/me` and `/databases` meanwhile, the bucket
heals, and what was refused is sent again. Ends with 1 where the bytes of one upload were stored more than twice, where anything
was answered by another status than 200, 202 or 503, or where a file is not read in the end.
"""

from __future__ import annotations

import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.client import Client, signed_in
from tests.faulty_store import KINDS, FaultyStore, Kind, faulty_store
from tests.integration.files import a_report
from tests.object_store import object_store
from tests.servers import running_servers
from tests.stack import Product, Setup, new_setup

_AT_ONCE = 45
_HEAD = (
    "| kind | taken at once | come again | stored at most | others answered | slowest of these s | not read | faults |"
)


@dataclass(frozen=True)
class Outcome:
    kind: str
    taken: int
    refused: int
    most: int
    others: int
    slowest_s: float
    unread: int
    faults: int

    def __str__(self) -> str:
        told = (self.taken, self.refused, self.most, self.others, f"{self.slowest_s:.1f}", self.unread, self.faults)
        return f"| {' | '.join(map(str, (self.kind.replace('_', ' '), *told)))} |"


def send(address: str, snap: int) -> int:
    with signed_in(address) as client:
        return client.post("/api/v1/uploads", files={"file": (f"{snap}.json", a_report(snap=snap))}).status_code


def others_until(sent: list[Future[int]], address: str) -> list[tuple[int, float]]:
    """Status and seconds of each request by somebody who looks on."""
    asked: list[tuple[int, float]] = []
    while not asked or not all(one.done() for one in sent):
        for path in ("/me", "/databases"):
            begin_s = time.perf_counter()
            with signed_in(address) as client:
                asked.append((client.get(f"/api/v1{path}").status_code, time.perf_counter() - begin_s))
        time.sleep(0.2)
    return asked


def tried(store: FaultyStore, kind: Kind, address: str, first: int) -> Outcome:
    snaps = range(first, first + _AT_ONCE + 1)
    before = send(address, snaps[0])
    store.begin(kind)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        sent = [pool.submit(send, address, snap) for snap in snaps[1:]]
        asked = others_until(sent, address)
        answers = [one.result() for one in sent]
    most = max(store.writes.values(), default=0)
    store.heal()
    again = [
        send(address, snap) for snap, status in zip(snaps[1:], answers, strict=True) if status != httpx.codes.ACCEPTED
    ]
    with Client(address) as client:
        client.finished(within_s=600)
        states = {one["file"]: one["state"] for one in client.uploads()}
    unread = sum(states.get(f"{snap}.json") != "succeeded" for snap in snaps)
    wrong = [status for status in (before, *again) if status != httpx.codes.ACCEPTED]
    wrong += [status for status in answers if status not in (httpx.codes.ACCEPTED, httpx.codes.SERVICE_UNAVAILABLE)]
    wrong += [status for status, _ in asked if status != httpx.codes.OK]
    return Outcome(
        kind.__name__,
        taken=answers.count(httpx.codes.ACCEPTED),
        refused=answers.count(httpx.codes.SERVICE_UNAVAILABLE),
        most=most,
        others=len(asked),
        slowest_s=max(taken_s for _, taken_s in asked),
        unread=unread,
        faults=len(wrong) + (most > 2) + unread,
    )


def main(setup_name: str, wanted: list[str]) -> bool:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = stack.enter_context(running_servers()) if setup_name == "postgresql" else None
        real = stack.enter_context(object_store())
        store = stack.enter_context(faulty_store(real.endpoint))
        plain = new_setup(setup_name, folder, servers, real)
        setup = Setup(
            setup_name, plain.env | {"SEGTIER_FILES_ENDPOINT": store.endpoint, "SEGTIER_DELETED_GRACE_S": "60"}
        )
        product = stack.enter_context(Product(setup, "--port", "0"))
        print(
            f"`python robustness/faulty_stores.py {' '.join([setup_name, *wanted])}`:\n\n{_HEAD}\n|---|{'---:|' * 7}",
            flush=True,
        )
        faults = 0
        for number, kind in enumerate(one for one in KINDS if not wanted or one.__name__ in wanted):
            outcome = tried(store, kind, product.url, 1000 * (number + 1))
            faults += outcome.faults
            print(outcome, flush=True)
    print(f"\n{faults} faults.")
    return not faults


if __name__ == "__main__":
    name, *kinds = sys.argv[1:] or ["sqlite"]
    sys.exit(not main(name, kinds))
