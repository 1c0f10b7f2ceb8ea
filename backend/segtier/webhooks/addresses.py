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
    ip = ipaddress.ip_address(address)
    inner = _inner(ip)
    if any(one in ipaddress.ip_network(network) for network in networks for one in {ip, inner}):
        return True
    return _is_public(ip) and _is_public(inner)


def _is_public(ip: _Ip) -> bool:
    return ip.is_global and not ip.is_multicast


def _inner(ip: _Ip) -> _Ip:
    """The IPv4 address an IPv6 address stands for and packets go on to; itself where it stands for none."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None) or ip
