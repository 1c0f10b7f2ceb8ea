"""Every operation × everybody × their own database and another, against the table in segtier/api/access.py.

A route that was added without a line there fails, and so does one whose line lets anybody learn of a database that is not
theirs: to them it is as if it were not there.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts

from segtier.accounts import TOKEN_SCOPES, scopes_of
from segtier.api.access import ACCESS, Access
from segtier.api.app import create_app
from segtier.api.by_account import CSRF_HEADER
from segtier.model.account import ITSELF, ROLES, SCOPES, SINGLE_USER, Scope
from segtier.model.plan import Destination
from segtier.question import Question
from segtier.services import accounts, comment_plan, draft_plan, keep_scenarios, keep_tokens, manage_uploads
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.draft_plan import Wanted
from segtier.services.sign_in import sign_in
from segtier.settings import Settings
from tests.integration.contexts import a_context, on_both
from tests.integration.files import a_report
from tests.integration.queue import work_through
from tests.openapi import KEPT

PASSWORD = "correct horse battery"
ABSENT = "is-not-there"
FILE = "segtier/api/access.py"


def operations() -> dict[str, RouteContext]:
    contexts = iter_route_contexts(create_app(Settings(), None).routes)
    return {one.operation_id or one.path: one for one in contexts if isinstance(one.route, APIRoute)}


OPERATIONS = operations()


def test_every_operation_has_a_line() -> None:
    missing, gone = OPERATIONS.keys() - ACCESS.keys(), ACCESS.keys() - OPERATIONS.keys()
    assert not missing, f"add a line for {sorted(missing)} to {FILE}"
    assert not gone, f"remove the line of {sorted(gone)} from {FILE}"


def test_the_document_says_the_scope_of_every_operation() -> None:
    document = json.loads(KEPT.read_bytes())
    for path in document["paths"].values():
        for operation in path.values():
            access = ACCESS[operation["operationId"]]
            ways = operation.get("security", document["security"])
            told = {scope for way in ways for scopes in way.values() for scope in scopes}
            assert told == ({access.needs} if access.needs in SCOPES else set()), operation["operationId"]


@dataclass(frozen=True)
class Somebody:
    name: str
    headers: dict[str, str]
    scopes: frozenset[Scope] | None
    """None: a stranger."""
    token: bool = False
    limited: bool = False


@dataclass(frozen=True)
class House:
    app: FastAPI
    people: tuple[Somebody, ...]
    names: dict[str, dict[str, str]]
    """What is in `own`, the database of the limited token, and in `other`: identifiers by the name of the parameter."""


@pytest.fixture(scope="module", params=on_both("permissions"))
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with a_context(request, tmp_path_factory.mktemp("house")) as context:
        yield _furnished(context)


def _furnished(context: Context) -> House:
    names = {"own": _stored(context, "SHOP", 4711), "other": _stored(context, "BANK", 4712)}
    settings = Settings(allowed_hosts=("localhost",))
    app = create_app(settings, context)
    app.state.event_streams.close()  # they end at once: here nobody goes away
    return House(app, tuple(_people(context, names["own"]["database_id"])), names)


def _stored(context: Context, name: str, dbid: int) -> dict[str, str]:
    data = a_report(name, dbid)
    accept_upload(
        context, ITSELF, BytesIO(data), file=f"{name}.json", period="before", database_id=None, batch=f"bat_{name * 4}"
    )
    work_through(context)
    (database,) = [one for one in manage_uploads.list_databases(context) if one.dbid == dbid]
    (report,) = manage_uploads.list_reports(context, database.id)
    assert report.upload_id
    scenario = keep_scenarios.create_scenario(context, ITSELF, database.id, "kept", Question())
    plan_id = draft_plan.draft(context, database.id, "redo", Wanted(Question(), Destination(), True), SINGLE_USER)
    comment = comment_plan.add_comment(context, plan_id, "why?", None, None, SINGLE_USER)
    return {
        "database_id": database.id,
        "report_id": report.id,
        "upload_id": report.upload_id,
        "job_id": manage_uploads.get_upload(context, report.upload_id).job.id,
        "scenario_id": scenario.record.id,
        "plan_id": plan_id,
        "comment_id": comment.id,
        "source": hashlib.sha256(data).hexdigest(),
        "file": f"{name}.json",
    }


def _people(context: Context, own: str) -> Iterator[Somebody]:
    yield Somebody("nobody", {}, None)
    for role in reversed(ROLES):  # the first user is an admin
        user = accounts.add_user(context.store, ITSELF, role, role, PASSWORD)
        signed_in = sign_in(context.store, role, PASSWORD)
        yield Somebody(role, _cookie(signed_in.secret), scopes_of(user.role))
        if role != "admin":
            continue
        for scope in TOKEN_SCOPES:
            _, text = keep_tokens.make_token(context.store, signed_in.actor, scope, [scope], None, 1)
            yield Somebody(f"token {scope}", _bearer(text), frozenset({scope}), token=True)
        _, text = keep_tokens.make_token(context.store, signed_in.actor, "limited", TOKEN_SCOPES, [own], 1)
        yield Somebody("limited token", _bearer(text), frozenset(TOKEN_SCOPES), token=True, limited=True)


def _bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


def _cookie(secret: str) -> dict[str, str]:
    from segtier.api.by_account import _csrf

    return {"Cookie": f"segtier-default={secret}", CSRF_HEADER: _csrf(secret)}


def _wanted(access: Access, who: Somebody, *, hidden: bool) -> int | None:
    """The status that must come; None for one that says that they may."""
    if access.needs == "nothing":
        return None
    if who.scopes is None:
        return 401
    if access.needs == "person":
        return 403 if who.token else None
    if access.needs != "any" and access.needs not in who.scopes:
        return 403
    if access.all_databases and who.limited:
        return 403
    return 404 if hidden and who.limited else None


def test_what_is_not_theirs_is_as_if_it_were_not_there(house: House) -> None:
    """To the letter, but for the identifier they asked for."""
    (limited,) = [who for who in house.people if who.limited]

    async def ask(path: str) -> tuple[int, dict[str, Any]]:
        transport = httpx.ASGITransport(house.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answer = await client.get(f"/api/v1{path}", headers=limited.headers)
            problem = answer.json()
            return answer.status_code, {name: problem[name] for name in ("code", "detail", "advice", "errors")}

    for path, name in PATHS.items():
        hidden = asyncio.run(ask(path.format(house.names["other"][name])))
        absent = asyncio.run(ask(path.format(ABSENT if name != "source" else "0" * 64)))
        assert hidden[0] == 404
        detail = hidden[1]["detail"].replace(house.names["other"][name], ABSENT if name != "source" else "0" * 64)
        assert (hidden[0], {**hidden[1], "detail": detail}) == absent


PATHS = {
    "/databases/{}": "database_id",
    "/databases/{}/advice": "database_id",
    "/databases/{}/scenarios": "database_id",
    "/reports/{}": "report_id",
    "/reports/{}/workload": "report_id",
    "/uploads/{}": "upload_id",
    "/uploads/{}/contents": "upload_id",
    "/jobs/{}": "job_id",
    "/plans/{}": "plan_id",
    "/plans/{}/revisions/1": "plan_id",
    "/plans/{}/revisions/1/bundle": "plan_id",
    "/plans/{}/revisions/1/file?path=plan.md": "plan_id",
    "/plans/{}/difference?from=1&to=1": "plan_id",
    "/plans/{}/comments": "plan_id",
    "/plans?database={}": "database_id",
    "/evidence?section=x&source={}": "source",
}


def test_lists_hold_what_is_theirs(house: House) -> None:
    (limited,) = [who for who in house.people if who.limited]
    (admin,) = [who for who in house.people if who.name == "admin"]

    async def count(path: str, who: Somebody) -> int:
        transport = httpx.ASGITransport(house.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            body = (await client.get(f"/api/v1{path}", headers=who.headers)).json()
            return len(body["rows"] if "rows" in body else body["items"])

    for path in ("/databases", "/uploads", "/batches", "/fleet", "/plans"):
        assert (asyncio.run(count(path, admin)), asyncio.run(count(path, limited))) == (2, 1), path
    assert (asyncio.run(count("/events", admin)), asyncio.run(count("/events", limited))) == (8, 4)


def test_a_report_cannot_be_given_to_a_database_they_do_not_know(house: House) -> None:
    (limited,) = [who for who in house.people if who.limited]
    own, other = house.names["own"], house.names["other"]

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(house.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            path, change = f"/api/v1/reports/{own['report_id']}", {"database_id": other["database_id"]}
            return await client.patch(path, json=change, headers=limited.headers)

    assert asyncio.run(ask()).status_code == 404


NAMED = ("database_id", "report_id", "upload_id", "job_id", "plan_id", "source")
"""What belongs to a database, by the parameter that names it."""
SPENT = ("signOut", "changePassword", "signIn")
"""They would end the sessions of the table; see test_accounts.py."""


def test_every_operation_by_everybody_on_every_database(house: House) -> None:
    """The last of the tests of a house: what is made here stays. Where an operation names nothing, both places are one.

    What deletes comes last, and never finds what it names: the refusals are told apart from that by their codes.
    """
    asked, leaks = Counter[str](), []

    async def walk() -> None:
        transport = httpx.ASGITransport(house.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            for operation, route in OPERATIONS.items():
                if operation in SPENT:
                    continue
                for who in house.people:
                    for place in ("own", "other") if _names_something(route) else ("own",):
                        answer = await _ask(client, route, who, house.names[place])
                        asked[operation] += 1
                        fault = _fault(operation, who, place, answer, house)
                        if fault:
                            leaks.append(f"{operation} by {who.name} on {place}: {fault}")

    asyncio.run(walk())
    assert not leaks, "\n".join(leaks)
    assert asked.keys() == OPERATIONS.keys() - set(SPENT)
    assert set(asked.values()) == {len(house.people), 2 * len(house.people)}
    assert all(asked[name] == 2 * len(house.people) for name, route in OPERATIONS.items() if "{" in route.path)


def _names_something(route: RouteContext) -> bool:
    return "{" in route.path or _takes_source(route)


def _takes_source(route: RouteContext) -> bool:
    return any(param.alias == "source" for param in route.dependant.query_params)


async def _ask(client: httpx.AsyncClient, route: RouteContext, who: Somebody, names: dict[str, str]) -> httpx.Response:
    """Without a body and the parameters that are no names: whoever may gets as far as their validation, or further.

    What changes something that exists is asked with a body that is not valid, and a delete of what others need of nobody.
    """
    (method,) = route.methods - {"HEAD"}
    path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: names.get(found[1], ABSENT), route.path)
    path = path.replace(f"/revisions/{ABSENT}", "/revisions/1")
    if method == "DELETE" and who.scopes is not None and _may_delete(route, who, names):
        path = re.sub(r"[^/]+$", ABSENT, path)
    query = {"source": names["source"], "section": "Foreground Wait Events"} if _takes_source(route) else {}
    return await client.request(method, path, params=query, headers=who.headers)


def _may_delete(route: RouteContext, who: Somebody, names: dict[str, str]) -> bool:
    access = ACCESS[str(route.operation_id)]
    return _wanted(access, who, hidden=names["file"] == "BANK.json") is None


def _fault(operation: str, who: Somebody, place: str, answer: httpx.Response, house: House) -> str | None:
    names = any(f"{{{name}" in OPERATIONS[operation].path for name in NAMED) or operation in (
        "locateInFile",
        "showFile",
    )
    wanted = _wanted(ACCESS[operation], who, hidden=names and place == "other")
    other = house.names["other"]
    if who.limited and place == "own" and any(value in answer.text for value in (*other.values(), "BANK")):
        return f"it tells of the other database: {answer.text[:200]}"
    if wanted is not None:
        return (
            None if answer.status_code == wanted else f"{answer.status_code} instead of {wanted}: {answer.text[:200]}"
        )
    is_refused = answer.status_code in (401, 403) and operation != "signIn"
    if is_refused or (answer.status_code >= 500 and operation != "readyz"):
        return f"{answer.status_code}: {answer.text[:200]}"
    return None
