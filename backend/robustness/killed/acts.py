"""Acts on plans, killed: each is there as a whole or not at all, and asked for again it is done once.

At points: a process forked for one request (`points.request`). At a moment: `segtier serve`, as it is run.
"""

from __future__ import annotations

import json
import re
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from sqlalchemy import func, select

from robustness.killed.kill import Kill, Outcome, Way
from robustness.killed.places import Place, Places
from segtier.reading.limits import ReadLimits
from segtier.reading.readers import Readers
from segtier.services.context import Context
from segtier.store import schema
from segtier.store.tables import AuditRow, EventRow, PlanActRow, PlanRevisionRow, PlanRow, SealedForecastRow
from tests import forked
from tests.integration.caller import SECRET, Caller
from tests.integration.conftest import MIGRATIONS
from tests.integration.kept_installation import opened
from tests.integration.reviewing import ASKED, stored
from tests.patience import PATIENCE_S

ACTS = ("draft", "submit", "approve", "mark applied")
KEYED = ("draft", "approve")
"""Those that take an Idempotency-Key; the others are kept from being done twice by the ETag."""
_ROWS = (PlanRow, PlanRevisionRow, PlanActRow, SealedForecastRow)
_IN_DOUBT = "idempotency-key-in-use"
_LISTENS = re.compile(r"Segtier is \w+: (http://[^/\s]+)")
_LOOK_S = 0.01
Standing = Counter[str]


@dataclass(frozen=True)
class Asked:
    path: str
    body: Mapping[str, Any]
    etag: str | None = None


@dataclass(frozen=True)
class Answer:
    status: int
    text: str

    @property
    def is_success(self) -> bool:
        return self.status in range(200, 300)


# --- one installation with a plan in each state --------------------------------------------------------------------------


@dataclass(frozen=True)
class Filled:
    """`asked`: the request of each act, on a plan of its own; `like`: the installation that each kill copies."""

    like: Place
    asked: Mapping[str, Asked]
    standing: Standing


def filled(places: Places) -> Filled:
    """A plan for each act. Approving the submitted one supersedes an approved one."""
    place = places.kept()
    with working_in(place) as context:
        schema.upgrade(context.store.engine, MIGRATIONS)
        drafts, caller = f"/databases/{stored(context)}/plans", Caller(context)

        def done(asked: Asked) -> Any:
            answer = caller.call("POST", asked.path, _headers(asked, None), json=asked.body)
            if not answer.is_success:
                raise RuntimeError(f"{asked.path} while nothing is killed: {answer.text}")
            return answer.json()

        draft, submitted, approved, applied = (done(Asked(drafts, ASKED)) for _ in range(4))
        submitted, approved, applied = (done(_submit(one)) for one in (submitted, approved, applied))
        done(_on(done(_approve(applied)), "applied"))
        approved = done(_approve(approved))
    asked = {
        "draft": Asked(drafts, ASKED),
        "submit": _submit(draft),
        "approve": _approve(submitted),
        "mark applied": _on(approved, "applied"),
    }
    return Filled(place, asked, standing(place))


@contextmanager
def working_in(place: Place) -> Iterator[Context]:
    """A context that reads files, for this process."""
    with ExitStack() as stack:
        context = opened(place.url, place.folder, stack.enter_context(closing(Readers(ReadLimits(), 1))))
        stack.callback(context.store.close)
        yield context


def _on(plan: Any, what: str, **body: Any) -> Asked:
    return Asked(f"/plans/{plan['id']}/{what}", body, plan["etag"])


def _submit(plan: Any) -> Asked:
    return _on(plan, "submit", reason="The precheck counts them.")


def _approve(plan: Any) -> Asked:
    return _on(plan, "reviews", verdict="approve", digest=plan["digest"])


def standing(place: Place) -> Standing:
    """All that an act on a plan writes, counted."""
    with place.store() as store, store.read() as tx:
        found = Counter({row.__tablename__: tx.scalar(select(func.count()).select_from(row)) or 0 for row in _ROWS})
        found["versions"] = tx.scalar(select(func.sum(PlanRow.version))) or 0
        for told in (AuditRow.action, EventRow.kind, PlanActRow.done, PlanRow.state):
            for name, count in tx.execute(select(told, func.count()).group_by(told)):
                found[f"{told.class_.__tablename__} {name}"] = count
    return found


# --- asking --------------------------------------------------------------------------------------------------------------


def _headers(asked: Asked, key: str | None) -> dict[str, str]:
    more = {"If-Match": asked.etag, "Idempotency-Key": key}
    return {"Authorization": f"Bearer {SECRET}"} | {name: value for name, value in more.items() if value is not None}


def _asked_at_point(place: Place, asked: Asked, key: str | None, kill: Kill) -> Answer | None:
    order = json.dumps(["POST", asked.path, _headers(asked, key), asked.body])
    done = kill.run("point", "request", [order], place.env)
    if done.returncode == 0:
        return Answer(*json.loads(done.stdout.splitlines()[-1]))
    if not kill.where:
        raise RuntimeError(f"{asked.path}: {done.stderr}")
    return None


