"""Sessions that ask, think and ask again, in one process of their own whose processor time is counted too.

Each session is a browser of one person: one connection that it keeps, one request at a time, chosen by chance from the mix; then
it thinks, on average the think time (exponential: some ask at once, some go for coffee). Waiting is counted from the moment
a request is due to its last byte, connecting included.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import httpx

from benchmarks.many_users.filled import DBID
from segtier.samples.awr_html import render
from segtier.samples.oltp import before_reports

MB = 1_000_000
Query = dict[str, str | int]


@dataclass(frozen=True)
class Known:
    """What there is to ask for."""

    databases: tuple[str, ...]
    jobs: tuple[str, ...]
    newest_event: int


@dataclass(frozen=True)
class Operation:
    name: str
    share_pct: float
    ask: Callable[[Known, random.Random], tuple[str, Query]]


def _of_one(
    path: str, query: Callable[[random.Random], Query] = lambda _: {}
) -> Callable[[Known, random.Random], tuple[str, Query]]:
    """About any database."""
    return lambda known, chance: (f"/databases/{chance.choice(known.databases)}{path}", query(chance))


def _page_of_segments(chance: random.Random) -> Query:
    sort, direction = chance.choice(["rank", "rank", "size", "io", "benefit"]), chance.choice(["asc", "desc"])
    words = chance.choice(["", "", "", "in", "segment_1"])
    return {"sort": sort, "direction": direction, "offset": 100 * chance.randrange(3), "filter": words}


def _new_question(chance: random.Random) -> Query:
    return {"ssd": f"{chance.randrange(20, 2_000_000) / 1_000:.3f}GiB"}


MIX = (
    Operation("databases", 8, lambda _known, _chance: ("/databases", {})),
    Operation("fleet", 6, lambda _known, _chance: ("/fleet", {})),
    Operation("one database", 8, _of_one("")),
    Operation("reports", 12, _of_one("/reports", lambda _: {"limit": 100})),
    Operation("segments", 19.5, _of_one("/segments", _page_of_segments)),
    Operation("advice", 20, _of_one("/advice")),
    Operation("options", 7, _of_one("/advice/options")),
    Operation("frontier", 7, _of_one("/advice/frontier")),
    Operation("uploads", 5, lambda _known, _chance: ("/uploads", {"limit": 50})),
    Operation("one job", 3, lambda known, chance: (f"/jobs/{chance.choice(known.jobs)}", {})),
    Operation("batches", 2, lambda _known, _chance: ("/batches", {"limit": 50})),
    Operation("events", 2, lambda known, _chance: ("/events", {"limit": 50, "after": max(0, known.newest_event - 50)})),
    Operation("advice, new question", 0.5, _of_one("/advice", _new_question)),
)
"""What each session asks for, in per cent of its requests."""
READS = tuple(one.name for one in MIX if one.name != "advice, new question")
"""Those whose answer is there, or is worked out by the web server itself."""


@dataclass(frozen=True)
class Visit:
    url: str
    known: Known
    secrets: tuple[str, ...]
    """Of the sessions: as many as there are."""
    think_s: float
    last_s: float
    streams: int
    """So many sessions follow the stream of events too."""
    upload_every_s: float
    """0: nobody uploads."""
    seed: int = 1


@dataclass
class Seen:
    """`took_s` by operation; `uploads` are (seconds, bytes)."""

    took_s: dict[str, list[float]] = field(default_factory=dict)
    uploads: list[tuple[float, int]] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    events: int = 0
    cpu_s: float = 0.0
    lasted_s: float = 0.0

    @property
    def requests(self) -> int:
        return sum(map(len, self.took_s.values())) + len(self.uploads)


def visit(plan: Visit) -> Seen:
    """All sessions, from the first that comes until the time is over."""
    begin_s, cpu_s = time.monotonic(), time.process_time()
    seen = asyncio.run(_visit(plan))
    seen.cpu_s, seen.lasted_s = time.process_time() - cpu_s, time.monotonic() - begin_s
    return seen


async def _visit(plan: Visit) -> Seen:
    seen = Seen({one.name: [] for one in MIX})
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=None)
    async with httpx.AsyncClient(base_url=plan.url, limits=limits, timeout=60, trust_env=False) as follower:
        followers = [asyncio.create_task(_follow(follower, secret, seen)) for secret in plan.secrets[: plan.streams]]
        others = [_session(plan, number, secret, seen) for number, secret in enumerate(plan.secrets)]
        if plan.upload_every_s:
            others.append(_upload(plan, seen))
        await asyncio.gather(*others)
        for one in followers:
            one.cancel()
        await asyncio.gather(*followers, return_exceptions=True)
    return seen


def _client(plan: Visit, secret: str) -> httpx.AsyncClient:
    """One connection that is kept as long as the server keeps it, as browsers do."""
    limits = httpx.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=None)
    return httpx.AsyncClient(
        base_url=plan.url, headers=shown(plan.url, secret), limits=limits, timeout=60, verify=False, trust_env=False
    )


def shown(url: str, secret: str) -> dict[str, str]:
    """The cookie of a session, and the header that goes with it."""
    token = hmac.new(secret.encode(), b"csrf", hashlib.sha256).hexdigest()
    return {"Cookie": f"segtier-{httpx.URL(url).port}={secret}", "X-CSRF-Token": token}


async def _session(plan: Visit, number: int, secret: str, seen: Seen) -> None:
    chance = random.Random(f"{plan.seed}/{number}")
    names, shares = list(MIX), [one.share_pct for one in MIX]
    end_s = time.monotonic() + plan.last_s
    async with _client(plan, secret) as client:
        await asyncio.sleep(chance.uniform(0, plan.think_s))
        while time.monotonic() < end_s:
            (operation,) = chance.choices(names, shares)
            path, query = operation.ask(plan.known, chance)
            begin_s = time.perf_counter()
            if await _went_well(client.get(f"/api/v1{path}", params=query), operation.name, seen):
                seen.took_s[operation.name].append(time.perf_counter() - begin_s)
            pause_s = chance.expovariate(1 / plan.think_s)
            await asyncio.sleep(min(pause_s, max(0.0, end_s - time.monotonic())))


async def _went_well(asking, what: str, seen: Seen) -> bool:  # type: ignore[no-untyped-def]
    try:
        answer = await asking
    except httpx.HTTPError as fault:
        seen.faults[f"{what}: {type(fault).__name__}"] += 1
        return False
    if not answer.is_success:
        seen.faults[f"{what}: {answer.status_code} {answer.text[:200]}"] += 1
    return bool(answer.is_success)


async def _follow(client: httpx.AsyncClient, secret: str, seen: Seen) -> None:
    """The stream of events, opened again where it ends."""
    while True:
        with suppress(httpx.HTTPError):
            headers = shown(str(client.base_url), secret)
            async with client.stream("GET", "/api/v1/events/stream", headers=headers, timeout=None) as answer:
                if answer.status_code != 200:
                    seen.faults[f"event stream: {answer.status_code}"] += 1
                async for line in answer.aiter_lines():
                    seen.events += line.startswith("id:")
        seen.faults["event stream: ended"] += 1
        await asyncio.sleep(1)


async def _upload(plan: Visit, seen: Seen) -> None:
    """A report of another hour of one of the databases now and then, filled up to a megabyte."""
    page = render(before_reports()[0]).decode()
    chance, end_s = random.Random(f"{plan.seed}/uploads"), time.monotonic() + plan.last_s
    async with _client(plan, plan.secrets[0]) as client:
        for turn in range(1_000_000):
            if time.monotonic() + plan.upload_every_s > end_s:
                return
            await asyncio.sleep(plan.upload_every_s)
            data = another_hour(page, chance.randrange(len(plan.known.databases)), turn)
            begin_s = time.perf_counter()
            sending = client.post("/api/v1/uploads", files={"file": (f"later-{turn}.html", data)})
            if await _went_well(sending, "upload", seen):
                seen.uploads.append((time.perf_counter() - begin_s, len(data)))


def another_hour(page: str, number: int, turn: int) -> bytes:
    """A report of a database of the store, months after all others."""
    for label, later in (("Begin Snap", 0), ("End Snap", 1)):
        at = datetime(2025, 1, 1) + timedelta(hours=turn + later)  # noqa: DTZ001 - the times of a report have no zone
        places = rf"({label}:</td>\s*<td[^>]*>)\s*\d+(</td>\s*<td[^>]*>)[^<]*(</td>)"
        page = re.sub(places, rf"\g<1>{100_000 + turn + later}\g<2>{at:%d-%b-%y %H:%M:%S}\g<3>", page, count=1)
    page = page.replace("2718460913", str(DBID + number)).replace(">OAKSHOP<", f">DB{number:05}<")
    return page.encode() + b"\n<!-- " + b"x" * max(0, MB - len(page)) + b" -->\n"
