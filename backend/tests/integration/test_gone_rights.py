"""Every operation that changes something, by somebody whose right goes while the request is under way.

Two ways to be late. Held: the request has come to its transaction and is stopped there; the right goes; it goes on. Slow: the
body is held back until the right is gone. All must be refused and leave the database as it was.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select, text
from starlette.datastructures import Headers

from segtier.accounts import TOKEN_SCOPES, actor_of, digest_of, new_secret, new_token
from segtier.api.access import ACCESS
from segtier.api.browser import cookie_name
from segtier.api.by_account import CSRF_HEADER, _csrf
from segtier.errors import NotAllowed
from segtier.model.account import ITSELF, SINGLE_USER, Writer
from segtier.model.plan import Destination
from segtier.question import Question
from segtier.services import accounts, comment_plan, draft_plan, keep_scenarios, keep_webhooks, read_plans, review_plan
from segtier.services.context import Context
from segtier.services.draft_plan import Wanted
from segtier.store import sessions, tokens, users
from segtier.store.engine import one_at_a_time
from segtier.store.tables import Base, TokenRow, UserRow
from tests.integration.contexts import a_context, on_both
from tests.integration.reviewing import PASSWORD, a_team, stored
from tests.integration.served import SECRET, Served, served, until
from tests.integration.test_permissions import OPERATIONS
from tests.patience import PATIENCE_S

SAFE = ("GET", "HEAD")
ANYBODY = ("signIn",)
"""It gives a right and needs none."""
READS = ("callTools", "readMeasurements")
"""They change nothing: no lock of writers stops them. Who holds their body back is refused all the same."""
WRITES = sorted(
    name
    for name, route in OPERATIONS.items()
    if not route.methods & set(SAFE) and name not in (*ANYBODY, *READS)  # type: ignore[operator]
)
KEY = "a-key-that-was-used-before"


@dataclass(frozen=True)
class Asked:
    """A request; `pieces` is its body."""

    method: str
    path: str
    pieces: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Shown:
    """Who asks: the headers, and the user, session or token they stand for."""

    headers: dict[str, str]
    user_id: str = ""
    session: str = ""
    token: str = ""


@pytest.fixture(scope="module", params=on_both("gone rights"))
def context(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    with a_context(request, tmp_path_factory.mktemp("rights")) as made:
        yield made


@pytest.fixture(scope="module")
def database(context: Context) -> str:
    return stored(context)


@pytest.fixture(scope="module")
def running(context: Context) -> Iterator[Served]:
    with served(context) as product:
        yield product


@pytest.fixture(scope="module")
def alone(context: Context, database: str) -> dict[str, Asked]:
    """What can be asked while there are no accounts."""
    return _requests(context, database)


@pytest.fixture(scope="module")
def team(context: Context, alone: dict[str, Asked]) -> dict[str, Asked]:
    """What can be asked once there are: after the test of the start secret."""
    members = a_team(context)
    return {**alone, **_of_people(members["vic"].id)}


def _of_people(other: str) -> dict[str, Asked]:
    return {
        "changeUser": Asked("PATCH", f"/users/{other}", {"json": {"role": "admin"}}),
        "resetPassword": Asked("POST", f"/users/{other}/password", {"json": {"password": "another horse battery"}}),
        "removeUser": Asked("DELETE", f"/users/{other}"),
        "signOut": Asked("DELETE", "/session"),
        "makeToken": Asked("POST", "/tokens", {"json": {"name": "back door", "scopes": ["reports:read"]}}),
        "revokeToken": Asked("DELETE", "/tokens/tok_any"),
        "changePassword": Asked(
            "PUT", "/me/password", {"json": {"old_password": PASSWORD, "new_password": "another horse battery"}}
        ),
    }


def _requests(context: Context, home: str) -> dict[str, Asked]:
    """A request for each operation that would be done, were the right still there."""
    wanted = Wanted(Question(), Destination(), True)

    def plan(*acts: str) -> tuple[str, dict[str, str], str]:
        plan_id = draft_plan.draft(context, home, "redo", wanted, SINGLE_USER)
        for act in acts:
            seen = {str(read_plans.get_plan(context, plan_id, SINGLE_USER).line.kept.plan.version)}
            if act == "submit":
                review_plan.submit(context, plan_id, seen, "known", SINGLE_USER)
            else:
                kept = read_plans.get_plan(context, plan_id, SINGLE_USER).line.kept
                review_plan.judge(context, plan_id, seen, "approve", kept.revision.digest, "", SINGLE_USER)
        kept = read_plans.get_plan(context, plan_id, SINGLE_USER).line.kept
        return f"/plans/{plan_id}", {"If-Match": f'"{kept.plan.version}"'}, kept.revision.digest

    (draft, d_tag, _), (sent, s_tag, digest) = plan(), plan("submit")
    approved, a_tag, _ = plan("submit", "approve")
    comment = comment_plan.add_comment(context, draft.rpartition("/")[2], "why?", None, None, SINGLE_USER)
    d_tag = {"If-Match": f'"{read_plans.get_plan(context, draft[7:], SINGLE_USER).line.kept.plan.version}"'}
    scenario = keep_scenarios.create_scenario(context, ITSELF, home, "kept", Question()).record.id
    hook, _ = keep_webhooks.add_webhook(context.store, ITSELF, "https://hooks.example.com/x", active=False)
    with context.store.read() as tx:
        report = tx.scalars(select(Base.metadata.tables["reports"].c.id)).first()
        upload = tx.scalars(select(Base.metadata.tables["uploads"].c.id)).first()
        waiting = tx.scalars(select(Base.metadata.tables["deliveries"].c.id)).first() or "dlv_any"
    scenarios, at = f"/databases/{home}/scenarios", f"/webhooks/{hook.id}"
    file = {"files": {"file": ("new.json", b"{}" * 500, "application/json")}}
    return {
        "addUser": Asked("POST", "/users", {"json": {"name": "mallory", "role": "admin", "password": PASSWORD}}),
        "createUpload": Asked("POST", "/uploads", file),
        "deleteUpload": Asked("DELETE", f"/uploads/{upload}"),
        "retryUpload": Asked("POST", f"/uploads/{upload}/retry"),
        "loadSample": Asked("POST", "/samples/oltp"),
        "deleteDatabase": Asked("DELETE", f"/databases/{home}"),
        "setSizes": Asked("PUT", f"/databases/{home}/sizes", {"json": {"text": "SHOP.ORDERS 5G"}}),
        "changeReport": Asked("PATCH", f"/reports/{report}", {"json": {"period": "after"}}),
        "createScenario": Asked("POST", scenarios, {"json": {"name": "new"}}),
        "changeScenario": Asked("PATCH", f"{scenarios}/{scenario}", {"json": {"name": "renamed"}}),
        "deleteScenario": Asked("DELETE", f"{scenarios}/{scenario}"),
        "forkScenario": Asked("POST", f"{scenarios}/{scenario}/fork", {"json": {"name": "fork"}}),
        "sealForecast": Asked("POST", f"/databases/{home}/forecasts", {"json": {"option": "redo"}}),
        "draftPlan": Asked("POST", f"/databases/{home}/plans", {"json": {"option": "redo", "override": True}}),
        "revisePlan": Asked("POST", f"{draft}/revisions", {"json": {"override": True}}, d_tag),
        "submitPlan": Asked("POST", f"{draft}/submit", {"json": {"reason": "known"}}, d_tag),
        "withdrawPlan": Asked("POST", f"{sent}/withdraw", {"json": {}}, s_tag),
        "reviewPlan": Asked("POST", f"{sent}/reviews", {"json": {"verdict": "approve", "digest": digest}}, s_tag),
        "markPlanApplied": Asked("POST", f"{approved}/applied", {"json": {}}, a_tag),
        "addComment": Asked("POST", f"{draft}/comments", {"json": {"text": "late"}}),
        "changeComment": Asked("PATCH", f"{draft}/comments/{comment.id}", {"json": {"resolved": True}}),
        "addWebhook": Asked("POST", "/webhooks", {"json": {"address": "https://evil.example.com/"}}),
        "changeWebhook": Asked("PATCH", at, {"json": {"active": True}}),
        "removeWebhook": Asked("DELETE", at),
        "rotateWebhookSecret": Asked("POST", f"{at}/secret"),
        "testWebhook": Asked("POST", f"{at}/test"),
        "replayDelivery": Asked("POST", f"{at}/deliveries/{waiting}/replay"),
    }


class Gate:
    """Stops whoever has come to a transaction that writes, and counts them, until it is opened."""

    def __init__(self, context: Context, patch: pytest.MonkeyPatch) -> None:
        self.came, self._open = 0, threading.Event()
        for name in ("write", "change_rights"):
            patch.setattr(context.store, name, self._stopped(getattr(context.store, name)))

    def open(self) -> None:
        self._open.set()

    def _stopped(self, begin: Callable[..., Any]) -> Callable[..., Any]:
        def stopped(by: Writer) -> Any:
            if by is not ITSELF:
                self.came += 1
                assert self._open.wait(PATIENCE_S)
            return begin(by)

        return stopped


def _somebody(context: Context, name: str, *, by_token: bool, host: str) -> Shown:
    """A new admin, signed in or with a token of all scopes that a token may have."""
    secret, text = new_secret(), new_token()
    with context.store.write(ITSELF) as tx:
        user = users.add(tx, name, "admin", "no password opens this")
        if by_token:
            token = tokens.add(tx, digest_of(text), user.id, "t", sorted(TOKEN_SCOPES), None, timedelta(days=1))
            tokens.note_use(tx, token.id)
            return Shown({"Authorization": f"Bearer {text}"}, user.id, token=token.id)
        sessions.begin(tx, digest_of(secret), user.id)
    cookie = cookie_name(Headers({"host": host}))
    return Shown({"Cookie": f"{cookie}={secret}", CSRF_HEADER: _csrf(secret)}, user.id, session=digest_of(secret))


WAYS: dict[str, tuple[bool, str]] = {
    "user removed": (False, "DELETE FROM users WHERE id = :who"),
    "role lowered": (False, "UPDATE users SET role = 'viewer' WHERE id = :who"),
    "session ended": (False, "DELETE FROM sessions WHERE user_id = :who"),
    "session idle": (False, "UPDATE sessions SET seen_at = '2001-01-01 00:00:00' WHERE user_id = :who"),
    "token revoked": (True, "DELETE FROM tokens WHERE user_id = :who"),
    "token expired": (True, "UPDATE tokens SET expires_at = '2001-01-01 00:00:00' WHERE user_id = :who"),
    "owner removed": (True, "DELETE FROM users WHERE id = :who"),
    "owner's role lowered": (True, "UPDATE users SET role = 'viewer' WHERE id = :who"),
}
"""Whether by token, and how the right goes; nothing but a foreign key takes the rest along, as in `remove_user`."""
FIRST_ADMIN = (
    "INSERT INTO users (id, key, name, role, password, created_at) "
    "VALUES ('usr_first', 'first', 'first', 'admin', 'x', '2026-01-01 00:00:00')"
)


def _state(context: Context) -> dict[str, list[Any]]:
    """All rows but those the test itself takes away."""
    aside = ("users", "sessions", "tokens", "workers")
    with context.store.read() as tx:
        return {
            name: sorted(map(repr, tx.execute(select(table))))
            for name, table in Base.metadata.tables.items()
            if name not in aside
        }


def _held(
    context: Context, running: Served, shown: Shown, asked: dict[str, Asked], way: str, patch: pytest.MonkeyPatch
) -> list[str]:
    """What was answered otherwise than with the refusal, after the right went while all stood at their transactions."""
    before, gate = _state(context), Gate(context, patch)
    with (
        httpx.Client(base_url=f"{running.url}/api/v1", headers=shown.headers, timeout=PATIENCE_S) as client,
        ThreadPoolExecutor(len(asked)) as pool,
    ):
        answers = {name: pool.submit(_send, client, one) for name, one in asked.items()}
        until(lambda: gate.came + sum(one.done() for one in answers.values()) >= len(asked))
        with context.store.write(ITSELF) as tx:
            tx.execute(text(way), {"who": shown.user_id} if ":who" in way else {})
        gate.open()
        told = {name: one.result() for name, one in answers.items()}
    patch.undo()
    wrong = [
        f"{name}: {answer.status_code} {answer.text[:200]}" for name, answer in told.items() if not _is_gone(answer)
    ]
    after = _state(context)
    return wrong + [f"{table} changed" for table in before if before[table] != after[table]]


def _send(client: httpx.Client, asked: Asked) -> httpx.Response:
    return client.request(asked.method, asked.path, headers=asked.headers, **asked.pieces)


def _is_gone(answer: httpx.Response) -> bool:
    return answer.status_code == 403 and answer.json()["code"] == "right-gone"


def test_the_start_secret_is_worth_nothing_once_there_is_an_admin(
    context: Context, running: Served, alone: dict[str, Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Comes first: the tests after it have accounts."""
    shown = Shown({"Authorization": f"Bearer {SECRET}"})
    wrong = _held(context, running, shown, alone, FIRST_ADMIN, monkeypatch)
    with context.store.write(ITSELF) as tx:
        tx.execute(delete(UserRow))
    print(f"{len(alone)} operations by the start secret refused once there is an admin")
    assert not wrong, "\n".join(wrong)


