"""Where a webhook may go, when it is tried again, and how it is signed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from segtier.errors import Refused
from segtier.model.event import KINDS, SAID, Event
from segtier.model.webhook import WebhookFormat
from segtier.webhooks import (
    WAITS,
    body_of,
    checked_address,
    checked_network,
    headers_of,
    may_go_to,
    new_secret,
    origin_of,
    wait_after,
)

NOWHERE = (
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "2002:7f00:1::1",
    "2002:a00:1::",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::6440:1",
    *("64:ff9b:1::7f00:1", "64:ff9b:1::808:808", "64:ff9b:1:ffff:ffff:ffff:808:808"),
    *("::127.0.0.1", "::8.8.8.8", "::ffff:0:8.8.8.8", "::ffff:0.0.0.0", "::ffff:255.255.255.255"),
    *("fec0::1", "feff::1", "fe00::1", "febf::1", "fc00::1", "ff0e::1"),
    *("3fff::1", "3fff:fff::1", "2001:db8::1", "192.0.2.1", "198.51.100.1", "203.0.113.255"),
    *("2002:808:808::1", "2001::1", "2001:0:808:808::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff::1"),
    *("100::1", "5f00::1", "4000::1", "1fff::1", "8000::1", "2620:4f:8000::1", "::ffff:100.64.0.1"),
    *("0.255.255.255", "10.255.255.255", "100.127.255.255", "172.31.255.255", "169.254.0.0", "192.168.255.255"),
    *("192.0.0.8", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1", "198.18.0.1", "198.19.255.255"),
    *("239.255.255.255", "240.0.0.1"),
)
PUBLIC = (
    *("93.184.215.14", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"),
    *("1.0.0.0", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255"),
    *("192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:200::1", "2003::1", "3fff:1000::1"),
)


@pytest.mark.parametrize("address", NOWHERE)
def test_private_addresses_are_refused(address: str) -> None:
    assert not may_go_to(address, ())


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_not(address: str) -> None:
    assert may_go_to(address, ())


@pytest.mark.parametrize(
    ("address", "network", "may"),
    [
        ("127.0.0.1", "127.0.0.0/8", True),
        ("10.1.2.3", "10.1.0.0/16", True),
        ("10.2.0.1", "10.1.0.0/16", False),
        ("::ffff:10.1.2.3", "10.1.0.0/16", True),
        ("fd00::1", "fd00::/8", True),
        ("127.0.0.1", "10.0.0.0/8", False),
        ("::1", "127.0.0.0/8", False),
    ],
)
def test_networks_that_were_allowed(address: str, network: str, may: bool) -> None:
    assert may_go_to(address, (checked_network(network),)) is may


def test_a_network_is_one() -> None:
    for wrong in ("intranet", "10.0.0.1/8", "10.0.0.0/40"):
        with pytest.raises(ValueError, match=wrong.partition("/")[0]):
            checked_network(wrong)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ftp://example.com/",
        "file:///etc/passwd",
        "example.com/hook",
        "http://",
        "http://:80/",
        "http://example.com:0/",
        "http://example.com:99999/",
        "http://[::1/",
        "https://user@example.com/",
        "https://user:password@example.com/",
        "https://example.com/#part",
        "https://example.com/a b",
        "https://example.com/\r\nX: y",
        "https://exämple.com/",
        "https://example.com/" + "x" * 2_000,
    ],
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(Refused):
        checked_address(address)


def test_an_address_is_told_without_its_path() -> None:
    assert checked_address(" https://hooks.example.com:8443/T0/secret?x=1 ").endswith("/T0/secret?x=1")
    assert origin_of("https://hooks.example.com:8443/T0/secret?x=1") == "https://hooks.example.com:8443"


def test_waits_grow_to_more_than_a_day() -> None:
    assert list(WAITS) == sorted(set(WAITS))
    assert [wait_after(failures) for failures in range(1, len(WAITS) + 2)] == [*WAITS, None]
    assert timedelta(days=1) < sum(WAITS, timedelta()) < timedelta(days=2)


EVENT = Event(7, datetime(2026, 3, 1, 13, 0, tzinfo=timezone(timedelta(hours=1))), "report.parsed", None, "rep_1", {})


def test_the_library_of_the_rules_takes_what_is_sent() -> None:
    """And refuses it with another body, another secret, or when it is old."""
    secret, other, body = new_secret(), new_secret(), body_of(EVENT)
    sent = headers_of("msg_1", body, datetime.now(UTC), (other, secret))
    assert Webhook(secret).verify(body, sent)["data"]["at"] == "2026-03-01T12:00:00.000Z"
    assert Webhook(other).verify(body, sent)["type"] == "report.parsed"
    old = headers_of("msg_1", body, datetime.now(UTC) - timedelta(minutes=6), (secret,))
    for key, text, headers in ((new_secret(), body, sent), (secret, body + " ", sent), (secret, body, old)):
        with pytest.raises(WebhookVerificationError):
            Webhook(key).verify(text, headers)


def test_every_kind_is_said_in_words() -> None:
    assert set(SAID) == set(KINDS)


DRIFTED = Event(7, datetime(2026, 3, 1, tzinfo=UTC), "placement.drifted", "db_1", "pln_1", {"take_off": 2, "bring": 3})


@pytest.mark.parametrize(
    ("format_", "text_of", "type_"),
    [
        ("slack", lambda body: json.loads(body)["text"], "application/json"),
        ("teams", lambda body: json.loads(body)["attachments"][0]["content"]["body"][0]["text"], "application/json"),
        ("plain", lambda body: body, "text/plain; charset=utf-8"),
    ],
)
def test_a_chat_gets_one_sentence(format_: WebhookFormat, text_of: Callable[[str], str], type_: str) -> None:
    body, secret = body_of(DRIFTED, format_), new_secret()
    text = text_of(body)
    assert text.startswith("Segtier: ")
    assert all(part in text for part in ("Database db_1", "take off 2", "bring 3"))
    headers = headers_of("msg_1", body, datetime.now(UTC), [secret])
    assert headers["Content-Type"] == type_
    assert headers["webhook-signature"] == f"v1,{_signed(secret, headers, body)}"


def _signed(secret: str, headers: dict[str, str], body: str) -> str:
    """As Standard Webhooks says; their library verifies JSON alone."""
    said = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
    return base64.b64encode(
        hmac.new(base64.b64decode(secret.removeprefix("whsec_")), said, hashlib.sha256).digest()
    ).decode()
