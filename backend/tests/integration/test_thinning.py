"""Old intervals are thinned in the store: which, what stays, what is said, and that answers over time stay as they were."""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

import pytest
from sqlalchemy import text

from segtier.analysis.history import THINNED, WHOLE_WEEKS
from segtier.documents import decode, encode
from segtier.model.account import ITSELF, SINGLE_USER
from segtier.model.drift import Drift
from segtier.model.plan import Destination
from segtier.model.workload import Workload
from segtier.question import Question
from segtier.services import draft_plan, manage_uploads
from segtier.services.accept_upload import accept_upload
from segtier.services.audit_trail import list_audit, verify_audit
from segtier.services.context import Context
from segtier.services.give_advice import find_drift
from segtier.services.read_documents import list_inputs
from segtier.services.seal_forecast import seal
from segtier.services.thin_history import thin_history
from tests.integration.files import some_sizes
from tests.integration.queue import work_through
from tests.over_time import Kept, hours, month_end, steady

WEEKS = WHOLE_WEEKS + 2
DAYS = [week * 7 + day for week in range(WEEKS) for day in (0, 5)]
HOURS = (10, 15)
OLD_DAYS = 2 * (WEEKS - WHOLE_WEEKS)
SEGMENTS = [
    Kept("ORDERS", 10, 900_000, steady),
    Kept("AUDIT", 10, 300_000, steady),
    Kept("LEDGER", 10, 20_000, month_end(30.0)),
]
ASKED = Question(ssd="40GB", sets=("applied=SHOP.ORDERS",))


def send(context: Context, days: list[int], period: str = "before", hours_: tuple[int, ...] = HOURS) -> None:
    for one in hours(SEGMENTS, frozenset({"ORDERS"}), days, hours_):
        name = f"{one.interval.begin_snap}.json"
        accept_upload(context, ITSELF, BytesIO(encode(one)), file=name, period=period)  # type: ignore[arg-type]
    work_through(context)


def a_database(context: Context, days: list[int] = DAYS) -> str:
    send(context, days)
    (found,) = manage_uploads.list_databases(context)
    names = (one.name for one in SEGMENTS)
    accept_upload(context, ITSELF, BytesIO(some_sizes(*names)), file="sizes.csv", period="before", database_id=found.id)
    work_through(context)
    return found.id


class Kind(NamedTuple):
    listing: int
    """Reports whose document lists segments."""
    told: int
    """Those that say that they were thinned."""


def kinds(context: Context, home: str) -> Kind:
    reports = [one for one in manage_uploads.list_reports(context, home) if one.facts.role == "report"]
    opened = [decode(manage_uploads.get_document(context, one.id), Workload) for one in reports]
    said = [any(warn.code == THINNED.code for warn in one.warnings) for one in reports]
    assert said == [THINNED in one.warnings for one in opened]
    assert all(one.time_model and one.wait_events and one.instance_statistics for one in opened)
    return Kind(sum(bool(one.segments) for one in opened), sum(said))


def drift(context: Context, home: str) -> Drift:
    return decode(find_drift(context, home, ASKED), Drift)


def test_old_intervals_keep_their_counters(context: Context) -> None:
    home = a_database(context)
    before, bytes_before = drift(context, home), stored_bytes(context)
    assert thin_history(context) == OLD_DAYS
    assert kinds(context, home) == (len(DAYS) * len(HOURS) - OLD_DAYS, OLD_DAYS)
    assert drift(context, home) == before
    assert before.growth is not None
    assert before.growth.trends[1].weeks == WEEKS
    assert stored_bytes(context) < bytes_before
    assert thin_history(context) == 0
    (entry,) = [one for one in list_audit(context.store, None, 1_000) if one.action == "history.thinned"]
    assert (entry.subject, entry.detail["intervals"]) == (home, OLD_DAYS)
    assert entry.detail["before"] == "2026-03-16"
    assert verify_audit(context.store).holds


def stored_bytes(context: Context) -> int:
    with context.store.read() as tx:
        return int(tx.execute(text("SELECT sum(length(body)) FROM documents")).scalar_one())


def test_what_a_plan_or_a_seal_follows_from_stays_whole(context: Context) -> None:
    old = DAYS[: OLD_DAYS + 4]
    home = a_database(context, old)
    wanted = draft_plan.Wanted(ASKED, Destination(), override=True)
    plan_id = draft_plan.draft(context, home, "segments", wanted, SINGLE_USER)
    send(context, DAYS[len(old) :])
    assert thin_history(context) == 0
    with context.store.write(ITSELF) as tx:
        tx.execute(text("DELETE FROM plan_revisions WHERE plan_id = :id"), {"id": plan_id})
        tx.execute(text("DELETE FROM plans"))
    sealed = seal(context, home, ASKED, "segments", SINGLE_USER)
    assert thin_history(context) == 0
    assert set(sealed.body["inputs"]) <= set(list_inputs(context, home).digests)
    with context.store.write(ITSELF) as tx:
        tx.execute(text("DELETE FROM sealed_forecasts"))
    assert thin_history(context) == OLD_DAYS


STAYS: dict[str, tuple[list[int], str]] = {
    "no more weeks than stay whole": (DAYS[: 2 * WHOLE_WEEKS], "before"),
    "after a change its own weeks count": (DAYS[OLD_DAYS:], "after"),
}


@pytest.mark.parametrize("name", STAYS)
def test_all_stays_whole(context: Context, name: str) -> None:
    days, period = STAYS[name]
    if period == "after":
        send(context, DAYS[:OLD_DAYS])
    send(context, days, period)
    assert thin_history(context) == 0


def test_a_report_that_went_meanwhile_is_left(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody deletes it between the look and the reading; the others are thinned at the next look."""
    home = a_database(context)
    ask = type(context.advisers).ask
    first = next(one for one in manage_uploads.list_uploads(context, 100) if one.file == "1010.json")
    asked: list[str] = []

    def gone(*given: object, **more: object) -> object:
        if not asked:
            asked.append("once")
            manage_uploads.delete_upload(context, ITSELF, first.id)
        return ask(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(type(context.advisers), "ask", gone)
    assert thin_history(context) + thin_history(context) == OLD_DAYS - 1
    assert kinds(context, home).told == OLD_DAYS - 1
