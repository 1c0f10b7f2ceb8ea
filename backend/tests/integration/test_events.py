"""What happened is told once, in the order of commits, to those who may know, and nobody misses any of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from datetime import timedelta
from io import BytesIO

import fastapi.routing
import pytest
from sqlalchemy import text

from segtier.accounts import scopes_of
from segtier.model.account import ITSELF, Actor
from segtier.model.event import Event
from segtier.services import accounts, events, keep_tokens, manage_uploads
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.store import events as store_events
from segtier.store.engine import Store, is_postgresql, now, one_at_a_time
from tests.integration.files import a_compare_period_report, a_report, some_sizes
from tests.integration.packed import a_zip
from tests.integration.queue import claimed, reap_silent, work_through
from tests.integration.served import served, streaming
from tests.integration.test_scoreboard import sealed
from tests.stack import Product, new_setup

PASSWORD = "correct horse battery"
BAD = b"call the storage people"


def everything(context: Context) -> list[Event]:
    return events.events_after(context.store, 0, 10_000)


def upload(context: Context, data: bytes, file: str = "a.json", period: str = "before") -> str:
    return accept_upload(context, ITSELF, BytesIO(data), file=file, period=period).upload.id  # type: ignore[arg-type]


def tell(store: Store, database_id: str | None = None, subject: str = "upl_1") -> Event:
    with store.write(ITSELF) as tx:
        one_at_a_time(tx)
        return store_events.add(tx, "upload.completed", database_id, subject)


def a_report_is_read(context: Context) -> None:
    upload(context, a_report())
    work_through(context)


def a_file_is_no_report(context: Context) -> None:
    upload(context, BAD)
    work_through(context)


def two_periods_in_one_file(context: Context) -> None:
    upload(context, a_compare_period_report())
    work_through(context)


def before_and_after(context: Context) -> None:
    upload(context, a_report())
    upload(context, a_report(snap=300), period="after")
    work_through(context)


def sizes_later(context: Context) -> None:
    before_and_after(context)
    upload(context, some_sizes("ORDERS"), file="sizes.csv")
    work_through(context)


def an_archive(context: Context) -> None:
    upload(context, a_zip({"a.json": a_report(), "b.txt": BAD, "c.json": a_report(snap=300)}), file="all.zip")
    work_through(context)


def an_archive_of_nothing(context: Context) -> None:
    upload(context, a_zip({"empty.json": b""}), file="all.zip")
    work_through(context)


def a_file_that_kills_its_readers(context: Context) -> None:
    upload_id = upload(context, a_report())
    job_id = manage_uploads.get_upload(context, upload_id).job.id
    claimed(context, job_id)
    reap_silent(context, losses_max=1)


def a_forecast(context: Context) -> None:
    sealed(context)


def read_twice(context: Context) -> None:
    """A document that is there already is no news."""
    upload_id = upload(context, two := a_compare_period_report())
    work_through(context)
    assert upload(context, two) == upload_id
    work_through(context)


PARSED, DONE, FAILED, COMPARED = "report.parsed", "upload.completed", "upload.failed", "comparison.ready"
CASES: tuple[tuple[Callable[[Context], None], list[str]], ...] = (
    (a_report_is_read, [PARSED, DONE]),
    (a_file_is_no_report, [FAILED]),
    (two_periods_in_one_file, [PARSED, PARSED, DONE]),
    (before_and_after, [PARSED, DONE, PARSED, DONE, COMPARED]),
    (sizes_later, [PARSED, DONE, PARSED, DONE, COMPARED, PARSED, DONE]),
    (an_archive, [PARSED, PARSED, DONE]),
    (an_archive_of_nothing, [FAILED]),
    (a_file_that_kills_its_readers, [FAILED]),
    (a_forecast, ["forecast.sealed"]),
    (read_twice, [PARSED, PARSED, DONE]),
)


@pytest.mark.parametrize(("happens", "kinds"), CASES, ids=lambda one: getattr(one, "__name__", ""))
def test_what_is_told(context: Context, happens: Callable[[Context], None], kinds: list[str]) -> None:
    happens(context)
    told = everything(context)
    assert [event.kind for event in told] == kinds
    assert [event.sequence for event in told] == list(range(1, len(kinds) + 1))


def test_an_event_names_what_one_asks_by(context: Context) -> None:
    before_and_after(context)
    (database,) = manage_uploads.list_databases(context)
    for event in everything(context):
        assert event.database_id == database.id
        if event.kind == PARSED:
            report = manage_uploads.get_report(context, event.subject)
            assert event.data == {"upload_id": report.upload_id}
        elif event.kind == DONE:
            assert event.data == {"job_id": manage_uploads.get_upload(context, event.subject).job.id}
        else:
            assert event.subject == database.id


def test_an_archive_is_of_no_single_database_and_counts_its_files(context: Context) -> None:
    an_archive(context)
    *parsed, done = everything(context)
    assert all(event.database_id is not None for event in parsed)
    assert (done.database_id, done.data["files"], done.data["files_failed"]) == (None, 3, 1)


def test_a_transaction_that_fails_tells_nothing(context: Context) -> None:
    with suppress(ZeroDivisionError), context.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        store_events.add(tx, "upload.completed", None, "upl_1")
        _ = 1 / 0
    assert everything(context) == []


WRITERS, EACH = 6, 40


def test_a_reader_misses_nothing_however_many_write(context: Context) -> None:
    """Each writer holds its number for a moment before it commits, so that a later number could overtake it."""
    done = threading.Event()
    waits_s: list[float] = []

    def write(number: int) -> None:
        for turn in range(EACH):
            begin_s = time.monotonic()
            with context.store.write(ITSELF) as tx:
                one_at_a_time(tx)
                waits_s.append(time.monotonic() - begin_s)
                store_events.add(tx, "upload.completed", None, f"{number}-{turn}")
                if (number + turn) % 3 == 0:
                    time.sleep(0.002)

    def read() -> list[int]:
        seen: list[int] = []
        while True:
            over = done.is_set()
            found = events.events_after(context.store, seen[-1] if seen else 0, 7)
            seen += [event.sequence for event in found]
            if over and not found:
                return seen

    with ThreadPoolExecutor(WRITERS + 2) as pool:
        readers = [pool.submit(read) for _ in range(2)]
        writers = [pool.submit(write, number) for number in range(WRITERS)]
        for writer in writers:
            writer.result()
        done.set()
        seen = [reader.result() for reader in readers]
    assert seen == [list(range(1, WRITERS * EACH + 1))] * 2
    print(f"\n{WRITERS} writers waited {max(waits_s) * 1000:.0f} ms for their turn at most")


def test_old_events_go_but_never_the_last_number(context: Context) -> None:
    for _ in range(3):
        tell(context.store)
    with context.store.write(ITSELF) as tx:
        at = now(tx) - timedelta(days=31)
        tx.execute(text("UPDATE events SET at = :at"), {"at": at if is_postgresql(tx) else at.replace(tzinfo=None)})
    new = tell(context.store)
    assert events.sweep_events(context, 30) == 3
    assert everything(context) == [new]
    with context.store.write(ITSELF) as tx:
        tx.execute(text("UPDATE events SET at = :at"), {"at": at if is_postgresql(tx) else at.replace(tzinfo=None)})
    assert events.sweep_events(context, 30) == 0
    assert tell(context.store).sequence == new.sequence + 1


def test_the_list_is_read_on_page_by_page(context: Context) -> None:
    before_and_after(context)
    (database,) = manage_uploads.list_databases(context)
    with served(context) as server, server.client() as client:
        seen, after = [], 0
        while items := (page := client.get("/events", params={"after": after, "limit": 2}).json())["items"]:
            seen += [(one["sequence"], one["kind"]) for one in items]
            after = page["next_after"]
        assert seen == [(event.sequence, event.kind) for event in everything(context)]
        assert page["next_after"] == len(seen)
        assert len(client.get("/events", params={"database": database.id}).json()["items"]) == len(seen)
        assert client.get("/events", params={"database": "db_other"}).json()["items"] == []


def test_a_stream_goes_on_from_what_was_seen_last(context: Context) -> None:
    for number in range(3):
        tell(context.store, subject=f"upl_{number}")
    with served(context) as server, server.client() as client:
        with streaming(client, {"Last-Event-ID": "1"}, after=0) as stream:
            assert [stream.next().data["subject"] for _ in range(2)] == ["upl_1", "upl_2"]  # type: ignore[union-attr]
            tell(context.store, subject="upl_3")
            new = stream.next()
        assert new is not None
        assert (new.id, new.kind, new.data["subject"]) == (4, DONE, "upl_3")
        tell(context.store, subject="upl_4")
        with streaming(client, {"Last-Event-ID": str(new.id)}) as stream:
            assert stream.next().data == client.get("/events", params={"after": 4}).json()["items"][0]  # type: ignore[union-attr]
        with streaming(client, {"Last-Event-ID": "1000"}) as stream:  # of a database that was put back
            tell(context.store, subject="upl_5")
            assert stream.next().id == 6  # type: ignore[union-attr]


def test_a_stream_without_a_number_tells_what_is_new(context: Context) -> None:
    tell(context.store)
    with served(context) as server, server.client() as client, streaming(client) as stream:
        tell(context.store, subject="upl_new")
        assert stream.next().data["subject"] == "upl_new"  # type: ignore[union-attr]


def test_a_stream_is_not_held_back_on_the_way(context: Context) -> None:
    """Neither packed, which would keep it until there is enough, nor kept by a proxy; and quiet ones say that they live."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fastapi.routing, "_PING_INTERVAL", 0.05)
        with served(context) as server, server.client() as client, streaming(client) as stream:
            told = stream.response.headers
            assert told["content-type"].partition(";")[0] == "text/event-stream"
            assert (told["x-accel-buffering"], "content-encoding" in told) == ("no", False)
            assert "gzip" in stream.response.request.headers["accept-encoding"]
            for line in stream.response.iter_lines():
                if line == ": ping":
                    break
    assert fastapi.routing._PING_INTERVAL == 15.0


