"""An answer from before an upload: who wants none says so, and who gets one is told."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header, Request, Response
from pydantic import StringConstraints

from segtier.api.errors import refusal_problem
from segtier.api.schemas.before_upload import BeforeUpload
from segtier.errors import SegtierError

FIELD = "before_upload"
HEADER = "Segtier-Before-Upload"
_NO_CACHE = "no-cache"


async def _insists(
    cache_control: Annotated[
        Annotated[str, StringConstraints(max_length=2_000)] | None,
        Header(description=f"`{_NO_CACHE}`: wait for the current answer instead of one from before an upload."),
    ] = None,
) -> bool:
    return cache_control is not None and _NO_CACHE in (one.strip().lower() for one in cache_control.split(","))


Insists = Annotated[bool, Depends(_insists)]
"""On the present answer."""


class RefusedBefore(Exception):
    """The kept answer is a refusal."""

    def __init__(self, refusal: SegtierError, before: BeforeUpload) -> None:
        super().__init__(refusal.message)
        self.refusal, self.before = refusal, before


def refused_before(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedBefore)
    return marked(refusal_problem(request, error.refusal, before_upload=error.before), error.before)


def marked(response: Response, before: BeforeUpload) -> Response:
    """With the header that says when what it is from before was uploaded."""
    response.headers[HEADER] = str(before.model_dump(mode="json")["at"])
    return response


def with_field(document: bytes, before: BeforeUpload | None) -> bytes:
    """The JSON object with one field more: null where it is the present answer."""
    said = b"null" if before is None else before.model_dump_json().encode()
    return document.removesuffix(b"}") + f',"{FIELD}":'.encode() + said + b"}"
