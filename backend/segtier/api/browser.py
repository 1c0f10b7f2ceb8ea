"""What both ways of signing in take from a browser: its cookies, its forms, the page it was on."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import Response
from starlette.types import Receive, Scope

from segtier.api.paths import is_server_path

FORM_MOST_BYTES = 8 * 1024
_FORM = "application/x-www-form-urlencoded"


def cookie_name(headers: Headers) -> str:
    """One name per port as the browser sees it: two servers of one machine do not overwrite each other's."""
    port = headers.get("host", "").rpartition(":")[2]
    return f"segtier-{port if port.isdecimal() and port.isascii() else 'default'}"


def cookie_of(headers: Headers, name: str) -> str:
    return cookie_parser(headers.get("cookie", "")).get(name, "")


def is_secure(scope: Scope, headers: Headers) -> bool:
    """Does the browser speak TLS, with us or with a proxy before us?"""
    return "https" in (scope.get("scheme"), headers.get("x-forwarded-proto"))


def is_page(scope: Scope, method: str) -> bool:
    return scope["method"] == method and not is_server_path(scope["path"])


def is_form(scope: Scope, headers: Headers) -> bool:
    return is_page(scope, "POST") and headers.get("content-type", "").startswith(_FORM)


async def small_body(scope: Scope, receive: Receive) -> bytes:
    """The form, as far as it is no longer than a form may be; strangers get no room for more."""
    body = b""
    try:
        async for chunk in Request(scope, receive).stream():
            body += chunk
            if len(body) > FORM_MOST_BYTES:
                return b""
    except ClientDisconnect:
        return b""
    return body


def set_cookie(response: Response, scope: Scope, headers: Headers, value: str) -> None:
    """No script sees it, and no other site can send it."""
    secure = is_secure(scope, headers)
    response.set_cookie(cookie_name(headers), value, httponly=True, samesite="strict", secure=secure)
