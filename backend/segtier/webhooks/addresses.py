"""Where a webhook may go: to public addresses, and to the private networks that whoever runs the installation allowed.

A name says nothing of where it leads, so what is judged is the IP address that is connected to.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from segtier.errors import Refused

MOST_CHARACTERS = 2_000
_Ip = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_UNICAST = [ipaddress.ip_network(one) for one in ("0.0.0.0/0", "2000::/3")]
"""What is given out for hosts of the Internet (IANA). Of IPv6 that is an eighth: what embeds IPv4 addresses, site-local, local
and multicast addresses are elsewhere."""
_SPECIAL = [
    ipaddress.ip_network(one)
    for one in (
        *(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.168.0.0/16",
        ),
        *("192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24", "198.18.0.0/15"),
        *("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"),
        *("224.0.0.0/4", "240.0.0.0/4"),
        *("2001::/23", "2002::/16", "2620:4f:8000::/48"),
    )
]
"""Within these: this network, private, shared by a carrier, the host itself, link-local; protocols and measurements;
documentation; multicast and reserved; Teredo and other protocols, 6to4, AS112. The registries of special-purpose addresses
(RFC 6890) as they are now: Python's `is_global` follows them by its release."""


def checked_address(address: str) -> str:
    """The address without spaces around; raises Refused for one that nothing can be sent to."""
    plain = address.strip()
    try:
        parts = urlsplit(plain)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known or not plain.isascii() or not plain.isprintable() or " " in plain or len(plain) > MOST_CHARACTERS:
        raise Refused(
            "the address of a webhook is http:// or https://, a host and a path, in ASCII", code="bad-webhook-address"
        )
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Refused("the address of a webhook has no user, password or #fragment", code="bad-webhook-address")
    return plain


def origin_of(address: str) -> str:
    """Scheme, host and port: what may be told of an address whose path may hold a secret."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def checked_network(network: str) -> str:
    """Raises ValueError for what is no network like `10.0.0.0/8` or `fd00::/8`."""
    return str(ipaddress.ip_network(network))


def may_go_to(address: str, networks: Iterable[str]) -> bool:
    """Is this IP address public, or within one of the networks?"""
    stated = ipaddress.ip_address(address)
    ip = _meant(stated)
    allowed = [ipaddress.ip_network(network) for network in networks]
    return _is_public(ip) or any(one in network for network in allowed for one in (stated, ip))


def _is_public(ip: _Ip) -> bool:
    return any(ip in network for network in _UNICAST) and not any(ip in network for network in _SPECIAL)


def _meant(ip: _Ip) -> _Ip:
    """The IPv4 address that an IPv6 address stands for by a way every host or gateway knows; itself where there is none."""
    if isinstance(ip, ipaddress.IPv6Address):
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else ip.ipv4_mapped or ip
    return ip
