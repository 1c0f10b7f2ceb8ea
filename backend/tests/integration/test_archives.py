"""An archive becomes as many uploads as it holds files, whoever dies on the way, on both set-ups."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest

from segtier.model.account import ITSELF
from segtier.reports.archives import Limits
from segtier.services import expand_archive
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.ingest_upload import claim_next, ingest_upload
from segtier.services.manage_uploads import delete_upload, get_upload, list_uploads
from segtier.store.records import UploadRecord
from segtier.store.uploads import Wanted
from tests.client import Client
from tests.integration.files import a_compare_period_report, a_report, many_sizes, some_sizes
from tests.integration.packed import a_gzip, a_tar, a_zip
from tests.integration.queue import claimed, reap_silent, taken_over, work_through
from tests.integration.test_worker_death import Jobs, kill_a_busy_worker, lonely
from tests.stack import Product

__all__ = ["lonely"]  # the fixture

REPORTS = {f"2024/awr_{snap}.json": a_report(snap=snap) for snap in (100, 200, 300)}


def members(client: Client, archive: Any, **filters: str | list[str]) -> dict[str, Any]:
    """The uploads an archive was taken apart into, by name."""
    page = client.get("/uploads", limit=200, archive=archive["id"], **filters)
    return {upload["file"]: upload for upload in page["items"]}


KINDS = (
    ("zip", "awr.zip", a_zip(REPORTS), [f"awr.zip/{name}" for name in REPORTS]),
    ("tar", "awr.tar", a_tar(REPORTS), [f"awr.tar/{name}" for name in REPORTS]),
    ("tar.gz", "awr.tar.gz", a_gzip(a_tar(REPORTS)), [f"awr.tar.gz/{name}" for name in REPORTS]),
    ("gz", "awr.json.gz", a_gzip(a_report()), ["awr.json.gz/awr.json"]),
    (
        "nested",
        "all.zip",
        a_zip({"one.json": a_report(), "inner.tar.gz": a_gzip(a_tar({"two.json": a_report(snap=200)}))}),
        ["all.zip/one.json", "all.zip/inner.tar.gz/two.json"],
    ),
)


@pytest.mark.parametrize(("name", "data", "files"), [one[1:] for one in KINDS], ids=[one[0] for one in KINDS])
def test_every_file_becomes_an_upload(client: Client, name: str, data: bytes, files: list[str]) -> None:
    archive = client.upload(name, data, period="after")
    (done,) = client.finished()
    assert (done["id"], done["state"], done["stage"], done["progress_pct"]) == (archive["id"], "succeeded", "done", 100)
    assert (done["kind"], done["report_id"], done["warnings"], done["error"]) == ("archive", None, [], None)
    count = len(files)
    (database,) = client.get("/databases")["items"]
    expected = {"files": count, "known": 0, "refused": 0, "added": count, "finished": count, "failed": 0}
    assert done["members"] == expected | {"database_ids": [database["id"]]}
    found = members(client, archive)
    assert sorted(found) == sorted(files)
    assert {(one["state"], one["period"], one["archive_id"]) for one in found.values()} == {
        ("succeeded", "after", archive["id"])
    }
    assert (database["reports"], database["after_reports"]) == (count, count)


BAD = {
    "good.json": a_report(),
    "../outside.json": a_report(snap=200),
    "secret.json": a_report(snap=300),
    "shortcut.json": b"good.json",
    "empty.json": b"",
    "notes.txt": b"call the storage people",
    "later.json": a_report(snap=400),
}


def test_what_is_refused_is_named_and_stops_no_neighbour(client: Client) -> None:
    archive = client.upload("mixed.zip", a_zip(BAD, encrypted="secret.json", link="shortcut.json"))
    (done,) = client.finished()
    assert (done["state"], done["members"]["files"], done["members"]["refused"]) == ("succeeded", 3, 4)
    assert {warning["code"]: warning["message"].split(":")[0] for warning in done["warnings"]} == {
        "unsafe-name": "mixed.zip/../outside.json",
        "encrypted": "mixed.zip/secret.json",
        "link": "mixed.zip/shortcut.json",
        "empty-file": "mixed.zip/empty.json",
    }
    states = {name: upload["state"] for name, upload in members(client, archive).items()}
    assert states == {
        "mixed.zip/good.json": "succeeded",
        "mixed.zip/notes.txt": "failed",
        "mixed.zip/later.json": "succeeded",
    }
    assert list(members(client, archive, state="failed")) == ["mixed.zip/notes.txt"]
    assert list(members(client, archive, state=["failed", "quarantined"])) == ["mixed.zip/notes.txt"]
    assert done["members"]["failed"] == 1


USELESS = (
    ("no files", a_zip({}), "empty-archive"),
    ("only a link", a_zip({"a": b"b"}, link="a"), "link"),
    ("cut off", a_zip(REPORTS)[:-40], "bad-archive"),
    ("a bomb", a_gzip(bytes(64 * 1024**2)), "zip-bomb"),
)


@pytest.mark.parametrize(("data", "code"), [one[1:] for one in USELESS], ids=[one[0] for one in USELESS])
def test_an_archive_that_gives_nothing_fails(client: Client, data: bytes, code: str) -> None:
    client.upload("useless", data)
    (done,) = client.finished()
    assert (done["state"], done["error"]["code"]) == ("failed", code)
    assert done["error"]["message"].startswith("useless")
    again = client.post(f"/uploads/{done['id']}/retry")
    assert client.finished(again["id"])[0]["state"] == "failed"


def test_the_list_shows_what_was_uploaded_and_members_on_demand(client: Client) -> None:
    archive = client.upload("awr.zip", a_zip(REPORTS))
    single = client.upload("single.json", a_report(snap=400))
    client.finished()
    assert [upload["id"] for upload in client.uploads()] == [single["id"], archive["id"]]
    first = client.call("GET", f"/api/v1/uploads?archive={archive['id']}&limit=2&state=succeeded&state=failed")
    assert len(first.json()["items"]) == 2
    following = first.headers["link"].partition(">")[0].lstrip("<")
    assert len(client.call("GET", following).json()["items"]) == 1


def test_files_that_came_before_are_not_read_twice(client: Client) -> None:
    client.upload("alone.json", REPORTS["2024/awr_100.json"])
    archive = client.upload("awr.zip", a_zip({**REPORTS, "copy.json": REPORTS["2024/awr_200.json"]}))
    client.finished()
    counts = client.get(f"/uploads/{archive['id']}")["members"]
    assert (counts["files"], counts["known"], counts["added"]) == (4, 2, 2)
    assert client.get("/databases")["items"][0]["reports"] == 3


def test_deleting_an_archive_removes_its_files_and_their_databases(client: Client) -> None:
    both = a_zip({"shop.json": a_report(), "hr.json": a_report("HR", 815), "diff.json": a_compare_period_report()})
    archive = client.upload("both.zip", both)
    client.finished()
    assert len(client.get("/databases")["items"]) == 2
    assert client.call("DELETE", f"/api/v1/uploads/{archive['id']}").status_code == 204
    assert (client.get("/databases")["items"], client.uploads(), members(client, archive)) == ([], [], {})


def test_an_archive_brings_back_what_was_deleted_of_it(client: Client) -> None:
    data = a_zip({"shop.json": a_report(), "hr.json": a_report("HR", 815)})
    archive = client.upload("both.zip", data)
    client.finished()
    shop = next(one for one in client.get("/databases")["items"] if one["name"] == "SHOP")
    client.call("DELETE", f"/api/v1/databases/{shop['id']}")
    again = client.upload("both.zip", data)
    assert again["duplicate_of"] == archive["id"]
    client.finished()
    assert {one["name"] for one in client.get("/databases")["items"]} == {"SHOP", "HR"}


def test_an_archive_goes_with_the_last_of_its_files(client: Client) -> None:
    client.upload("awr.zip", a_zip(REPORTS))
    client.finished()
    (database,) = client.get("/databases")["items"]
    client.call("DELETE", f"/api/v1/databases/{database['id']}")
    assert client.uploads() == []
    assert client.upload("awr.zip", a_zip(REPORTS))["duplicate_of"] is None


@pytest.mark.parametrize("first", ["sizes.csv", "awr.json"])
def test_an_export_belongs_to_the_reports_it_came_with(client: Client, first: str) -> None:
    client.upload("other.json", a_report("OTHER", 1, segments=("ORDERS",)))
    client.finished()
    files = {"awr.json": a_report(segments=("ORDERS",)), "sizes.csv": some_sizes("ORDERS")}
    archive = client.upload("all.zip", a_zip({first: files.pop(first), **files}))
    client.finished()
    found = members(client, archive)
    assert found["all.zip/sizes.csv"]["database_id"] == found["all.zip/awr.json"]["database_id"] is not None


def accepted(context: Context, data: bytes) -> UploadRecord:
    return accept_upload(context, ITSELF, BytesIO(data), file="awr.zip", period="before").upload


def test_a_worker_that_lost_an_archive_adds_nothing_and_takes_nothing_away(context: Context) -> None:
    archive = accepted(context, a_zip(REPORTS))
    slow, quick = taken_over(context, archive.job.id)
    assert ingest_upload(context, slow) is None
    assert list_uploads(context, 10, None, Wanted(archive.id)) == []
    assert ingest_upload(context, quick) is not None
    assert [job.state for job in work_through(context) if job] == ["succeeded"] * 3


def test_two_workers_on_the_same_archive_leave_each_file_once(context: Context) -> None:
    archive = accepted(context, a_zip({f"{snap}.json": a_report(snap=snap) for snap in range(40)}))
    leases = taken_over(context, archive.job.id)
    together = [threading.Thread(target=ingest_upload, args=(context, lease)) for lease in leases]
    for one in together:
        one.start()
    for one in together:
        one.join()
    work_through(context)
    done = get_upload(context, archive.id)
    assert done.members is not None
    assert (done.members.added, done.members.finished, done.members.failed) == (40, 40, 0)


def test_a_worker_that_dies_half_way_leaves_work_that_another_ends(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = accepted(context, a_zip({f"{snap}.json": a_report(snap=snap) for snap in range(40)}))
    monkeypatch.setattr(expand_archive, "_groups", _dies_after(expand_archive._groups, 1))
    lease = claimed(context, archive.job.id, "doomed")
    with pytest.raises(KeyboardInterrupt):
        ingest_upload(context, lease)
    monkeypatch.undo()
    half = get_upload(context, archive.id)
    assert (half.kind, half.members and half.members.added) == ("archive", 16)
    reap_silent(context)
    work_through(context)
    done = get_upload(context, archive.id)
    assert (done.expanded and done.expanded.files, done.expanded and done.expanded.known) == (40, 0)
    assert (done.members and done.members.finished, done.progress_pct, done.waits_for_members) == (40, 100, False)


def _dies_after(groups: Callable[..., Any], count: int) -> Callable[..., Any]:
    def dying(members: Any) -> Any:
        for number, group in enumerate(groups(members)):
            if number == count:
                raise KeyboardInterrupt
            yield group

    return dying


def test_an_archive_runs_until_its_last_file_is_read(context: Context, rung: list[str]) -> None:
    archive = accepted(context, a_zip(REPORTS))
    seen = []
    while (lease := claim_next(context, "one")) is not None:
        ingest_upload(context, lease)
        now = get_upload(context, archive.id)
        seen.append((now.waits_for_members, now.progress_pct))
    assert seen == [(True, 0), (True, 33), (True, 66), (False, 100)]
    assert len(rung) == 2, "one bell for the archive and one for its files"


def test_an_archive_deleted_while_it_is_taken_apart_leaves_no_file(context: Context) -> None:
    archive = accepted(context, a_zip(REPORTS))
    lease = claimed(context, archive.job.id)
    delete_upload(context, ITSELF, archive.id)
    assert ingest_upload(context, lease) is None
    assert work_through(context) == []


def test_limits_are_the_installations_own(context: Context) -> None:
    small = replace(context, archive_limits=Limits(entries=2))
    accepted(small, a_zip(REPORTS))
    (job,) = work_through(small)
    assert job is not None
    assert (job.state, job.error and job.error.code) == ("failed", "too-many-entries")


def test_kill_9_in_the_middle_loses_and_doubles_nothing(lonely: Product) -> None:
    files, kills = 12, 3
    data = a_zip({f"sizes-{number}.csv": many_sizes(8_000, number) for number in range(files)})
    with closing(Jobs(lonely.setup)) as jobs, Client(lonely.url) as client:
        archive = client.upload("sizes.zip", data)
        for _ in range(kills):
            kill_a_busy_worker(jobs)
        (done,) = client.finished(archive["id"])
        results = jobs.results_per_upload()
    assert (done["state"], done["members"]["added"], done["members"]["failed"]) == ("succeeded", files, 0)
    assert results == [1] * files
