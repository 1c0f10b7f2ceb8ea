"""Uploads that are masked on the way in: nothing is stored in clear, and the plan made here comes back with its names."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from segtier.documents import decode
from segtier.masking.map import read_names
from segtier.masking.unmask import unmask
from segtier.model.plan import PlanRequest
from segtier.model.workload import Workload
from segtier.plan.bundle.folders import path_of
from segtier.plan.write_plan import write_plan
from tests.bundles import make_bundle
from tests.client import Client
from tests.integration.files import a_report, some_sizes
from tests.integration.packed import a_zip
from tests.packed_bundles import files_of
from tests.stack import Setup

PLAN = {"ssd": "700GB", "option": "segments", "override": "true"}


@pytest.fixture(autouse=True)
def _only_files_of_this_test(client: Client, setup: Setup) -> None:
    """The servers are shared: a worker killed by another test may have left a file behind."""
    client.remove_everything()
    for path in _files(setup):
        path.unlink(missing_ok=True)  # the sweeper may have been quicker


def stored(setup: Setup) -> bytes:
    """Every uploaded file as it lies on the server."""
    return b"".join(_plain(path.read_bytes()) for path in _files(setup))


def _files(setup: Setup) -> list[Path]:
    return sorted(path for path in setup.data_dir.rglob("*") if len(path.name) == 64)


def _plain(data: bytes) -> bytes:
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(_plain(archive.read(one)) for one in archive.namelist())


def a_map(upload: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(upload["masked"]["map_file"])
    return found


def test_only_the_masked_report_is_kept(client: Client, setup: Setup) -> None:
    upload = client.upload("awr_of_shop.json", a_report(segments=("ORDERS", "LINES")), mask="hash")
    (done,) = client.finished(upload["id"])
    assert (done["state"], done["masked"]) == ("succeeded", None)
    document = client.get(f"/reports/{done['report_id']}/workload")
    shown = json.dumps([document, client.get("/databases"), client.uploads()]).encode()
    for secret in (b"SHOP", b"ORDERS", b"LINES", b"shop"):
        assert secret not in stored(setup) + shown
    names = read_names(upload["masked"]["map_file"].encode())
    back = unmask(decode(json.dumps(document), Workload), names)
    assert {one.name for one in back.segments} == {"ORDERS", "LINES"}
    assert names[done["file"].removesuffix(".json")].original == "awr_of_shop.json"


def test_the_plan_made_here_comes_back_with_its_names(client: Client) -> None:
    files = {"a.json": a_report(segments=("ORDERS", "LINES")), "sizes.csv": some_sizes("ORDERS", "LINES")}
    plans = {}
    for mask in ("keep", "hash"):
        client.remove_everything()
        held: dict[str, Any] = {}
        for name, data in files.items():
            sent = {"file": (name, data)} | ({"mask_map": ("map.json", json.dumps(held))} if held else {})
            upload = client.post("/uploads", files=sent, data={"mask": mask})
            held = a_map(upload) if mask == "hash" else {}
        client.finished()
        (database,) = client.get("/databases")["items"]
        answer = client.call("GET", f"/api/v1/databases/{database['id']}/bundle", params=PLAN)
        assert answer.status_code == 200, answer.text
        with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
            plans[mask] = {one: bundle.read(one).decode() for one in bundle.namelist()}
    request = decode(plans["hash"]["request.json"], PlanRequest)
    back = write_plan(unmask(request, read_names(json.dumps(held).encode())))
    # the digests of what was read differ: the server read other files
    names = ("list_segments.sql", "40_move_segments.sql", "90_rollback.sql", "80_verify.sql", "30_tablespaces.sql")
    for path in map(path_of, names):
        assert {one.path: one.text for one in back.files}[path] == plans["keep"][path]
    assert "ORDERS" not in "".join(plans["hash"].values())


def test_the_same_map_makes_the_same_file(client: Client) -> None:
    first = client.upload("a.json", a_report(), mask="hash")
    again = client.call(
        "POST",
        "/api/v1/uploads",
        files={"file": ("a.json", a_report()), "mask_map": ("map.json", first["masked"]["map_file"])},
        data={"mask": "hash"},
    )
    assert (again.status_code, again.json()["duplicate_of"]) == (200, first["id"])
    assert again.json()["masked"]["map_file"] == first["masked"]["map_file"]


def test_bundles_and_archives_are_masked_file_by_file(client: Client, setup: Setup, tmp_path: Path) -> None:
    bundle = a_zip(files_of(make_bundle(tmp_path / "run"), "run/"))
    archive = a_zip({"shop/a.json": a_report(), "shop/bad.html": b"<html>no report</html>", "shop/run.zip": bundle})
    for data, left_out in ((bundle, []), (archive, ["shop/bad.html"])):
        client.remove_everything()
        upload = client.upload("shop.zip", data, mask="hash")
        assert [one["file"].removeprefix("shop.zip/") for one in upload["masked"]["left_out"]] == left_out
        assert {one["state"] for one in client.finished()} == {"succeeded"}
        assert b"SHOP" not in stored(setup)
        assert b"SHOP" not in json.dumps([client.get("/databases"), client.uploads()]).encode()


def test_dropping_gives_no_map(client: Client, setup: Setup) -> None:
    upload = client.upload("a.json", a_report(), mask="drop")
    assert upload["masked"] == {"map_file": None, "left_out": []}
    assert upload["file"] == "masked.json"
    client.finished()
    assert b"SHOP" not in stored(setup)
    assert b"ORDERS" not in stored(setup)


@pytest.mark.parametrize(
    ("data", "form", "status"),
    [
        (b"<html>SHOP, but no report</html>", {"mask": "hash"}, 422),
        (b"", {"mask": "hash"}, 422),
        (a_zip({"a.html": b"<html>no report</html>"}), {"mask": "hash"}, 409),
        (a_report(), {"mask": "some"}, 422),
    ],
    ids=["unreadable", "empty", "archive", "no-such-wish"],
)
def test_what_cannot_be_masked_is_not_kept(
    client: Client, setup: Setup, data: bytes, form: dict[str, str], status: int
) -> None:
    answer = client.call("POST", "/api/v1/uploads", files={"file": ("a.html", data)}, data=form)
    assert answer.status_code == status, answer.text
    assert client.uploads() == []
    assert stored(setup) == b""


def test_a_map_that_is_none_is_refused(client: Client) -> None:
    sent = {"file": ("a.json", a_report()), "mask_map": ("map.json", b"{}")}
    answer = client.call("POST", "/api/v1/uploads", files=sent, data={"mask": "hash"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-map")
    assert client.uploads() == []
