"""The header `Idempotency-Key`: for every POST that creates something, whichever router it is in.

Two parts. `once` runs before the route: it writes the key down, or repeats what was told. `KeepAnswers` stands around the
application: it keeps the answer before it is sent.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from segtier.api.access import ACCESS
from segtier.api.errors import BadParameter
from segtier.errors import SegtierError
from segtier.model.account import Actor
from segtier.passing import Passing
from segtier.reading.reader import ReaderFailed, ReaderLost
from segtier.services import repeat_requests
from segtier.services.repeat_requests import Told
from segtier.store.engine import Store

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
_KEY = re.compile(r"[!-~]{16,200}")
_STATUSES = (201, 202)
_FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")
_TOLD = ("content-type", "location", "etag")
_DONE_NOTHING = (SegtierError, RequestValidationError, HTTPException, OSError, Passing, ReaderFailed, ReaderLost)
"""What ends a request before its transaction is committed. Of a database that fails nobody knows."""
_log = logging.getLogger(__name__)

DESCRIPTION: dict[str, Any] = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "description": (
        "A random text of your own, a UUID for instance. Sent again within 24 hours with the same request, it gives the "
        "same answer and creates nothing more."
    ),
    "schema": {"type": "string", "pattern": "^[!-~]{16,200}$"},
}


class Replayed(Exception):
    """No error: the way out of a request that need not be done."""

    def __init__(self, told: Told) -> None:
        super().__init__("told before")
        self.told = told


def creates(method: str, status: int, operation: str) -> bool:
    """Does the operation create something for somebody who is known?"""
    access = ACCESS.get(operation)
    return method == "POST" and status in _STATUSES and access is not None and access.needs != "nothing"


def tell_once(request: Request) -> None:
    """The answer to this request holds what is to be stored nowhere."""
    request.state.tell_once = True


async def once(request: Request) -> AsyncIterator[None]:
    """Raises Replayed where the answer is known, Refused where there can be none, BadParameter for what is no key."""
    route, text = request.scope["route"], request.headers.get(HEADER)
    if text is None or not creates(request.method, route.status_code or 200, route.operation_id):
        yield
        return
    key = text.removeprefix('"').removesuffix('"')
    if not _KEY.fullmatch(key):
        raise BadParameter(
            HEADER, "bad-idempotency-key", f"{HEADER} is 16 to 200 characters without spaces: a UUID does"
        )
    actor: Actor = request.state.actor
    store: Store = request.app.state.context.store
    digest = repeat_requests.digest_of(actor, route.operation_id, key)
    payload = await _payload(request)
    told = await run_in_threadpool(repeat_requests.begin, store, actor, digest, key, payload)
    if told is not None:
        raise Replayed(told)
    request.state.idempotency = digest
    try:
        yield
    except _DONE_NOTHING:
        del request.state.idempotency
        await run_in_threadpool(repeat_requests.release, store, digest)
        raise


async def _payload(request: Request) -> bytes:
    """What was asked for, whatever the boundary of its form: a digest of each file in the place of it."""
    if request.headers.get("content-type", "").startswith(_FORMS):
        sent: Any = await run_in_threadpool(_fields, await request.form())
    else:
        sent = (await request.body()).decode("latin-1")
    return json.dumps([request.url.path, request.url.query, sent]).encode()


def _fields(form: FormData) -> list[tuple[str, ...]]:
    return [(name, *_value(value)) for name, value in form.multi_items()]


def _value(value: UploadFile | str) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        return
    yield value.filename or ""
    value.file.seek(0)
    yield hashlib.file_digest(value.file, "sha256").hexdigest()  # type: ignore[arg-type] # it can do more than it is said to
    value.file.seek(0)


def replayed(_: Request, error: Exception) -> Response:
    assert isinstance(error, Replayed)
    return Response(error.told.body, error.told.status, headers={**error.told.headers, REPLAYED: "true"})


class KeepAnswers:
    """Whoever got an answer can have it again: it is kept first. One that cannot be kept is still given."""

    def __init__(self, app: ASGIApp, store: Store | None) -> None:
        self._app, self._store = app, store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        held: list[Message] = []

        async def hold(message: Message) -> None:
            if "idempotency" not in scope.get("state", {}):
                await send(message)
                return
            held.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                await self._keep(scope["state"], held)
                for one in held:
                    await send(one)

        await self._app(scope, receive, hold)

    async def _keep(self, state: dict[str, Any], held: list[Message]) -> None:
        start, *rest = held
        if self._store is None or start["status"] not in range(200, 300):
            return
        headers = Headers(raw=start["headers"])
        kept = {name: headers[name] for name in _TOLD if name in headers}
        told = Told(start["status"], kept, b"".join(one.get("body", b"") for one in rest))
        once = state.get("tell_once", False)
        try:
            await run_in_threadpool(repeat_requests.keep, self._store, state["idempotency"], told, once=once)
        except (SQLAlchemyError, OSError) as error:
            _log.warning("an answer was not kept", exc_info=error)
