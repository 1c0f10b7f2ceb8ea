"""A forecast is sealed, measured and scored; one that was altered in the database is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import text

from segtier.model.account import ITSELF, SINGLE_USER
from segtier.model.audit import Deleter
from segtier.model.forecast import Range
from segtier.model.scoreboard import Sealed
from segtier.services.context import Context
from segtier.services.seal_forecast import seal_in
from segtier.store import databases
from segtier.store.engine import one_at_a_time
from segtier.store.records import ReportFacts
from tests import forked
from tests.client import Client
from tests.integration.shop import only_the_shop

READY = Sealed(
    "SHOP",
    7,
    "segments",
    {"ssd": "1TB"},
    "0" * 64,
    ("before:1",),
    "1",
    Range(0.4, 0.1 + 0.2, 0.9),
    None,
    (),
    (),
    None,
    "",
    "",
    "",
)


def sealed(context: Context) -> str:
    with context.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        nothing = dict.fromkeys(ReportFacts.__dataclass_fields__)
        facts = ReportFacts(**{**nothing, "dbid": 7, "database_name": "SHOP", "sample": False})  # type: ignore[arg-type]
        home = databases.find_or_add(tx, facts)
        return seal_in(tx, home, READY, SINGLE_USER, "pln_1").id


def verified(context: Context) -> tuple[int, Any]:
    url = context.store.engine.url.render_as_string(hide_password=False)
    done = forked.run(["verify-audit", "--json"], {"SEGTIER_DATABASE_URL": url})
    assert not done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout)


ALTERED = {
    "a figure": ("UPDATE sealed_forecasts SET body = :body WHERE id = :id", "changed"),
    "its digest": ("UPDATE sealed_forecasts SET digest = 'f' WHERE id = :id", "digest"),
    "the row taken out": ("DELETE FROM sealed_forecasts WHERE id = :id", "gone"),
}


@pytest.mark.parametrize("what", ALTERED)
def test_a_sealed_forecast_altered_in_the_database_is_named(context: Context, what: str) -> None:
    altered, _kept = sealed(context), sealed(context)
    assert verified(context)[0] == 0
    statement, reason = ALTERED[what]
    with context.store.write(ITSELF) as tx:
        body = tx.scalar(text("SELECT body FROM sealed_forecasts WHERE id = :id"), {"id": altered})
        body = json.loads(body) if isinstance(body, str) else body
        body["response_ratio"]["high"] = 0.91
        said = {"id": altered, "body": json.dumps(body)}
        tx.execute(text(statement), {name: said[name] for name in said if f":{name}" in statement})
    code, verdict = verified(context)
    assert code == 1
    (fault,) = verdict["altered"]
    assert fault["forecast_id"] == altered
    assert reason in fault["reason"]


def test_a_forecast_without_an_entry_is_named_and_one_deleted_with_its_database_is_not(context: Context) -> None:
    first = sealed(context)
    with context.store.write(ITSELF) as tx:
        row = "SELECT 'fct_forged', database_id, body, digest FROM sealed_forecasts WHERE id = :id"
        tx.execute(text(f"INSERT INTO sealed_forecasts (id, database_id, body, digest) {row}"), {"id": first})
    code, verdict = verified(context)
    assert (code, [one["forecast_id"] for one in verdict["altered"]]) == (1, ["fct_forged"])
    with context.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        databases.delete(tx, databases.list_all(tx)[0].id, Deleter(ITSELF))
    assert verified(context)[0] == 0


def test_the_sample_is_sealed_measured_and_scored(client: Client) -> None:
    client.post("/samples/oltp")
    client.finished()
    (database,) = client.get("/databases")["items"]
    path = f"/databases/{database['id']}/forecasts"
    made = client.post(path, json={"option": "segments", "ssd": "700GB"})
    board = client.get("/scoreboard")
    (row,) = board["rows"]
    assert (row["id"], row["digest"]) == (made["id"], made["digest"])
    assert board["published_totals"]["number"] == 29
    for report in client.get(f"/databases/{database['id']}/reports")["items"]:
        if report["period"] == "after":
            client.call("PATCH", f"/api/v1/reports/{report['id']}", json={"period": "ignored"})
    (waiting,) = client.get("/scoreboard")["rows"]
    assert (waiting["standing"], waiting["measured"]) == ("waiting", None)
    assert client.get("/scoreboard/export")["rows"] == []
    assert row["standing"] == "scored", row["reason"]
    span = row["response_ratio"]
    assert row["inside"] == (span["low"] <= row["measured"] <= span["high"])
    assert board["totals"]["number"] == 1


def test_what_nothing_is_forecast_for_is_not_sealed(client: Client) -> None:
    shop = only_the_shop(client)
    answer = client.call("POST", f"/api/v1{shop}/forecasts", json={"option": "none"})
    assert (answer.status_code, client.get("/scoreboard")["rows"]) == (409, [])
