"""Strong ETags, and what is asked by them: `If-Match` of what is to be changed, `If-None-Match` of what is read again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Header, Request, Response
from pydantic import StringConstraints
from pydantic_core import to_json

from segtier.api.errors import Stale
from segtier.services.expected import Expected, anything

T = TypeVar("T")
_HEX_DIGITS = 32
_Tags = Annotated[str, StringConstraints(max_length=2_000, pattern=r"^[\t -~\x80-\xff]*$")]
"""What a header may hold at all."""
IfMatch = Annotated[
    _Tags | None, Header(alias="If-Match", description="The ETag you read: 412 if it has changed since.")
]
IfNoneMatch = Annotated[
    _Tags | None, Header(alias="If-None-Match", description="ETags you have: 304 if one still matches.")
]


class NotModified(Exception):
    """No error: who asks has the answer already."""

    def __init__(self, etag: str) -> None:
        super().__init__("not modified")
        self.etag = etag


def etag_of(shown: Any) -> str:
    """Of an answer, or of what an answer follows from."""
    return f'"{hashlib.sha256(to_json(shown)).hexdigest()[:_HEX_DIGITS]}"'


def new_etag(if_none_match: str | None, shown: Any) -> str:
    """The ETag of an answer that is not at hand; raises NotModified where it is."""
    etag = etag_of(shown)
    if if_none_match is not None and _names(if_none_match, etag):
        raise NotModified(etag)
    return etag


def tag(response: Response, if_none_match: str | None, shown: T) -> T:
    """The same, with its ETag in the answer."""
    response.headers["ETag"] = new_etag(if_none_match, shown)
    return shown


def seen(if_match: str | None, show: Callable[[T], Any]) -> Expected[T]:
    """Raises Stale where the value, as `show` makes an answer of it, has none of the ETags."""
    if if_match is None:
        return anything

    def check(now: T) -> None:
        etag = etag_of(show(now))
        if not _names(if_match, etag):
            raise Stale(etag)

    return check


def _names(header: str, etag: str) -> bool:
    """A weak one is none of ours, unless a proxy made it so on the way."""
    return header.strip() == "*" or etag in (one.strip().removeprefix("W/") for one in header.split(","))


def not_modified(_: Request, error: Exception) -> Response:
    assert isinstance(error, NotModified)
    return Response(status_code=304, headers={"ETag": error.etag})
