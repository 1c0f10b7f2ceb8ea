"""What people paste has an answer of its own, through the running product, on both set-ups."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.question import ROWS
from segtier.question.take import said_of
from tests.client import Client
from tests.integration.files import a_report, some_sizes

TOP_5 = b"""Top 5 Timed Events
Event Waits Time (s) % Total Call Time
db file sequential read 1,204,551 7,981 61.2
CPU time 3,240 24.9
log file sync 101,220 911 7.0
"""
TWO_LOOKS = b"""2026-11-28 10:00
NAME,VALUE
user calls,100000
DB time,500000
physical read total IO requests,100000
CPU used by this session,200000
2026-11-28 11:00
NAME,VALUE
user calls,190000
DB time,1500000
physical read total IO requests,910000
CPU used by this session,500000
"""
PASTES = {"top5.txt": TOP_5, "looks.csv": TWO_LOOKS}


def codes(upload: Any) -> list[str]:
    return [warning["code"] for warning in upload["warnings"]]


def sent(client: Client, name: str, data: bytes, **form: str) -> Any:
    (upload,) = client.finished(client.upload(name, data, **form)["id"])
    return upload


@pytest.mark.parametrize("name", PASTES)
def test_a_paste_alone_has_an_answer(client: Client, name: str) -> None:
    upload = sent(client, name, PASTES[name])
    (database,) = client.get("/databases")["items"]
    assert (upload["database_id"], database["name"], database["dbid"]) == (database["id"], name, None)
    assert "own-database" in codes(upload)
    advice = client.get(f"/databases/{database['id']}/advice", ssd="500GB")
    assert advice["verdict"]["text"]
    refused = client.call("GET", f"/api/v1/databases/{database['id']}/advice", params={"ssd": ""}).json()
    ssd = next(row for row in ROWS if row.rest == "ssd")
    assert (refused["status"], refused["advice"]) == (422, ssd.help)
    assert refused["detail"].endswith(f": ssd {said_of(ssd, '')}")


def test_pastes_are_kept_apart_from_each_other_and_from_reports(client: Client) -> None:
    for name, data in PASTES.items():
        sent(client, name, data)
    report = sent(client, "shop.json", a_report(segments=()))
    assert {one["name"]: one["reports"] for one in client.get("/databases")["items"]} == {
        "SHOP": 1,
        **dict.fromkeys(PASTES, 1),
    }
    moved = client.call("PATCH", f"/api/v1/reports/{report['report_id']}", json={"period": "after"})
    assert moved.status_code == 200


def test_a_paste_goes_where_its_user_says(client: Client) -> None:
    shop = sent(client, "shop.json", a_report())["database_id"]
    upload = sent(client, "top5.txt", TOP_5)
    client.call("PATCH", f"/api/v1/reports/{upload['report_id']}", json={"database_id": shop})
    (moved,) = client.finished(upload["id"])
    assert (moved["database_id"], "own-database" in codes(moved)) == (shop, False)
    assert [one["id"] for one in client.get("/databases")["items"]] == [shop], "its own is gone"
    assert sent(client, "looks.csv", TWO_LOOKS, database_id=shop)["database_id"] == shop
    client.call("DELETE", f"/api/v1/uploads/{upload['id']}")
    again = sent(client, "top5.txt", TOP_5)
    assert again["database_id"] != shop
    assert client.upload("top5.txt", TOP_5, database_id=shop)["database_id"] == shop
    assert [one["id"] for one in client.get("/databases")["items"]] == [shop]


@pytest.mark.parametrize("order", [("top5.txt", "sizes.csv"), ("sizes.csv", "top5.txt")])
def test_sizes_that_came_with_a_paste_belong_to_it(client: Client, order: tuple[str, str]) -> None:
    sent(client, "shop.json", a_report())
    data = {"top5.txt": TOP_5, "sizes.csv": some_sizes("STAFF")}
    came = {name: sent(client, name, data[name], batch="bat_0123456789abcdef") for name in order}
    homes = {upload["database_id"] for upload in client.finished(*(one["id"] for one in came.values()))}
    assert len(homes) == 1
    assert None not in homes