def many_events(context: Context) -> None:
    with context.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        for number in range(1_201):
            store_events.add(tx, "upload.completed", None, f"upl_{number}")


def test_who_leaves_in_the_middle_of_a_replay_is_no_fault(context: Context, caplog: pytest.LogCaptureFixture) -> None:
    many_events(context)
    with served(context) as server:
        for _ in range(8):
            with server.client() as client, streaming(client, after=0) as stream:
                assert stream.next().id == 1  # type: ignore[union-attr]
    assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == []


def test_a_long_replay_comes_whole_and_goes_on(context: Context) -> None:
    many_events(context)
    with served(context) as server, server.client() as client, streaming(client, after=0) as stream:
        seen = [stream.next().id for _ in range(1_201)]  # type: ignore[union-attr]
        tell(context.store)
        assert [*seen, stream.next().id] == list(range(1, 1_203))  # type: ignore[union-attr]


def an_admin(context: Context) -> Actor:
    user = accounts.add_user(context.store, ITSELF, "ana", "admin", PASSWORD)
    return Actor(user.id, user.name, scopes_of("admin"))


def test_a_token_of_one_database_sees_only_its_events_and_a_revoked_one_none(context: Context) -> None:
    upload(context, a_report("SHOP", 4711))
    upload(context, a_report("BANK", 4712, snap=300))
    work_through(context)
    shop, bank = (
        next(one for one in manage_uploads.list_databases(context) if one.name == name) for name in ("SHOP", "BANK")
    )
    admin = an_admin(context)
    token, shown = keep_tokens.make_token(context.store, admin, "x", ["reports:read"], [shop.id], 1)
    with served(context) as server, server.client(shown) as client, streaming(client, after=0) as stream:
        assert {stream.next().data["database_id"] for _ in range(2)} == {shop.id}  # type: ignore[union-attr]
        tell(context.store, bank.id)
        tell(context.store)
        tell(context.store, shop.id)
        assert stream.next().id == 7  # type: ignore[union-attr]
        assert client.get("/events", params={"database": bank.id}).json()["items"] == []
        keep_tokens.revoke_token(context.store, admin, token.id)
        assert stream.next() is None


