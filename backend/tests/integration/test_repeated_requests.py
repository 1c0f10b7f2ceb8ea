"""The header Idempotency-Key, on both databases: what is created once, what is told again, and what nobody can know."""

from __future__ import annotations

import asyncio
import json
import threading
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import select

from segtier.api.by_account import CSRF_HEADER, _csrf
from segtier.model.account import ITSELF
from segtier.services import accounts, keep_scenarios, keep_tokens, manage_uploads
from segtier.services.context import Context
from segtier.services.sign_in import sign_in
from segtier.services.sweep_keys import sweep_keys
from segtier.store.tables import AnsweredKeyRow
from tests.integration.caller import KEY, REPORT, Caller, code
from tests.integration.test_permissions import PASSWORD, operations
from tests.openapi import KEPT

ANSWERS = {
    "makeToken": "never kept: the text of the token",
    "addUser": "kept",
    "createUpload": "kept; never where it was masked: the map",
    "retryUpload": "kept",
    "loadSample": "kept",
    "createScenario": "kept",
    "forkScenario": "kept",
    "sealForecast": "kept",
    "draftPlan": "kept",
    "revisePlan": "kept",
    "reviewPlan": "kept",
    "addComment": "kept",
    "addWebhook": "never kept: its secret",
    "rotateWebhookSecret": "never kept: the new secret",
    "replayDelivery": "kept",
    "testWebhook": "kept",
    "resetPassword": "never kept: the password that was made",
}
"""Every operation that takes a key. A new one: does its answer hold a secret? Then its route says `tell_once`."""


def test_every_operation_that_creates_takes_a_key() -> None:
    document = json.loads(KEPT.read_bytes())
    takes = {
        operation["operationId"]
        for path in document["paths"].values()
        for operation in path.values()
        if any(one["name"] == "Idempotency-Key" for one in operation.get("parameters", ()))
    }
    creates = {name for name, route in operations().items() if "POST" in (route.methods or ())}
    assert takes == set(ANSWERS)
    moves = {"submitPlan", "withdrawPlan", "markPlanApplied"}
    """They move a plan on, under the ETag of what was read: a second time it is another."""
    assert creates - takes - moves == {"signIn", "readMeasurements", "callTools"}, (
        "they create nothing for those who are known"
    )


def test_a_repeated_request_is_told_the_same_and_creates_nothing(
    context: Context, caller: Caller, database: str
) -> None:
    asked = {"name": "a card", "ssd": "700GB"}
    first, again = (caller.post(f"/databases/{database}/scenarios", json=asked) for _ in range(2))
    assert (first.status_code, "idempotency-replayed" in first.headers) == (201, False)
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.headers["content-type"] == first.headers["content-type"]
    assert len(keep_scenarios.list_scenarios(context, database)) == 1
    quoted = caller.post(f"/databases/{database}/scenarios", f'"{KEY}"', json=asked)
    assert quoted.content == first.content
    other = caller.post(f"/databases/{database}/scenarios", json={**asked, "ssd": "1TB"})
    assert code(other) == (422, "idempotency-key-reused")
    elsewhere = caller.post(f"/databases/{database}/scenarios/{first.json()['id']}/fork", json={"name": "another"})
    assert elsewhere.status_code == 201, "another operation has keys of its own"


def test_what_was_refused_may_be_asked_again_with_the_same_key(caller: Caller, database: str) -> None:
    """Nothing was created, so the key is free: also for another request."""
    path = f"/databases/{database}/scenarios"
    caller.post(path, None, json={"name": "taken"})
    assert code(caller.post(path, json={"name": "taken"})) == (409, "scenario-name-taken")
    assert code(caller.post(path, json={"name": ""})) == (422, "invalid-request")
    assert code(caller.post(path, json={"name": "free", "ssd": "none"})) == (422, "bad-capacity")
    assert caller.post(path, json={"name": "free"}).status_code == 201


@pytest.mark.parametrize("key", ["", "short", "x" * 201, "with spaces in it all"])
def test_what_is_no_key_is_refused(caller: Caller, key: str) -> None:
    assert code(caller.upload(key=key)) == (400, "bad-idempotency-key")


def test_an_upload_is_known_by_what_is_in_it(context: Context, caller: Caller) -> None:
    """Each form has a boundary of its own; with the key even a known file is told of as new, as it was at first."""
    first, again = caller.upload(), caller.upload()
    assert (first.status_code, again.status_code, again.content) == (202, 202, first.content)
    assert again.headers["location"] == first.headers["location"]
    assert code(caller.upload(REPORT + b" ")) == (422, "idempotency-key-reused")
    assert code(caller.upload(period="after")) == (422, "idempotency-key-reused")
    assert caller.upload(key=None).json()["duplicate_of"] == first.json()["id"]
    assert len(manage_uploads.list_uploads(context, 10)) == 1


