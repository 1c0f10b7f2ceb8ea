"""Networks of containers on this machine: a bridge for each, a network namespace for each container, names as Docker gives them.

Needs root. `python -m tests.team.network names STATE CONTAINER` answers names within a namespace, at Docker's own address.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

BRIDGE = "sgt{}"
_NAME_SERVER = ("127.0.0.11", 53)
_TTL_S = 600
"""As long as Docker says: who keeps a name that long loses a container that is made anew."""


def ip(*words: str, quiet: bool = False) -> None:
    subprocess.run(["ip", *words], check=not quiet, capture_output=quiet)


def make_bridges(networks: dict[str, dict[str, Any]]) -> None:
    """`networks`: name to its number and whether it is internal, which leaves this machine out of it."""
    for one in networks.values():
        bridge = BRIDGE.format(one["number"])
        ip("link", "add", bridge, "type", "bridge")
        ip("link", "set", bridge, "up")
        if not one["internal"]:
            ip("address", "add", f"{address(one['number'], 1)}/24", "dev", bridge)


def remove_bridges(networks: dict[str, dict[str, Any]]) -> None:
    for one in networks.values():
        ip("link", "delete", BRIDGE.format(one["number"]), quiet=True)


def address(number: int, host: int) -> str:
    """In 172.30.0.0/16, one of the networks Docker takes."""
    return f"172.30.{number}.{host}"


def join(namespace: str, networks: dict[str, dict[str, Any]], names: list[str], host: int) -> dict[str, str]:
    """A new network namespace with an interface in each of these networks; its address by network."""
    ip("netns", "add", namespace)
    ip("-n", namespace, "link", "set", "lo", "up")
    found = {}
    for name in names:
        number = networks[name]["number"]
        outside, inside = f"sg{number}h{host}", f"eth{number}"
        ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", namespace)
        ip("link", "set", outside, "master", BRIDGE.format(number), "up")
        found[name] = address(number, host)
        ip("-n", namespace, "address", "add", f"{found[name]}/24", "dev", inside)
        ip("-n", namespace, "link", "set", inside, "up")
    return found


def leave(namespace: str) -> None:
    ip("netns", "delete", namespace, quiet=True)


def in_namespace(namespace: str, *words: str) -> list[str]:
    return ["nsenter", f"--net=/run/netns/{namespace}", *words]


def addresses(state: Path, asking: str, name: str) -> list[str]:
    """Of all containers of the service that share a network with the one that asks."""
    containers = json.loads(state.read_text("utf-8"))["containers"]
    own = containers.get(asking, {}).get("addresses", {})
    return [
        one["addresses"][network]
        for one in containers.values()
        if one["service"] == name and not one["alone"]
        for network in own
        if network in one["addresses"]
    ]


def answer(asked: bytes, found: list[str]) -> bytes:
    """Addresses of an A question; nothing for any other kind; no such name where nobody has it."""
    end = asked.index(b"\0", 12) + 5
    kind = struct.unpack("!H", asked[end - 4 : end - 2])[0]
    records = b"".join(
        b"\xc0\x0c" + struct.pack("!HHIH", 1, 1, _TTL_S, 4) + socket.inet_aton(one) for one in found if kind == 1
    )
    flags = b"\x81\x80" if found else b"\x81\x83"
    return asked[:2] + flags + struct.pack("!HHHH", 1, len(found) if kind == 1 else 0, 0, 0) + asked[12:end] + records


def serve_names(state: Path, asking: str) -> None:
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.bind(_NAME_SERVER)
    while True:
        asked, who = link.recvfrom(512)
        words, at = [], 12
        while asked[at]:
            words.append(asked[at + 1 : at + 1 + asked[at]].decode())
            at += 1 + asked[at]
        link.sendto(answer(asked, addresses(state, asking, ".".join(words))), who)


async def _publish(own: str, port: int, there: str, to: int) -> None:
    """What Docker's own proxy does for `ports`."""

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(there, to)
        except OSError:
            writer.close()
            return
        await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))

    async with await asyncio.start_server(taken, own, port) as server:
        await server.serve_forever()


if __name__ == "__main__":
    if sys.argv[1] == "names":
        serve_names(Path(sys.argv[2]), sys.argv[3])
    else:
        asyncio.run(_publish(sys.argv[2], int(sys.argv[3]), sys.argv[4], int(sys.argv[5])))
