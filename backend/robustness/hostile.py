"""Hostile files one after the other through a running installation, and good ones between them.

Each file (`hostile_files.py`, from a seed) is uploaded and must end, read or refused by name, within a reader's limits;
after each fifty a good report must be read within ten seconds. At the end a zip of thousands of tiny files comes, and
a good report right behind it must not wait for them. A fault is: a 5xx answer; a fault of Segtier's own; a job that does
not end; a reader that held more memory than its limit; a worker that had to be replaced; a good file that waited.

Run: `python robustness/hostile.py [--files 1000] [--seed 1] [--setup sqlite|postgresql] [--tiny 19999] [--write]`
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness import processes
from robustness.hostile_files import Hostile, hostile_file, many_tiny_files
from robustness.report import table, write_block
from segtier.settings import Settings
from tests.client import signed_in
from tests.integration.files import a_report
from tests.patience import PATIENCE_S
from tests.servers import running_servers
from tests.stack import SETUPS, Product, new_setup

GOOD_EVERY, GOOD_WITHIN_S = 50, 10.0
SPARE_BYTES = 64 << 20
"""What a process holds beside what its limit counts."""
OWN_FAULTS = ("internal", "worker-lost")
_LOOK_S = 0.05
_OVER = ("succeeded", "failed", "quarantined")
_MIB = 1 << 20


@dataclass
class Counts:
    """What became of the files of one kind."""

    files: int = 0
    states: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0
    most_bytes: int = 0
    faults: int = 0


@dataclass
class Found:
    good_within_s: float = math.inf
    kinds: dict[str, Counts] = field(default_factory=dict)
    codes: Counter[str] = field(default_factory=Counter)
    good_s: list[float] = field(default_factory=list)
    beside_tiny_s: float | None = None
    faults: list[str] = field(default_factory=list)


class Memory:
    """The most any process of the worker has held since `forget`, looked at often."""

    def __init__(self, root: int) -> None:
        self._root, self._most, self._stop = root, 0, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def forget(self) -> None:
        for pid in processes.descendants(self._root):
            processes.forget_peak(pid)
        self._most = 0

    @property
    def most_bytes(self) -> int:
        return self._most

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stop.wait(_LOOK_S):
            for pid in processes.descendants(self._root):
                self._most = max(self._most, processes.peak_bytes(pid))


class Target:
    """The installation as a client and an operator see it."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self.http = signed_in(product.url, "/api/v1")
        self.memory = Memory(product.process.pid)

    def close(self) -> None:
        self.memory.stop()
        self.http.close()

    @property
    def workers(self) -> list[int]:
        """The processes of the worker that must outlive every file: those that are no readers."""
        below = processes.descendants(self.product.process.pid)
        return [pid for pid in below if "worker" in processes.command(pid)]

    def ended(self, upload_id: str, within_s: float) -> Any:
        """The upload once it is over, None where it does not end."""
        deadline_s = time.monotonic() + within_s
        while time.monotonic() < deadline_s:
            upload = self.http.get(f"/uploads/{upload_id}").json()
            if upload.get("state") in _OVER:
                return upload
            time.sleep(_LOOK_S)
        return None

    def delete(self, upload_id: str) -> None:
        self.http.delete(f"/uploads/{upload_id}")


@contextmanager
def a_target(name: str) -> Iterator[Target]:
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="segtier-hostile-")))
        servers = stack.enter_context(running_servers()) if name == "postgresql" else None
        log = stack.enter_context(
            tempfile.NamedTemporaryFile("w", prefix="segtier-hostile-", suffix=".log", delete=False)
        )
        print(f"Log of the servers: {log.name}", file=sys.stderr)
        product = stack.enter_context(Product(new_setup(name, data, servers), "--port", "0", log=log.file))
        target = Target(product)
        stack.callback(target.close)
        yield target


def attack(
    target: Target, files: int, seed: int, tiny: int, good_every: int = GOOD_EVERY, good_within_s: float = math.inf
) -> Found:
    found = Found(good_within_s)
    for number in range(1, files + 1):
        _one(target, hostile_file(number, seed), found)
        if number % good_every == 0 or number == files:
            found.good_s.append(_good(target, number, found))
    if tiny:
        found.beside_tiny_s = _beside_tiny(target, tiny, found)
    return found


