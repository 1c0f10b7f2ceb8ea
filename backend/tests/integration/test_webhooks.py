"""Events reach the webhooks that want them, signed, at least once, however long a receiver is down or whoever dies."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from segtier.errors import NotFound, Refused
from segtier.model.account import ITSELF
from segtier.model.event import EventKind
from segtier.model.webhook import Webhook
from segtier.services import events, keep_webhooks
from segtier.services.audit_trail import list_audit
from segtier.services.context import Context
from segtier.services.deliver import LOST_AFTER_S, Courier
from segtier.services.silence import Silence
from segtier.store import events as store_events
from segtier.store.engine import one_at_a_time
from segtier.webhooks import WAITS
from tests.client import Client
from tests.conftest import a_fresh_setup
from tests.integration.files import a_report
from tests.integration.queue import LOOKS, HandClock
from tests.integration.receiver import EXAMPLE, LOOPBACK, receiving, verify
from tests.integration.served import SECRET, served
from tests.integration.test_events import tell
from tests.stack import SETUPS, Product, Setup


class Clock:
    """Begins in a minute, so that what was queued before is due however slow the machine is; goes on when it is told to."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC) + timedelta(minutes=1)

    def __call__(self, _: Session) -> datetime:
        return self.now


def a_courier(context: Context, clock: Clock | None = None, **options: Any) -> Courier:
    return Courier(context.store, LOOPBACK, clock or Clock(), **options)


def add(context: Context, address: str, **options: Any) -> tuple[Webhook, str]:
    return keep_webhooks.add_webhook(context.store, ITSELF, address, **options)


def of_kind(context: Context, kind: EventKind, database_id: str | None) -> None:
    with context.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        store_events.add(tx, kind, database_id, "some_1")


def deliveries(context: Context, webhook: Webhook) -> list[Any]:
    return keep_webhooks.list_deliveries(context.store, webhook.id, 200)


def test_an_event_arrives_signed_as_it_is_listed(context: Context) -> None:
    with receiving() as receiver, served(context) as server, server.client() as client:
        webhook, secret = add(context, receiver.url)
        tell(context.store)
        assert a_courier(context).deliver_due() == 1
        came = receiver.next()
        message = came.verified(secret)
        (listed,) = client.get("/events").json()["items"]
    assert message == {"type": listed["kind"], "timestamp": listed["at"], "data": listed}
    assert came.headers["content-type"] == "application/json"
    (delivery,) = deliveries(context, webhook)
    assert (delivery.id, delivery.state, delivery.status, delivery.fault) == (came.id, "delivered", 204, None)


def test_what_is_forged_altered_or_old_is_refused_by_the_example(context: Context) -> None:
    with receiving() as receiver:
        _, secret = add(context, receiver.url)
        _, other = add(context, receiver.url, active=False)
        tell(context.store)
        a_courier(context).deliver_due()
        came = receiver.next()
    headers, body, sent = came.headers, came.body, came.sent
    assert verify(secret, headers, body)["type"] == "upload.completed"
    for changed, text, key, at in (
        ({}, body + b" ", secret, sent),
        ({}, body, other, sent),
        ({"webhook-id": "msg_other"}, body, secret, sent),
        ({"webhook-timestamp": str(sent + 1)}, body, secret, sent),
        ({"webhook-timestamp": ""}, body, secret, sent),
        ({"webhook-signature": ""}, body, secret, sent),
        ({"webhook-signature": "v1,AAAA"}, body, secret, sent),
        ({}, body, secret, sent + 301),
        ({}, body, secret, sent - 301),
    ):
        with pytest.raises(ValueError, match=r"sign|old"):
            verify(key, {**headers, **changed}, text, now=at)


@contextmanager
def the_example_running(secret: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, str(EXAMPLE), str(port)],
        env={**os.environ, "SEGTIER_WEBHOOK_SECRET": secret},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}/", process
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_the_example_as_a_program_takes_each_event_once(context: Context) -> None:
    webhook, secret = add(context, "http://127.0.0.1:9/")
    with the_example_running(secret) as (url, process):
        keep_webhooks.change_webhook(context.store, ITSELF, webhook.id, address=url)
        courier = a_courier(context)
        tell(context.store, subject="upl_first")
        courier.deliver_due()
        (first,) = deliveries(context, webhook)
        keep_webhooks.replay_delivery(context.store, ITSELF, webhook.id, first.id)
        courier.deliver_due()
        assert httpx.post(url, json={"type": "upload.completed"}).status_code == 400
        tell(context.store, subject="upl_second")
        Courier(context.store, LOOPBACK, Clock()).deliver_due()
        assert process.stdout is not None
        lines = [process.stdout.readline().split()[1] for _ in range(2)]
    assert lines == ["upl_first", "upl_second"]
    assert [one.attempt for one in deliveries(context, webhook)] == [1, 2]


