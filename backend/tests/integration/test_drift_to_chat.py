"""From a nightly upload to a chat: `segtier upload` with a token, a worker, the applied plan, the event, and the message."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from segtier.documents import encode
from segtier.model.account import ITSELF, SINGLE_USER
from segtier.model.plan import Destination
from segtier.model.webhook import WebhookFormat
from segtier.model.workload import Workload
from segtier.question import Question
from segtier.services import draft_plan, keep_tokens, keep_webhooks, manage_uploads, review_plan
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.deliver import Courier
from segtier.services.watch_drift import Watched
from segtier.store import plans
from tests.command_line import segtier
from tests.integration.files import some_sizes
from tests.integration.queue import work_through
from tests.integration.receiver import LOOPBACK, Receiver, receiving
from tests.integration.reviewing import a_team
from tests.integration.served import served
from tests.over_time import MONDAY, Kept, hours, steady

ON_SSD = frozenset(("ORDERS", "ITEMS", "STOCK"))
FORMATS: tuple[WebhookFormat, ...] = ("plain", "slack", "teams")


def segments(stock: float, audit: float) -> list[Kept]:
    rows = {
        "ORDERS": 900_000.0,
        "ITEMS": 700_000.0,
        "STOCK": 300_000 * stock,
        "AUDIT": 60_000 * audit,
        "LEDGER": 20_000.0,
    }
    return [Kept(name, 10, reads, steady) for name, reads in rows.items()]


def after_the_mark(reports: list[Workload]) -> Iterator[Workload]:
    """The same hours in the weeks that begin a week from now: only they are surely later than the mark."""
    monday = datetime.now(UTC).replace(tzinfo=None) + timedelta(days=7)
    weeks = (monday - MONDAY) // timedelta(weeks=1) + 1
    for one in reports:
        begin, end = one.interval.begin_time, one.interval.end_time
        assert begin is not None
        assert end is not None
        later = timedelta(weeks=weeks)
        yield replace(one, interval=replace(one.interval, begin_time=begin + later, end_time=end + later))


def an_applied_plan(context: Context) -> str:
    """For the segments that are busiest before; gives its identifier."""
    for one in hours(segments(1, 1), frozenset(), range(0, 21, 7)):
        accept_upload(context, ITSELF, io.BytesIO(encode(one)), file=f"{one.interval.begin_snap}.json", period="before")
    work_through(context)
    (home,) = (one.id for one in manage_uploads.list_databases(context))
    sizes = io.BytesIO(some_sizes(*(one.name for one in segments(1, 1))))
    accept_upload(context, ITSELF, sizes, file="sizes.csv", period="before", database_id=home)
    work_through(context)
    wanted = draft_plan.Wanted(Question(ssd="36GB"), Destination(), override=True)
    plan_id = draft_plan.draft(context, home, "segments", wanted, SINGLE_USER)

    def seen() -> set[str]:
        with context.store.read() as tx:
            return {str(plans.get(tx, plan_id).version)}

    review_plan.submit(context, plan_id, seen(), "known", SINGLE_USER)
    with context.store.read() as tx:
        digest = plans.revision(tx, plan_id, 1).digest
    review_plan.judge(context, plan_id, seen(), "approve", digest, "", SINGLE_USER)
    review_plan.mark_applied(context, plan_id, seen(), "", SINGLE_USER)
    return plan_id


@contextmanager
def a_worker(context: Context) -> Iterator[None]:
    """Reads what is uploaded while the block runs."""
    over = threading.Event()

    def work() -> None:
        while not over.wait(0.05):
            work_through(context)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_what_an_upload_shows_is_said_in_a_chat(context: Context, tmp_path: Path) -> None:
    plan_id = an_applied_plan(context)
    (home,) = (one.id for one in manage_uploads.list_databases(context))
    _, token = keep_tokens.make_token(
        context.store, a_team(context)["al"], "nightly", ["uploads:write", "reports:read"], None, 1
    )
    kept = tmp_path / "token"
    kept.write_text(token)
    kept.chmod(0o600)
    nights = after_the_mark(list(hours(segments(0.04, 8), ON_SSD, range(21, 49, 7))))
    files = []
    for one in nights:
        files.append(tmp_path / f"night-{one.interval.begin_snap}.json")
        files[-1].write_bytes(encode(one))

    with receiving() as receiver, served(context) as server:
        for format_ in FORMATS:
            keep_webhooks.add_webhook(context.store, ITSELF, receiver.url, kinds=["placement.drifted"], format_=format_)
        watched, courier = Watched(context), Courier(context.store, LOOPBACK)
        assert [watched.look(), watched.look(), courier.deliver_due()] == [0, 0, 0]
        with a_worker(context):
            sent = segtier("upload", *map(str, files), "--server", server.url, "--token-file", str(kept), "--remove")
        assert (sent.returncode, [one for one in files if one.exists()]) == (0, []), sent.stderr
        assert [watched.look(), watched.look(), watched.look()] == [0, 1, 0]
        assert courier.deliver_due() == len(FORMATS)
        said = {text_of(receiver) for _ in FORMATS}
        assert watched.look() == courier.deliver_due() == 0
    (text,) = said
    assert text.startswith("Segtier: ")
    assert f"Database {home};" in text
    assert "on ssd 3" in text
    assert "take off 1" in text
    assert "bring 1" in text
    assert not {"SHOP", "STOCK", "AUDIT", plan_id} & set(text.replace(".", " ").split())


def text_of(receiver: Receiver) -> str:
    """The sentence of a message, whichever chat it is for."""
    came = receiver.next()
    if came.headers["content-type"].startswith("text/plain"):
        return came.body.decode()
    body = json.loads(came.body)
    return str(body["text"] if "text" in body else body["attachments"][0]["content"]["body"][0]["text"])