def _one(target: Target, file: Hostile, found: Found) -> None:
    counts = found.kinds.setdefault(file.kind, Counts())
    counts.files += 1
    before, faults = target.workers, len(found.faults)
    target.memory.forget()
    start_s = time.monotonic()
    state = _outcome(target, file, found)
    counts.states[state] += 1
    counts.slowest_s = max(counts.slowest_s, time.monotonic() - start_s)
    counts.most_bytes = max(counts.most_bytes, target.memory.most_bytes)
    if target.memory.most_bytes > Settings().read_memory_bytes + SPARE_BYTES:
        found.faults.append(f"{file.name}: a process held {target.memory.most_bytes / _MIB:.0f} MiB")
    if target.workers != before:
        found.faults.append(f"{file.name}: the worker was replaced")
    counts.faults += len(found.faults) - faults


def _outcome(target: Target, file: Hostile, found: Found) -> str:
    answer = target.http.post("/uploads", files={"file": (file.name, file.data)})
    if not answer.is_success:
        code = answer.json().get("code", "?")
        if answer.status_code >= 500:
            found.faults.append(f"{file.name}: answered {answer.status_code} {code}")
        found.codes[code] += 1
        return "refused at the door"
    upload = target.ended(answer.json()["id"], PATIENCE_S)
    target.delete(answer.json()["id"])
    if upload is None:
        found.faults.append(f"{file.name}: not over after {PATIENCE_S:g} s")
        for pid in target.workers:  # else nothing that comes behind it would be read
            processes.kill(pid)
        _good(target, 0, found)
        return "endless"
    code = (upload["error"] or {}).get("code", "")
    if upload["state"] == "quarantined" and code in OWN_FAULTS:
        found.faults.append(f"{file.name}: {code}: {upload['error']['message']}")
    found.codes[code or "read"] += 1
    return str(upload["state"])


def _good(target: Target, number: int, found: Found) -> float:
    """Seconds until a good report is read."""
    start_s = time.monotonic()
    answer = target.http.post("/uploads", files={"file": ("good.json", a_report(snap=10 * number + 10))})
    upload = target.ended(answer.json()["id"], PATIENCE_S) if answer.is_success else None
    took_s = time.monotonic() - start_s
    if upload is None or upload["state"] != "succeeded":
        found.faults.append(f"the good file after {number} was not read: {answer.status_code} {upload}")
    elif number and took_s > found.good_within_s:
        found.faults.append(f"the good file after {number} took {took_s:.1f} s")
    for database in target.http.get("/databases").json()["items"]:
        target.http.delete(f"/databases/{database['id']}")
    return took_s


def _beside_tiny(target: Target, tiny: int, found: Found) -> float:
    """Seconds a good report takes while the files of a large archive wait."""
    answer = target.http.post("/uploads", files={"file": ("tiny.zip", many_tiny_files(tiny))})
    upload_id = answer.json()["id"]
    deadline_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline_s:  # until its files begin to be uploads of their own
        members = target.http.get(f"/uploads/{upload_id}").json()["members"]
        if members is not None and members["added"] >= min(tiny, 200):
            break
        time.sleep(_LOOK_S)
    took_s = _good(target, tiny, found)
    target.delete(upload_id)
    return took_s


def shown(found: Found) -> str:
    states = (*_OVER, "refused at the door", "endless")
    headings = ["kind", "files", *states, "slowest s", "most MiB", "faults"]
    rows = [
        [kind, str(one.files), *(str(one.states[name]) for name in states), f"{one.slowest_s:.1f}",
         f"{one.most_bytes / _MIB:.0f}", str(one.faults)]
        for kind, one in sorted(found.kinds.items())
    ]  # fmt: skip
    codes = ", ".join(f"{code} {count}" for code, count in found.codes.most_common())
    good = f"{len(found.good_s)} good files between them were read, the slowest within {max(found.good_s):.1f} s"
    beside = f"; one beside the tiny files in {found.beside_tiny_s:.1f} s" if found.beside_tiny_s is not None else ""
    files = sum(one.files for one in found.kinds.values())
    return (
        f"{table(headings, rows)}\n\nEnded as: {codes}.\n\n{files} files, {len(found.faults)} faults; {good}{beside}."
    )


def main() -> int:
    """Print the counts; 1 where there is a fault."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--setup", choices=SETUPS, default="sqlite")
    options.add_argument("--files", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--tiny", type=int, default=19_999, help="files in the zip at the end; 0 = no such zip")
    options.add_argument("--write", action="store_true", help="put the counts into docs/internals/robustness.md")
    given = options.parse_args()
    with a_target(given.setup) as target:
        found = attack(target, given.files, given.seed, given.tiny, good_within_s=GOOD_WITHIN_S)
    for fault in found.faults:
        print(f"FAULT {fault}", flush=True)
    print(shown(found))
    if given.write:
        words = f"`python robustness/hostile.py --files {given.files} --seed {given.seed}`"
        write_block("hostile files", f"{words}:\n\n{shown(found)}")
    return int(bool(found.faults))


if __name__ == "__main__":
    sys.exit(main())
