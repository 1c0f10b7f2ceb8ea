"""After an upload the last answer is shown at once, marked, until the present one is there; never where it would be wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from segtier.api.earlier import HEADER
from segtier.services import events, manage_uploads
from segtier.services.context import Context
from tests.integration.caller import Caller, code
from tests.integration.files import a_report, some_sizes
from tests.integration.queue import work_through
from tests.integration.served import until
from tests.integration.test_waiting_for_advice import all_busy

PARTS = ("advice", "advice/options", "advice/frontier", "advice/sources", "segments")
NO_CACHE = {"Cache-Control": "max-age=0, no-cache"}


class Shop:
    """A database, and who asks about it."""

    def __init__(self, context: Context, caller: Caller, database: str) -> None:
        self.context, self.caller, self.path = context, caller, f"/databases/{database}"

    def ask(self, part: str = "advice", headers: dict[str, str] | None = None, **params: Any) -> httpx.Response:
        return self.caller.call("GET", f"{self.path}/{part}", headers, params=params)

    def upload(self, snap: int = 200) -> None:
        self.caller.upload(a_report(snap=snap), key=None)
        work_through(self.context)

    def reports(self) -> list[str]:
        """In the order in which they came."""
        return sorted(one.id for one in manage_uploads.list_reports(self.context, self.path.rpartition("/")[2]))

    def count(self, report: str, period: str) -> int:
        return self.caller.call("PATCH", f"/reports/{report}", json={"period": period}).status_code

    def told(self) -> list[str]:
        return [one.kind for one in events.events_after(self.context.store, 0, 1_000) if one.kind == "advice.ready"]


@pytest.fixture
def shop(context: Context, caller: Caller, database: str) -> Shop:
    return Shop(context, caller, database)


def before(response: httpx.Response) -> Any:
    """What the answer, or the refusal, says that it is from before; its header says so too."""
    said = response.json()["before_upload"]
    assert response.headers.get(HEADER) == (said and said["at"])
    return said


def test_the_last_answer_is_shown_until_the_present_one_is_there(shop: Shop) -> None:
    """Made once, however many look."""
    first = {part: shop.ask(part) for part in PARTS}
    assert before(first["advice"]) is None
    shop.upload()
    with all_busy(shop.context):
        earlier = {part: shop.ask(part) for part in PARTS}
        again = shop.ask()
        assert not shop.told()
    assert (again.content, again.headers["etag"]) == (earlier["advice"].content, earlier["advice"].headers["etag"])
    (upload,) = shop.caller.get("/uploads", limit=1).json()["items"]
    assert before(again) == {"at": upload["created_at"], "files": ["shop.json"], "files_total": 1}
    for part, response in earlier.items():
        assert response.headers[HEADER] == upload["created_at"]
        assert response.json() | {"before_upload": None} == first[part].json() | {"before_upload": None}
        assert response.headers["etag"] != first[part].headers["etag"]
    until(shop.told)
    present = shop.ask()
    assert before(present) is None
    assert len({one.headers["etag"] for one in (first["advice"], again, present)}) == 3
    assert shop.ask("advice/sources").json()["inputs"] != first["advice/sources"].json()["inputs"]
    assert len(shop.told()) == 1


def test_an_etag_names_the_answer_with_its_mark(shop: Shop) -> None:
    """Whoever has the present answer is never sent one of before, and whoever has that of before without its mark is sent it."""
    old = shop.ask().headers["etag"]
    shop.upload()
    with all_busy(shop.context):
        marked = shop.ask(headers={"If-None-Match": old})
        assert before(marked) is not None
        assert shop.ask(headers={"If-None-Match": marked.headers["etag"]}).status_code == 304
    until(shop.told)
    present = shop.ask(headers={"If-None-Match": marked.headers["etag"]})
    assert before(present) is None
    shop.upload(300)
    assert before(shop.ask()) is not None
    until(lambda: len(shop.told()) == 2)
    assert shop.ask(headers={"If-None-Match": shop.ask().headers["etag"]}).status_code == 304


def test_a_refusal_counts_as_an_answer(shop: Shop) -> None:
    asked = {"pin": "SHOP.NOTHING"}
    first = shop.ask(**asked)
    assert (code(first), before(first)) == ((409, "no-such-segment"), None)
    shop.upload()
    with all_busy(shop.context):
        earlier = shop.ask(**asked)
    assert code(earlier) == (409, "no-such-segment")
    assert before(earlier)["files"] == ["shop.json"]
    until(shop.told)
    assert before(shop.ask(**asked)) is None


def nothing_else(_: Shop) -> dict[str, Any]:
    return {}


def the_caller_insists(_: Shop) -> dict[str, Any]:
    return {"headers": NO_CACHE}


def another_question(_: Shop) -> dict[str, Any]:
    return {"ssd": "300GB"}


def a_document_counts_no_more(shop: Shop) -> dict[str, Any]:
    assert shop.count(shop.reports()[0], "ignored") == 200
    return {}


def a_document_is_deleted(shop: Shop) -> dict[str, Any]:
    first = shop.caller.get("/uploads").json()["items"][-1]["id"]
    assert shop.caller.call("DELETE", f"/uploads/{first}").status_code == 204
    return {}


def sizes_are_typed(shop: Shop) -> dict[str, Any]:
    assert shop.caller.call("PUT", f"{shop.path}/sizes", json={"text": "SHOP.ORDERS 12G"}).status_code == 200
    return {}


def sizes_are_uploaded(shop: Shop) -> dict[str, Any]:
    shop.caller.upload(some_sizes("ORDERS"), key=None)
    work_through(shop.context)
    return {}


CASES: tuple[tuple[Callable[[Shop], dict[str, Any]], bool], ...] = (
    (nothing_else, True),
    (sizes_are_uploaded, True),
    (the_caller_insists, False),
    (another_question, False),
    (a_document_counts_no_more, False),
    (a_document_is_deleted, False),
    (sizes_are_typed, False),
)


@pytest.mark.parametrize(("happens", "shown"), CASES, ids=lambda one: getattr(one, "__name__", ""))
def test_only_what_an_upload_made_older_is_shown(
    shop: Shop, happens: Callable[[Shop], dict[str, Any]], shown: bool
) -> None:
    shop.ask()
    shop.upload()
    asked = happens(shop)
    assert (before(shop.ask(**asked)) is not None) == shown
    if shown:
        until(shop.told)


def test_no_answer_of_another_version_is_shown(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("segtier.services.give_advice.__version__", "0.0.1")
    shop.ask()
    shop.upload()
    monkeypatch.undo()
    assert before(shop.ask()) is None


def test_what_was_ignored_and_counts_again_is_no_upload(shop: Shop) -> None:
    shop.upload()
    report = shop.reports()[-1]
    shop.count(report, "ignored")
    shop.upload(300)
    shop.ask()
    shop.count(report, "before")
    assert before(shop.ask()) is None


@pytest.mark.parametrize("part", ["plan", "bundle", "scenario"])
def test_what_is_made_from_an_answer_is_made_from_the_present_one(shop: Shop, part: str) -> None:
    shop.ask()
    shop.upload()
    if part == "scenario":
        scenario = shop.caller.post(f"{shop.path}/scenarios", None, json={"name": "one"}).json()["id"]
        part = f"scenarios/{scenario}/advice"
    made = shop.ask(part, **({} if "scenario" in part else {"option": "segments", "override": True}))
    assert made.status_code in (200, 409)
    assert HEADER not in made.headers
    assert before(shop.ask()) is None
