"""The whole life of a plan under review, through the running product."""

from __future__ import annotations

import hashlib
import io
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.client import Client
from tests.integration.shop import only_the_shop
from tests.stack import Product

ASKED = {"option": "segments", "ssd": "700GB"}


class Plan:
    """One plan, always with the ETag it last had."""

    def __init__(self, client: Client, made: Any) -> None:
        self.client, self.now = client, made
        self.path = f"/api/v1/plans/{made['id']}"

    def ask(self, what: str, **body: Any) -> httpx.Response:
        answer = self.client.call("POST", f"{self.path}/{what}", json=body, headers={"If-Match": self.now["etag"]})
        if answer.is_success:
            assert answer.headers["ETag"] == answer.json()["etag"]
            self.now = answer.json()
        return answer

    def get(self, what: str = "", **params: Any) -> Any:
        answer = self.client.call("GET", f"{self.path}{what}", params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def bundle(self, number: int) -> tuple[str, dict[str, bytes]]:
        answer = self.client.call("GET", f"{self.path}/revisions/{number}/bundle")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
            return answer.headers["Content-Disposition"], {name: files.read(name) for name in files.namelist()}

    def open(self) -> set[str]:
        return {one["action"] for one in self.now["actions"] if one["open"]}


@pytest.fixture(scope="module")
def client(product: Product) -> Iterator[Client]:
    with Client(product.url) as client:
        yield client


@pytest.fixture(scope="module")
def shop(client: Client) -> str:
    """Where a small database is, below /api/v1; nothing else is stored."""
    return only_the_shop(client)


def drafted(client: Client, shop: str, **more: Any) -> Plan:
    return Plan(client, client.post(f"{shop}/plans", json=ASKED | more))


def told_of(client: Client, subject: str) -> list[str]:
    """The kinds of all events about one thing."""
    kinds, after = [], 0
    while (page := client.get("/events", limit=200, after=after))["items"]:
        kinds += [one["kind"] for one in page["items"] if one["subject"] == subject]
        after = page["next_after"]
    return kinds


def signed(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: text for name, text in files.items() if name != "REVIEW.txt" and not name.startswith("review/")}


def runs(files: dict[str, bytes], folder: Path) -> tuple[int, str]:
    """What review.sh of the bundle says where nobody can type."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    done = subprocess.run(
        ["bash", "review/review.sh"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_the_whole_life_of_a_plan(client: Client, shop: str, tmp_path: Path) -> None:
    plan = drafted(client, shop)
    assert (plan.now["state"], plan.open()) == ("draft", {"revise", "submit", "withdraw"})
    assert plan.now["reason_needed"]
    refused = plan.ask("submit")
    assert (refused.status_code, refused.json()["code"]) == (409, "reason-needed")
    assert plan.ask("submit", reason="The precheck counts them.").status_code == 200
    assert (plan.now["state"], plan.open()) == ("in-review", {"revise", "withdraw", "approve", "reject"})
    (submitted,) = plan.now["history"]
    assert [one for one in submitted["checks"] if one["level"] != "passed"] == [
        one for one in plan.now["checks"] if one["level"] != "passed"
    ]
    name, before = plan.bundle(1)
    assert "unreviewed" in name
    assert before["REVIEW.txt"].startswith(f"Plan {plan.now['id']}, revision 1\nUNREVIEWED".encode())
    code, said = runs(before, tmp_path / "before")
    assert (code, f"SEGTIER_CONFIRMED='UNREVIEWED {plan.now['digest'][:12]}'" in said) == (1, True)
    assert plan.ask("reviews", verdict="approve", digest=plan.now["digest"], comment="ok").status_code == 201
    approval = plan.now["approval"]
    assert (plan.now["state"], approval["self_approved"], plan.open()) == (
        "approved",
        True,
        {"revise", "withdraw", "mark-applied"},
    )
    row = next(one for one in client.get("/scoreboard")["rows"] if one["id"] == approval["forecast_id"])
    name, files = plan.bundle(1)
    assert name.endswith('-r1-approved.zip"')
    assert f"approved by the single user at {approval['at'][:19]}Z, self-approved".encode() in files["REVIEW.txt"]
    assert hashlib.sha256(files["SHA256SUMS"]).hexdigest() == approval["digest"]
    assert b"REVIEW.txt" not in files["SHA256SUMS"]
    assert signed(files) == signed(before)
    code, said = runs(files, tmp_path)
    assert (code, "approved by the single user" in said, approval["digest"] in said) == (0, True, True)
    subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=tmp_path, check=True)
    assert plan.ask("applied", comment="on Sunday").status_code == 200
    assert (plan.now["state"], plan.now["recorded_state"], plan.open()) == ("measured", "applied", set())
    assert plan.now["score"] == {one: row[one] for one in plan.now["score"]}
    assert [one["done"] for one in plan.now["history"]] == ["submitted", "approved", "applied"]
    assert told_of(client, plan.now["id"]) == ["plan.drafted", "plan.submitted", "plan.approved", "plan.applied"]
    drift = client.get(f"{shop}/drift", ssd="700GB")
    assert (drift["base"]["kind"], drift["base"]["plans"], drift["state"]) == ("plan", [plan.now["id"]], "too-short")
    assert drift["on_flash"] > 0
    named = client.get(f"{shop}/drift", ssd="700GB", set="mine=SHOP.ORDERS")
    assert (named["base"]["kind"], named["on_flash"]) == ("set", 1)


def test_a_set_goes_the_same_way(client: Client, shop: str) -> None:
    """Asked for, planned as data, reviewed and approved; its forecast is sealed, and its bundle keeps its name."""
    asked = {"ssd": "700GB", "set": ["mine=SHOP.ORDERS"]}
    summary = client.get(f"{shop}/advice", **asked)
    mine = next(one for one in summary["options"] if one["option"] == "set-mine")
    assert (mine["title"], mine["feasible"], mine["moves"]["segments"]) == ("Set mine on SSD", True, 1)
    rows = client.get(f"{shop}/segments", **asked, option="set-mine", filter="in")["items"]
    assert [(row["name"], row["included"]) for row in rows] == [("ORDERS", True)]
    document = client.get(f"{shop}/plan", **asked, option="set-mine", override=True)
    assert (document["option"], [one["table"] for one in document["operations"]]) == ("set-mine", ["ORDERS"])
    plan = drafted(client, shop, option="set-mine", override=True, **asked)
    assert plan.ask("submit", reason="Asked for.").status_code == 200
    assert plan.ask("reviews", verdict="approve", digest=plan.now["digest"]).status_code == 201
    name, files = plan.bundle(1)
    assert name.startswith('attachment; filename="segtier-set-mine-')
    assert files["plan.md"].startswith(b"# Set mine on SSD")
    assert b'"SHOP"."ORDERS"' in files["lib/list_segments.sql"]
    row = next(one for one in client.get("/scoreboard")["rows"] if one["id"] == plan.now["approval"]["forecast_id"])
    assert row["option"] == "set-mine"
    for wrong, status in (("set-other", 404), ("foo", 422), ("set-mine\n", 422)):
        answer = client.call("GET", f"/api/v1{shop}/plan", params=asked | {"option": wrong, "override": True})
        assert answer.status_code == status, answer.text


def test_a_bundle_is_that_of_the_day_it_was_written_and_stays_it_when_reports_are_gone(
    client: Client, shop: str
) -> None:
    plan = drafted(client, shop, ssd="600GB")
    plain = client.call("GET", f"/api/v1{shop}/bundle", params=ASKED | {"ssd": "600GB"})
    with zipfile.ZipFile(io.BytesIO(plain.content)) as files:
        written = {name: files.read(name) for name in files.namelist()}
    document = client.call("GET", f"/api/v1{shop}/plan", params=ASKED | {"ssd": "600GB"})
    assert plan.client.call("GET", f"{plan.path}/revisions/1").content == document.content
    reports = [one for one in client.get(f"{shop}/reports")["items"] if one["period"] == "before"]

    def counts_for(period: str) -> None:
        client.call("PATCH", f"/api/v1/reports/{reports[0]['id']}", json={"period": period})

    counts_for("ignored")
    assert (plan.get()["state"], plan.get()["changed"]) == ("stale", ["inputs"])
    found = plan.bundle(1)[1]
    assert found["REVIEW.txt"].decode().splitlines()[1].startswith("STALE")
    assert b"STALE " in found["review/ask.sql"]
    assert signed(found) == signed(written)
    answer = plan.ask("submit", reason="x")
    assert (answer.status_code, answer.json()["code"]) == (409, "plan-stale")
    assert plan.ask("revisions", ssd="600GB", note="without the first hour").status_code == 201
    assert (plan.now["state"], plan.now["revision"], plan.now["changed"]) == ("draft", 2, [])
    assert "outdated" in plan.bundle(1)[0]
    difference = plan.get("/difference", **{"from": 1, "to": 2})
    assert [one["name"] for one in difference["settings"]] == ["inputs"]
    counts_for("before")
    assert plan.get()["state"] == "stale"
    plan.ask("withdraw")


def test_plans_of_a_database_the_newest_first(client: Client, shop: str) -> None:
    plan = drafted(client, shop, option="redo", override=True)
    items = client.get("/plans", database=shop.rpartition("/")[2])["items"]
    assert (items[0]["id"], items[0]["option"]) == (plan.now["id"], "redo")
    assert [one["id"] for one in items] == sorted((one["id"] for one in items), reverse=True)
    assert items == client.get("/plans")["items"]
    assert client.call("GET", "/api/v1/plans", params={"database": "db_none"}).status_code == 404
    for path in (
        "",
        "/revisions/1",
        "/revisions/1/bundle",
        "/revisions/1/file?path=plan.md",
        "/comments",
        "/difference?from=1&to=1",
    ):
        assert client.call("GET", f"/api/v1/plans/pln_none{path}").status_code == 404
    assert client.call("GET", f"{plan.path}/revisions/2/bundle").status_code == 404
    assert client.call("POST", f"{plan.path}/withdraw").status_code == 428
    changed = client.call("POST", f"{plan.path}/withdraw", headers={"If-Match": '"99"'})
    assert (changed.status_code, changed.headers["ETag"]) == (412, plan.now["etag"])


def test_comments_are_kept_and_resolved(client: Client, shop: str) -> None:
    plan = drafted(client, shop)
    first = client.post(f"/plans/{plan.now['id']}/comments", json={"text": "why?", "operation": "O001"})
    assert plan.get()["etag"] != plan.now["etag"]
    assert plan.get()["comments"] == [first]
    path = f"{plan.path}/comments/{first['id']}"
    for resolved in (True, True, False):
        answer = client.call("PATCH", path, json={"resolved": resolved})
        assert (answer.json()["resolved_at"] is not None, plan.get()["open_comments"]) == (resolved, not resolved)
    assert client.get(f"/plans/{plan.now['id']}/comments")["items"] == plan.get()["comments"]
