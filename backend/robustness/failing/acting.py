"""One action on a plan while calls of the web server fail: afterwards it is done as a whole, or not at all.

What an action does as a whole is what it did while nothing failed: rows, lines of the audit trail, events, sealed forecasts. Then
the same request is sent again, once nothing fails any more, and the audit trail is verified.
"""

from __future__ import annotations

import itertools
import subprocess
import tempfile
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

import httpx
from sqlalchemy import func, select

from robustness.failing.plan import ERRORS, NEVER, Calls, Plan
from segtier.samples import oltp_sample
from segtier.services.audit_trail import verify_audit
from segtier.store.engine import Store
from segtier.store.tables import (
    AuditRow,
    EventRow,
    PlanActRow,
    PlanCommentRow,
    PlanRevisionRow,
    PlanRow,
    SealedForecastRow,
)
from tests.client import Client
from tests.servers import running_servers
from tests.stack import Product, Setup, new_setup, start_worker

FINE = ("done", "nothing done", "done, not told", "untouched")
FAULTS = ("half done", "told and not done", "doubled", "not done again", "trail broken", "server ended")
"""Outcomes that must not be."""
_ROWS = (PlanRow, PlanRevisionRow, PlanActRow, PlanCommentRow, SealedForecastRow)
_READ_S = 300.0
_BUSIEST, _USUAL = "awrrpt_1_4115_4116.html", "700GB"
_IN_DOUBT = "idempotency-key-in-use"
Standing = Counter[str]


@dataclass(frozen=True)
class Asked:
    """A request that may be sent again. `etag`: of the plan it changes."""

    path: str
    body: Mapping[str, Any]
    etag: str | None = None


@dataclass(frozen=True)
class Outcome:
    action: str
    plan: Plan
    calls: int
    failed: int
    outcome: str
    in_doubt: bool = False
    """The same key was refused afterwards: nobody knew what had become of it."""
    words: str = ""

    @property
    def is_fault(self) -> bool:
        return self.outcome in FAULTS


class Stand:
    """A web server that has faults as planned, with a report and segments; nothing else runs."""

    def __init__(self, setup: Setup, folder: Path, log: IO[str]) -> None:
        self.calls = Calls(folder, setup.data_dir)
        failing = replace(setup, env={**setup.env, **self.calls.env})
        self.web = Product(failing, "--port", "0", "--no-worker", log=log)
        self.client = Client(self.web.url)
        self.store = Store(setup.database_url)
        self._sizes_gb = itertools.count(400)
        worker = start_worker(setup, log=log)
        try:
            self.database = self._sampled()
        finally:
            worker.terminate()
            try:
                worker.wait(timeout=30)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()

    def _sampled(self) -> str:
        """One report of the sample, and the segments of its database."""
        for file in oltp_sample():
            if file.name == _BUSIEST or (file.period == "before" and file.name.endswith(".csv")):
                self.client.upload(file.name, file.data, period=file.period)
        self.client.finished(within_s=_READ_S)
        (database,) = self.client.get("/databases")["items"]
        return f"/databases/{database['id']}"

    def close(self) -> None:
        self.calls.heal()
        self.client.http.close()
        self.store.close()
        self.web.__exit__()

    def another_size(self) -> str:
        """Of SSD, that was not asked about before: its answer must be worked out and written."""
        return f"{next(self._sizes_gb)}GB"

    def ask(self, asked: Asked, key: str | None) -> httpx.Response | None:
        """None where there is no answer at all."""
        headers = {"If-Match": asked.etag} if asked.etag else {}
        if key is not None:
            headers["Idempotency-Key"] = key
        try:
            return self.client.call("POST", f"/api/v1{asked.path}", json=asked.body, headers=headers)
        except httpx.HTTPError:
            return None

    def done(self, asked: Asked) -> Any:
        answer = self.ask(asked, None)
        if answer is None or not answer.is_success:
            raise RuntimeError(f"{asked.path} while nothing fails: {answer and answer.text}")
        return answer.json()

    def standing(self) -> Standing:
        """All that an action on a plan writes, counted."""
        with self.store.read() as tx:
            found = Counter({row.__tablename__: tx.scalar(select(func.count()).select_from(row)) or 0 for row in _ROWS})
            found["versions"] = tx.scalar(select(func.sum(PlanRow.version))) or 0
            for told in (AuditRow.action, EventRow.kind):
                for name, count in tx.execute(select(told, func.count()).group_by(told)):
                    found[f"{told.class_.__tablename__} {name}"] = count
        return found


@contextmanager
def a_stand(name: str, log: IO[str]) -> Iterator[Stand]:
    """A stand on servers and folders of its own."""
    with ExitStack() as stack:
        data, folder = (Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="segtier-a-"))) for _ in range(2))
        servers = stack.enter_context(running_servers()) if name == "postgresql" else None
        with closing(Stand(new_setup(name, data, servers), folder, log)) as stand:
            yield stand


