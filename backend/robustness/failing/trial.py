"""One upload while calls of the worker fail: it must wait, say why, and go on by itself once the fault is gone."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import IO, Any, get_args

import httpx

from robustness import processes
from robustness.failing.plan import ERRORS, NEVER, Calls, Plan
from robustness.under_load.installation import QUICK
from robustness.under_load.server import Server, Stored
from segtier.passing import PassingCode
from tests.bundles import make_bundle
from tests.client import Client
from tests.integration.files import a_report
from tests.integration.packed import a_zip
from tests.packed_bundles import files_of
from tests.servers import running_servers
from tests.stack import Product, Setup, new_setup, start_worker

FAULTS = ("quarantined", "failed", "stuck", "wrong", "worker ended")
"""Outcomes that must not be; `resumed` and `untouched` (the call was not made) are the others."""
REACHED_S, HELD_S, SILENT_S = 20.0, 2.0, 90.0
"""To wait for the n-th call; to let calls fail before the fault is healed; without any change before it counts as stuck."""
HELD_CALLS = 12
_LOOK_S = 0.1
_UNFINISHED = ("queued", "running")


@dataclass(frozen=True)
class Case:
    """What is uploaded, and how many uploads and reports it gives."""

    name: str
    data: bytes
    uploads: int
    reports: int


@cache
def cases() -> Mapping[str, Case]:
    reports = {f"{n}.json": a_report(snap=10 * n) for n in range(1, 9)}
    with tempfile.TemporaryDirectory() as folder:
        bundle = files_of(make_bundle(Path(folder), diagnostics_pack=True), "run/")
    bundle |= {"run/awr/one.html": reports["1.json"], "run/awr/two.html": reports["2.json"]}
    made = (
        Case("report", a_report(), 1, 1),
        Case("zip", a_zip(reports), 1 + len(reports), len(reports)),
        Case("bundle", a_zip(bundle), 3, 4 + 2),
    )
    return {one.name: one for one in made}


@dataclass(frozen=True)
class Outcome:
    case: str
    plan: Plan
    calls: int
    failed: int
    outcome: str
    told: str = ""
    """The reason the server gave while the fault lasted."""
    words: str = ""
    took_s: float = 0.0

    @property
    def is_fault(self) -> bool:
        return self.outcome in FAULTS


class Stand:
    """A web server without faults and a worker that has them as planned."""

    def __init__(self, setup: Setup, folder: Path, log: IO[str]) -> None:
        self.calls = Calls(folder, setup.data_dir)
        self._setup, self._log = setup, log
        self._failing = replace(setup, env={**setup.env, **self.calls.env})
        self._web = Product(setup, "--port", "0", "--no-worker", log=log)
        self._worker = self._start_worker()
        self.client = Client(self._web.url)
        self.server = Server(setup)

    def close(self) -> None:
        self.calls.heal()
        self.client.http.close()
        self.server.close()
        self._worker.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._worker.wait(timeout=20)
        self._web.__exit__()
        for pid in processes.started_with("SEGTIER_DATA_DIR", str(self._setup.data_dir)):
            processes.kill(pid)

    def worker_ended(self) -> bool:
        """True where the worker is gone; another is started, as an operator would."""
        if self._worker.poll() is None:
            return False
        self._worker = self._start_worker()
        return True

    def _start_worker(self) -> subprocess.Popen[bytes]:
        return start_worker(self._failing, log=self._log)


@contextmanager
def a_stand(name: str, log: IO[str]) -> Iterator[Stand]:
    """A stand on servers and folders of its own."""
    with ExitStack() as stack:
        data, folder = (Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="segtier-f-"))) for _ in range(2))
        servers = stack.enter_context(running_servers()) if name == "postgresql" else None
        setup = new_setup(name, data, servers)
        with closing(Stand(replace(setup, env={**setup.env, **QUICK}), folder, log)) as stand:
            yield stand


def count_calls(stand: Stand, case: Case) -> Mapping[str, int]:
    """Calls of each kind while nothing fails, of a worker that runs: the first upload may have waited for its start."""
    for _ in range(2):
        attempt(stand, case, Plan("", "", NEVER))
    return {kind: stand.calls.counted(kind) for kind in ERRORS}


def attempt(stand: Stand, case: Case, plan: Plan) -> Outcome:
    """One trial on an empty installation."""
    stand.client.remove_everything()
    stand.calls.begin(plan)
    start_s = time.monotonic()
    answer = _sent(stand.client, case)
    told = _during(stand, plan) if plan.n != NEVER else ""
    failed = stand.calls.failed
    if plan.for_good and plan.n != NEVER:
        stand.calls.heal()
    end, words = _end(stand, case)
    calls = stand.calls.counted(plan.kind)
    stand.calls.heal()
    if not answer.is_success:
        end, words = "failed", f"the upload was answered {answer.status_code}"
    if end == "resumed" and not failed:
        end = "untouched"
    return Outcome(case.name, plan, calls, failed, end, told, words, time.monotonic() - start_s)


def _sent(client: Client, case: Case) -> httpx.Response:
    return client.http.post("/api/v1/uploads", files={"file": (f"{case.name}.bin", case.data)})


def _during(stand: Stand, plan: Plan) -> str:
    """Wait for the fault, and where it lasts let it last a while; gives the codes the server names meanwhile."""
    told: set[str] = set()
    deadline_s = time.monotonic() + REACHED_S
    while not stand.calls.failed and time.monotonic() < deadline_s and not is_over(stand.client):
        time.sleep(_LOOK_S)
    held_until_s = time.monotonic() + HELD_S
    while plan.for_good and stand.calls.failed and time.monotonic() < held_until_s:
        if stand.calls.failed >= HELD_CALLS and told:
            break
        for upload in _uploads(stand.client):
            told |= passing_codes(upload)
        time.sleep(_LOOK_S)
    return ", ".join(sorted(told))


def is_over(client: Client) -> bool:
    return all(one["state"] not in _UNFINISHED for one in _uploads(client))


def _uploads(client: Client) -> list[dict[str, Any]]:
    """All of them, and the members of archives."""
    found = client.uploads()
    for one in list(found):
        if one["members"] is not None:
            found += client.get("/uploads", limit=200, archive=one["id"])["items"]
    return found


def passing_codes(told: Any) -> set[str]:
    """Every name of a fault that passes, anywhere in what the server says of an upload."""
    if isinstance(told, dict):
        return set().union(*map(passing_codes, told.values()))
    if isinstance(told, list):
        return set().union(*map(passing_codes, told))
    return {told} & set(get_args(PassingCode)) if isinstance(told, str) else set()


def _end(stand: Stand, case: Case) -> tuple[str, str]:
    quiet_since_s, last = time.monotonic(), None
    while True:
        ended = stand.worker_ended()
        stored = stand.server.stored()
        now = sorted((one.id, one.state, one.attempt, one.progress) for one in stored.uploads.values())
        if now != last or ended:
            quiet_since_s, last = time.monotonic(), now
        if ended:
            return "worker ended", "the worker process is gone"
        bad = [one for one in stored.uploads.values() if one.state in ("quarantined", "failed")]
        if bad:
            return bad[0].state, f"{len(bad)} of {case.uploads}: {bad[0].error}"
        if stored.uploads and all(one.state == "succeeded" for one in stored.uploads.values()):
            return _right(case, stored)
        if time.monotonic() - quiet_since_s > SILENT_S:
            return "stuck", f"nothing changes for {SILENT_S:g} s: {now}"
        time.sleep(_LOOK_S)


def _right(case: Case, stored: Stored) -> tuple[str, str]:
    found = len(stored.uploads), sum(stored.reports.values())
    if found != (case.uploads, case.reports):
        return "wrong", f"{found} uploads and reports, expected {(case.uploads, case.reports)}"
    return "resumed", ""
