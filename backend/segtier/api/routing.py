"""The router of each part of the API: what every route asks first and how it may refuse, said once.

A route is made whole where it is declared. Were routers included in the application, as is usual, each route would be made a
second time with what is added there, at its first request.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends

from segtier.api.access import allowed
from segtier.api.dependencies import known_parameters_only
from segtier.api.errors import MEDIA_TYPE
from segtier.api.idempotency import once
from segtier.api.late_route import LateRoute

API = "/api/v1"
_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    for status, text in (
        (400, "Bad parameter, or a host name this server does not have"),
        (401, "Requested without the secret, or without signing in"),
        (403, "Requested from another site's page, or by someone without permission"),
        (404, "No such thing"),
        (409, "Understood but refused; the detail gives the reason"),
        (413, "Too large"),
        (422, "Not valid or not readable"),
        (500, "Fault of Segtier"),
        (503, "The database does not respond, the data folder is missing, or the process that reads files ended"),
        (507, "The disk is full"),
    )
}


def router_of(tag: str | None, prefix: str = API) -> APIRouter:
    """A router whose routes stand below `prefix`, for those who may, with known parameters only, each key once."""
    return APIRouter(
        prefix=prefix,
        tags=[tag] if tag else None,
        dependencies=[Depends(allowed), Depends(known_parameters_only), Depends(once)],
        responses=_PROBLEMS,
        route_class=LateRoute,
    )
