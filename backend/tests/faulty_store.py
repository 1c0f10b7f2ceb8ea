"""A real S3 server behind a proxy that lets it misbehave, as clouds, proxies, captive portals and broken disks do.

A kind of misbehaviour is a function of what was asked and of the real server, which gives the answer that is sent. Requests that
store an object are counted by the object's digest, whether the real server sees them or not.
"""

from __future__ import annotations

import http.client
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

_DIGEST = re.compile(r"/([0-9a-f]{64})/")
_ENTRY = re.compile(rb"<Contents>.*?</Contents>", re.DOTALL)
_XML = {"Content-Type": "application/xml"}
_EMPTY = (
    b'<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
    b"<IsTruncated>false</IsTruncated></ListBucketResult>"
)
_LIES = (
    b'<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
    b"<IsTruncated>true</IsTruncated><NextContinuationToken>on</NextContinuationToken>"
    b"<Contents><Key>of/somebody/else</Key><Size>7</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>"
    b"<Contents><Key>team/segtier/files/zz</Key><Size>7</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>"
    b"</ListBucketResult>"
)
_DRIP_S = 0.05


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def lists(self) -> bool:
        return "list-type=2" in self.path

    @property
    def stores(self) -> bool:
        return self.method == "PUT" and self.digest is not None and "x-amz-copy-source" not in self.headers

    @property
    def reads(self) -> bool:
        return self.method == "GET" and self.digest is not None and not self.lists

    @property
    def digest(self) -> str | None:
        found = _DIGEST.search(urlsplit(self.path).path)
        return found[1] if found else None


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    """What is said of the body's length, where it is not so."""
    endless: bool = False
    """A byte now and then, until the client has enough."""


class Nothing:
    """The connection is left open, and nothing is said on it."""


class Reset:
    """It is closed."""


Real = Callable[[], Answer]
Kind = Callable[["FaultyStore", Asked, Real], "Answer | Nothing | Reset"]


class FaultyStore:
    """`endpoint` is its address; `kind` is what is wrong now, None where nothing is."""

    def __init__(self, real: str) -> None:
        self._real, self.kind = urlsplit(real).netloc, None
        self.kind: Kind | None
        self.writes: Counter[str] = Counter()
        self.asked = 0
        self.healed = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self.endpoint = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def begin(self, kind: Kind) -> None:
        """Misbehave from now on, and count anew."""
        self.writes.clear()
        self.healed.clear()
        self.asked, self.kind = 0, kind

    def heal(self) -> None:
        self.kind = None
        self.healed.set()

    def stop(self) -> None:
        self.heal()
        self._server.shutdown()
        self._server.server_close()

    def answer(self, asked: Asked) -> Answer | Nothing | Reset:
        self.asked += 1
        if asked.stores and asked.digest:
            self.writes[asked.digest] += 1
        kind = self.kind
        return kind(self, asked, lambda: self.forward(asked)) if kind else self.forward(asked)

    def forward(self, asked: Asked) -> Answer:
        """What the real one answers; the name it is called by is signed, so it stays."""
        link = http.client.HTTPConnection(self._real, timeout=60)
        try:
            link.putrequest(asked.method, asked.path, skip_host=True, skip_accept_encoding=True)
            for name, value in asked.headers.items():
                link.putheader(name, value)
            link.endheaders(asked.body or None)
            got = link.getresponse()
            body = got.read()
            left_out = ("transfer-encoding", "connection", "content-length")
            headers = {name: value for name, value in got.getheaders() if name.lower() not in left_out}
            length = got.getheader("Content-Length")
            return Answer(got.status, body, headers, int(length) if length and asked.method == "HEAD" else None)
        finally:
            link.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 200

    def handle_error(self, *_: object) -> None:
        """Clients that have had enough close."""