def test_a_receiver_that_is_down_for_a_day_gets_it_later_and_once(context: Context) -> None:
    clock = Clock()
    courier = a_courier(context, clock)
    with receiving() as receiver:
        webhook, secret = add(context, receiver.url)
        port = receiver.server_port
    tell(context.store)
    for _ in range(24 * 6):
        courier.deliver_due()
        clock.now += timedelta(minutes=10)
    (waiting,) = deliveries(context, webhook)
    assert (waiting.state, waiting.status) == ("waiting", None)
    assert "Connect" in str(waiting.fault)
    with receiving(port=port) as receiver:
        for _ in range(30 * 4):
            courier.deliver_due()
            clock.now += timedelta(hours=6)
        came = receiver.next()
        assert receiver.came.empty()
    assert came.id == waiting.id
    assert came.verified(secret)["data"]["subject"] == "upl_1"
    (done,) = deliveries(context, webhook)
    assert (done.state, done.attempt) == ("delivered", waiting.attempt + 1)


def test_what_nobody_takes_is_dead_after_all_tries_and_can_be_replayed(context: Context) -> None:
    clock = Clock()
    courier, refuses = a_courier(context, clock), True
    with receiving(lambda: 500 if refuses else 204) as receiver:
        webhook, _ = add(context, receiver.url)
        tell(context.store)
        for wait in (*WAITS, timedelta(days=1)):
            assert courier.deliver_due() == 1
            clock.now += wait - timedelta(seconds=1)
            assert courier.deliver_due() == 0
            clock.now += timedelta(seconds=1)
        assert courier.deliver_due() == 0
        (dead,) = keep_webhooks.list_deliveries(context.store, webhook.id, 10, states=["dead"])
        assert (dead.attempt, dead.status, dead.fault) == (len(WAITS) + 1, 500, None)
        refuses = False
        for _ in range(2):  # also what was delivered
            keep_webhooks.replay_delivery(context.store, ITSELF, webhook.id, dead.id)
            with pytest.raises(Refused):
                keep_webhooks.replay_delivery(context.store, ITSELF, webhook.id, dead.id)
            assert courier.deliver_due() == 1
            (done,) = deliveries(context, webhook)
            assert done.state == "delivered"
        assert {receiver.next().id for _ in range(len(WAITS) + 3)} == {dead.id}
        assert receiver.came.empty()
    with pytest.raises(NotFound):
        keep_webhooks.replay_delivery(context.store, ITSELF, "whk_other", dead.id)


@pytest.mark.parametrize(("status", "state"), [(204, "delivered"), (500, "dead"), (410, "dead")])
def test_a_test_goes_to_one_webhook_and_is_tried_once(context: Context, status: int, state: str) -> None:
    courier = a_courier(context)
    with receiving(status) as receiver, receiving() as other:
        tested, secret = add(context, receiver.url, kinds=["plan.approved"])
        add(context, other.url)
        queued = keep_webhooks.send_test(context.store, ITSELF, tested.id)
        assert (queued.state, queued.kind) == ("waiting", "webhook.tested")
        assert courier.deliver_due() == 1
        data = receiver.next().verified(secret)["data"]
        assert other.came.empty()
    assert (data["subject"], data["database_id"], data["sequence"]) == (tested.id, None, queued.sequence)
    done = keep_webhooks.get_delivery(context.store, tested.id, queued.id)
    assert (done.state, done.status, done.attempt) == (state, status, 1)
    assert "webhook.tested" in [one.action for one in list_audit(context.store, None, 2)]
    with pytest.raises(NotFound):
        keep_webhooks.get_delivery(context.store, "whk_other", queued.id)
    keep_webhooks.change_webhook(context.store, ITSELF, tested.id, active=False)
    with pytest.raises(Refused) as off:
        keep_webhooks.send_test(context.store, ITSELF, tested.id)
    assert off.value.code == "webhook-off"


