"""What routes take from a request besides their own parameters. All async: none waits, none takes a thread."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from fastapi import Depends, Query, Request
from fastapi._compat import ModelField
from fastapi.dependencies.utils import get_flat_params

from segtier.api.errors import BadParameter, not_here
from segtier.api.schemas.question import AdviceQuestion, RentingQuestion
from segtier.question import Question as AskedQuestion
from segtier.question import Renting
from segtier.question.take import WORDS
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
            raise BadParameter(name, "repeated-parameter", f"{name} {WORDS['once'].format(given=times)}")


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


async def _question(request: Request, asked: Annotated[AdviceQuestion, Query()]) -> AskedQuestion:
    question = asked.over(AskedQuestion())
    request.state.question = question
    return question


Question = Annotated[AskedQuestion, Depends(_question)]


async def _renting(asked: Annotated[RentingQuestion, Query()]) -> Renting:
    return asked.asked


RentingAsked = Annotated[Renting, Depends(_renting)]
