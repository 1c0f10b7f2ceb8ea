"""From a file to a linked document, through the running product, on both set-ups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.client import Client
from tests.command_line import one_problem, segtier
from tests.integration.files import a_compare_period_report, a_report, some_sizes
from tests.stack import Product


def test_a_report_becomes_a_database(client: Client) -> None:
    upload = client.upload("awr.json", a_report())
    (done,) = client.finished(upload["id"])
    assert (done["state"], done["stage"], done["progress_pct"], done["error"]) == ("succeeded", "done", 100, None)
    (database,) = client.get("/databases")["items"]
    assert (database["name"], database["dbid"], database["reports"]) == ("SHOP", 4711, 1)
    assert done["database_id"] == database["id"]
    (report,) = client.get(f"/databases/{database['id']}/reports")["items"]
    assert (report["id"], report["begin_snap"], report["period"]) == (done["report_id"], 100, "before")
    assert (report["second_period"], report["grade"]) == (False, "A")
    document = client.get(f"/reports/{report['id']}/workload")
    assert [segment["name"] for segment in document["segments"]] == ["ORDERS"]
    assert client.get(f"/jobs/{done['job_id']}")["state"] == "succeeded"


def test_the_same_bytes_are_stored_once(client: Client) -> None:
    first = client.call("POST", "/api/v1/uploads", files={"file": ("a.json", a_report())})
    again = client.call("POST", "/api/v1/uploads", files={"file": ("b.json", a_report())})
    assert (first.status_code, again.status_code) == (202, 200)
    assert again.json()["duplicate_of"] == again.json()["id"] == first.json()["id"]
    assert len(client.uploads()) == 1
    other = client.call("POST", "/api/v1/uploads", files={"file": ("b.json", a_report())}, data={"period": "after"})
    assert (other.json()["period"], [warn["code"] for warn in other.json()["warnings"]]) == ("before", ["period-kept"])


def test_a_bad_file_does_not_stop_its_neighbours(client: Client) -> None:
    files = {"good.json": a_report(), "bad.html": b"<html><p>not a report</p></html>", "more.json": a_report(snap=200)}
    for name, data in files.items():
        client.upload(name, data)
    states = {upload["file"]: upload for upload in client.finished()}
    assert {name: upload["state"] for name, upload in states.items()} == {
        "good.json": "succeeded",
        "bad.html": "failed",
        "more.json": "succeeded",
    }
    assert states["bad.html"]["error"]["message"]
    assert states["bad.html"]["error"]["code"] not in ("internal", "worker-lost")


@pytest.mark.parametrize("first", ["name", "dbid"])
def test_a_database_keeps_its_address_when_its_dbid_becomes_known(client: Client, first: str) -> None:
    data = {"name": a_report(dbid=None), "dbid": a_report(snap=200)}
    client.upload("1.json", data.pop(first))
    client.finished()
    (before,) = client.get("/databases")["items"]
    client.upload("2.json", *data.values())
    client.finished()
    (after,) = client.get("/databases")["items"]
    assert (after["id"], after["reports"], after["dbid"]) == (before["id"], 2, 4711)


@pytest.mark.parametrize("order", [("report", "sizes"), ("sizes", "report")])
def test_an_export_finds_its_database_in_any_order(client: Client, order: tuple[str, str]) -> None:
    data = {"report": a_report(), "sizes": some_sizes("ORDERS")}
    for kind in order:
        client.upload(f"{kind}.csv", data[kind])
        client.finished()
    assert {upload["database_id"] for upload in client.uploads()} == {client.get("/databases")["items"][0]["id"]}
    assert all(not upload["warnings"] for upload in client.uploads())
    assert client.get("/databases")["items"][0]["has_sizes"]


def test_an_export_goes_to_the_database_whose_segments_it_names(client: Client) -> None:
    client.upload("shop.json", a_report(segments=("ORDERS", "LINES")))
    client.finished()
    sizes = client.upload("hr.csv", some_sizes("STAFF", "SALARY"))
    (waiting,) = client.finished(sizes["id"])
    assert waiting["database_id"] is None
    assert [warning["code"] for warning in waiting["warnings"]] == ["which-database"]
    hr = client.upload("hr.json", a_report("HR", 815, segments=("STAFF",)))
    (report,) = client.finished(hr["id"])
    (linked,) = client.finished(sizes["id"])
    assert (linked["database_id"], linked["warnings"]) == (report["database_id"], [])


def test_where_several_databases_could_be_meant_the_user_is_asked(client: Client) -> None:
    for name, dbid in (("PROD", 1), ("TEST", 2)):
        client.upload(f"{name}.json", a_report(name, dbid))
    client.finished()
    (asked,) = client.finished(client.upload("sizes.csv", some_sizes("ORDERS"))["id"])
    assert (asked["state"], asked["database_id"]) == ("succeeded", None)
    assert "PROD" in asked["warnings"][-1]["message"]
    test = next(one for one in client.get("/databases")["items"] if one["name"] == "TEST")
    chosen = client.upload("sizes.csv", some_sizes("ORDERS"), database_id=test["id"])
    assert (chosen["database_id"], chosen["duplicate_of"]) == (test["id"], asked["id"])


def test_the_same_hour_counts_once(client: Client) -> None:
    client.upload("first.json", a_report())
    client.finished()
    client.upload("twin.json", a_report(segments=("ORDERS", "LINES")))
    client.finished()
    (database,) = client.get("/databases")["items"]
    assert database["reports"] == 1
    ignored = the_ignored(client, database["id"])
    assert ignored["warnings"][-1]["code"] == "same-interval"
    assert "Snapshots 100-101" in ignored["warnings"][-1]["message"]
    client.call("PATCH", f"/api/v1/reports/{ignored['id']}", json={"period": "before"})
    assert the_ignored(client, database["id"])["id"] != ignored["id"], "what a user chose counts"
    client.call("DELETE", f"/api/v1/uploads/{ignored['upload_id']}")
    (left,) = client.get(f"/databases/{database['id']}/reports")["items"]
    assert (left["period"], left["warnings"]) == ("before", [])


def the_ignored(client: Client, database_id: str) -> Any:
    listed = client.get(f"/databases/{database_id}/reports")["items"]
    assert sorted(one["period"] for one in listed) == ["before", "ignored"]
    return next(one for one in listed if one["period"] == "ignored")


def test_a_report_can_be_counted_as_after(client: Client) -> None:
    upload = client.upload("a.json", a_report())
    (done,) = client.finished(upload["id"])
    changed = client.call("PATCH", f"/api/v1/reports/{done['report_id']}", json={"period": "after"}).json()
    assert changed["period"] == "after"
    assert client.get("/databases")["items"][0]["after_reports"] == 1


def test_only_a_failed_upload_is_retried(client: Client) -> None:
    bad = client.upload("bad.txt", b"nothing Segtier knows")
    good = client.upload("good.json", a_report())
    client.finished()
    again = client.post(f"/uploads/{bad['id']}/retry")
    assert again["job_id"] != bad["job_id"]
    assert client.finished(bad["id"])[0]["state"] == "failed"
    refused = client.call("POST", f"/api/v1/uploads/{good['id']}/retry")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-retryable")


def test_deleting_a_database_removes_all_of_it(client: Client) -> None:
    client.upload("a.json", a_report())
    client.upload("s.csv", some_sizes("ORDERS"))
    client.finished()
    (database,) = client.get("/databases")["items"]
    gone = client.call("DELETE", f"/api/v1/databases/{database['id']}")
    assert gone.status_code == 204
    assert (client.get("/databases")["items"], client.uploads()) == ([], [])
    assert client.call("GET", f"/api/v1/databases/{database['id']}").status_code == 404
    assert client.upload("a.json", a_report())["duplicate_of"] is None


@pytest.mark.parametrize("number", [0, 1])
def test_a_database_is_not_deleted_with_a_file_that_is_of_another_too(client: Client, number: int) -> None:
    upload = client.upload("diff.json", a_compare_period_report("TEST", 4712))
    client.finished()
    kept = client.get("/databases")["items"]
    assert sorted(one["name"] for one in kept) == ["SHOP", "TEST"]
    refused = client.call("DELETE", f"/api/v1/databases/{kept[number]['id']}")
    assert (refused.status_code, refused.json()["code"]) == (409, "shared-file")
    assert "diff.json" in refused.json()["detail"]
    assert client.get("/databases")["items"] == kept
    client.call("DELETE", f"/api/v1/uploads/{upload['id']}")
    assert client.get("/databases")["items"] == []


def test_lists_are_paged_and_stay_stable_under_inserts(client: Client) -> None:
    for snap in range(5):
        client.upload(f"{snap}.json", a_report(snap=snap))
    first = client.get("/uploads", limit=2)
    client.upload("late.json", a_report(snap=99))
    second = client.get("/uploads", limit=2, cursor=first["next_cursor"])
    third = client.get("/uploads", limit=2, cursor=second["next_cursor"])
    names = [upload["file"] for page in (first, second, third) for upload in page["items"]]
    assert names == ["4.json", "3.json", "2.json", "1.json", "0.json"]
    assert third["next_cursor"] is None


def test_the_sample_is_loaded_once_and_stays_apart(client: Client) -> None:
    client.upload("own.json", a_report("OAKSHOP", 1))
    first = client.post("/samples/oltp")["uploads"]
    again = client.post("/samples/oltp")["uploads"]
    assert [upload["id"] for upload in first] == [upload["id"] for upload in again]
    done = client.finished()
    assert {upload["state"] for upload in done} == {"succeeded"}
    own, sample = client.get("/databases")["items"]
    assert (own["sample"], own["reports"], sample["sample"]) == (False, 1, True)
    assert (sample["reports"], sample["after_reports"]) == (25, 1)
    assert (sample["has_sizes"], sample["has_segment_counters"]) == (True, True)
    assert {upload["database_id"] for upload in done if upload["sample"]} == {sample["id"]}


@pytest.mark.parametrize("period", ["before", "after"])
def test_the_second_period_of_a_compare_period_report_waits_to_be_asked_for(client: Client, period: str) -> None:
    upload = client.upload("diff.json", a_compare_period_report(), period=period)
    (done,) = client.finished(upload["id"])
    assert done["state"] == "succeeded", done["error"]
    reports = client.get(f"/databases/{done['database_id']}/reports")["items"]
    assert [(one["begin_snap"], one["period"], one["second_period"]) for one in reports] == [
        (100, period, False),
        (200, "ignored", True),
    ]
    assert {report["upload_id"] for report in reports} == {upload["id"]}


def test_the_second_period_is_compared_once_it_counts_as_after(client: Client) -> None:
    upload = client.upload("diff.json", a_compare_period_report())
    (done,) = client.finished(upload["id"])
    path = f"/databases/{done['database_id']}"
    refused = client.call("GET", f"/api/v1{path}/comparison")
    assert (refused.status_code, refused.json()["code"]) == (409, "no-after-report")
    second = client.get(f"{path}/reports")["items"][1]
    client.call("PATCH", f"/api/v1/reports/{second['id']}", json={"period": "after"})
    comparison = client.get(f"{path}/comparison")
    assert (len(comparison["before"]), len(comparison["after"])) == (1, 1)
    client.call("DELETE", f"/api/v1/uploads/{upload['id']}")
    assert client.get("/databases")["items"] == []


def test_the_command_sends_what_the_server_reads(client: Client, product: Product, tmp_path: Path) -> None:
    token, good, bad = tmp_path / "token", tmp_path / "good.json", tmp_path / "bad.html"
    token.write_text(product.secret)
    token.chmod(0o600)
    good.write_bytes(a_report())
    bad.write_bytes(b"<html><p>not a report</p></html>")
    server = product.url.partition("/?")[0]
    done = segtier("upload", good, bad, "--server", server, "--token-file", token, "--remove")
    assert done.returncode == 3, done.stderr
    assert one_problem(done)["file"] == str(bad)
    assert (good.exists(), bad.exists()) == (False, True)
    assert {upload["file"]: upload["state"] for upload in client.uploads()} == {
        "good.json": "succeeded",
        "bad.html": "failed",
    }
    token.write_text(f"{product.secret}x")
    assert segtier("upload", bad, "--server", server, "--token-file", token).returncode == 5
