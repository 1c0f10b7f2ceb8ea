"""ETags on both databases: what was changed since is not changed over it, and what is at hand is not sent again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from segtier.model.account import ITSELF
from segtier.question import Question
from segtier.services import accounts, manage_uploads
from segtier.services.context import Context
from segtier.services.give_advice import advice_key
from segtier.services.read_documents import list_inputs
from segtier.services.sign_in import sign_in
from tests.integration.caller import Caller, code
from tests.integration.test_permissions import PASSWORD, _cookie

OLD = '"0123456789abcdef0123456789abcdef"'


@dataclass(frozen=True)
class Stored:
    context: Context
    caller: Caller
    database: str


@pytest.fixture
def stored(context: Context, caller: Caller, database: str) -> Stored:
    return Stored(context, caller, database)


def a_scenario(stored: Stored) -> tuple[Caller, str]:
    path = f"/databases/{stored.database}/scenarios"
    return stored.caller, f"{path}/{stored.caller.post(path, json={'name': 'one'}).json()['id']}"


def a_database(stored: Stored) -> tuple[Caller, str]:
    return stored.caller, f"/databases/{stored.database}"


def the_report(stored: Stored) -> tuple[Caller, str]:
    (report,) = manage_uploads.list_reports(stored.context, stored.database)
    return stored.caller, f"/reports/{report.id}"


def a_user(stored: Stored) -> tuple[Caller, str]:
    store = stored.context.store
    accounts.add_user(store, ITSELF, "ana", "admin", PASSWORD)
    bea = accounts.add_user(store, ITSELF, "bea", "viewer", PASSWORD)
    return Caller(stored.context, **_cookie(sign_in(store, "ana", PASSWORD).secret)), f"/users/{bea.id}"


Place = Callable[[Stored], tuple[Caller, str]]
CHANGES: list[tuple[Place, str, Any]] = [
    (a_scenario, "PATCH", {"name": "other"}),
    (a_scenario, "DELETE", None),
    (the_report, "PATCH", {"period": "after"}),
    (a_user, "PATCH", {"role": "analyst"}),
    (a_user, "DELETE", None),
    (a_database, "DELETE", None),
]


@pytest.mark.parametrize(("place", "method", "body"), CHANGES)
def test_what_was_changed_since_is_left_as_it_is(stored: Stored, place: Place, method: str, body: Any) -> None:
    who, path = place(stored)
    before = who.get(path)
    etag = before.headers["etag"]
    assert etag.startswith('"'), "a strong one"
    stale = who.call(method, path, {"If-Match": f'{OLD}, W/"x"'}, json=body)
    assert code(stale) == (412, "changed-since")
    assert stale.headers["etag"] == etag
    assert etag in stale.json()["detail"]
    assert who.get(path).content == before.content
    changed = who.call(method, path, {"If-Match": f"{OLD}, {etag}"}, json=body)
    assert changed.is_success, changed.text
    if method == "PATCH":
        assert changed.headers["etag"] == who.get(path).headers["etag"] != etag
        assert who.call(method, path, {"If-Match": etag}, json=body).status_code == 412
        assert who.call(method, path, {"If-Match": "*"}, json=body).is_success
    else:
        assert who.get(path).status_code == 404


@pytest.mark.parametrize("place", [a_scenario, a_database, the_report, a_user])
def test_what_is_at_hand_is_not_sent_again(stored: Stored, place: Place) -> None:
    who, path = place(stored)
    etag = who.get(path).headers["etag"]
    for shown, status in ((etag, 304), (f"{OLD}, {etag}", 304), (f"W/{etag}", 304), ("*", 304), (OLD, 200)):
        again = who.call("GET", path, {"If-None-Match": shown})
        assert (again.status_code, again.headers["etag"]) == (status, etag), shown
        assert bool(again.content) == (status == 200)


PIECES = ("advice", "advice/options", "advice/frontier", "advice/sources", "segments", "segments?limit=1")


def test_advice_at_hand_is_not_worked_out_again(stored: Stored) -> None:
    """Each piece has an ETag of its own, which changes with the question and with what counts as before."""
    context, caller, database = stored.context, stored.caller, stored.database
    key = advice_key(list_inputs(context, database), Question())
    path, seen = f"/databases/{database}", []
    for piece in PIECES:
        answer = caller.get(f"{path}/{piece}")
        assert answer.status_code == 200, answer.text
        seen.append(answer.headers["etag"])
    assert len(set(seen)) == len(PIECES)
    assert context.answers.has(key)
    context.answers.clear()
    for piece, etag in zip(PIECES, seen, strict=True):
        again = caller.call("GET", f"{path}/{piece}", {"If-None-Match": etag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert not context.answers.has(key), "nothing was worked out"
    other = caller.call("GET", f"{path}/advice?ssd=1TB", {"If-None-Match": seen[0]})
    assert other.status_code == 200
    (report,) = manage_uploads.list_reports(context, database)
    caller.call("PATCH", f"/reports/{report.id}", json={"period": "ignored"})
    gone = caller.call("GET", f"{path}/advice", {"If-None-Match": seen[0]})
    assert code(gone) == (409, "no-report")


def test_a_job_is_watched_at_no_cost(stored: Stored) -> None:
    (upload,) = manage_uploads.list_uploads(stored.context, 1)
    for path in (f"/uploads/{upload.id}", f"/jobs/{upload.job.id}"):
        etag = stored.caller.get(path).headers["etag"]
        assert stored.caller.call("GET", path, {"If-None-Match": etag}).status_code == 304
