"""Deleting leaves nothing of the files behind, nor of the words in them; of their names only what the audit trail keeps."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.client import Client
from tests.integration.files import a_report
from tests.integration.packed import a_zip
from tests.patience import PATIENCE_S
from tests.stack import Product, Setup, new_setup


def files(setup: Setup) -> set[str]:
    """Of uploads, by their places, whatever they are called."""
    folder = setup.data_dir / "files"
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("first", ["databases", "uploads"])
def test_what_is_deleted_is_gone_from_the_disk(client: Client, setup: Setup, first: str) -> None:
    before = files(setup)  # the servers are shared: other tests may have left some
    client.upload("many.zip", a_zip({f"{snap}.json": a_report(snap=snap) for snap in range(25)}))
    client.finished()
    assert len(files(setup) - before) > 20
    for kind in (first, "databases", "uploads"):
        listed = client.get("/databases")["items"] if kind == "databases" else client.uploads()
        for one in listed:
            client.call("DELETE", f"/api/v1/{kind}/{one['id']}")
    deadline_s = time.monotonic() + PATIENCE_S
    while not files(setup) <= before:
        assert time.monotonic() < deadline_s, "still there"
        time.sleep(0.1)


def holding(folder: Path, words: bytes) -> list[str]:
    """Files with these bytes anywhere, the database and its log among them."""
    found = []
    for path in folder.rglob("*"):
        try:
            if path.is_file() and words in path.read_bytes():
                found.append(path.name)
        except FileNotFoundError:
            continue
    return found


def test_no_byte_of_the_data_folder_tells_what_was_deleted(tmp_path: Path) -> None:
    """On SQLite. PostgreSQL keeps its files elsewhere, and its own rules about them. The owner must erase names: else the audit
    trail has those of what was deleted.
    """
    setup = new_setup("sqlite", tmp_path)
    setup.env["SEGTIER_ERASE_NAMES"] = "true"
    with Product(setup, "--port", "0") as product, Client(product.url) as client:
        client.upload("kept.json", a_report("KEPTDB", 1))
        client.upload("salaries-of-acme.json", a_report("ACMESECRET", 2, segments=("PAYROLL",)))
        client.finished()
        assert holding(tmp_path, b"ACMESECRET")
        acme = next(one for one in client.get("/databases")["items"] if one["name"] == "ACMESECRET")
        client.call("DELETE", f"/api/v1/databases/{acme['id']}")
        deadline_s = time.monotonic() + PATIENCE_S
        while left := [one for words in (b"ACMESECRET", b"salaries-of-acme") for one in holding(tmp_path, words)]:
            assert time.monotonic() < deadline_s, left
            time.sleep(0.1)
        assert holding(tmp_path, b"KEPTDB")
