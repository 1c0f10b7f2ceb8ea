"""Send one message to an address: no redirects, no proxies, all within a time, and only to where it may go.

The name is looked up once, every IP address it has is judged, and the connection goes to one of these: a name that leads
elsewhere a moment later (DNS rebinding) leads nowhere.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import httpcore2

from segtier import __version__
from segtier.errors import Refused
from segtier.model.webhook import Outcome
from segtier.webhooks import may_go_to

_log = logging.getLogger(__name__)
_ALWAYS = {"User-Agent": f"Segtier/{__version__}"}


def post(address: str, headers: Mapping[str, str], body: str, networks: Sequence[str], limit_s: float) -> Outcome:
    """What was answered, or why nothing was. The body of the answer is not read. Never raises: a courier goes on."""
    try:
        return Outcome(asyncio.run(_status(address, {**_ALWAYS, **headers}, body.encode(), networks, limit_s)))
    except TimeoutError:
        return Outcome(None, f"no answer within {limit_s:g} s")
    except Refused as refused:
        return Outcome(None, refused.message)
    except Exception as fault:
        _log.info("a webhook could not be sent", exc_info=fault)
        return Outcome(None, f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__)


async def _status(
    address: str, headers: Mapping[str, str], body: bytes, networks: Sequence[str], limit_s: float
) -> int:
    async with (
        asyncio.timeout(limit_s),
        httpcore2.AsyncConnectionPool(network_backend=_Judging(networks)) as pool,
        pool.stream("POST", address, headers=list(headers.items()), content=body) as answer,
    ):
        return int(answer.status)


class _Judging(httpcore2.AsyncNetworkBackend):
    """Connects only to addresses that were judged. TLS still asks for the certificate of the name."""

    def __init__(self, networks: Sequence[str]) -> None:
        self._networks, self._connects = networks, httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        for address in addresses:
            if not may_go_to(address, self._networks):
                raise Refused(
                    f"{host} is {address}, which is not public, and in no network of SEGTIER_WEBHOOK_NETWORKS",
                    code="address-refused",
                )
        *first, last = addresses
        for address in first:
            try:
                return await self._connects.connect_tcp(address, port, timeout, local_address, socket_options)
            except httpcore2.ConnectError:
                continue
        return await self._connects.connect_tcp(last, port, timeout, local_address, socket_options)
