"""Lists a page at a time: `limit` and `cursor` in, `next_cursor` and `Link: rel="next"` out, the same for every list.

A cursor is the place of the last item in the order of its list, so nothing comes twice or is left out where items come or go
meanwhile.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import quote

import msgspec
from fastapi import Query, Request, Response

from segtier.api.errors import BadParameter

P = TypeVar("P")
T = TypeVar("T")
Limit = Annotated[int, Query(ge=1, le=200, description="Most items on a page.")]
LimitOrAll = Annotated[int | None, Query(ge=1, le=200, description="Most items on a page; all if omitted.")]
CursorText = Annotated[str | None, Query(max_length=1_000, description="`next_cursor` of the previous page.")]


def cursor_of(list_: str, place: type[P]) -> Callable[[CursorText], Awaitable[P | None]]:
    """A dependency: the place that a cursor of this list holds; refuses anything this list did not give out."""
    decoder = msgspec.json.Decoder(tuple[Literal[list_], place])  # type: ignore[valid-type]

    async def cursor(cursor: CursorText = None) -> P | None:
        if cursor is None:
            return None
        try:
            raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
            found: P = decoder.decode(raw)[1]
        except (binascii.Error, ValueError, msgspec.MsgspecError):
            found = None  # type: ignore[assignment]
        if found is None or _encoded(list_, found) != cursor:
            raise BadParameter("cursor", "bad-cursor", "this cursor did not come from a list here")
        return found

    return cursor


def one_more(limit: int | None) -> int | None:
    """So many are asked for, to see whether another page follows."""
    return None if limit is None else limit + 1


def page(
    request: Request, response: Response, list_: str, found: Sequence[T], limit: int | None, place: Callable[[T], Any]
) -> tuple[Sequence[T], str | None]:
    """Of `one_more(limit)` items those that fit, and the cursor of the next page, which is linked to as well."""
    if limit is None or len(found) <= limit:
        return found, None
    items = found[:limit]
    following = _encoded(list_, place(items[-1]))
    url = request.url.include_query_params(cursor=following)
    response.headers["Link"] = f'<{quote(url.path)}?{url.query}>; rel="next"'
    return items, following


def _encoded(list_: str, place: Any) -> str:
    said = msgspec.json.encode((list_, place))
    return base64.urlsafe_b64encode(said).decode().rstrip("=")
