"""Where a sign-in comes from: what a proxy says counts where it is one of ours, and nothing that a client writes before it."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from starlette.datastructures import Headers

from segtier.api.peer import peer_of

PROXIES = [ip_network(one) for one in ("127.0.0.1", "10.0.0.0/8", "::1")]
CASES = (
    ("203.0.113.9", "", "203.0.113.9"),
    ("203.0.113.9", "198.51.100.7", "203.0.113.9"),  # no proxy of ours: it may write what it likes
    ("127.0.0.1", "", "127.0.0.1"),
    ("127.0.0.1", "198.51.100.7", "198.51.100.7"),
    ("127.0.0.1", "1.1.1.1, 198.51.100.7", "198.51.100.7"),  # what the client wrote stands first
    ("127.0.0.1", "198.51.100.7, 10.1.2.3", "198.51.100.7"),
    ("127.0.0.1", "10.9.9.9, 10.1.2.3", "10.9.9.9"),
    ("127.0.0.1", "198.51.100.7, nonsense", "127.0.0.1"),
    ("127.0.0.1", ",,,", "127.0.0.1"),
    ("::ffff:127.0.0.1", "198.51.100.7", "198.51.100.7"),
    ("2001:db8:1:2:3::4", "", "2001:db8:1:2::/64"),  # who has one address of a network has all
    ("::1", "2001:db8:1:2::5", "2001:db8:1:2::/64"),
    ("/run/segtier.sock", "198.51.100.7", ""),
)


@pytest.mark.parametrize(("client", "named", "peer"), CASES)
def test_where_it_comes_from(client: str, named: str, peer: str) -> None:
    headers = Headers({"x-forwarded-for": named} if named else {})
    assert peer_of({"client": (client, 4711)}, headers, PROXIES) == peer


def test_without_a_client_nobody_knows() -> None:
    assert peer_of({"client": None}, Headers(), PROXIES) == ""