@pytest.mark.parametrize(
    ("status", "state"),
    [(200, "delivered"), (299, "delivered"), (301, "waiting"), (307, "waiting"), (404, "waiting"), (410, "dead")],
)
def test_what_an_answer_means(context: Context, status: int, state: str) -> None:
    """Redirects are not followed."""
    with receiving(status) as receiver:
        webhook, _ = add(context, receiver.url)
        tell(context.store)
        assert a_courier(context).deliver_due() == 1
        assert receiver.next().path == "/hook"
        assert receiver.came.empty()
    (delivery,) = deliveries(context, webhook)
    assert (delivery.state, delivery.status) == (state, status)
    assert (delivery.ended_at is None) == (state == "waiting")


def test_gone_switches_off_and_is_written_down(context: Context) -> None:
    with receiving(410, 204) as receiver:
        webhook, _ = add(context, receiver.url)
        tell(context.store, subject="upl_1")
        tell(context.store, subject="upl_2")
        courier = a_courier(context)
        assert courier.deliver_due() == 1
        off = keep_webhooks.get_webhook(context.store, webhook.id)
        assert (off.active, off.gone) == (False, True)
        entry = list_audit(context.store, None, 1)[0]
        assert (entry.action, entry.actor_id, entry.subject) == ("webhook.changed", "segtier", webhook.id)
        tell(context.store, subject="upl_3")
        on = keep_webhooks.change_webhook(context.store, ITSELF, webhook.id, active=True)
        assert (on.active, on.gone) == (True, False)
        assert courier.deliver_due() == 1
    assert [one.state for one in deliveries(context, webhook)] == ["delivered", "dead"]


def test_a_receiver_has_so_long_and_not_longer(context: Context) -> None:
    released = threading.Event()

    def answer() -> int:
        released.wait()
        return 204

    with receiving(answer) as receiver:
        webhook, _ = add(context, receiver.url)
        tell(context.store)
        a_courier(context, limit_s=0.2).deliver_one()
        released.set()
    (delivery,) = deliveries(context, webhook)
    assert (delivery.state, delivery.fault) == ("waiting", "no answer within 0.2 s")


