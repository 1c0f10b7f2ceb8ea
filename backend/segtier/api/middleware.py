"""Around everything else: an identifier, who may ask, how large it may be, what a browser may do with the answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from segtier.api.browser import STYLE_DIGEST
from segtier.api.entrance import Entrance, most_bytes_of
from segtier.api.errors import problem
from segtier.api.paths import PROBES
from segtier.api.request_id import FIELDS
from segtier.api.request_id import request_id as current
from segtier.store.ids import new_id
from segtier.units import counted

_log = logging.getLogger("segtier.access")
Answered = Callable[[Scope, int, float], None]
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_MULTIPART_OVERHEAD_BYTES = 64 * 1024
_POLICY = (
    f"default-src 'self'; style-src 'self' {STYLE_DIGEST}; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""Nothing inline but the style of the page to sign in, and no data: addresses: the pages' libraries set styles through the DOM,
which no policy forbids. A chart saved as PNG is drawn from an image that the page itself made (blob:)."""
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_OTHER_NAMES = "The operator can add the name to SEGTIER_ALLOWED_HOSTS: docs/operate/settings.md."


class Guard:
    """Gives each request an id, refuses strangers and floods, adds the security headers and one log line.

    It stands outside the application's own handling of crashes, so that their answers get the same.
    """

    def __init__(
        self,
        app: ASGIApp,
        entrance: Entrance,
        allowed_hosts: Collection[str],
        upload_max_bytes: int,
        answered: Answered | None = None,
    ) -> None:
        """`answered` is told of each answer: its request, status and seconds."""
        self._app, self._entrance, self._answered = app, entrance, answered
        self._allowed_hosts = frozenset(host.lower() for host in allowed_hosts)
        self._most_bytes = upload_max_bytes + _MULTIPART_OVERHEAD_BYTES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = new_id("req")
        current.set(request_id)
        scope.setdefault("state", {})["request_id"] = request_id
        answer = _Answer(scope, send, request_id, self._answered)
        response = await self._response(scope, receive, request_id)
        if response is not None:
            await response(scope, receive, answer)
            return
        try:
            await self._app(scope, _counted(receive, most_bytes_of(scope, self._most_bytes)), answer)
        except Exception:
            if not answer.begun:
                raise
            # Starlette raises a crash again after it was logged and answered; here its way ends.

    async def _response(self, scope: Scope, receive: Receive, request_id: str) -> Response | None:
        """What is said before the application is asked; None where it may be."""
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is None:
            return await self._entrance.answer(scope, receive, headers, request_id)
        status, code, detail = refusal
        advice = _OTHER_NAMES if code == "unknown-host" else None
        return problem(request_id, scope["path"], status, code, detail, advice=advice, headers={"Connection": "close"})

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        host = headers.get("host", "")
        if _name(host) not in self._allowed_hosts and scope["path"] not in PROBES:  # who probes does so by address
            return 400, "unknown-host", f"this server is not called {_name(host)[:80]!r}"
        if scope["method"] not in _SAFE_METHODS and _from_elsewhere(headers, host):
            return 403, "cross-origin", "requests that change something must come from Segtier's own pages"
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            return 400, "bad-character", "an address cannot contain the NUL character (%00)"
        length = headers.get("content-length")
        most_bytes = most_bytes_of(scope, self._most_bytes)
        if length is not None and (counted(length) is None or int(length) > most_bytes):
            return _too_large(most_bytes)
        return None


class _Answer:
    """The way out: adds headers to the first message and logs the last."""

    def __init__(self, scope: Scope, send: Send, request_id: str, answered: Answered | None) -> None:
        self._scope, self._send, self._request_id, self._answered = scope, send, request_id, answered
        self.begun = False
        self._begin_s = time.monotonic()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            self._add_headers(MutableHeaders(scope=message))
            self._log(message["status"])
        await self._send(message)

    def _add_headers(self, headers: MutableHeaders) -> None:
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        headers.setdefault("Cache-Control", "private, no-store")
        if "public" not in headers["Cache-Control"]:
            headers.add_vary_header("Authorization, Cookie")
        headers["X-Request-ID"] = self._request_id

    def _log(self, status: int) -> None:
        took_s = time.monotonic() - self._begin_s
        if self._answered is not None:
            self._answered(self._scope, status, took_s)
        level = logging.WARNING if status >= 400 and self._scope["path"] not in PROBES else logging.INFO
        _log.log(
            level,
            "%s %s %s %d %.0f ms",
            self._request_id,
            self._scope["method"],
            self._scope["path"],
            status,
            took_s * 1000,
            extra={FIELDS: {"method": self._scope["method"], "path": self._scope["path"], "status": status}},
        )


def _counted(receive: Receive, most_bytes: int) -> Receive:
    seen = 0

    async def read() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most_bytes:
            status, _, detail = _too_large(most_bytes)
            raise HTTPException(status, detail)
        return message

    return read


def _too_large(most_bytes: int) -> tuple[int, str, str]:
    return 413, "too-large", f"the request is larger than {most_bytes:,} bytes"


def _name(host: str) -> str:
    """The host without its port: `[::1]:8765` -> `[::1]`."""
    name, bracket, _ = host.rpartition("]")
    return (name + bracket if bracket else host.partition(":")[0]).lower()


def _from_elsewhere(headers: Headers, host: str) -> bool:
    """Does a page of another site ask? Browsers say so themselves; older ones name the page's server.

    The scheme is left out: behind a proxy that ends TLS the browser says https and we see http, and no one can tell us
    safely which it was.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2].lower() != host.lower()
