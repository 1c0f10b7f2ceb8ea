"""Every list a page at a time, on both databases: all of it, once, in its order, also where something goes meanwhile."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any

import pytest

from segtier.model.account import ITSELF
from segtier.services import accounts, manage_uploads
from segtier.services.context import Context
from segtier.services.sign_in import sign_in
from tests.integration.caller import Caller, code
from tests.integration.files import a_report, some_sizes
from tests.integration.queue import work_through
from tests.integration.test_permissions import PASSWORD, _cookie

MANY = 5
LISTS = ("uploads", "batches", "databases", "databases/{}/reports", "databases/{}/scenarios", "users", "audit")


@dataclass(frozen=True)
class Lists:
    caller: Caller
    paths: dict[str, str]


@pytest.fixture
def lists(context: Context) -> Lists:
    """Five of everything; the reports of one time, and exports without."""
    store = context.store
    for name in ("ana", "Bea", "carla", "d_arcy", "eva"):
        accounts.add_user(store, ITSELF, name, "admin", PASSWORD)
    ana = Caller(context, **_cookie(sign_in(store, "ana", PASSWORD).secret))
    for number in range(MANY):
        ana.upload(a_report(f"DB{number}", 100 + number), None, batch=f"bat_{number:016}")
    work_through(context)
    first = manage_uploads.list_databases(context)[0].id
    for number in range(1, 3):
        ana.upload(a_report("DB0", 100, snap=200 * number), None)
        ana.upload(some_sizes(f"T{number}"), None, database_id=first)
    work_through(context)
    for number in range(MANY):
        ana.post(f"/databases/{first}/scenarios", None, json={"name": f"scenario {number}"})
    return Lists(ana, {name: f"/{name.format(first)}" for name in LISTS})


def walk(caller: Caller, path: str, limit: int) -> list[Any]:
    """Page by page, along the links."""
    found: list[Any] = []
    following: str | None = f"{path}?limit={limit}"
    while following is not None:
        answer = caller.get(following)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert len(body["items"]) <= limit
        found += body["items"]
        link = answer.links.get("next", {}).get("url")
        assert (link is None) == (body["next_cursor"] is None)
        following = link and link.removeprefix("/api/v1")
    return found


def test_the_pages_of_a_list_are_the_list(lists: Lists) -> None:
    """One product for all: to fill it takes longer than to look."""
    for name, path in lists.paths.items():
        whole = lists.caller.get(path).json()
        assert (len(whole["items"]) >= MANY, whole["next_cursor"]) == (True, None), name
        for limit in (1, 2, MANY):
            assert walk(lists.caller, path, limit) == whole["items"], (name, limit)


def test_what_goes_meanwhile_leaves_no_gap(lists: Lists) -> None:
    """The last item that was shown is deleted: the page after it is the same."""
    for name in ("uploads", "databases/{}/scenarios", "users"):
        path = lists.paths[name]
        first = lists.caller.get(path, limit=2).json()
        rest = [one["id"] for one in lists.caller.get(path).json()["items"][2:]]
        gone = lists.caller.call("DELETE", f"{path}/{first['items'][1]['id']}")
        assert gone.status_code == 204, gone.text
        after = lists.caller.get(path, cursor=first["next_cursor"]).json()["items"]
        assert [one["id"] for one in after] == rest, name


def test_a_cursor_is_of_its_list(lists: Lists) -> None:
    cursors = {name: lists.caller.get(path, limit=1).json()["next_cursor"] for name, path in lists.paths.items()}
    for name, path in lists.paths.items():
        for other, cursor in cursors.items():
            answer = lists.caller.get(path, cursor=cursor)
            wanted = 200 if other == name else 400
            assert answer.status_code == wanted, (name, other)
        assert code(lists.caller.get(path, cursor=cursors[name] + "=")) == (400, "bad-cursor")


MADE_UP = (
    ("uploads", ["uploads", ["upl_1\0"]]),
    ("uploads", ["uploads", []]),
    ("batches", ["batches", [2**60, None]]),
    ("batches", ["batches", [-1, "bat_1"]]),
    ("databases/{}/reports", ["reports", ["2026-01-01T00:00:00Z", "rep_1"]]),
    ("databases/{}/reports", ["reports", ["0000-01-01T00:00:00", "rep_1"]]),
    ("users", ["users", ["a\0"]]),
    ("audit", ["audit", [0]]),
)


def test_a_cursor_that_was_made_up_is_refused(lists: Lists) -> None:
    for name, place in MADE_UP:
        cursor = base64.urlsafe_b64encode(json.dumps(place, separators=(",", ":")).encode()).decode().rstrip("=")
        assert code(lists.caller.get(lists.paths[name], cursor=cursor)) == (400, "bad-cursor"), place


def test_who_knows_one_database_pages_through_what_is_theirs(context: Context, lists: Lists) -> None:
    database = lists.paths["databases/{}/reports"].split("/")[2]
    made = lists.caller.post("/tokens", None, json={"name": "t", "scopes": ["reports:read"], "databases": [database]})
    limited = Caller(context, Authorization=f"Bearer {made.json()['text']}")
    for name in ("uploads", "batches", "databases"):
        whole = limited.get(lists.paths[name]).json()["items"]
        assert whole
        assert walk(limited, lists.paths[name], 1) == whole
