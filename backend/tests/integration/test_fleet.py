"""All databases in a row, through the running product."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from segtier.errors import NotUsable
from segtier.model.account import ITSELF
from segtier.services import manage_uploads
from segtier.services.context import Context
from segtier.services.read_documents import Inputs, list_inputs
from segtier.services.set_sizes import set_sizes
from segtier.services.survey_fleet import survey_fleet
from segtier.store import databases, fleet
from segtier.store.records import ReportFacts
from tests.client import Client
from tests.integration.caller import Caller
from tests.integration.files import a_report
from tests.integration.queue import work_through
from tests.patience import PATIENCE_S
from tests.stack import Product
from tests.verdict_cases import WORKLOADS, archive

GB = 10**9


@pytest.fixture(scope="module")
def client(product: Product) -> Iterator[Client]:
    """Of a product that holds the sample, a database for each kind of verdict, and one with a report of after a change alone."""
    with Client(product.url) as client:
        client.remove_everything()
        client.post("/samples/oltp")
        for number, name in enumerate(WORKLOADS):
            client.upload(f"{number}.zip", archive(name))
        client.upload("later.json", a_report("LATER", 99, 300), period="after")
        client.finished()
        yield client


@pytest.fixture(scope="module")
def rows(client: Client) -> list[dict[str, Any]]:
    """Those that are not worked out yet say so: asked again until all are, as the page does."""
    while True:
        found: list[dict[str, Any]] = client.get("/fleet")["items"]
        pending = [row for row in found if row["pending"]]
        assert all(row["state"] is None and row["problem"] is None for row in pending)
        if not pending:
            return found


def test_a_row_says_what_the_advice_says(client: Client, rows: list[dict[str, Any]]) -> None:
    databases = client.get("/databases")["items"]
    assert [row["id"] for row in rows] == [one["id"] for one in databases]
    assert {row["sample"] for row in rows} == {True, False}
    for row in rows:
        if row["name"] == "LATER":
            continue
        advice = client.get(f"/databases/{row['id']}/advice")
        verdict, best = advice["verdict"], advice["best_segments"]
        assert [row[name] for name in ("state", "tag", "headline", "gain", "ceiling_db_time_pct")] == [
            verdict[name] for name in ("state", "tag", "headline", "gain", "ceiling_db_time_pct")
        ]
        assert row["grade"] == advice["quality"]["grade"]
        moved = best and best["knee"] and best["knee"]["bytes"]
        assert row["knee_bytes"] == (moved and pytest.approx(moved / 0.9))  # a tenth is kept free
        assert (row["problem"], row["share"]) == (None, None)


def test_a_first_call_says_what_is_not_worked_out_yet(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is shared out until all are there."""
    at_work = threading.Event()

    def advise(_ctx: Context, inputs: Inputs, *_: object, **_named: object) -> None:
        at_work.wait(30)
        raise NotUsable(f"too little of {inputs.database.name}", code="too-little")

    monkeypatch.setattr("segtier.services.survey_fleet.advice_from", advise)
    monkeypatch.setattr("segtier.services.survey_fleet._PATIENCE_S", 0.0)
    with context.store.write(ITSELF) as tx:
        for n in range(3):
            facts = dict.fromkeys(one.name for one in fields(ReportFacts)) | {"dbid": n, "database_name": f"DB{n}"}
            databases.find_or_add(tx, ReportFacts(**facts | {"sample": False}))  # type: ignore[arg-type]
    first = survey_fleet(context, 2_000 * GB, include_sample=True)
    assert [(row.name, row.pending, row.state, row.problem) for row in first.items] == [
        (f"DB{n}", True, None, None) for n in range(3)
    ]
    assert (first.pending, first.total) == (3, None)
    at_work.set()
    monkeypatch.setattr("segtier.services.survey_fleet._PATIENCE_S", PATIENCE_S)
    for _ in range(2):  # a refusal stays
        again = survey_fleet(context, 2_000 * GB, include_sample=True)
        assert [(row.pending, row.problem) for row in again.items] == [
            (False, f"too little of DB{n}") for n in range(3)
        ]
        assert again.pending == 0
        assert again.total
        monkeypatch.delattr("segtier.services.survey_fleet.advice_from", raising=False)  # nothing is worked out again
    context.ahead.close()


