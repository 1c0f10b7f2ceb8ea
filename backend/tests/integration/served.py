"""The application over a context, served as `segtier serve` does it, in a thread of the test; and streams read from it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn
from starlette.types import Receive, Scope, Send

from segtier.api.app import create_app
from segtier.api.server import Server
from segtier.services.context import Context
from segtier.settings import Settings
from tests.patience import PATIENCE_S

SECRET = "s3cret-of_this.server~1"


class Served:
    def __init__(self, context: Context, **settings: Any) -> None:
        app = create_app(Settings(secret=SECRET, **settings), context)  # type: ignore[arg-type]
        self.open_requests = 0
        """Begun and not answered."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            self.open_requests += scope["type"] == "http"
            try:
                await app(scope, receive, send)
            finally:
                self.open_requests -= scope["type"] == "http"

        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        config = uvicorn.Config(counted, ws="none", log_config=None, timeout_graceful_shutdown=60)
        self._server = Server(config, app.state.event_streams.close)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listener]})
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()

    def client(self, token: str = SECRET) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=f"{self.url}/api/v1", headers=headers, timeout=PATIENCE_S)


@contextmanager
def served(context: Context, **settings: Any) -> Iterator[Served]:
    running = Served(context, **settings)
    try:
        yield running
    finally:
        running.stop()


@dataclass(frozen=True)
class Heard:
    id: int
    kind: str
    data: Any


class Stream:
    """Reads a stream as it comes, by the rules of server-sent events."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.comments: list[str] = []
        self._lines = response.iter_lines()

    def next(self) -> Heard | None:
        """The next event; None where the stream has ended."""
        fields: dict[str, str] = {}
        for line in self._lines:
            name, _, value = line.partition(":")
            if not line and "data" in fields:
                return Heard(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            if line and not name:
                self.comments.append(value.strip())
            elif line:
                fields[name] = value.removeprefix(" ")
        return None

    def kinds(self, count: int) -> list[str]:
        return [heard.kind for _ in range(count) if (heard := self.next()) is not None]


@contextmanager
def streaming(client: httpx.Client, headers: dict[str, str] | None = None, **params: Any) -> Iterator[Stream]:
    """An open stream: from then on nothing new is missed."""
    with client.stream("GET", "/events/stream", params=params, headers=headers or {}) as response:
        assert response.status_code == 200, response.read()
        yield Stream(response)


def until(true: Any) -> None:
    """Look again and again until something is so."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline_s
        time.sleep(0.02)