def test_a_receiver_that_never_ends_its_answer_is_left(context: Context) -> None:
    """Each byte comes in time; all of them never do."""
    left = threading.Event()

    def drip(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
            try:
                while not left.wait(0.02):
                    connection.sendall(b"a")
            except OSError:
                pass

    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as pool:
        pool.submit(drip, listener)
        webhook, _ = add(context, f"http://127.0.0.1:{listener.getsockname()[1]}/")
        tell(context.store)
        a_courier(context, limit_s=0.5).deliver_one()
        left.set()
    assert deliveries(context, webhook)[0].fault == "no answer within 0.5 s"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_nothing_goes_to_private_addresses_that_nobody_allowed(context: Context, host: str) -> None:
    with receiving() as receiver:
        webhook, _ = add(context, f"http://{host}:{receiver.server_port}/")
        tell(context.store)
        assert Courier(context.store, (), Clock()).deliver_due() == 1
        assert receiver.came.empty()
    (delivery,) = deliveries(context, webhook)
    assert delivery.status is None
    assert "SEGTIER_WEBHOOK_NETWORKS" in str(delivery.fault)


def test_a_name_is_looked_up_once_and_what_was_judged_is_what_is_connected_to(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: the second answer for the name would be another."""
    looked, really = [], socket.getaddrinfo

    def look_up(host: Any, port: Any, *args: Any, **options: Any) -> Any:
        if host == "rebinds.example":
            looked.append(host)
            host = "127.0.0.1" if len(looked) == 1 else "127.0.0.2"
        return really(host, port, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with receiving() as receiver:
        add(context, f"http://rebinds.example:{receiver.server_port}/")
        tell(context.store)
        a_courier(context).deliver_due()
        assert receiver.next().headers["host"] == f"rebinds.example:{receiver.server_port}"
    assert looked == ["rebinds.example"]


FILTERS: tuple[tuple[dict[str, Any], int], ...] = (
    ({}, 4),
    ({"kinds": ["report.parsed"]}, 2),
    ({"known": ["db_1"]}, 2),
    ({"kinds": ["report.parsed"], "known": ["db_1"]}, 1),
    ({"active": False}, 0),
)


@pytest.mark.parametrize(("wanted", "count"), FILTERS)
def test_a_webhook_gets_what_it_wants(
    context: Context, monkeypatch: pytest.MonkeyPatch, wanted: dict[str, Any], count: int
) -> None:
    monkeypatch.setattr(keep_webhooks, "_need_databases", lambda *_: None)
    webhook, _ = add(context, "http://127.0.0.1:9/", **wanted)
    kinds: tuple[EventKind, ...] = ("report.parsed", "upload.completed")
    for kind in kinds:
        for database_id in ("db_1", None):
            of_kind(context, kind, database_id)
    assert len(deliveries(context, webhook)) == count


def test_what_happened_before_a_webhook_is_not_sent_to_it(context: Context) -> None:
    tell(context.store)
    webhook, _ = add(context, "http://127.0.0.1:9/")
    assert deliveries(context, webhook) == []


def test_after_a_new_secret_both_sign_for_a_day(context: Context) -> None:
    clock = Clock()
    with receiving() as receiver:
        webhook, old = add(context, receiver.url)
        _, new = keep_webhooks.rotate_secret(context.store, ITSELF, webhook.id)
        for hours, old_holds in ((0, True), (25, False)):
            tell(context.store)
            clock.now += timedelta(hours=hours)
            a_courier(context, clock).deliver_due()
            came = receiver.next()
            assert came.verified(new)
            if old_holds:
                assert came.verified(old)
            else:
                with pytest.raises(ValueError, match="signature"):
                    came.verified(old)


def test_several_couriers_deliver_each_once(context: Context) -> None:
    with receiving() as receiver:
        for _ in range(3):
            add(context, receiver.url)
        for number in range(10):
            tell(context.store, subject=f"upl_{number}")
        couriers = [a_courier(context) for _ in range(4)]
        with ThreadPoolExecutor(4) as pool:
            tries = list(pool.map(lambda courier: _until_done(courier, context), couriers))
        came = [receiver.next() for _ in range(30)]
        assert receiver.came.empty()
    assert sum(tries) == 30
    assert len({one.id for one in came}) == 30


def _until_done(courier: Courier, context: Context) -> int:
    """A courier finds nothing while others have one of each webhook in hand."""
    tries = 0
    while any(
        one.state in ("waiting", "sending")
        for webhook in keep_webhooks.list_webhooks(context.store)
        for one in deliveries(context, webhook)
    ):
        tries += courier.deliver_due()
    return tries


def test_a_slow_receiver_keeps_no_other_waiting(context: Context) -> None:
    released = threading.Event()

    def answer() -> int:
        released.wait()
        return 204

    with receiving(answer) as slow, receiving() as quick, ThreadPoolExecutor(1) as pool:
        add(context, slow.url)
        for number in range(3):
            tell(context.store, subject=f"upl_{number}")
        busy = pool.submit(a_courier(context).deliver_one)
        slow.next()
        add(context, quick.url)
        tell(context.store, subject="upl_new")
        assert a_courier(context).deliver_due() == 1
        assert quick.next().body
        released.set()
        assert busy.result()


DELIVER = """
import sys
from segtier.services.deliver import Courier
from segtier.store.engine import Store
Courier(Store(sys.argv[1]), ["127.0.0.0/8"]).deliver_due()
"""


def look_for_the_lost(courier: Courier, clock: HandClock) -> int:
    """As often as it takes to be sure, with the time that must go by."""
    found = 0
    for _ in range(LOOKS):
        found += courier.take_back()
        clock.now_s += LOST_AFTER_S
    return found


def test_a_courier_killed_while_it_delivers_loses_nothing(context: Context) -> None:
    """The process is gone before the answer comes: the event comes once more, under the same id."""
    released = threading.Event()

    def answer() -> int:
        released.wait()
        return 204

    url = context.store.engine.url.render_as_string(hide_password=False)
    hand = HandClock()
    courier = a_courier(context, silence=Silence(LOST_AFTER_S, clock=hand))
    with receiving(answer, 204) as receiver:
        webhook, secret = add(context, receiver.url)
        tell(context.store)
        process = subprocess.Popen([sys.executable, "-c", DELIVER, url])
        first = receiver.next()
        process.send_signal(signal.SIGKILL)
        process.wait()
        released.set()
        assert courier.deliver_due() == 0
        assert [one.state for one in deliveries(context, webhook)] == ["sending"]
        assert look_for_the_lost(courier, hand) == 1
        assert courier.deliver_due() == 1
        second = receiver.next()
    assert (second.id, second.body) == (first.id, first.body)
    assert second.verified(secret)
    (done,) = deliveries(context, webhook)
    assert (done.state, done.attempt) == ("delivered", 2)


def test_a_courier_that_was_only_slow_notes_nothing(context: Context) -> None:
    """Its answer comes while another has the same delivery in hand."""
    first, second = threading.Event(), threading.Event()

    def refuse() -> int:
        first.wait()
        return 410

    def take() -> int:
        second.wait()
        return 204

    hand = HandClock()
    slow, quick = a_courier(context), a_courier(context, silence=Silence(LOST_AFTER_S, clock=hand))
    with receiving(refuse, take) as receiver, ThreadPoolExecutor(2) as pool:
        webhook, _ = add(context, receiver.url)
        tell(context.store)
        slowly = pool.submit(slow.deliver_one)
        receiver.next()
        assert look_for_the_lost(quick, hand) == 1
        quickly = pool.submit(quick.deliver_one)
        receiver.next()
        first.set()
        slowly.result()
        assert [one.state for one in deliveries(context, webhook)] == ["sending"]
        second.set()
        quickly.result()
    (done,) = deliveries(context, webhook)
    assert (done.state, done.status) == ("delivered", 204)
    assert keep_webhooks.get_webhook(context.store, webhook.id).active


def test_old_deliveries_go(context: Context) -> None:
    webhook, _ = add(context, "http://127.0.0.1:9/")
    tell(context.store)
    assert events.sweep_events(context, 1) == 0
    assert len(deliveries(context, webhook)) == 1
    events.sweep_events(context, -1)
    assert deliveries(context, webhook) == []


def test_webhooks_over_rest(context: Context) -> None:
    """Every answer is held against the document; a secret comes once, and no path of an address is in the audit trail."""
    with receiving() as receiver, served(context) as server, Client(f"{server.url}/?secret={SECRET}") as client:
        made = client.post("/webhooks", json={"address": receiver.url, "kinds": ["upload.completed"]})
        webhook, secret = made["webhook"], made["secret"]
        path = f"/webhooks/{webhook['id']}"
        assert secret.startswith("whsec_")
        assert client.get("/webhooks") == {"items": [webhook]}
        assert client.get(path) == webhook
        tell(context.store)
        a_courier(context).deliver_due()
        assert receiver.next().verified(secret)
        page = client.get(f"{path}/deliveries", state="delivered", limit=1)
        (delivery,) = page["items"]
        assert (delivery["state"], page["next_cursor"]) == ("delivered", None)
        assert client.post(f"{path}/deliveries/{delivery['id']}/replay")["state"] == "waiting"
        again = client.call("POST", f"/api/v1{path}/deliveries/{delivery['id']}/replay")
        assert (again.status_code, again.json()["code"]) == (409, "delivery-under-way")
        renewed = client.post(f"{path}/secret")["secret"]
        assert renewed != secret
        off = client.call("PATCH", f"/api/v1{path}", json={"active": False, "kinds": None}).json()
        assert (off["active"], off["kinds"]) == (False, ["upload.completed"])
        bad = client.call("PATCH", f"/api/v1{path}", json={"address": "ftp://x/"})
        assert (bad.status_code, bad.json()["code"]) == (409, "bad-webhook-address")
        for wrong in ({"kinds": ["no.kind"]}, {"databases": []}, {"secret": "x"}):
            assert client.call("PATCH", f"/api/v1{path}", json=wrong).status_code == 422
        assert client.call("PATCH", f"/api/v1{path}", json={"databases": ["db_nowhere"]}).status_code == 404
        shown = client.call("GET", "/api/v1/webhooks").text + client.call("GET", "/api/v1/audit").text
        assert secret not in shown
        assert client.call("DELETE", f"/api/v1{path}").status_code == 204
        assert client.call("GET", f"/api/v1{path}/deliveries").status_code == 404
        trail = client.get("/audit")["items"]
    assert [entry["action"] for entry in reversed(trail)] == [
        "webhook.added",
        "webhook.secret-rotated",
        "webhook.changed",
        "webhook.removed",
    ]
    assert "/hook" not in str(trail)


@pytest.fixture(params=SETUPS)
def own_setup(request: pytest.FixtureRequest) -> Iterator[Setup]:
    with a_fresh_setup(request, request.param) as setup:
        setup.env["SEGTIER_WEBHOOK_NETWORKS"] = '["127.0.0.0/8"]'
        yield setup


def test_the_product_delivers_by_itself(own_setup: Setup) -> None:
    with receiving() as receiver, Product(own_setup, "--port", "0") as product, Client(product.url) as client:
        secret = client.post("/webhooks", json={"address": receiver.url})["secret"]
        client.upload("a.json", a_report())
        came = [receiver.next() for _ in range(2)]
        assert {one.verified(secret)["type"] for one in came} == {"report.parsed", "upload.completed"}
        assert product.stop() == 0