def test_the_first_admin_ends_the_streams_of_the_secret(context: Context) -> None:
    with served(context) as server, server.client() as client, streaming(client) as stream:
        an_admin(context)
        tell(context.store)
        assert stream.next() is None


def test_too_many_streams_are_refused_and_a_place_is_free_again(context: Context) -> None:
    with served(context, event_streams_max=1) as server, server.client() as client:
        with streaming(client) as stream:
            with server.client() as other:
                refused = other.get("/events/stream")
            assert (refused.status_code, refused.json()["code"]) == (503, "too-many-streams")
            assert "retry-after" in refused.headers
            stream.response.close()
        while (answer := _opened(server.client())) == 503:
            continue
        assert answer == 200


def _opened(client: object) -> int:
    with client, client.stream("GET", "/events/stream") as response:  # type: ignore[attr-defined]
        return int(response.status_code)


def test_several_servers_tell_the_same(context: Context) -> None:
    with served(context) as one, served(context) as two, one.client() as first, two.client() as second:
        opened = ExitStack()
        streams = [opened.enter_context(streaming(client)) for client in (first, second)]
        for number in range(5):
            tell(context.store, subject=f"upl_{number}")
        heard = [[stream.next() for _ in range(5)] for stream in streams]
        opened.close()
    assert heard[0] == heard[1]


def test_streams_end_with_the_server(context: Context) -> None:
    with served(context) as server, server.client() as client, streaming(client) as stream:
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        assert stream.next() is None
        stopping.join()


def test_the_command_ends_its_streams_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    setup = new_setup("sqlite", tmp_path_factory.mktemp("data"))
    from tests.client import signed_in

    with (
        Product(setup, "--port", "0") as product,
        signed_in(product.url, "/api/v1") as client,
        streaming(client) as stream,
    ):
        answer = client.post("/uploads", files={"file": ("a.json", a_report())})
        assert answer.status_code == 202, answer.text
        assert stream.kinds(2) == [PARSED, DONE]
        assert product.stop() == 0
        assert stream.next() is None
