"""Signing in and out, tokens, and what is written down of each, on both databases."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.datastructures import Headers

from segtier.accounts import IDLE, LONGEST, LONGEST_BY_OPENID, scopes_of, tries
from segtier.api.app import create_app
from segtier.api.by_account import CSRF_HEADER
from segtier.api.peer import peer_of
from segtier.errors import NotFound, Refused
from segtier.model.account import ITSELF, Actor, User
from segtier.services import accounts, keep_tokens, sign_in
from segtier.services.audit_trail import list_audit, verify_audit
from segtier.services.context import Context
from segtier.services.sweep_keys import sweep_keys
from segtier.settings import Settings
from segtier.store import attempts, users
from segtier.store.engine import is_postgresql, now
from tests import forked
from tests.integration.served import served
from tests.patience import PATIENCE_S
from tests.sentences import worded

PASSWORD = "correct horse battery"
SECRET = "s3cret-of_this.server~1"
PAGE = {"Accept": "text/html"}
HERE = tries.Asks("127.0.0.1")


def an_admin(context: Context, name: str = "ana") -> Actor:
    user = accounts.add_user(context.store, ITSELF, name, "admin", PASSWORD)
    return Actor(user.id, user.name, scopes_of("admin"))


class Browser:
    """Keeps its cookies, and sends the second one back as the pages do."""

    def __init__(self, context: Context) -> None:
        self._app = create_app(Settings(secret=SECRET, allowed_hosts=("localhost",)), context)  # type: ignore[arg-type]
        self.cookies = httpx.Cookies()

    def ask(self, method: str, path: str, *, csrf: bool = True, **options: Any) -> httpx.Response:
        async def once() -> httpx.Response:
            transport = httpx.ASGITransport(self._app)
            base = "http://localhost:8765"
            async with httpx.AsyncClient(transport=transport, base_url=base, cookies=self.cookies) as client:
                answer = await client.request(method, path, headers=headers, **options)
                self.cookies = client.cookies
                return answer

        shown = {CSRF_HEADER: self.cookies["segtier-8765-csrf"]} if csrf and "segtier-8765-csrf" in self.cookies else {}
        headers = {**shown, **options.pop("headers", {})}
        return asyncio.run(once())

    def sign_in(self, name: str = "ana", password: str = PASSWORD, address: str = "") -> httpx.Response:
        """From this machine, or through a proxy on it that names an address."""
        headers = {"X-Forwarded-For": address} if address else {}
        return self.ask("POST", "/api/v1/session", headers=headers, json={"name": name, "password": password})


def test_the_secret_opens_until_there_is_an_admin_and_not_a_moment_longer(context: Context) -> None:
    browser = Browser(context)
    shown = {"Authorization": f"Bearer {SECRET}"}
    assert browser.ask("GET", "/api/v1/me", headers=shown).json()["accounts"] is False
    refused = browser.ask(
        "POST", "/api/v1/users", headers=shown, json={"name": "v", "role": "viewer", "password": PASSWORD}
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "first-user-is-admin")
    made = browser.ask(
        "POST", "/api/v1/users", headers=shown, json={"name": "Ana", "role": "admin", "password": PASSWORD}
    )
    assert made.status_code == 201
    closed = browser.ask("GET", "/api/v1/me", headers=shown)
    assert (closed.status_code, closed.json()["code"]) == (401, "sign-in-needed")
    assert "invalid_token" in closed.headers["www-authenticate"]
    assert worded("api/sign-segtier") in browser.ask("GET", f"/?secret={SECRET}", headers=PAGE).text
    assert browser.sign_in("ANA").status_code == 201
    assert browser.ask("GET", "/api/v1/me").json()["name"] == "Ana"


def test_a_session_is_a_cookie_no_script_sees_and_only_its_digest_is_stored(context: Context) -> None:
    an_admin(context)
    browser = Browser(context)
    session, csrf, _ = browser.sign_in().headers.get_list("set-cookie")
    assert "HttpOnly" in session
    assert "HttpOnly" not in csrf
    assert all("samesite=strict" in cookie.lower() for cookie in (session, csrf))
    with context.store.read() as tx:
        stored = str(tx.execute(text("SELECT * FROM sessions")).all() + tx.execute(text("SELECT * FROM users")).all())
    assert browser.cookies["segtier-8765"] not in stored
    assert PASSWORD not in stored


def test_what_changes_something_by_cookie_shows_the_header(context: Context) -> None:
    an_admin(context)
    browser = Browser(context)
    browser.sign_in()
    new = {"name": "x", "scopes": ["reports:read"], "days": 1}
    for headers in ({}, {CSRF_HEADER: ""}, {CSRF_HEADER: "0" * 64}, {CSRF_HEADER: "é".encode()}):
        answer = browser.ask("POST", "/api/v1/tokens", csrf=False, headers=headers, json=new)
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert browser.ask("GET", "/api/v1/tokens", csrf=False).json() == {"items": []}
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    assert browser.ask("POST", "/api/v1/tokens", headers=elsewhere, json=new).json()["code"] == "cross-origin"
    assert browser.ask("POST", "/api/v1/tokens", json=new).status_code == 201


def test_the_page_signs_in_and_goes_on_where_it_was(context: Context) -> None:
    an_admin(context)
    browser = Browser(context)
    page = browser.ask("GET", "/collect?pack=yes", headers=PAGE)
    assert (page.status_code, worded("api/sign-segtier") in page.text) == (401, True)
    wrong = browser.ask("POST", "/collect", data={"name": '<b>"', "password": PASSWORD})
    assert (wrong.status_code, worded("services/name-password-wrong").capitalize() in wrong.text) == (401, True)
    assert "<b>" not in wrong.text
    nul = browser.ask("POST", "/collect", data={"name": "a\0na", "password": PASSWORD + "\0"})
    assert nul.status_code == 401
    right = browser.ask("POST", "/collect?pack=yes", data={"name": "ana", "password": PASSWORD})
    assert (right.status_code, right.headers["location"]) == (303, "/collect?pack=yes")
    assert browser.ask("GET", "/api/v1/me").status_code == 200


def test_signing_out_ends_one_session_and_a_new_password_ends_all(context: Context) -> None:
    an_admin(context)
    here, there, elsewhere = Browser(context), Browser(context), Browser(context)
    for browser in (here, there, elsewhere):
        browser.sign_in()
    kept = httpx.Cookies(here.cookies)
    assert here.ask("DELETE", "/api/v1/session").status_code == 204
    here.cookies = kept
    assert here.ask("GET", "/api/v1/me").status_code == 401
    assert there.ask("GET", "/api/v1/me").status_code == 200
    new = {"old_password": "not the old one", "new_password": "another horse battery"}
    assert there.ask("PUT", "/api/v1/me/password", json=new).json()["code"] == "wrong-old-password"
    assert there.ask("PUT", "/api/v1/me/password", json={**new, "old_password": PASSWORD}).status_code == 204
    assert [one.ask("GET", "/api/v1/me").status_code for one in (there, elsewhere)] == [401, 401]
    assert there.sign_in().json()["code"] == "wrong-password"
    assert there.sign_in(password="another horse battery").status_code == 201


@pytest.mark.parametrize(
    ("column", "age", "subject"),
    [("seen_at", IDLE, None), ("created_at", LONGEST, None), ("created_at", LONGEST_BY_OPENID, "of a provider")],
)
def test_a_session_ends_by_itself(context: Context, column: str, age: timedelta, subject: str | None) -> None:
    an_admin(context)
    signed_in = sign_in.sign_in(context.store, "ana", PASSWORD)
    with context.store.write(ITSELF) as tx:
        tx.execute(text("UPDATE users SET subject = :subject"), {"subject": subject})
    for past, there in ((age - timedelta(minutes=5), True), (age + timedelta(minutes=5), False)):
        with context.store.write(ITSELF) as tx:
            at = now(tx) - past
            tx.execute(text(f"UPDATE sessions SET {column} = :at"), {"at": _plain(tx, at)})
        assert (sign_in.actor_of_session(context.store, signed_in.secret) is not None) == there


def test_a_database_that_cannot_tell_lets_nobody_in(context: Context) -> None:
    with context.store.write(ITSELF) as tx:
        tx.execute(text("ALTER TABLE users RENAME TO away"))
    answer = Browser(context).ask("GET", "/api/v1/devices", headers={"Authorization": f"Bearer {SECRET}"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert answer.headers["x-request-id"] == answer.json()["request_id"]


def test_tries_are_counted_by_name_and_the_wait_has_an_end(context: Context) -> None:
    an_admin(context)
    said = {
        _refusal(lambda name=name: sign_in.sign_in(context.store, name, "wrong", HERE)) for name in ("ana", "nobody")
    }
    assert said == {("wrong-password", worded("services/name-password-wrong"))}
    for _ in range(tries.MOST_OF_ONE - 1):
        assert _refusal(lambda: sign_in.sign_in(context.store, "ANA", "wrong", HERE))[0] == "wrong-password"
    assert _refusal(lambda: sign_in.sign_in(context.store, "ana", PASSWORD, HERE))[0] == "too-many-attempts"
    answer = Browser(context).sign_in()
    assert (answer.status_code, "retry-after" in answer.headers) == (429, True)
    with context.store.write(ITSELF) as tx:
        at = now(tx) - attempts.WINDOW - timedelta(minutes=1)
        tx.execute(text("UPDATE attempts SET at = :at"), {"at": _plain(tx, at)})
    assert sign_in.sign_in(context.store, "ana", PASSWORD, HERE).actor.name == "ana"
    sweep_keys(context)
    with context.store.read() as tx:
        assert tx.execute(text("SELECT count(*) FROM attempts")).scalar_one() == 0


def test_a_stranger_uses_up_their_own_tries_only(context: Context) -> None:
    """By name and address, by address, by name: whoever signed in here before, or comes from elsewhere, goes on."""
    an_admin(context)
    known, new = Browser(context), Browser(context)
    assert known.sign_in().status_code == 201
    assert _tried(context, [("ana", "203.0.113.9")] * 11) == ["wrong-password"] * 10 + ["too-many-attempts"]
    assert _tried(context, [(f"n{number}", "203.0.113.9") for number in range(91)])[-2:] == [
        "wrong-password",
        "too-many-attempts",
    ]
    assert new.sign_in(address="198.51.100.7").status_code == 201, "from elsewhere"
    assert Browser(context).sign_in(address="203.0.113.9").status_code == 429
    assert known.sign_in(address="203.0.113.9").status_code == 201, "who was here before, even from there"
    many = [("ana", f"2001:db8:{number}::1") for number in range(200)]
    assert set(_tried(context, many)) == {"wrong-password"}
    assert _tried(context, [("ana", "203.0.113.10")] * 4)[-2:] == ["wrong-password", "too-many-attempts"], "few of each"
    assert Browser(context).sign_in(address="203.0.113.10").status_code == 429
    assert Browser(context).sign_in(address="198.51.100.8").status_code == 201, "from an address that nobody tried from"
    assert known.sign_in(password="wrong").status_code == 401
    assert known.sign_in().status_code == 201


def test_a_known_browser_has_no_more_tries_than_others_and_is_forgotten_with_the_password(context: Context) -> None:
    admin = an_admin(context)
    known = Browser(context)
    assert "HttpOnly" in known.sign_in().headers.get_list("set-cookie")[2]
    with context.store.read() as tx:
        mark = tries.Asks("127.0.0.1", known.cookies["segtier-8765-known"])
        counted = tries.counted_under("ana", mark, (users.named(tx, "ana") or ("", ""))[1])
    for _ in range(tries.MOST_OF_ONE):
        sign_in.count_try(context.store, counted)
    assert known.sign_in().status_code == 429
    assert Browser(context).sign_in().status_code == 201, "the mark has tries of its own"
    accounts.set_password(context.store, admin, "ana", "another horse battery")
    _tried(context, [("ana", "127.0.0.1")] * 10)
    assert known.sign_in(password="another horse battery").status_code == 429


def test_a_flood_of_tries_takes_bounded_room(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "MOST_KEPT", 20)
    monkeypatch.setattr(attempts, "_FORGOTTEN_AT_ONCE", 10)
    with context.store.write(ITSELF) as tx:
        assert all(attempts.may_try(tx, [f"{number}"], lambda counts: not counts) for number in range(100))
        assert tx.execute(text("SELECT count(*) FROM attempts")).scalar_one() <= 20
        assert attempts.may_try(tx, ["99"], lambda counts: not counts) is None


def test_a_statement_that_fails_tells_no_values(context: Context) -> None:
    """They would be in the log: names, digests, what people wrote."""
    with pytest.raises(SQLAlchemyError) as fault, context.store.write(ITSELF) as tx:
        tx.execute(text("INSERT INTO users (id, name) VALUES (:id, :name)"), {"id": "usr_x", "name": "a name in a log"})
    assert "INSERT INTO users" in str(fault.value)
    assert "a name in a log" not in str(fault.value)


def test_those_who_try_keep_no_others_waiting(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than there are threads, each of which would wait for its turn to hash."""
    _, token = keep_tokens.make_token(context.store, an_admin(context), "x", ["reports:read"], None, 1)
    goes_on = threading.Event()
    monkeypatch.setattr(sign_in, "is_right", lambda *_: goes_on.wait(PATIENCE_S) and False)
    with served(context) as server, ExitStack() as stack:
        stack.callback(goes_on.set)
        url = httpx.URL(server.url)
        body = b'{"name": "ana", "password": "x"}'
        head = f"POST /api/v1/session HTTP/1.1\r\nHost: {url.host}\r\nContent-Type: application/json\r\n"
        for number in range(60):
            link = stack.enter_context(socket.create_connection((url.host, url.port or 0)))
            forwarded = f"X-Forwarded-For: 198.51.100.{number}\r\nContent-Length: {len(body)}\r\n\r\n"
            link.sendall((head + forwarded).encode() + body)
        with server.client(token) as client:
            assert client.get("/me").json()["name"] == "ana"


