"""Who may ask: whoever shows the secret of this installation, as with notebook servers.

A program sends it as a bearer token. A browser opens the printed address once, or pastes it, and then holds a cookie, which
opens this port only and does not hold the secret itself: browsers send cookies to every port of a host.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from urllib.parse import quote, unquote_plus

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope

from segtier.api.browser import cookie_name, cookie_of, is_form, is_page, set_cookie, sign_in_page, small_body
from segtier.api.errors import problem
from segtier.api.paths import PROBES, wants_page

PARAMETER = "secret"
ADVICE = (
    "In a browser, reload the page, or open the address that segtier serve printed. Programs send the header "
    "Authorization: Bearer SECRET; the secret is in the file `secret` of the data folder, or is what SEGTIER_SECRET was set to."
)
_ASKS = """<p>Open the address that <code>segtier serve</code> printed, or paste it here. The secret alone does too: it is in the
file <code>secret</code> of the data folder, or is what <code>SEGTIER_SECRET</code> was set to.</p>
<form method="post">
<p><label for="secret">Address or secret</label></p>
<p><input id="secret" name="secret" type="password" size="60" autocomplete="current-password" required autofocus></p>
<p><button>Open Segtier</button></p>
</form>
"""


@dataclass(frozen=True, slots=True)
class Door:
    """Opens to one secret. Comparisons take the same time however much of it is right."""

    secret: str = field(repr=False)

    def _is_open(self, scope: Scope, headers: Headers) -> bool:
        return scope["path"] in PROBES or self._is_shown(headers)

    async def answer(self, scope: Scope, receive: Receive, headers: Headers, request_id: str) -> Response | None:
        """The way in of a browser, or the refusal of a stranger; None for those who may go on."""
        if is_page(scope, "GET") and any(map(_is_secret, scope["query_string"].split(b"&"))):
            return self._sign_in(scope, headers, _last_secret(scope["query_string"]))
        if is_form(scope, headers):
            return self._sign_in(scope, headers, _last_secret(await small_body(scope, receive)))
        return None if self._is_open(scope, headers) else _refusal(scope, headers, request_id)

    def _is_shown(self, headers: Headers) -> bool:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _same(token.strip(), self.secret):
            return True
        name = cookie_name(headers)
        return _same(cookie_of(headers, name), self._cookie(name))

    def _sign_in(self, scope: Scope, headers: Headers, offered: str) -> Response:
        """To the same address without the secret, with the cookie where the secret is right."""
        response = RedirectResponse(_without_secret(scope), 303)
        if _same(_pasted(offered), self.secret):
            set_cookie(response, scope, headers, self._cookie(cookie_name(headers)))
        elif not self._is_shown(headers):
            return _page("That is not the secret of this server.")
        return response

    def _cookie(self, name: str) -> str:
        return hmac.new(self.secret.encode(), name.encode(), hashlib.sha256).hexdigest()


def _same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), wanted.encode())


def _is_secret(part: bytes) -> bool:
    return part.partition(b"=")[0] == PARAMETER.encode()


def _last_secret(form: bytes) -> str:
    values = [part.partition(b"=")[2] for part in form.split(b"&") if _is_secret(part)]
    return unquote_plus(values[-1].decode("latin-1")) if values else ""


def _pasted(text: str) -> str:
    """The secret of a pasted address, or the text itself."""
    _, mark, query = text.partition("?")
    return (_last_secret(query.encode()) if mark else text).strip()


def _without_secret(scope: Scope) -> str:
    """The path begins with one slash: with two it would be another server."""
    parts = [part for part in scope["query_string"].split(b"&") if part and not _is_secret(part)]
    query = b"?" + b"&".join(parts) if parts else b""
    return "/" + quote(scope["path"].lstrip("/\\")) + query.decode("latin-1")


def _refusal(scope: Scope, headers: Headers, request_id: str) -> Response:
    if wants_page(scope, headers):
        return _page("")
    told = {"WWW-Authenticate": 'Bearer realm="segtier"', "Connection": "close"}
    detail = "this server needs its secret"
    return problem(request_id, scope["path"], 401, "secret-needed", detail, advice=ADVICE, headers=told)


def _page(fault: str) -> Response:
    return sign_in_page("Segtier asks for its secret", fault, _ASKS)
