"""The way in by accounts: a session's cookie, or a token.

What changes something by cookie must show a header too, which only Segtier's own pages can know: the value of a second
cookie, made from the first.
"""

from __future__ import annotations

import hashlib
import hmac
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from segtier.accounts.tries import Asks
from segtier.api.browser import cookie_name, cookie_of, is_form, is_secure, set_cookie, sign_in_page, small_body
from segtier.api.errors import problem
from segtier.api.paths import wants_page
from segtier.api.turns import Turns
from segtier.errors import Refused
from segtier.model.account import Actor
from segtier.services.sign_in import SignedIn, actor_of_session, actor_of_token, sign_in
from segtier.store.engine import Store

if TYPE_CHECKING:
    from segtier.api.by_openid import ByOpenId

CSRF_HEADER = "X-CSRF-Token"
ADVICE = (
    "In a browser, reload the page and sign in. Programs send the header Authorization: Bearer TOKEN; create a token "
    "under Settings."
)
_SIGN_IN = "/api/v1/session"
_TURNS = Turns("sign-in", most=4)
_KNOWN_S = 180 * 86_400
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_ASKS = """<form method="post" action="{to}">
<p><label for="name">Name</label></p>
<p><input id="name" name="name" size="40" autocomplete="username" autocapitalize="none" required autofocus value="{name}"></p>
<p><label for="password">Password</label></p>
<p><input id="password" name="password" type="password" size="40" autocomplete="current-password" required></p>
<p><button>Sign in</button></p>
</form>
{other}<p>No account, or the password forgotten? An admin of this installation adds accounts; the operator can
reset passwords.</p>
"""
_LINK = '<p><a href="/openid?to={to}">Sign in with {label}</a></p>\n'
_GOES_ON = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url={to}">
<title>Segtier: signed in</title>
</head>
<body><p>Signed in. <a href="{to}">Go on</a></p></body>
</html>
"""


def is_sign_in(scope: Scope) -> bool:
    return (scope["method"], scope["path"]) == ("POST", _SIGN_IN)


def begin_session(response: Response, scope: Scope, headers: Headers, signed_in: SignedIn) -> None:
    """The cookies: the session, which no script sees, what the pages send back, and the mark of a browser that is known."""
    set_cookie(response, scope, headers, signed_in.secret)
    secure = is_secure(scope, headers)
    response.set_cookie(_csrf_name(headers), _csrf(signed_in.secret), samesite="strict", secure=secure)
    if signed_in.mark:
        known, age = _known_name(headers), _KNOWN_S
        response.set_cookie(known, signed_in.mark, max_age=age, httponly=True, samesite="strict", secure=secure)


def asks(scope: Scope, headers: Headers) -> Asks:
    """Who tries to sign in. Before the browser did once, it has no mark."""
    return Asks(scope["state"]["peer"], cookie_of(headers, _known_name(headers)))


def end_session(response: Response, headers: Headers) -> None:
    for name in (cookie_name(headers), _csrf_name(headers)):
        response.delete_cookie(name, samesite="strict")


def session_secret(headers: Headers) -> str:
    return cookie_of(headers, cookie_name(headers))


async def signed_in(store: Store, name: str, password: str, by: Asks) -> SignedIn:
    """Raises Refused. Few have a thread at a time, so that those who try to sign in keep nobody waiting but each other."""
    return await _TURNS.take(sign_in, store, name, password, by)


class ByAccount:
    def __init__(self, store: Store, openid: ByOpenId | None = None) -> None:
        self._store, self._openid = store, openid

    async def answer(self, scope: Scope, receive: Receive, headers: Headers, request_id: str) -> Response | None:
        """The way in of a browser, or the refusal of a stranger; None for those who may go on."""
        if is_sign_in(scope):
            return None
        if self._openid is not None and self._openid.is_asked(scope):
            return await self._by_openid(self._openid, scope, headers)
        if is_form(scope, headers):
            return await self._form(scope, receive, headers)
        actor = await self.actor(headers)
        if actor is None:
            return self._refusal(scope, headers, request_id)
        if "authorization" not in headers and not _is_meant(scope, headers):
            detail = f"a change by cookie needs the header {CSRF_HEADER}"
            return problem(request_id, scope["path"], 403, "csrf", detail, advice="Reload the page and try again.")
        scope["state"]["actor"] = actor
        return None

    async def actor(self, headers: Headers, *, note: bool = True) -> Actor | None:
        """By token where one is shown, else by cookie; `note` that it was used."""
        if "authorization" in headers:
            scheme, _, text = headers["authorization"].partition(" ")
            shown = text.strip() if scheme.lower() == "bearer" else ""
            return await run_in_threadpool(actor_of_token, self._store, shown, note=note)
        secret = session_secret(headers)
        if not secret:
            return None
        return await run_in_threadpool(actor_of_session, self._store, secret, note=note)

    async def _form(self, scope: Scope, receive: Receive, headers: Headers) -> Response:
        """To the same address, signed in; the page again where it cannot be."""
        form = parse_qs((await small_body(scope, receive)).decode("latin-1"), encoding="utf-8", errors="replace")
        name, password = (form.get(field, [""])[-1] for field in ("name", "password"))
        try:
            name = name.replace("\0", "\ufffd")
            who = await signed_in(self._store, name, password, asks(scope, headers))
        except Refused as refused:
            return self._page(_said(refused), name, _here(scope))
        response = RedirectResponse(_here(scope), 303)
        begin_session(response, scope, headers, who)
        return response

    async def _by_openid(self, openid: ByOpenId, scope: Scope, headers: Headers) -> Response:
        try:
            answer = await run_in_threadpool(openid.answer, scope, headers)
        except Refused as refused:
            return self._page(_said(refused), "", "/")
        if isinstance(answer, Response):
            return answer
        # A redirect would still be the provider's doing, and strict cookies would not come along: the page goes on itself.
        response = HTMLResponse(_GOES_ON.format(to=escape(_own_page(answer.to))))
        begin_session(response, scope, headers, answer.signed_in)
        openid.forget(response, headers)
        return response

    def _refusal(self, scope: Scope, headers: Headers, request_id: str) -> Response:
        if wants_page(scope, headers):
            return self._page("", "", _here(scope))
        error = ', error="invalid_token"' if "authorization" in headers else ""
        told = {"WWW-Authenticate": f'Bearer realm="segtier"{error}', "Connection": "close"}
        detail = "sign in, or send a valid token, to use this server"
        return problem(request_id, scope["path"], 401, "sign-in-needed", detail, advice=ADVICE, headers=told)

    def _page(self, fault: str, name: str, to: str) -> Response:
        """The form, and the other way in where there is one, which goes on `to` a page of ours."""
        link = _LINK.format(to=quote(to, safe=""), label=escape(self._openid.label)) if self._openid else ""
        asks = _ASKS.format(name=escape(name), to=escape(to), other=link)
        return sign_in_page("Sign in to Segtier", fault, asks)


def _said(refused: Refused) -> str:
    return f"{refused.message[0].upper()}{refused.message[1:]}. {refused.advice or ''}".strip()


def _here(scope: Scope) -> str:
    query: str = scope["query_string"].decode("latin-1")
    return _own_page(scope["path"], quoted=False) + (f"?{query}" if query else "")


def _own_page(address: str, *, quoted: bool = True) -> str:
    """It begins with one slash: with two it would be another server."""
    return "/" + quote(address.lstrip("/\\"), safe="/%?&=+,:" if quoted else "/")


def _is_meant(scope: Scope, headers: Headers) -> bool:
    if scope["method"] in _SAFE_METHODS:
        return True
    shown = headers.get(CSRF_HEADER, "").encode("utf-8", "surrogateescape")
    return hmac.compare_digest(shown, _csrf(session_secret(headers)).encode())


def _csrf(secret: str) -> str:
    return hmac.new(secret.encode("utf-8", "surrogateescape"), b"csrf", hashlib.sha256).hexdigest()


def _known_name(headers: Headers) -> str:
    return f"{cookie_name(headers)}-known"


def _csrf_name(headers: Headers) -> str:
    return f"{cookie_name(headers)}-csrf"