# --- the actions -----------------------------------------------------------------------------------------------------


def _drafted(stand: Stand) -> Any:
    return stand.done(Asked(f"{stand.database}/plans", {"option": "segments", "ssd": _USUAL}))


def _on(plan: Any, what: str, **body: Any) -> Asked:
    return Asked(f"/plans/{plan['id']}/{what}", body, plan["etag"])


def _submit(plan: Any) -> Asked:
    return _on(plan, "submit", reason="The precheck counts them.")


def _approve(plan: Any) -> Asked:
    return _on(plan, "reviews", verdict="approve", digest=plan["digest"])


def _ready_to_approve(stand: Stand) -> Asked:
    """Beside one that is approved, which this one supersedes."""
    plans = stand.client.get("/plans")["items"]
    if not any(one["state"] == "approved" for one in plans):
        stand.done(_approve(stand.done(_submit(_drafted(stand)))))
    return _approve(stand.done(_submit(_drafted(stand))))


def _ready_to_comment(stand: Stand) -> Asked:
    return replace(_on(_drafted(stand), "comments", text="Why these?"), etag=None)


ACTIONS: Mapping[str, Callable[[Stand], Asked]] = {
    "draft": lambda stand: Asked(f"{stand.database}/plans", {"option": "segments", "ssd": stand.another_size()}),
    "submit": lambda stand: _submit(_drafted(stand)),
    "comment": _ready_to_comment,
    "approve": _ready_to_approve,
    "mark applied": lambda stand: _on(stand.done(_approve(stand.done(_submit(_drafted(stand))))), "applied"),
    "withdraw": lambda stand: _on(_drafted(stand), "withdraw"),
    "seal a forecast": lambda stand: Asked(
        f"{stand.database}/forecasts", {"option": "segments", "ssd": stand.another_size()}
    ),
}
"""Each action by its name: what it needs is made ready, and the request is given that asks for it."""
KEYED = ("draft", "comment", "approve", "seal a forecast")
"""Those that take an Idempotency-Key; the others are kept from being done twice by the ETag."""


# --- one trial -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Whole:
    """An action while nothing fails: its calls of each kind, and what it adds."""

    calls: Mapping[str, int]
    adds: Standing


def measured(stand: Stand, action: str) -> Whole:
    asked = ACTIONS[action](stand)
    before = stand.standing()
    stand.calls.begin(Plan("", "", NEVER))
    stand.done(asked)
    calls = {kind: stand.calls.counted(kind) for kind in ERRORS}
    stand.calls.heal()
    return Whole(calls, _added(stand, before))


def attempt(stand: Stand, action: str, plan: Plan, whole: Whole) -> Outcome:
    asked = ACTIONS[action](stand)
    key = str(uuid.uuid4()) if action in KEYED else None
    before = stand.standing()
    stand.calls.begin(plan)
    answer = stand.ask(asked, key)
    calls, failed = stand.calls.counted(plan.kind), stand.calls.failed
    stand.calls.heal()
    outcome, in_doubt, words = _judged(stand, asked, key, answer, before, whole)
    if outcome in FINE and not failed:
        outcome = "untouched"
    if outcome in FINE and not verify_audit(stand.store).holds:
        outcome, words = "trail broken", str(verify_audit(stand.store))
    return Outcome(action, plan, calls, failed, outcome, in_doubt, words)


def _judged(
    stand: Stand, asked: Asked, key: str | None, answer: httpx.Response | None, before: Standing, whole: Whole
) -> tuple[str, bool, str]:
    """What became of it at once, whether its key is in doubt, and words on a fault."""
    if stand.web.process.poll() is not None:
        return "server ended", False, f"exit code {stand.web.process.returncode}"
    added, told = _added(stand, before), answer is not None and answer.is_success
    said = "no answer" if answer is None else f"{answer.status_code} {answer.text[:200]}"
    if added not in (whole.adds, Counter()):
        return "half done", False, f"{said}; {dict(added)} of {dict(whole.adds)}"
    done = added == whole.adds
    if told and not done:
        return "told and not done", False, said
    again = stand.ask(asked, key)
    in_doubt = again is not None and not again.is_success and again.json()["code"] == _IN_DOUBT
    if in_doubt and not done:
        again = stand.ask(asked, str(uuid.uuid4()))
    needed = not done or (key is not None and not in_doubt)
    if needed and (again is None or not again.is_success):
        return "not done again", in_doubt, f"{said}; then {again and again.text[:200]}"
    at_last = _added(stand, before)
    if at_last != whole.adds:
        return "doubled" if done else "not done again", in_doubt, f"{said}; {dict(at_last)} of {dict(whole.adds)}"
    return ("done" if told else "done, not told") if done else "nothing done", in_doubt, ""


def _added(stand: Stand, before: Standing) -> Standing:
    """Only what is another number now."""
    now = stand.standing()
    return Counter({name: now[name] - before[name] for name in now.keys() | before.keys() if now[name] != before[name]})