def test_a_refusal_by_a_limit_is_not_written_down(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody may raise the limit."""

    def advise(*_: object, **_named: object) -> None:
        raise NotUsable("takes more memory", code="needs-memory")

    monkeypatch.setattr("segtier.services.survey_fleet.advice_from", advise)
    monkeypatch.setattr("segtier.services.survey_fleet._PATIENCE_S", PATIENCE_S)
    with context.store.write(ITSELF) as tx:
        facts = dict.fromkeys(one.name for one in fields(ReportFacts)) | {"dbid": 1, "database_name": "DB"}
        databases.find_or_add(tx, ReportFacts(**facts | {"sample": False}))  # type: ignore[arg-type]
    (row,) = survey_fleet(context, None, include_sample=True).items
    assert (row.pending, row.problem) == (False, "takes more memory")
    with context.store.read() as tx:
        assert [one.row for one in fleet.kept(tx)] == [None]
    context.ahead.close()


def test_whatever_an_answer_follows_from_counts_as_a_change(context: Context, caller: Caller) -> None:
    def state(database_id: str) -> tuple[int | None, tuple[str, ...]]:
        with context.store.read() as tx:
            return fleet.documents_version(tx, database_id), list_inputs(context, database_id).digests

    for number, name in enumerate(("SHOP", "SHOP", "SHOP", "OTHER")):
        caller.upload(a_report(name, 4711 + (name == "OTHER"), 100 + 2 * number), key=None)
    work_through(context)
    shop, other = manage_uploads.list_databases(context)
    before = state(shop.id), state(other.id)
    first, second, third = manage_uploads.list_reports(context, shop.id)
    changes = (
        lambda: manage_uploads.change_report(context, ITSELF, first.id, "after", None),
        lambda: manage_uploads.change_report(context, ITSELF, second.id, "ignored", None),
        lambda: manage_uploads.change_report(context, ITSELF, second.id, "before", None),
        lambda: manage_uploads.change_report(context, ITSELF, first.id, "before", None),
        lambda: set_sizes(context, ITSELF, shop.id, "SHOP.ORDERS 12G"),
        lambda: set_sizes(context, ITSELF, shop.id, "SHOP.ORDERS 13G"),
        lambda: manage_uploads.delete_upload(context, ITSELF, third.upload_id or ""),
    )
    seen = {before[0]}
    for change in changes:
        change()
        seen.add(state(shop.id))
    versions, digests = [version for version, _ in seen], [one for _, one in seen]
    assert len(set(versions)) == len(set(seen)) == len(changes) + 1
    assert len(set(digests)) == len(changes) - 1  # two are taken back
    assert state(other.id) == before[1]


@pytest.mark.usefixtures("database")
def test_a_row_that_is_kept_changes_with_its_documents(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("segtier.services.survey_fleet._PATIENCE_S", PATIENCE_S)
    (first,) = survey_fleet(context, None, include_sample=True).items
    assert (first.name, first.pending, first.stale, first.problem) == ("SHOP", False, False, None)
    context.answers.clear()
    assert survey_fleet(context, None, include_sample=True).items == (first,)
    assert not list(context.answers.folder.iterdir())
    (report,) = manage_uploads.list_reports(context, first.id)
    manage_uploads.change_report(context, ITSELF, report.id, "after", None)
    monkeypatch.setattr("segtier.services.survey_fleet._SHORT_PATIENCE_S", 0.0)
    (stale,) = survey_fleet(context, None, include_sample=True).items
    assert (stale.headline, stale.stale) == (first.headline, True)
    monkeypatch.setattr("segtier.services.survey_fleet._SHORT_PATIENCE_S", PATIENCE_S)
    (other,) = survey_fleet(context, None, include_sample=True).items
    assert (other.state, str(other.problem).startswith("no report of SHOP counts as before")) == (None, True)
    manage_uploads.change_report(context, ITSELF, report.id, "before", None)
    assert survey_fleet(context, None, include_sample=True).items == (first,)


def test_a_database_without_an_answer_says_why(client: Client, rows: list[dict[str, Any]]) -> None:
    (later,) = [row for row in client.get("/fleet", budget="2TB")["items"] if row["problem"]]
    assert (later["name"], later["dbid"], later["state"], later["share"]) == ("LATER", 99, None, None)
    assert later["problem"].startswith("no report of LATER counts as before. Upload ")
    assert [row["name"] for row in rows if row["problem"]] == ["LATER"]


def test_the_sample_may_be_left_out(client: Client, rows: list[dict[str, Any]]) -> None:
    found = client.get("/fleet", include_sample="false")
    assert found["items"] == [row for row in rows if not row["sample"]]
    assert found["total"] is None


@pytest.mark.usefixtures("rows")
def test_a_budget_goes_to_those_that_should_move(client: Client) -> None:
    before = 0.0
    for budget in (20, 200, 2_000):
        fleet = client.get("/fleet", budget=f"{budget}GB")
        total, shares = fleet["total"], [row["share"] for row in fleet["items"] if row["share"]]
        assert {row["state"] for row in fleet["items"] if row["share"]} == {"move"}
        assert total["budget_bytes"] == budget * GB
        assert total["share_bytes"] == sum(share["share_bytes"] for share in shares) <= budget * GB
        assert total["saved_s_per_hour"] == pytest.approx(sum(share["saved_s_per_hour"] for share in shares))
        assert total["databases"] == sum(share["share_bytes"] > 0 for share in shares)
        assert total["saved_s_per_hour"] > before
        before = total["saved_s_per_hour"]


@pytest.mark.usefixtures("rows")
def test_a_share_saves_what_the_advice_for_so_much_flash_says(client: Client) -> None:
    (sample,) = [row for row in client.get("/fleet", budget="500GB")["items"] if row["sample"]]
    share = sample["share"]
    assert 0 < share["share_bytes"] < 500 * GB
    assert share["next_s_per_hour_per_gib"] > 0
    solver = client.get(f"/databases/{sample['id']}/advice", ssd=str(share["share_bytes"]))["solver"]
    assert solver["saved_s_per_hour"] == pytest.approx(share["saved_s_per_hour"], rel=0.02)


@pytest.mark.parametrize("budget", ["lots", "0GB", "5"])
def test_a_budget_that_is_none(client: Client, budget: str) -> None:
    response = client.call("GET", "/api/v1/fleet", params={"budget": budget})
    assert (response.status_code, response.json()["code"]) == (422, "bad-capacity")