def _handler(store: FaultyStore) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _any(self) -> None:
            if self.headers.get("Expect", "").lower() == "100-continue":
                self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items() if name.lower() != "expect"}
            answer = store.answer(Asked(self.command, self.path, headers, body))
            if isinstance(answer, Nothing):
                store.healed.wait()
            if not isinstance(answer, Answer):
                self.close_connection = True
                return
            self._send(answer)

        def handle_expect_100(self) -> bool:
            return True

        def _send(self, answer: Answer) -> None:
            self.send_response_only(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            length = len(answer.body) if answer.length is None else answer.length
            bare = self.command == "HEAD" or answer.status in (204, 304)
            if not answer.endless:
                self.send_header("Content-Length", str(length))
            self.end_headers()
            self.close_connection = answer.endless or (not bare and length != len(answer.body))
            with suppress(OSError):
                if not bare:
                    self.wfile.write(answer.body)
                while answer.endless and not store.healed.is_set():
                    self.wfile.write(b" ")
                    time.sleep(_DRIP_S)

        do_GET = do_PUT = do_HEAD = do_DELETE = do_POST = _any  # noqa: N815 - as the base class calls them

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def faulty_store(real: str) -> Iterator[FaultyStore]:
    store = FaultyStore(real)
    try:
        yield store
    finally:
        store.stop()


def error(status: int, code: str) -> Answer:
    return Answer(status, f"<Error><Code>{code}</Code><Message>no</Message></Error>".encode(), _XML)


def a_list_that_lags(store: FaultyStore, asked: Asked, real: Real) -> Answer:
    """Nothing that was stored since it began is in it yet."""
    got = real()
    if not asked.lists:
        return got
    new = [digest.encode() for digest in store.writes]
    return replace(
        got, body=_ENTRY.sub(lambda one: b"" if any(new_one in one[0] for new_one in new) else one[0], got.body)
    )


def a_list_that_is_empty(_: FaultyStore, asked: Asked, real: Real) -> Answer:
    return Answer(200, _EMPTY, _XML) if asked.lists else real()


def a_list_of_other_things(_: FaultyStore, asked: Asked, real: Real) -> Answer:
    """Without an end, too."""
    return Answer(200, _LIES, _XML) if asked.lists else real()


def a_head_that_knows_nothing(_: FaultyStore, asked: Asked, real: Real) -> Answer:
    return Answer(404) if asked.method == "HEAD" else real()


def a_put_that_is_lost(_: FaultyStore, asked: Asked, real: Real) -> Answer:
    return Answer(200, headers={"ETag": '"0123456789abcdef0123456789abcdef"'}) if asked.stores else real()


def a_put_that_fails_after_all(_: FaultyStore, asked: Asked, real: Real) -> Answer:
    got = real()
    return error(500, "InternalError") if asked.stores else got


def a_get_that_breaks_off(_: FaultyStore, asked: Asked, real: Real) -> Answer:
    got = real()
    return replace(got, body=got.body[: len(got.body) // 2], length=len(got.body)) if asked.reads else got


def a_get_of_other_bytes(_: FaultyStore, asked: Asked, real: Real) -> Answer:
    got = real()
    return replace(got, body=b"x" * len(got.body)) if asked.reads and got.status == 200 else got


def a_get_that_finds_nothing(_: FaultyStore, asked: Asked, real: Real) -> Answer:
    return error(404, "NoSuchKey") if asked.reads else real()


def a_get_of_other_length(_: FaultyStore, asked: Asked, real: Real) -> Answer:
    """And another ETag; a HEAD likewise."""
    got = real()
    if asked.digest is None or asked.method not in ("GET", "HEAD") or asked.lists:
        return got
    headers = got.headers | {"ETag": '"0123456789abcdef0123456789abcdef"'}
    return replace(got, body=got.body[:-1], headers=headers, length=None if got.body else 1)


def sent_elsewhere(_: FaultyStore, asked: Asked, __: Real) -> Answer:
    return Answer(301, headers={"Location": f"https://elsewhere.invalid{asked.path}"})


def sent_to_another_region(_: FaultyStore, __: Asked, ___: Real) -> Answer:
    return replace(error(301, "PermanentRedirect"), headers={"x-amz-bucket-region": "moon-1"})


def refused(_: FaultyStore, __: Asked, ___: Real) -> Answer:
    return error(403, "AccessDenied")


def told_to_slow_down(_: FaultyStore, __: Asked, ___: Real) -> Answer:
    return error(503, "SlowDown")


def a_page_of_a_portal(_: FaultyStore, __: Asked, ___: Real) -> Answer:
    return Answer(200, b"<html><p>Please sign in<br></html>", {"Content-Type": "text/html"})


def garbage(_: FaultyStore, __: Asked, ___: Real) -> Answer:
    return Answer(200, b"<ListBucketResult><Contents><Key>\x00\xff</Size", _XML)


def a_failure_in_garbage(_: FaultyStore, __: Asked, ___: Real) -> Answer:
    return Answer(500, b"\x00\xff<Error", _XML)


def without_an_end(_: FaultyStore, asked: Asked, ___: Real) -> Answer:
    return Answer(200, headers={"Content-Length": "0"} if asked.method == "HEAD" else {}, endless=True)


def hung_up(_: FaultyStore, __: Asked, ___: Real) -> Reset:
    return Reset()


def silent(_: FaultyStore, __: Asked, ___: Real) -> Nothing:
    return Nothing()


KINDS: tuple[Kind, ...] = (
    a_list_that_lags,
    a_list_that_is_empty,
    a_list_of_other_things,
    a_head_that_knows_nothing,
    a_put_that_is_lost,
    a_put_that_fails_after_all,
    a_get_that_breaks_off,
    a_get_of_other_bytes,
    a_get_that_finds_nothing,
    a_get_of_other_length,
    sent_elsewhere,
    sent_to_another_region,
    refused,
    told_to_slow_down,
    a_page_of_a_portal,
    garbage,
    a_failure_in_garbage,
    without_an_end,
    hung_up,
    silent,
)