@contextmanager
def _served(place: Place) -> Iterator[tuple[forked.Fork, str]]:
    """`segtier serve`, and its address; ended with -9 as an operator would not."""
    server = forked.start(["serve", "--no-worker", "--port", "0"], place.env)
    try:
        yield server, _address(server)
    finally:
        server.kill()
        server.wait()


def _address(server: forked.Fork) -> str:
    deadline_s = time.monotonic() + PATIENCE_S
    while not (found := _LISTENS.search(server.stdout)):
        if server.is_over or time.monotonic() > deadline_s:
            raise RuntimeError(f"segtier serve did not start: {server.stdout}")
        time.sleep(_LOOK_S)
    return found[1]


def _asked_over_http(address: str, asked: Asked, key: str | None) -> Answer | None:
    try:
        answer = httpx.post(
            f"{address}/api/v1{asked.path}", json=asked.body, headers=_headers(asked, key), timeout=PATIENCE_S
        )
    except httpx.HTTPError:
        return None
    return Answer(answer.status_code, answer.text)


def _asked_until(place: Place, asked: Asked, key: str | None, kill: Kill) -> Answer | None:
    """The answer, where it came before the server was killed."""
    with _served(place) as (server, address), kill.over(server):
        return _asked_over_http(address, asked, key)


def _asked_of_server(place: Place, asked: Asked, key: str | None) -> Answer | None:
    with _served(place) as (_, address):
        return _asked_over_http(address, asked, key)


Ask = Callable[[Place, Asked, str | None, Kill], Answer | None]
_ASK: Mapping[Way, tuple[Ask, Callable[[Place, Asked, str | None], Answer | None]]] = {
    "point": (_asked_at_point, lambda place, asked, key: _asked_at_point(place, asked, key, Kill())),
    "moment": (_asked_until, _asked_of_server),
}
"""How it is asked and killed, and how it is asked again."""


# --- one kill ------------------------------------------------------------------------------------------------------------


class Act:
    """One act on a plan, each time on a copy of its own."""

    def __init__(self, places: Places, name: str, made: Filled, way: Way) -> None:
        self.name, self.setup = name, places.name
        self._places, self._made, self._way = places, made, way
        self._whole = self._measured()

    def _measured(self) -> Standing:
        kill = Kill()
        with self._places.copy(self._made.like) as place:
            answer = self._ask(place, self._key(), kill)
            if answer is None or not answer.is_success:
                raise RuntimeError(f"{self.name} while nothing is killed: {answer and answer.text}")
            self.extent = kill.extent
            whole = self._added(place)
        if not {"plans", "plan_revisions", "plan_acts", "versions"} & whole.keys():
            raise RuntimeError(f"{self.name} does nothing: {whole}")
        return whole

    def kill(self, kill: Kill) -> Outcome | None:
        with self._places.copy(self._made.like) as place:
            key = self._key()
            told = self._ask(place, key, kill)
            return Outcome(*self._judged(place, key, told), kill.where) if kill.where else None

    def _key(self) -> str | None:
        return str(uuid.uuid4()) if self.name in KEYED else None

    def _ask(self, place: Place, key: str | None, kill: Kill) -> Answer | None:
        return _ASK[self._way][0](place, self._made.asked[self.name], key, kill)

    def _again(self, place: Place, key: str | None) -> Answer | None:
        return _ASK[self._way][1](place, self._made.asked[self.name], key)

    def _judged(self, place: Place, key: str | None, told: Answer | None) -> tuple[str, str]:
        """The outcome, and what went wrong in words."""
        added, said = self._added(place), told and f"{told.status} {told.text[:200]}"
        if added not in (self._whole, Counter()):
            return "half done", f"{said}; {dict(added)} of {dict(self._whole)}"
        done = added == self._whole
        if told is not None and told.is_success and not done:
            return "told and not done", str(said)
        if not place.trail_holds():
            return "trail broken", str(said)
        again = self._again(place, key)
        in_doubt = again is not None and not again.is_success and json.loads(again.text)["code"] == _IN_DOUBT
        if in_doubt and not done:
            again = self._again(place, self._key())
        needed = not done or (key is not None and not in_doubt)
        if needed and (again is None or not again.is_success):
            return "not done again", f"{said}; then {again and again.text[:200]}"
        at_last = self._added(place)
        if at_last != self._whole:
            return ("doubled" if done else "not done again"), f"{said}; {dict(at_last)} of {dict(self._whole)}"
        if not place.trail_holds():
            return "trail broken", "after it was asked for again"
        words = "key in doubt" if in_doubt else ""
        return ("whole" if done else "absent"), words

    def _added(self, place: Place) -> Standing:
        """Only what is another number now."""
        before, now = self._made.standing, standing(place)
        return Counter(
            {name: now[name] - before[name] for name in now.keys() | before.keys() if now[name] != before[name]}
        )