def _tried(context: Context, whom: list[tuple[str, str]]) -> list[str]:
    """The refusals of wrong passwords for names, each from an address."""
    return [_refusal(lambda one=one: _wrong(context, *one))[0] for one in whom]  # type: ignore[misc]


def _wrong(context: Context, name: str, address: str) -> object:
    """Without the hash, which is not what is counted."""
    counted = tries.counted_under(name, tries.Asks(peer_of({"client": (address, 1)}, Headers(), ())), None)
    sign_in.count_try(context.store, counted)
    raise Refused("", code="wrong-password")


def test_a_sign_in_takes_no_more_than_a_name_and_a_password(context: Context) -> None:
    an_admin(context)
    answer = Browser(context).sign_in(password="x" * 10_000)
    assert answer.status_code == 413


def _plain(tx: Session, at: datetime) -> datetime:
    """As the table keeps it: SQLite knows no zone."""
    return at if is_postgresql(tx) else at.replace(tzinfo=None)


def _refusal(call: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.code, refused.value.message


def test_a_token_is_shown_once_stored_as_a_digest_and_revoked_at_once(context: Context) -> None:
    admin = an_admin(context)
    token, shown = keep_tokens.make_token(context.store, admin, "ci", ["reports:read"], None, 30)
    with context.store.read() as tx:
        assert shown not in str(tx.execute(text("SELECT * FROM tokens")).all())
    browser, headers = Browser(context), {"Authorization": f"Bearer {shown}"}
    me = browser.ask("GET", "/api/v1/me", headers=headers).json()
    assert (me["token"], me["scopes"], me["id"]) == (token.id, ["reports:read"], admin.id)
    assert {"scope": "uploads:write", "role": "analyst"} in me["lacks"]
    assert keep_tokens.list_tokens(context.store, admin)[0].used_at is not None
    keep_tokens.revoke_token(context.store, admin, token.id)
    assert browser.ask("GET", "/api/v1/me", headers=headers).status_code == 401


def test_a_token_loses_what_its_owner_loses(context: Context) -> None:
    admin = an_admin(context)
    user = accounts.add_user(context.store, admin, "rea", "reviewer", PASSWORD)
    owner = sign_in.sign_in(context.store, "rea", PASSWORD).actor
    _, shown = keep_tokens.make_token(context.store, owner, "x", ["audit:read", "reports:read"], None, 1)
    accounts.change_role(context.store, admin, user.id, "viewer")
    now_may = sign_in.actor_of_token(context.store, shown)
    assert now_may is not None
    assert now_may.scopes == {"reports:read"}
    accounts.remove_user(context.store, admin, user.id)
    assert sign_in.actor_of_token(context.store, shown) is None


def test_a_token_expires(context: Context) -> None:
    _, shown = keep_tokens.make_token(context.store, an_admin(context), "x", ["reports:read"], None, 1)
    with context.store.write(ITSELF) as tx:
        at = now(tx)
        tx.execute(text("UPDATE tokens SET expires_at = :at"), {"at": _plain(tx, at)})
    assert sign_in.actor_of_token(context.store, shown) is None


def test_a_token_cannot_have_more_than_its_owner(context: Context) -> None:
    admin = an_admin(context)
    viewer = Actor("usr_v", "v", scopes_of("viewer"))
    for by, scopes, days in ((viewer, ["uploads:write"], 1), (admin, ["admin"], 1), (admin, ["reports:read"], 366)):
        with pytest.raises(Refused):
            keep_tokens.make_token(context.store, by, "x", scopes, None, days)  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        keep_tokens.make_token(context.store, admin, "x", ["reports:read"], ["db_nowhere"], 1)


def test_there_is_always_an_admin(context: Context) -> None:
    admin = an_admin(context)
    for call in (
        lambda: accounts.remove_user(context.store, admin, admin.id),
        lambda: accounts.change_role(context.store, admin, admin.id, "viewer"),
    ):
        assert _refusal(call)[0] == "last-admin"
    other = an_admin(context, "bea")
    accounts.remove_user(context.store, other, admin.id)
    assert [user.name for user in accounts.list_users(context.store)] == ["bea"]


def test_every_change_of_an_account_is_in_the_audit_trail(context: Context) -> None:
    admin = an_admin(context)
    user: User = accounts.add_user(context.store, admin, "rea", "viewer", PASSWORD)
    accounts.change_role(context.store, admin, user.id, "analyst")
    accounts.set_password(context.store, ITSELF, "rea", "another horse battery")
    token, shown = keep_tokens.make_token(context.store, admin, "ci", ["reports:read"], None, 30)
    keep_tokens.revoke_token(context.store, admin, token.id)
    accounts.remove_user(context.store, admin, user.id)
    found = [entry.action for entry in reversed(list_audit(context.store, None, 20))]
    actions = "user.added user.added user.role-changed user.password-set token.made token.revoked user.removed"
    assert found == actions.split()
    assert verify_audit(context.store).fault is None
    assert not [entry for entry in list_audit(context.store, None, 20) if shown in str(entry) or PASSWORD in str(entry)]


def test_the_audit_trail_comes_a_page_at_a_time(context: Context) -> None:
    an_admin(context)
    an_admin(context, "bea")
    browser = Browser(context)
    browser.sign_in()
    page = browser.ask("GET", "/api/v1/audit", params={"limit": 1}).json()
    assert ([one["sequence"] for one in page["items"]], page["next_before"]) == ([2], 2)
    page = browser.ask("GET", "/api/v1/audit", params={"before": 2}).json()
    assert ([one["sequence"] for one in page["items"]], page["next_before"]) == ([1], None)


def test_the_command_adds_the_first_admin_and_sets_passwords(context: Context, tmp_path: Path) -> None:
    assert _command(context, tmp_path, "add", "ana", "too short")[0] == 5
    assert _command(context, tmp_path, "add", "ana", PASSWORD) == (0, worded("cli/admin-can-sign", "ana") + "\n")
    with context.store.write(ITSELF) as tx:
        while attempts.may_try(tx, ["x"], lambda counts: counts.get("x", 0) < 10):
            pass
    assert _command(context, tmp_path, "password", "ana", "another horse battery")[0] == 0
    assert sign_in.sign_in(context.store, "ana", "another horse battery").actor.name == "ana"


def _command(context: Context, folder: Path, what: str, name: str, password: str) -> tuple[int, str]:
    url = context.store.engine.url.render_as_string(hide_password=False)
    env = {"SEGTIER_DATABASE_URL": url, "SEGTIER_DATA_DIR": str(folder / "data")}
    done = forked.run(["admin", what, name, "--password-stdin"], env, said=f"{password}\n")
    if done.returncode:
        assert json.loads(done.stderr)["code"]
    return done.returncode, done.stdout


def test_it_listens_elsewhere_only_with_an_admin_or_a_chosen_secret(context: Context, tmp_path: Path) -> None:
    from segtier.cli.support.secret import settled_secret

    elsewhere = Settings(host="0.0.0.0", data_dir=tmp_path)
    has_admin = lambda: accounts.accounts_exist(context.store)  # noqa: E731
    assert _refusal(lambda: settled_secret(elsewhere, has_admin))[0] == "no-secret"
    assert settled_secret(Settings(host="0.0.0.0", secret=SECRET), has_admin) == SECRET  # type: ignore[arg-type]
    an_admin(context)
    assert settled_secret(elsewhere, has_admin)
