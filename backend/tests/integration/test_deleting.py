"""Deleting leaves nothing of the files behind."""

from __future__ import annotations

import pytest

from tests.client import Client
from tests.stack import Setup


def files(setup: Setup) -> list[str]:
    return sorted(path.name for path in setup.data_dir.rglob("*") if len(path.name) == 64)


@pytest.mark.parametrize("first", ["databases", "uploads"])
def test_what_is_deleted_is_gone_from_the_disk(client: Client, setup: Setup, first: str) -> None:
    before = set(files(setup))  # the servers are shared: other tests may have left some
    client.post("/samples/oltp")
    client.finished()
    assert len(files(setup)) > 20
    for kind in (first, "databases", "uploads"):
        listed = client.get("/databases")["items"] if kind == "databases" else client.uploads()
        for one in listed:
            client.call("DELETE", f"/api/v1/{kind}/{one['id']}")
    assert set(files(setup)) <= before
