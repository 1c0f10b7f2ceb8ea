"""Where a request came from, for counting tries: the network address, as far as somebody trusted says it."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import Scope

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_SITE_BITS = 64
"""Of an IPv6 address: who has one has all of its network."""


def peer_of(scope: Scope, headers: Headers, proxies: Sequence[Network]) -> str:
    """The address at the other end; where that is a proxy of ours, the last that it or the proxies before it name."""
    peer = _read((scope.get("client") or ("",))[0])
    named = [_read(one.strip()) for one in headers.get("x-forwarded-for", "").split(",")]
    while peer is not None and _is_proxy(peer, proxies) and named:
        before = named.pop()
        if before is None:
            break
        peer = before
    return _site(peer)


def _read(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _is_proxy(peer: Address, proxies: Sequence[Network]) -> bool:
    return any(peer in network for network in proxies if network.version == peer.version)


def _site(address: Address | None) -> str:
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _SITE_BITS), strict=False))
    return "" if address is None else str(address)
