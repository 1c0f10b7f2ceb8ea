"""What both ways of signing in take from a browser: its cookies, its forms, the page it was on."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope

from segtier.api.paths import is_server_path

_STYLE = files("segtier.api").joinpath("sign_in.css").read_text("utf-8")
STYLE_DIGEST = f"'sha256-{base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}'"
"""By which a browser's policy lets this one inline style through: a stranger is given no other file."""
FORM_MOST_BYTES = 8 * 1024
_FORM = "application/x-www-form-urlencoded"
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign in · Segtier</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{heading}</h1>
{fault}{asks}</main>
</body>
</html>
"""


def cookie_name(headers: Headers) -> str:
    """One name per port as the browser sees it: two servers of one machine do not overwrite each other's."""
    port = headers.get("host", "").rpartition(":")[2]
    return f"segtier-{port if port.isdecimal() and port.isascii() else 'default'}"


def cookie_of(headers: Headers, name: str) -> str:
    return cookie_parser(headers.get("cookie", "")).get(name, "")


def is_secure(scope: Scope, headers: Headers) -> bool:
    """Does the browser speak TLS, with us or with a proxy before us? Of several proxies the first named is the browser's.

    Whoever says so need not be trusted: a browser that says it of itself only loses its own cookies.
    """
    nearest = headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
    return "https" in (scope.get("scheme"), nearest)


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


def sign_in_page(heading: str, fault: str, asks: str) -> Response:
    """What a browser is shown that has not shown enough: what was wrong, if anything, and a form (HTML)."""
    shown = f'<p role="alert"><strong>{escape(fault)}</strong></p>\n' if fault else ""
    page = _PAGE.format(style=_STYLE, heading=escape(heading), fault=shown, asks=asks)
    return HTMLResponse(page, 401, headers={"Connection": "close"})
