"""What routes take from a request besides their own parameters. All async: none waits, none takes a thread."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from typing import Annotated

from fastapi import Depends, Query, Request
from fastapi._compat import ModelField
from fastapi.dependencies.utils import get_flat_params

from segtier.api.errors import BadParameter, not_here
from segtier.api.schemas.question import AdviceQuestion
from segtier.question import Question as AskedQuestion
from segtier.services.context import Context


async def _context(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


Ctx = Annotated[Context, Depends(_context)]


async def known_parameters_only(request: Request) -> None:
    """Refuse query parameters a route does not have, and all but one of the same: the question is never silently another."""
    known = {param.alias: param for param in get_flat_params(request.scope["route"].dependant)}
    for name, times in Counter(name for name, _ in request.query_params.multi_items()).items():
        if name not in known:
            raise BadParameter(name, "unknown-parameter", not_here("parameter", name, known))
        if times > 1 and not _takes_several(known[name]):
            raise BadParameter(name, "repeated-parameter", f"the parameter {name!r} is given {times} times")


def _takes_several(param: ModelField) -> bool:
    return "list[" in str(param.field_info.annotation)


async def known_fields_only(request: Request) -> None:
    """The same for the fields of a form: a file too many would vanish with a success."""
    known = {param.alias: param for param in request.scope["route"].dependant.body_params}
    for name, times in Counter(name for name, _ in (await request.form()).multi_items()).items():
        if name not in known:
            raise BadParameter(name, "unknown-parameter", not_here("field", name, known))
        if times > 1 and not _takes_several(known[name]):
            raise BadParameter(name, "repeated-parameter", f"the field {name!r} is given {times} times; send it once")


def encode_cursor(last_id: str | None) -> str | None:
    return None if last_id is None else base64.urlsafe_b64encode(last_id.encode()).decode().rstrip("=")


async def _cursor(cursor: Annotated[str | None, Query(max_length=100)] = None) -> str | None:
    """The identifier inside an opaque cursor; refuses anything this server did not hand out."""
    if cursor is None:
        return None
    try:
        last_id = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        last_id = ""
    if not last_id.startswith("upl_"):
        raise BadParameter("cursor", "bad-cursor", "this cursor is not one that a list here gave out")
    return last_id


Cursor = Annotated[str | None, Depends(_cursor)]
Limit = Annotated[int, Query(ge=1, le=200, description="Most items on a page.")]


async def _question(asked: Annotated[AdviceQuestion, Query()]) -> AskedQuestion:
    return asked.over(AskedQuestion())


Question = Annotated[AskedQuestion, Depends(_question)]
