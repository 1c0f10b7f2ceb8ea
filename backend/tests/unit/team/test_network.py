"""Names as Docker gives them: of the containers of a service that share a network with who asks, and of nobody else."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from tests.team.network import addresses, answer

CONTAINERS = {
    "proxy-1": {"service": "proxy", "alone": False, "addresses": {"front": "172.30.0.10"}},
    "api-1": {"service": "api", "alone": False, "addresses": {"front": "172.30.0.11", "back": "172.30.2.11"}},
    "api-2": {"service": "api", "alone": False, "addresses": {"front": "172.30.0.12", "back": "172.30.2.12"}},
    "api-run-1": {"service": "api", "alone": True, "addresses": {"front": "172.30.0.13", "back": "172.30.2.13"}},
    "postgres-1": {"service": "postgres", "alone": False, "addresses": {"back": "172.30.2.14"}},
}
ASKED = (
    ("proxy-1", "api", ["172.30.0.11", "172.30.0.12"]),
    ("proxy-1", "postgres", []),
    ("api-run-1", "postgres", ["172.30.2.14"]),
    ("api-1", "example", []),
    ("gone", "api", []),
)


@pytest.mark.parametrize(("who", "name", "wanted"), ASKED)
def test_who_is_found(tmp_path: Path, who: str, name: str, wanted: list[str]) -> None:
    (tmp_path / "state").write_text(json.dumps({"containers": CONTAINERS}))
    assert addresses(tmp_path / "state", who, name) == wanted


QUESTION = b"\x12\x34\x01\x00\0\1\0\0\0\0\0\0\3api\0\0%b\0\1"
KINDS = (  # asked kind, addresses: answers in the header, refused as unknown
    (b"\1", ["172.30.0.11", "172.30.0.12"], 2, 0),
    (b"\x1c", ["172.30.0.11"], 0, 0),
    (b"\1", [], 0, 3),
)


@pytest.mark.parametrize(("kind", "found", "count", "code"), KINDS)
def test_an_answer_has_the_addresses(kind: bytes, found: list[str], count: int, code: int) -> None:
    said = answer(QUESTION % kind, found)
    assert said[:2] == b"\x12\x34"
    assert (int.from_bytes(said[6:8], "big"), said[3] & 15) == (count, code)
    assert [said.find(socket.inet_aton(one)) > 0 for one in found] == [count > 0] * len(found)
