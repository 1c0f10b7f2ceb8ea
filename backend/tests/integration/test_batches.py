"""Files that are sent together stay together: counted with those of their archives, whoever asks and whenever."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.samples import oltp_sample
from tests.client import Client
from tests.integration.files import a_report, some_sizes
from tests.integration.packed import a_zip
from tests.sentences import worded

ONE, TWO = "bat_" + "1" * 32, "bat_" + "2" * 32
BAD = b"<html><p>not a report</p></html>"


def batch(client: Client, which: str | None) -> dict[str, Any]:
    return next(one for one in client.get("/batches")["items"] if one["id"] == which)


def counts(of: dict[str, Any]) -> tuple[int, int, int]:
    return of["files"], of["states"]["succeeded"], of["states"]["failed"]


def test_batches_are_counted_newest_first(client: Client) -> None:
    assert client.get("/batches")["items"] == []
    sent = client.upload("1.json", a_report(), batch=ONE)
    client.upload("bad.html", BAD, batch=ONE)
    client.upload("alone.json", a_report(snap=300))
    members = {"2.json": a_report(snap=200), "more/3.json": a_report(snap=201), "bad.html": BAD + b" "}
    packed = a_zip(members)
    client.upload("all.zip", packed, batch=TWO)
    client.finished()
    assert [one["id"] for one in client.get("/batches")["items"]] == [TWO, None, ONE]
    first, alone, second = batch(client, ONE), batch(client, None), batch(client, TWO)
    assert (counts(first), counts(alone), counts(second)) == ((2, 1, 1), (1, 1, 0), (3, 2, 1))
    assert [one["sent"] for one in (first, alone, second)] == [2, 1, 1]
    assert (first["bytes"], second["bytes"]) == (len(a_report()) + len(BAD), len(packed))
    (database,) = client.get("/databases")["items"]
    assert first["database_ids"] == second["database_ids"] == [database["id"]]
    (failure,) = second["failures"]
    assert (failure["file"], failure["state"]) == ("all.zip/bad.html", "failed")
    assert worded("reports/web-page-not") in failure["error"]["message"]
    assert first["begun_at"] == sent["created_at"]


def test_the_uploads_of_a_batch_are_listed_with_what_they_are_of(client: Client) -> None:
    hour = next(file for file in oltp_sample() if file.name.endswith(".html"))
    client.upload(hour.name, hour.data, batch=ONE)
    client.upload("2.json", a_report(snap=200))
    client.finished()
    (upload,) = client.get("/uploads", batch=ONE)["items"]
    assert (upload["file"], upload["batch"]) == (hour.name, ONE)
    about = upload["about"]
    assert (about["database_name"], about["release"]) == ("OAKSHOP", "12.2.0.1.0")
    assert (about["begin_time"], about["end_time"]) == ("2024-03-12T00:00:13", "2024-03-12T01:00:09")
    assert [one["file"] for one in client.get("/uploads", batch="none")["items"]] == ["2.json"]
    assert client.get("/uploads", batch="bat_of_nobody")["items"] == []


def test_what_is_read_again_or_removed_counts_no_more(client: Client) -> None:
    bad = client.upload("bad.html", BAD, batch=ONE)
    client.upload("1.json", a_report(), batch=ONE)
    client.finished()
    client.post(f"/uploads/{bad['id']}/retry")
    client.finished()
    assert counts(batch(client, ONE)) == (2, 1, 1)
    client.call("DELETE", f"/api/v1/uploads/{bad['id']}")
    assert counts(batch(client, ONE)) == (1, 1, 0)
    (database,) = client.get("/databases")["items"]
    client.call("DELETE", f"/api/v1/databases/{database['id']}")
    assert client.get("/batches")["items"] == []


def test_an_export_goes_with_the_reports_of_its_batch(client: Client) -> None:
    client.upload("other.json", a_report(dbid=99, snap=500))
    client.upload("1.json", a_report(), batch=ONE)
    sizes = client.upload("sizes.csv", some_sizes("ORDERS"), batch=ONE)
    client.finished()
    (done,) = client.finished(sizes["id"])
    (shop,) = (one for one in client.get("/databases")["items"] if one["dbid"] == 4711)
    assert done["database_id"] == shop["id"]


def test_an_export_of_no_known_database_waits_for_a_word(client: Client) -> None:
    sizes = client.upload("sizes.csv", some_sizes("ORDERS"), batch=ONE)
    client.finished()
    found = batch(client, ONE)
    assert ([one["id"] for one in found["unlinked"]], counts(found)) == ([sizes["id"]], (1, 1, 0))
    client.upload("1.json", a_report(), batch=TWO)
    client.finished()
    assert batch(client, ONE)["unlinked"] == []


@pytest.mark.parametrize("wrong", ["", "bat_", "1" * 36, "bat_" + "1" * 15, "bat_" + "-" * 32, "sample-oltp"])
def test_an_id_of_another_form_is_refused(client: Client, wrong: str) -> None:
    files = {"file": ("1.json", a_report())}
    refused = client.call("POST", "/api/v1/uploads", files=files, data={"batch": wrong})
    assert refused.status_code == (422 if wrong else 202)
