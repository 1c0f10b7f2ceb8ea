"""Two windows of one dump are compared after an upload, as `segtier compare --after-from` compares them of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.awr_dumps import varied_dump
from tests.client import Client
from tests.stack import Product

DAY = "2026-11-20T"


@pytest.fixture(scope="module")
def dumped(product: Product) -> Iterator[tuple[Client, str]]:
    """Hours that begin at 8, 9, 10 and 11."""
    with Client(product.url) as client:
        client.remove_everything()
        client.upload("awrdat.dmp", varied_dump(5).written()[0])
        client.finished()
        (database,) = client.get("/databases")["items"]
        yield client, f"/databases/{database['id']}/comparison"


@pytest.mark.parametrize(
    ("asked", "before", "after"),
    [
        ({"after_from": "10:00"}, ["08", "09"], ["10", "11"]),
        ({"after_from": "09:00", "after_to": "10:00"}, ["08"], ["09"]),
        ({"hours_from": "10:00", "after_from": "08:00", "after_to": "10:00"}, ["10", "11"], ["08", "09"]),
        ({"hours_from": "08:00", "hours_to": "09:00", "after_from": "11:00"}, ["08"], ["11"]),
        ({"hours_from": "09:00", "after_from": "11:00"}, ["09", "10"], ["11"]),
    ],
)
def test_the_hours_of_one_window_are_held_against_another(
    dumped: tuple[Client, str], asked: dict[str, str], before: list[str], after: list[str]
) -> None:
    client, path = dumped
    found = client.get(path, ssd="700GB", **{name: DAY + hour for name, hour in asked.items()})
    assert [[one["begin_time"][11:13] for one in found[side]] for side in ("before", "after")] == [before, after]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({}, 409, "no-after-report"),
        ({"after_from": "2027-01-01"}, 409, "empty-window"),
        ({"after_from": f"{DAY}08:00"}, 409, "empty-window"),
        ({"hours_from": f"{DAY}08:00", "hours_to": f"{DAY}11:00", "after_from": f"{DAY}10:00"}, 409, "windows-overlap"),
        ({"after_from": "soon"}, 422, "bad-time"),
        ({"after_from": f"{DAY}10:00", "after_to": f"{DAY}09:00"}, 409, "hours-turned-round"),
    ],
)
def test_windows_that_cannot_be_compared_are_refused(
    dumped: tuple[Client, str], asked: dict[str, str], status: int, code: str
) -> None:
    client, path = dumped
    refused = client.call("GET", f"/api/v1{path}", params={"ssd": "700GB", **asked})
    assert (refused.status_code, refused.json()["code"]) == (status, code)
