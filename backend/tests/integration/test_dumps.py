"""An uploaded AWR dump becomes an interval each of its database; files of one export in a ZIP are one dump."""

from __future__ import annotations

import json

import pytest

from tests.awr_dumps import AwrDump, add_busy_snapshot, busy_dump, varied_dump
from tests.client import Client
from tests.integration.packed import a_zip

LAST = 6


def a_dump() -> AwrDump:
    return varied_dump(LAST)


def test_a_dump_is_one_upload_with_an_interval_each(client: Client) -> None:
    upload = client.upload("awrdat_1_6.dmp", a_dump().written()[0])
    (done,) = client.finished()
    assert (done["state"], done["kind"], done["error"], done["warnings"]) == ("succeeded", "awr-dump", None, [])
    (database,) = client.get("/databases")["items"]
    assert (database["name"], database["dbid"], database["has_segment_counters"]) == ("SHOP", 4711, True)
    reports = client.get(f"/databases/{database['id']}/reports")["items"]
    assert sorted((one["begin_snap"], one["end_snap"]) for one in reports) == [(n, n + 1) for n in range(1, LAST)]
    assert not any(one["second_period"] for one in reports)
    assert client.get(f"/uploads/{upload['id']}/contents")["intervals"] == LAST - 1
    advice = client.get(f"/databases/{database['id']}/advice", ssd="700GB")
    (row, *_) = client.get(f"/databases/{database['id']}/segments", ssd="700GB")["items"]
    assert row["name"] == "ORDERS"
    assert "intervals" in advice["hours"]["text"]
    where = {"source": row["evidence"][0]["source"], "section": "WRH$_SEG_STAT", "row": 2, "occurrence": 0}
    place = client.call("GET", "/api/v1/evidence", params=where | {"field": "physical_reads_blocks"})
    assert place.status_code == 404, place.text


def test_files_of_one_export_in_a_zip_are_one_dump_and_what_lies_beside_is_read_too(client: Client) -> None:
    files = {f"awr/awrdat_{n}": data for n, data in enumerate(a_dump().written(3))}
    more = {"awr/old.dmp": b"\x03\x00\x01EXPORT:V10.02.01\n" + bytes(200), "awr/empty.txt": b""}
    client.upload("awr.zip", a_zip(files | more))
    done = next(one for one in client.finished() if one["archive_id"] is None)
    assert (done["state"], done["kind"], done["members"]["refused"]) == ("succeeded", "awr-dump", 2)
    (database,) = client.get("/databases")["items"]
    assert len(client.get(f"/databases/{database['id']}/reports")["items"]) == LAST - 1


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_the_file_that_is_cut_says_so_and_no_other(client: Client, cut: int) -> None:
    files = a_dump().written(3)
    files[cut - 1] = files[cut - 1][:-700]
    for number, data in enumerate(files, 1):
        client.upload(f"awrdat_{number}.dmp", data)
    done = {one["dump_file"]["number"]: one for one in client.finished()}
    assert {tuple(one["dump_file"]["cut"]) for one in done.values()} == {(cut,)}
    said = {number: {(one["code"], one["section"]) for one in row["warnings"]} for number, row in done.items()}
    assert ("dump-damaged", f"file {cut}") in said[cut]
    assert not any(said[number] for number in said.keys() - {1, cut}), "the first one has all that was read"


def test_files_of_a_set_that_come_one_by_one_are_one_dump(client: Client) -> None:
    first, second, third = a_dump().written(3)
    client.upload("awrdat_02.dmp", second)
    (waits,) = client.finished()
    assert (waits["state"], waits["report_id"], [one["code"] for one in waits["warnings"]]) == (
        "succeeded",
        None,
        ["dump-file-waits"],
    )
    assert waits["dump_file"] == {
        "number": 2,
        "missing": {"numbers": [1], "behind": 2},
        "read_with": None,
        "copy_of": None,
        "cut": [],
    }
    assert client.get("/batches")["items"][0]["waiting"] == [waits]
    for name, data in (("awrdat_03.dmp", third), ("awrdat_01.dmp", first)):
        client.upload(name, data)
    lead, *others = sorted(client.finished(), key=lambda one: one["file"])
    (database,) = client.get("/databases")["items"]
    assert len(client.get(f"/databases/{database['id']}/reports")["items"]) == LAST - 1
    assert lead["database_id"] == database["id"]
    assert {one["dump_file"]["read_with"] for one in (lead, *others)} == {lead["id"]}
    assert client.get("/batches")["items"][0]["waiting"] == []


def test_a_file_of_a_set_is_not_masked_alone_and_a_zip_of_all_is(client: Client) -> None:
    files = a_dump().written(3)
    refused = client.call("POST", "/api/v1/uploads", files={"file": ("2.dmp", files[1])}, data={"mask": "hash"})
    assert (refused.status_code, refused.json()["code"]) == (422, "dump-part")
    assert client.uploads() == []
    packed = a_zip({f"{number}.bin": data for number, data in enumerate(files, 1)})
    upload = client.upload("awr.zip", packed, mask="hash")
    assert upload["masked"]["left_out"] == []
    client.finished()
    (database,) = client.get("/databases")["items"]
    assert len(client.get(f"/databases/{database['id']}/reports")["items"]) == LAST - 1
    assert "ORDERS" not in json.dumps(client.get(f"/databases/{database['id']}/segments", ssd="700GB"))


def test_a_dump_is_masked_interval_by_interval(client: Client) -> None:
    upload = client.upload("awrdat.dmp", a_dump().written()[0], mask="hash")
    names = json.dumps(json.loads(upload["masked"]["map_file"]))
    assert "ORDERS" in names
    client.finished()
    (database,) = client.get("/databases")["items"]
    assert database["name"] != "SHOP"
    assert len(client.get(f"/databases/{database['id']}/reports")["items"]) == LAST - 1
    assert "ORDERS" not in json.dumps(client.get(f"/databases/{database['id']}/segments", ssd="700GB"))


def test_an_upload_tells_of_every_database_in_it(client: Client) -> None:
    dump = busy_dump(4, instances=2)
    dump.instance(dbid=99, DB_NAME="OTHER")
    for snap in (1, 2, 3):
        add_busy_snapshot(dump, snap, hours=3 * snap, dbid=99)
    whole = dump.written()[0]
    client.upload("two.dmp", whole)
    (done,) = client.finished()
    assert [
        (one["database_name"], one["dbid"], len(one["instances"]), one["intervals"], one["begin_snap"], one["end_snap"])
        for one in done["holds"]
    ] == [("OTHER", 99, 1, 2, 1, 3), ("SHOP", 4711, 2, 6, 1, 4)]
    assert {one["database_id"] for one in done["holds"]} == {one["id"] for one in client.get("/databases")["items"]}
    assert [one["code"] for one in done["warnings"]].count("several-databases") == 1
    assert done["about"]["database_name"] == "OTHER", "its first document"
    assert done["holds"][0]["end_time"] > done["about"]["end_time"]
    assert all(one["counted"] == one["intervals"] for one in done["holds"])
    client.upload("cut.dmp", whole[: len(whole) * 3 // 4])
    cut = next(one for one in client.finished() if one["file"] == "cut.dmp")
    assert cut["warnings"]
    assert all(one["counted"] <= one["intervals"] for one in cut["holds"])