def test_four_cannot_be_the_first_admin_at_once(context: Context, running: Served) -> None:
    with ThreadPoolExecutor(4) as pool, running.client() as client:
        new = [{"name": f"first{number}", "role": "admin", "password": PASSWORD} for number in range(4)]
        answers = list(pool.map(lambda one: client.post("/users", json=one), new))
    with context.store.write(ITSELF) as tx:
        made = tx.scalars(select(UserRow.name)).all()
        tx.execute(delete(UserRow))
    assert len(made) == 1
    assert sorted(answer.status_code for answer in answers)[0] == 201
    assert all(answer.status_code in (201, 401, 403) for answer in answers)


def test_every_operation_that_changes_something_is_asked(team: dict[str, Asked]) -> None:
    assert sorted(team) == WRITES


def test_rights_stay_until_what_relies_on_them_is_done(context: Context, team: dict[str, Asked]) -> None:
    """Who removes somebody waits for what they have begun, and who begins after it is refused."""
    assert team
    with context.store.read() as tx:
        found = users.named(tx, "rita")
    assert found is not None
    actor, order = actor_of(found[0]), []

    def remove() -> None:
        accounts.remove_user(context.store, ITSELF, actor.id)
        order.append("removed")

    removing = threading.Thread(target=remove)
    with context.store.write(actor):
        removing.start()
        removing.join(0.3)
        order.append("done")
    removing.join(PATIENCE_S)
    assert order == ["done", "removed"]
    with pytest.raises(NotAllowed), context.store.write(actor):
        pass


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_done_by_a_right_that_went_meanwhile(
    context: Context, running: Served, team: dict[str, Asked], way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_token, statement = WAYS[way]
    asked = {name: one for name, one in team.items() if not by_token or _is_for_tokens(name)}
    host = running.url.removeprefix("http://")
    shown = _somebody(context, way, by_token=by_token, host=host)
    if not by_token:
        asked |= _own_token(context, shown)
    wrong = _held(context, running, shown, asked, statement, monkeypatch)
    print(f"{len(asked)} operations refused after: {way}")
    assert not wrong, "\n".join(wrong)


def _is_for_tokens(operation: str) -> bool:
    return ACCESS[operation].needs in TOKEN_SCOPES


def _own_token(context: Context, shown: Shown) -> dict[str, Asked]:
    with context.store.write(ITSELF) as tx:
        token = tokens.add(tx, digest_of(new_token()), shown.user_id, "own", ["reports:read"], None, timedelta(days=1))
    return {"revokeToken": Asked("DELETE", f"/tokens/{token.id}")}


@pytest.mark.parametrize("by_token", [False, True], ids=["session", "token"])
def test_a_body_held_back_until_the_right_is_gone_changes_nothing(
    context: Context, running: Served, team: dict[str, Asked], by_token: bool
) -> None:
    """As it was done from outside: begin, hold the body, be removed, send the rest."""
    host = running.url.removeprefix("http://")
    shown = _somebody(context, f"slow {by_token}", by_token=by_token, host=host)
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    spoken = {"Accept": "application/json, text/event-stream"}
    reads = {
        "callTools": Asked("POST", f"{running.url}/mcp", {"json": call}, spoken),
        "readMeasurements": Asked(
            "POST", "/measurements", {"files": {"file": ("fio.json", b"{}", "application/json")}}
        ),
    }
    asked = {name: one for name, one in (team | reads).items() if one.pieces and (not by_token or _is_for_tokens(name))}
    before = _state(context)
    with httpx.Client(base_url=f"{running.url}/api/v1", headers=shown.headers) as client:
        slow = {name: SlowBody(client, one) for name, one in asked.items()}
    with context.store.write(ITSELF) as tx:
        users.delete(tx, shown.user_id)
    told = {name: one.send_the_rest() for name, one in slow.items()}
    wrong = [f"{name}: {answer}" for name, answer in told.items() if answer != (403, "right-gone")]
    print(f"{len(asked)} held bodies refused")
    assert not wrong, "\n".join(wrong)
    assert _state(context) == before


class SlowBody:
    """A request whose head was sent, and which the server waits for: past the door, as it says with 100."""

    def __init__(self, client: httpx.Client, asked: Asked) -> None:
        request = client.build_request(asked.method, asked.path, headers=asked.headers, **asked.pieces)
        request.headers["Expect"] = "100-continue"
        request.headers["Connection"] = "close"
        lines = [f"{request.method} {request.url.raw_path.decode()} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in request.headers.items()]
        self._body = request.read()
        self._socket = socket.create_connection((request.url.host, request.url.port), timeout=PATIENCE_S)
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        head = self._socket.recv(4096)
        assert head.startswith(b"HTTP/1.1 100"), (lines[0], head)

    def send_the_rest(self) -> tuple[int, str]:
        with closing(self._socket):
            self._socket.sendall(self._body)
            data = b"".join(iter(lambda: self._socket.recv(65536), b""))
        head, _, body = data.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body).get("code", "") if body.startswith(b"{") else body[:80].decode()


def test_a_kept_answer_is_not_told_to_who_may_not_ask_any_more(
    context: Context, running: Served, database: str
) -> None:
    """The same key again: the answer is there, the right is not."""
    from segtier.services import repeat_requests
    from segtier.services.sign_in import actor_of_token

    shown = _somebody(context, "again", by_token=True, host="localhost")
    text = shown.headers["Authorization"].removeprefix("Bearer ")
    actor = actor_of_token(context.store, text)
    assert actor is not None
    with httpx.Client(base_url=f"{running.url}/api/v1", headers=shown.headers, timeout=PATIENCE_S) as client:
        path = f"/databases/{database}/scenarios"
        made = client.post(path, json={"name": "by key"}, headers={"Idempotency-Key": KEY})
        again = client.post(path, json={"name": "by key"}, headers={"Idempotency-Key": KEY})
    assert (made.status_code, again.json()) == (201, made.json())
    with context.store.write(ITSELF) as tx:
        tx.execute(delete(TokenRow).where(TokenRow.user_id == shown.user_id))
    with pytest.raises(NotAllowed, match="ended while"):
        repeat_requests.begin(context.store, actor, repeat_requests.digest_of(actor, "createScenario", KEY), KEY, b"")


def test_a_password_that_changes_revokes_tokens(context: Context, team: dict[str, Asked]) -> None:
    """Whoever knew the old one may have made some."""
    assert team
    with context.store.read() as tx:
        found = users.named(tx, "ana")
    assert found is not None
    with context.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        tokens.add(tx, digest_of(new_token()), found[0].id, "old", ["reports:read"], None, timedelta(days=9))
    accounts.set_password(context.store, ITSELF, "ana", "another horse battery")
    with context.store.read() as tx:
        assert tokens.of_user(tx, found[0].id) == []
