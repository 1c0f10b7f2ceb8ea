"""Connections that stay silent: they end by themselves, and a thousand of them shut nobody out."""

from __future__ import annotations

import re
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.client import Client
from tests.patience import PATIENCE_S
from tests.stack import Product, Setup, new_setup

DESCRIPTORS = 1024
HALF = 1100
"""Far above what an answer takes and far below the waits of before: 81 s, or for ever."""
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
BODY = (
    b"POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
    b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 99\r\n\r\n--b"
)
REFUSED_BODY = b"POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nx"
UNREAD_BODY = BODY.replace(b"multipart/form-data; boundary=b", b"text/plain")
WHOLE = HEAD + b"\r\n"


@contextmanager
def descriptors(soft: int) -> Iterator[None]:
    """Children started meanwhile may open that many; this process again more afterwards."""
    before, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(before, 2 * HALF), hard), hard))


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """A server with the usual descriptors and its usual patience."""
    setup = new_setup("sqlite", tmp_path_factory.mktemp("data"))
    with descriptors(DESCRIPTORS):
        product = Product(setup, "--port", "0", "--no-worker")
    with product:
        yield product


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """A server that waits a second."""
    setup = new_setup("sqlite", tmp_path_factory.mktemp("data"))
    whole = {"SEGTIER_BODY_MAX_S": "1", "SEGTIER_BODY_LEAST_BYTES_S": "5", "SEGTIER_STRANGER_BODY_MAX_S": "1"}
    quick = Setup(setup.name, setup.env | {"SEGTIER_HEAD_MAX_S": "1", "SEGTIER_SILENCE_MAX_S": "1"} | whole)
    with Product(quick, "--port", "0", "--no-worker") as product:
        yield product


def connection(product: Product, sent: bytes = b"") -> socket.socket:
    url = httpx.URL(product.url)
    link = socket.create_connection((url.host, url.port), timeout=PATIENCE_S)
    link.sendall(sent)
    return link


def answered(product: Product) -> int:
    return httpx.get(product.url.partition("?")[0] + "healthz", timeout=PATIENCE_S).status_code


@pytest.mark.parametrize("kind", ["silent", "head", "body", "kept alive"])
def test_a_thousand_half_requests_shut_nobody_out(narrow: Product, kind: str) -> None:
    begun = {"silent": b"", "head": HEAD, "body": BODY % narrow.secret.encode(), "kept alive": WHOLE}[kind]
    with ExitStack() as stack:
        for _ in range(HALF):
            stack.enter_context(connection(narrow, begun))
        assert [answered(narrow) for _ in range(5)] == [200] * 5
        files = len(list(Path(f"/proc/{narrow.process.pid}/fd").iterdir()))
        assert files < DESCRIPTORS * 3 // 4


def rest(link: socket.socket) -> bytes:
    """What comes until the other side closes."""
    received = b""
    while piece := link.recv(65_536):
        received += piece
    return received


ENDINGS = {
    "silent": (b"", b""),
    "half a head": (HEAD, b"408"),
    "half a body": (BODY, b"408"),
    "half a body of a stranger": (REFUSED_BODY, b"401"),
    "half a body that nobody wants": (UNREAD_BODY, b"422"),
    "half a head on a connection that was used": (WHOLE + HEAD, b"408"),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_half_request_ends(hasty: Product, name: str) -> None:
    sent, last_status = ENDINGS[name]
    sent = sent % hasty.secret.encode() if b"%s" in sent else sent
    with connection(hasty, sent) as link:
        statuses = re.findall(rb"HTTP/1\.1 (\d+)", rest(link))
    assert statuses[-1:] == ([last_status] if last_status else [])


def test_a_head_has_its_time_as_a_whole(hasty: Product) -> None:
    """Byte after byte, each in time, is not enough; the product ends it, not we."""
    assert dripped(hasty, HEAD, 0.2) == b"408"


def dripped(product: Product, begun: bytes, every_s: float) -> bytes:
    """The status that comes, though one byte after the other is sent; the connection is closed after it."""
    with connection(product, begun) as link:
        link.settimeout(every_s)
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            try:
                link.sendall(b"X")
                said = link.recv(1_000)
            except TimeoutError:
                continue
            link.settimeout(PATIENCE_S)
            with suppress(ConnectionResetError):  # the server closes before it has read the last byte
                assert link.recv(1) == b""
            return said[9:12]
    pytest.fail("the connection is still open")


PART = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\nfffff\r\n"
DRIPS = {
    "of somebody who is known": BODY.replace(b"99\r\n\r\n--b", b"99999\r\n\r\n") + PART,
    "of a length not stated": BODY.replace(b"Content-Length: 99\r\n\r\n--b", CHUNKED) + PART,
    "of a stranger who signs in": (
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: 8000\r\n\r\nsecret=x"
    ),
}


@pytest.mark.parametrize("name", DRIPS)
def test_a_body_has_its_time_as_a_whole(hasty: Product, name: str) -> None:
    """Two bytes a second are fewer than the least of five."""
    begun = DRIPS[name]
    assert dripped(hasty, begun % hasty.secret.encode() if b"%s" in begun else begun, 0.5) == b"408"


def test_a_stranger_has_less_time_than_who_is_known(hasty: Product) -> None:
    """Of many bytes: a body that comes at more than the least rate goes on, but none of a stranger's does."""
    with connection(hasty, DRIPS["of a stranger who signs in"] + b"x" * 4_000) as link:
        link.settimeout(0.2)
        for _ in range(1_000):
            with suppress(TimeoutError):
                link.sendall(b"X")
                assert link.recv(1_000)[9:12] == b"408"
                return
    pytest.fail("the connection is still open")


def test_a_slow_body_that_goes_on_is_taken(hasty: Product) -> None:
    """Longer than the patience in all, though never silent for as long."""
    with Client(hasty.url) as client:

        def slow() -> Iterator[bytes]:
            yield b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
            for _ in range(15):
                time.sleep(0.15)
                yield b"x"
            yield b"\r\n--b--\r\n"

        headers = {"Content-Type": "multipart/form-data; boundary=b"}
        assert client.http.post("/api/v1/uploads", content=slow(), headers=headers).status_code == 202


def test_who_does_not_read_the_answer_is_let_go(hasty: Product) -> None:
    """An answer larger than all buffers: the server holds it no longer than its patience."""
    secret = hasty.secret
    ask = f"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n\r\n".encode()
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        url = httpx.URL(hasty.url)
        link.connect((url.host, url.port))
        link.settimeout(60)
        link.sendall(ask * 200)
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:  # reading nothing; a write tells when the other side is gone
            try:
                link.sendall(b" ")
            except (BrokenPipeError, ConnectionResetError):
                return
            time.sleep(0.1)
    pytest.fail("the connection is still open")
