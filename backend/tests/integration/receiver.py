"""A receiver of webhooks on this machine, which verifies by the example of the documents and answers as it is told."""

from __future__ import annotations

import importlib.util
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE_S

EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "verify_webhook.py"
LOOPBACK = ("127.0.0.0/8",)


def the_example() -> Any:
    spec = importlib.util.spec_from_file_location("verify_webhook", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify: Callable[..., Any] = the_example().verify


@dataclass(frozen=True)
class Came:
    headers: dict[str, str]
    body: bytes
    path: str

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def sent(self) -> int:
        return int(self.headers["webhook-timestamp"])

    def verified(self, secret: str) -> Any:
        """By the clock of whoever sent it."""
        return verify(secret, self.headers, self.body, now=self.sent)


class Receiver(ThreadingHTTPServer):
    """`answers` are given in turn, the last of them for ever; a callable is asked when it is its turn."""

    def __init__(self, *answers: int | Callable[[], int], port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.answers = list(answers) or [204]
        self.came: queue.SimpleQueue[Came] = queue.SimpleQueue()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"

    def next(self) -> Came:
        return self.came.get(timeout=PATIENCE_S)

    def answer(self) -> int:
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer() if callable(answer) else answer


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.came.put(Came({name.lower(): value for name, value in self.headers.items()}, body, self.path))
        self.send_response(self.server.answer())
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def receiving(*answers: int | Callable[[], int], port: int = 0) -> Iterator[Receiver]:
    with Receiver(*answers, port=port) as receiver:
        thread = threading.Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield receiver
        finally:
            receiver.shutdown()
            thread.join()
