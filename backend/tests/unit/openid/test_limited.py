"""A provider that says too much, packs it, or sends on elsewhere: a real server, asked as a provider is."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from segtier.errors import Refused
from segtier.openid.attempt import Attempt
from segtier.openid.limited import MOST_BYTES
from segtier.openid.provider import Provider, Registration

LONG = b'{"issuer": "' + b"x" * MOST_BYTES + b'"}'
ANSWERS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "long": (200, {}, LONG),
    "packed": (200, {"Content-Encoding": "gzip"}, gzip.compress(LONG)),
    "elsewhere": (302, {"Location": "/good/.well-known/openid-configuration"}, b""),
    "list": (200, {}, b"[]"),
    "text": (200, {}, b"<html>"),
    "failing": (500, {}, b"{}"),
    "bare": (200, {}, b'{"issuer": "%s"}'),
    "unsafe": (200, {}, b'{"issuer": "%s", "authorization_endpoint": "http://example.com/auth"}'),
    "script": (200, {}, b'{"issuer": "%s", "authorization_endpoint": "javascript:alert(1)"}'),
    "good": (200, {}, b'{"issuer": "%s", "authorization_endpoint": "https://example.com/auth"}'),
}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        name = self.path.split("/")[1]
        status, headers, body = ANSWERS[name]
        body = body.replace(b"%s", f"http://127.0.0.1:{self.server.server_address[1]}/{name}".encode())
        self.send_response(status)
        for header, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(header, value)
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("name", "code", "why"),
    [
        ("long", "openid-away", "longer than 1,000,000 bytes"),
        ("packed", "openid-away", "is compressed"),
        ("elsewhere", "openid-odd", "answers 302"),
        ("list", "openid-odd", "a JSON object"),
        ("text", "openid-odd", "JSONDecodeError"),
        ("failing", "openid-odd", "answers 500"),
        ("bare", "openid-odd", "authorization_endpoint is None"),
        ("unsafe", "openid-odd", "authorization_endpoint is 'http://example.com/auth'"),
        ("script", "openid-odd", "authorization_endpoint is 'javascript:alert(1)'"),
    ],
)
def test_a_provider_that_cannot_be_meant_is_refused(
    base: str, caplog: pytest.LogCaptureFixture, name: str, code: str, why: str
) -> None:
    with pytest.raises(Refused) as refused:
        a_provider(f"{base}/{name}").address(Attempt("secret"), "http://localhost/openid/back")
    assert refused.value.code == code
    assert why in caplog.text


def test_one_that_can_is_not(base: str) -> None:
    place = a_provider(f"{base}/good").address(Attempt("secret"), "http://localhost/openid/back")
    assert place.startswith("https://example.com/auth?response_type=code&client_id=segtier&")
    assert "secret" not in place


def a_provider(issuer: str) -> Provider:
    return Provider(Registration(issuer, "segtier", None, "openid"))
