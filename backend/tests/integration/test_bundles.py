"""An uploaded bundle becomes documents of one database, and its reports become uploads, whoever dies on the way."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from segtier.collect.catalogue import queries
from segtier.model.account import ITSELF
from segtier.samples import oltp_sample
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.ingest_upload import ingest_upload
from segtier.store import reports
from tests.bundles import make_bundle
from tests.client import Client
from tests.integration.packed import a_gzip, a_tar, a_zip
from tests.integration.queue import taken_over, work_through
from tests.packed_bundles import files_of
from tests.sentences import worded

REPORT = next(one.data for one in oltp_sample() if one.name.endswith(".html"))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return files_of(make_bundle(tmp_path_factory.mktemp("bundle"), diagnostics_pack=True), "run/")


def kinds(client: Client, database: dict[str, Any]) -> list[str]:
    return [one["kind"] for one in client.get(f"/databases/{database['id']}/reports")["items"]]


@pytest.mark.parametrize("pack", [a_zip, lambda files: a_gzip(a_tar(files))], ids=["zip", "tar.gz"])
def test_a_bundle_is_one_upload_with_its_documents(client: Client, files: dict[str, bytes], pack: Any) -> None:
    upload = client.upload("shop_bundle", pack(files))
    (done,) = client.finished()
    assert (done["state"], done["kind"], done["error"], done["warnings"]) == ("succeeded", "bundle", None, [])
    (database,) = client.get("/databases")["items"]
    assert (database["name"], database["dbid"], database["has_sizes"], database["has_segment_counters"]) == (
        "SHOP", 4711, True, True)  # fmt: skip
    assert kinds(client, database) == ["bundle"] * 4
    assert {one["period"] for one in client.get(f"/databases/{database['id']}/reports")["items"]} == {"before"}
    assert client.upload("again", pack(files))["duplicate_of"] == upload["id"]
    client.finished()
    assert kinds(client, database) == ["bundle"] * 4


def test_an_answer_from_a_bundle_alone(client: Client, tmp_path: Path) -> None:
    client.upload("shop.zip", a_zip(files_of(make_bundle(tmp_path))))
    client.finished()
    (database,) = client.get("/databases")["items"]
    advice = client.get(f"/databases/{database['id']}/advice", ssd="700GB")
    assert advice["quality"]["grade"] != "A"
    assert any("since start-up" in reason for reason in advice["quality"]["reasons"])
    assert advice["quality"]["coverage"]["physical_reads"] > 0.99
    (row, *_) = client.get(f"/databases/{database['id']}/segments", ssd="700GB")["items"]
    (evidence, *_) = row["evidence"]
    place = client.get("/evidence", source=evidence["source"], section=evidence["section"], row=evidence["row"],
                       occurrence=0, field="physical_reads_blocks")  # fmt: skip
    assert (place["section"], place["column"], place["line"]) == (
        "segment_statistics.csv",
        "physical_reads",
        2 + evidence["row"],
    )


def test_reports_in_a_bundle_are_uploads_of_their_own(client: Client, files: dict[str, bytes]) -> None:
    upload = client.upload("shop.zip", a_zip(files | {"run/awr/awrrpt_1_10_11.html": REPORT, "run/awr/notes.txt": b""}))
    done = next(one for one in client.finished() if one["id"] == upload["id"])
    assert (done["kind"], done["members"]["files"], done["members"]["refused"]) == ("bundle", 1, 1)
    (member,) = client.get("/uploads", archive=upload["id"])["items"]
    assert (member["file"], member["state"], member["archive_id"]) == (
        "shop.zip/run/awr/awrrpt_1_10_11.html", "succeeded", upload["id"])  # fmt: skip


def test_what_a_bundle_held_is_told_file_by_file(client: Client, tmp_path: Path) -> None:
    folder = make_bundle(tmp_path, diagnostics_pack=True, rows={"quotas": "ORA-00942: table or view does not exist"})
    upload = client.upload("shop.zip", a_zip(files_of(folder)))
    client.finished()
    held = client.get(f"/uploads/{upload['id']}/contents")
    files = {one["name"]: (one["state"], one["rows"], one["message"]) for one in held["sections"]}
    assert held["intervals"] == 2
    assert len(files) == len(held["sections"]) == len(queries())
    assert files["segments.csv"] == ("found", 3, None)
    assert files["hist_snapshots.csv"] == ("found", 3, None)
    assert files["statspack_snapshots.csv"] == ("missing", None, worded("collect/statspack-not-installed"))
    assert files["quotas.csv"] == ("missing", None, "ORA-00942: table or view does not exist")


def test_what_an_upload_held_is_nothing_before_it_is_read(client: Client) -> None:
    upload = client.upload("bad.zip", a_zip({"notes.txt": b"call"}))
    client.finished()
    assert client.get(f"/uploads/{upload['id']}/contents") == {"sections": [], "intervals": 0}
    assert client.call("GET", "/api/v1/uploads/upl_none/contents").status_code == 404


def test_a_bundle_that_cannot_be_read_fails_and_says_why(client: Client, files: dict[str, bytes]) -> None:
    manifest = files["run/manifest.csv"].replace(b"segtier.bundle/1", b"segtier.bundle/8")
    client.upload("new.zip", a_zip(files | {"run/manifest.csv": manifest, "run/awr/a.html": REPORT}))
    (done,) = client.finished()
    assert (done["state"], done["error"]["code"]) == ("failed", "bundle-version")
    assert (client.get("/databases")["items"], len(client.uploads())) == ([], 1)


def test_two_bundles_in_an_archive_are_two_uploads(client: Client, tmp_path: Path) -> None:
    first = make_bundle(tmp_path / "one")
    second = make_bundle(tmp_path / "two", segments=4)
    both = {"one.zip": a_zip(files_of(first)), "two.tar": a_tar(files_of(second))}
    archive = client.upload("both.zip", a_zip(both))
    client.finished()
    found = client.get("/uploads", archive=archive["id"])["items"]
    assert {(one["file"], one["kind"]) for one in found} == {
        ("both.zip/one.zip", "bundle"),
        ("both.zip/two.tar", "bundle"),
    }
    (database,) = client.get("/databases")["items"]
    assert kinds(client, database) == ["bundle"] * 4


def test_a_bundle_taken_over_from_a_dead_worker_is_written_once(context: Context, files: dict[str, bytes]) -> None:
    data = a_zip(files | {"run/awr/a.html": REPORT})
    upload = accept_upload(context, ITSELF, BytesIO(data), file="shop.zip", period="before").upload
    slow, quick = taken_over(context, upload.job.id)
    done = ingest_upload(context, quick)
    assert (done.state if done else None) == "succeeded"
    assert ingest_upload(context, slow) is None
    work_through(context)
    with context.store.read() as tx:
        assert [one.part for one in reports.of_upload(tx, upload.id)] == [0, 1, 2, 3]
