"""A database with a few reports, a team, and plans under review: asked over REST, without a server."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import httpx
from fastapi import FastAPI

from segtier.accounts import digest_of, new_secret, scopes_of
from segtier.api.app import create_app
from segtier.api.by_account import CSRF_HEADER, _csrf
from segtier.model.account import ITSELF, SINGLE_USER, Actor, Role
from segtier.services import accounts, manage_uploads
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.settings import Settings
from segtier.store import audit, sessions, users
from segtier.store.engine import one_at_a_time
from tests.integration.files import a_report, some_sizes
from tests.integration.queue import work_through

PASSWORD = "correct horse battery"
TEAM: dict[str, Role] = {"ana": "admin", "al": "analyst", "rita": "reviewer", "rob": "reviewer", "vic": "viewer"}
ASKED = {"option": "segments", "ssd": "700GB", "override": True}


def stored(context: Context, name: str = "SHOP", dbid: int = 4711) -> str:
    """A database with two reports from before and sizes; gives its identifier."""
    for snap in (100, 200):
        data = BytesIO(a_report(name, dbid, snap, ("ORDERS", "ITEMS", "BASKETS")))
        accept_upload(
            context, ITSELF, data, file=f"{name}{snap}.json", period="before", database_id=None, batch="bat_1"
        )
    work_through(context)
    (found,) = [one for one in manage_uploads.list_databases(context) if one.dbid == dbid]
    sizes = BytesIO(some_sizes("ORDERS", "ITEMS", "BASKETS"))
    accept_upload(context, ITSELF, sizes, file="sizes.csv", period="before", database_id=found.id, batch="bat_1")
    work_through(context)
    return found.id


def a_team(context: Context) -> dict[str, Actor]:
    """As `add_user` makes them, but their password is hashed once for all: that takes a tenth of a second each time."""
    (first, *others) = TEAM
    made = {first: accounts.add_user(context.store, ITSELF, first, TEAM[first], PASSWORD)}
    with context.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        hash_ = users.password_of(tx, made[first].id)
        for name in others:
            made[name] = users.add(tx, name, TEAM[name], hash_)
            audit.append(tx, SINGLE_USER, "user.added", made[name].id, {"name": name, "role": TEAM[name]})
    return {name: Actor(user.id, name, scopes_of(user.role)) for name, user in made.items()}


@dataclass
class Rest:
    """Asks as one of the team, by the cookie of a session."""

    context: Context
    app: FastAPI = field(init=False)
    _headers: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.app = create_app(Settings(allowed_hosts=("localhost",)), self.context)

    def shown_by(self, name: str) -> dict[str, str]:
        if name not in self._headers:
            secret = new_secret()
            with self.context.store.write(ITSELF) as tx:
                found = users.named(tx, name)
                assert found is not None
                sessions.begin(tx, digest_of(secret), found[0].id)
            self._headers[name] = {"Cookie": f"segtier-default={secret}", CSRF_HEADER: _csrf(secret)}
        return self._headers[name]

    def ask(self, name: str, method: str, path: str, etag: str | None = None, **options: Any) -> httpx.Response:
        headers = {**self.shown_by(name), **({} if etag is None else {"If-Match": etag}), **options.pop("headers", {})}

        async def once() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=None) as client:
                return await client.request(method, f"/api/v1{path}", headers=headers, **options)

        return asyncio.run(once())

    def drafted(self, name: str, database_id: str, **more: Any) -> Any:
        answer = self.ask(name, "POST", f"/databases/{database_id}/plans", json=ASKED | more)
        assert answer.status_code == 201, answer.text
        return answer.json()


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