def test_a_request_that_runs_is_not_begun_again(context: Context) -> None:
    begun, goes_on = threading.Event(), threading.Event()

    def ring() -> None:
        begun.set()
        goes_on.wait()

    caller = Caller(replace(context, ring=ring))

    async def both() -> tuple[httpx.Response, httpx.Response]:
        sent = {"files": {"file": ("shop.json", REPORT)}}
        key = {"Idempotency-Key": KEY}
        first = asyncio.create_task(caller.ask("POST", "/uploads", key, **sent))
        await asyncio.to_thread(begun.wait)
        second = await caller.ask("POST", "/uploads", key, **sent)
        goes_on.set()
        return await first, second

    first, second = asyncio.run(both())
    assert (first.status_code, code(second)) == (202, (409, "idempotency-key-in-use"))
    assert second.headers["retry-after"] == "5"
    assert caller.upload().content == first.content


def test_of_an_effect_without_an_answer_nobody_knows_and_it_is_not_had_twice(context: Context) -> None:
    """It was created, and the process failed before it said so."""

    def ring() -> None:
        raise RuntimeError("after the commit")

    caller = Caller(replace(context, ring=ring))
    assert code(caller.upload()) == (500, "internal")
    refused = Caller(context).upload()
    assert code(refused) == (409, "idempotency-key-in-use")
    assert "another key" in refused.json()["advice"]
    assert len(manage_uploads.list_uploads(context, 10)) == 1


def test_a_key_is_forgotten_after_a_day(context: Context, caller: Caller) -> None:
    first = caller.upload()
    for hours, status in ((23, 202), (2, 200)):
        with context.store.write(ITSELF) as tx:
            row = tx.scalars(select(AnsweredKeyRow)).one()
            row.begun_at -= timedelta(hours=hours)
        sweep_keys(context)
        again = caller.upload()
        assert (again.status_code, again.json()["id"]) == (status, first.json()["id"])


Delete = Callable[[Context, str, str], None]
DELETED: dict[str, Delete] = {
    "upload": lambda context, upload, _: manage_uploads.delete_upload(context, ITSELF, upload),
    "database": lambda context, _, database: manage_uploads.delete_database(context, ITSELF, database),
}


@pytest.mark.parametrize("what", DELETED)
def test_what_is_deleted_is_told_of_no_more(context: Context, caller: Caller, database: str, what: str) -> None:
    known = caller.upload().json()
    DELETED[what](context, known["id"], database)
    assert code(caller.upload()) == (409, "answer-not-kept")
    assert kept_bodies(context) == [None]


def kept_bodies(context: Context) -> list[bytes | None]:
    with context.store.read() as tx:
        return list(tx.scalars(select(AnsweredKeyRow.body)))


def test_secrets_are_told_once_and_not_kept(context: Context) -> None:
    user = accounts.add_user(context.store, ITSELF, "ana", "admin", PASSWORD)
    signed_in = sign_in(context.store, "ana", PASSWORD)
    person = {"Cookie": f"segtier-default={signed_in.secret}", CSRF_HEADER: _csrf(signed_in.secret)}
    ana = Caller(context, **person)
    wanted = {"name": "nightly", "scopes": ["reports:read"]}
    made = ana.post("/tokens", json=wanted)
    assert made.status_code == 201
    again = ana.post("/tokens", json=wanted)
    assert code(again) == (409, "answer-not-kept")
    assert len(keep_tokens.list_tokens(context.store, signed_in.actor)) == 1
    masked = ana.upload(mask="hash")
    assert masked.status_code == 202
    assert masked.json()["masked"]["map_file"]
    assert code(ana.upload(mask="hash")) == (409, "answer-not-kept")
    assert kept_bodies(context) == [None, None]
    assert user.name == "ana"


def test_each_who_asks_has_keys_of_their_own(context: Context) -> None:
    accounts.add_user(context.store, ITSELF, "ana", "admin", PASSWORD)
    actor = sign_in(context.store, "ana", PASSWORD).actor
    tokens = [keep_tokens.make_token(context.store, actor, name, ["uploads:write"], None, 1)[1] for name in "ab"]
    first, second = (Caller(context, Authorization=f"Bearer {text}").upload() for text in tokens)
    assert (first.status_code, second.status_code) == (202, 200)
    revoked = Caller(context, Authorization=f"Bearer {tokens[0]}x")
    assert code(revoked.upload()) == (401, "sign-in-needed")


def test_a_password_cannot_be_tried_against_what_is_kept(context: Context) -> None:
    """Two keys, the same request: nothing that is kept is the same."""
    new = {"name": "bea", "role": "viewer", "password": PASSWORD}
    accounts.add_user(context.store, ITSELF, "ana", "admin", PASSWORD)
    signed_in = sign_in(context.store, "ana", PASSWORD)
    ana = Caller(context, Cookie=f"segtier-default={signed_in.secret}", **{CSRF_HEADER: _csrf(signed_in.secret)})
    made = ana.post("/users", json=new)
    accounts.remove_user(context.store, signed_in.actor, made.json()["id"])
    ana.post("/users", str(uuid.uuid4()), json=new)
    with context.store.read() as tx:
        rows = list(tx.scalars(select(AnsweredKeyRow)))
    assert len({row.payload for row in rows}) == len({row.digest for row in rows}) == 2
    assert not any(PASSWORD.encode() in (row.body or b"") for row in rows)
