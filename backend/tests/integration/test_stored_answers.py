"""What an answer needs of what is stored, and what it leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.errors import NotUsable
from segtier.question import Question
from segtier.services import manage_uploads
from segtier.services.context import Context
from segtier.services.give_advice import advice_from
from segtier.services.read_documents import list_inputs
from tests.client import Client
from tests.integration.caller import Caller
from tests.integration.files import a_report
from tests.integration.queue import work_through
from tests.stack import Setup


def test_without_an_after_report_there_is_nothing_to_compare(client: Client) -> None:
    client.upload("a.json", a_report())
    client.finished()
    (found,) = client.get("/databases")["items"]
    response = client.call("GET", f"/api/v1/databases/{found['id']}/comparison")
    assert (response.status_code, response.json()["code"]) == (409, "no-after-report")


def test_without_a_before_report_there_is_no_advice(client: Client) -> None:
    client.upload("a.json", a_report(), period="after")
    client.finished()
    (found,) = client.get("/databases")["items"]
    response = client.call("GET", f"/api/v1/databases/{found['id']}/advice")
    assert (response.status_code, response.json()["code"]) == (409, "no-report")


def sizes_of(client: Client, database_id: str) -> dict[str, Any]:
    typed = [one for one in client.get(f"/databases/{database_id}/reports")["items"] if one["kind"] == "typed"]
    assert len(typed) <= 1
    document = client.get(f"/reports/{typed[0]['id']}/workload") if typed else {"segments": []}
    return {segment["name"]: segment["size_bytes"] for segment in document["segments"]}


def test_typed_sizes_are_kept_and_corrected(client: Client) -> None:
    client.upload("a.json", a_report(segments=("ORDERS", "LINES")))
    client.finished()
    (found,) = client.get("/databases")["items"]
    path = f"/api/v1/databases/{found['id']}/sizes"
    first = client.call("PUT", path, json={"text": "SHOP.ORDERS 12.5G\nwhat is this?\nSHOP.LINES 3G\n"}).json()
    assert first["accepted"] == 2
    (rejected,) = first["rejected"]
    assert (rejected["line"], bool(rejected["message"])) == (2, True)
    client.call("PUT", path, json={"text": "SHOP.ORDERS 14G"})
    assert sizes_of(client, found["id"]) == {"ORDERS": 14 * 1024**3, "LINES": 3 * 1024**3}
    assert client.get(f"/databases/{found['id']}")["has_sizes"]


def test_what_was_deleted_leaves_no_answer_behind(client: Client, setup: Setup) -> None:
    upload = client.upload("a.json", a_report())
    client.finished()
    (found,) = client.get("/databases")["items"]
    client.get(f"/databases/{found['id']}/advice")
    folder = setup.data_dir / "answers"
    assert list(folder.iterdir())
    client.call("DELETE", f"/api/v1/uploads/{upload['id']}")
    assert not list(folder.iterdir())


def test_a_refusal_is_worked_out_once(context: Context, caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until its documents change."""
    caller.upload(a_report(), key=None)
    work_through(context)
    (found,) = manage_uploads.list_databases(context)
    asked: list[object] = []

    def refuse(*order: object, **_: object) -> None:
        asked.append(order)
        raise NotUsable("takes more memory", code="needs-memory")

    monkeypatch.setattr("segtier.services.give_advice._worked", refuse)

    def ask() -> None:
        with pytest.raises(NotUsable, match="takes more memory"):
            advice_from(context, list_inputs(context, found.id), Question(), lambda answer: answer.piece("summary"))

    ask()
    ask()
    assert len(asked) == 1
    caller.upload(a_report(snap=101), key=None)
    work_through(context)
    ask()
    assert len(asked) == 2
