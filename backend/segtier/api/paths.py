"""Which addresses are the server's own, and which are pages of the user interface."""

from __future__ import annotations

from starlette.convertors import StringConvertor, register_url_convertor
from starlette.datastructures import Headers
from starlette.types import Scope

PROBES = ("/healthz", "/readyz")
"""Answered to everyone: they say nothing about anybody's data."""
_SERVER_NAMES = ("api", "openapi.json", "healthz", "readyz", "mcp", "openid")
_PAGE_TYPE = "text/html"


def is_server_path(path: str) -> bool:
    """Is this path the API's, also where there is nothing: never a page?"""
    return path.strip("/").partition("/")[0] in _SERVER_NAMES


def wants_page(scope: Scope, headers: Headers) -> bool:
    """Is this a browser that goes to a page? Programs, which take anything, get a problem document."""
    is_read = scope["method"] in ("GET", "HEAD")
    return is_read and _PAGE_TYPE in headers.get("accept", "") and not is_server_path(scope["path"])


class _ScenarioId(StringConvertor):
    """Any but the name of what stands beside the scenarios: that address has methods of its own."""

    regex = r"(?!side-by-side(?:/|$))[^/]+"


SCENARIO_ID = "scenario"
"""A part of an address that is the identifier of a scenario."""
register_url_convertor(SCENARIO_ID, _ScenarioId())
