"""Who may ask: host names against DNS rebinding, origins against other sites."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from segtier.api.middleware import Guard
from segtier.api.sign_in import Door

SECRET = "0123456789abcdef"
HOSTS = ("127.0.0.1", "localhost", "[::1]")
CASES: tuple[tuple[str, dict[str, str], int], ...] = (
    ("GET", {"host": "127.0.0.1:8765"}, 200),
    ("GET", {"host": "LOCALHOST"}, 200),
    ("GET", {"host": "[::1]:8765"}, 200),
    ("GET", {"host": "evil.example"}, 400),
    ("GET", {"host": "127.0.0.1.evil.example:8765"}, 400),
    ("GET", {}, 400),
    ("GET", {"host": "localhost", "origin": "https://evil.example"}, 200),
    ("POST", {"host": "localhost:1"}, 200),
    ("POST", {"host": "localhost:1", "origin": "http://localhost:1"}, 200),
    ("POST", {"host": "localhost:1", "origin": "http://localhost:2"}, 403),
    ("POST", {"host": "localhost:1", "origin": "https://localhost:1"}, 200),  # behind a proxy that ends TLS
    ("POST", {"host": "localhost:1", "origin": "https://localhost"}, 403),
    ("POST", {"host": "localhost", "origin": "https://evil.example/localhost"}, 403),
    ("POST", {"host": "localhost", "origin": "https://evil.example", "x-forwarded-host": "evil.example"}, 403),
    ("POST", {"host": "localhost:1", "origin": "null"}, 403),
    ("POST", {"host": "localhost:1", "sec-fetch-site": "same-origin"}, 200),
    ("POST", {"host": "localhost:1", "sec-fetch-site": "cross-site"}, 403),
    ("POST", {"host": "localhost", "origin": "https://localhost:8443", "sec-fetch-site": "same-origin"}, 200),
    ("POST", {"host": "localhost:1", "origin": "http://localhost:1", "sec-fetch-site": "same-site"}, 403),
    ("DELETE", {"host": "localhost:1", "sec-fetch-site": "same-site"}, 403),
    ("POST", {"host": "localhost:1", "content-length": "x"}, 413),
    ("POST", {"host": "localhost:1", "content-length": str(10**9)}, 413),
    ("POST", {"host": "localhost:1", "content-length": "\xb2"}, 413),
)


async def _app(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def answer_to(method: str, headers: dict[str, str], path: str = "/") -> dict[str, Any]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    shown = {"authorization": f"Bearer {SECRET}", **headers}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "scheme": "http",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in shown.items()],
        "state": {},
    }
    asyncio.run(Guard(_app, Door(SECRET), HOSTS, 1000)(scope, receive, send))
    told = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return {"status": sent[0]["status"], "headers": told}


@pytest.mark.parametrize(("method", "headers", "status"), CASES)
def test_who_may_ask(method: str, headers: dict[str, str], status: int) -> None:
    assert answer_to(method, headers)["status"] == status


@pytest.mark.parametrize(
    ("path", "status"), [("/healthz", 200), ("/readyz", 200), ("/metrics", 400), ("/healthz/x", 400)]
)
def test_probes_go_by_address(path: str, status: int) -> None:
    """Of balancers, of containers, and of `segtier serve` that waits for itself."""
    assert answer_to("GET", {"host": "10.0.0.7:8765"}, path)["status"] == status


def test_a_page_runs_and_shows_only_what_this_server_gives() -> None:
    policy = answer_to("GET", {"host": "localhost"})["headers"]["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert not [word for word in ("unsafe-inline", "unsafe-eval", "data:", "http:", "https:", "*") if word in policy]
