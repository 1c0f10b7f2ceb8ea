"""What routes take from a request besides their own parameters. All async: none waits, none takes a thread."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from typing import Annotated, Literal

from fastapi import Depends, Query, Request
from fastapi.dependencies.utils import get_flat_params
from pydantic import StringConstraints

from segtier.api.errors import BadParameter
from segtier.model.constraints import Hold, Together
from segtier.model.device import Attachment, Raid
from segtier.model.measured import FIGURES
from segtier.model.timeline import DEFAULT_WINDOW, Window
from segtier.question import Question as AskedQuestion
from segtier.question import read_figures, read_storage
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
            raise BadParameter(name, "unknown-parameter", f"there is no parameter {name[:60]!r} here")
        if times > 1 and "list[" not in str(known[name].field_info.annotation):
            raise BadParameter(name, "repeated-parameter", f"the parameter {name!r} is given {times} times")


async def known_fields_only(request: Request) -> None:
    """The same for the fields of a form: a file too many would vanish with a success."""
    known = {param.alias: param for param in request.scope["route"].dependant.body_params}
    for name, times in Counter(name for name, _ in (await request.form()).multi_items()).items():
        if name not in known:
            raise BadParameter(name, "unknown-parameter", f"there is no field {name[:60]!r} here")
        if times > 1 and "list[" not in str(known[name].field_info.annotation):
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
_DEFAULT_SSD = "700GB"
"""Usable PCIe flash of a question that names none."""
Limit = Annotated[int, Query(ge=1, le=200, description="Most items on a page.")]


_SegmentName = Annotated[str, StringConstraints(min_length=1, max_length=400)]
_FigureText = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
_SetText = Annotated[str, StringConstraints(min_length=1, max_length=8000)]


async def _question(
    ssd: Annotated[str | None, Query(max_length=40, description="Usable bytes of flash: 700GB, 652GiB.")] = None,
    device: Annotated[str | None, Query(max_length=80, description="A device of the catalogue.")] = None,
    count: Annotated[int, Query(ge=1, le=256, description="How many of that device.")] = 1,
    mirrored: bool = False,
    shared: Annotated[bool | None, Query(description="Seen by every node of the cluster.")] = None,
    attachment: Attachment | None = None,
    figure: Annotated[
        list[_FigureText],
        Query(
            max_length=len(FIGURES),
            description="A measured figure of all of that flash: `read_us=212 (180-260) from a run of fio`, "
            "`read_iops>=350000`; docs/measured-flash.md. POST /api/v1/measurements makes them of files.",
        ),
    ] = [],  # noqa: B006
    flash_cache_os: Annotated[bool | None, Query(description="The server runs Oracle Linux or Solaris.")] = None,
    media: Annotated[
        Literal["hdd", "flash", "cached-array"] | None, Query(description="What holds the data today.")
    ] = None,
    spindles: Annotated[int | None, Query(ge=1, le=10_000)] = None,
    raid: Raid | None = None,
    window: Annotated[
        Window,
        Query(
            description="Which of several intervals to forecast: the busiest, the one at the 95th percentile, or all."
        ),
    ] = DEFAULT_WINDOW,
    users: Annotated[
        float | None, Query(ge=1, le=1e6, description="Sessions that make the load; with think_time_s.")
    ] = None,
    think_time_s: Annotated[
        float | None, Query(ge=0, le=86_400, description="Seconds a user thinks between two requests.")
    ] = None,
    response_limit_s: Annotated[
        float, Query(gt=0, le=3600, description="Count the users each option carries at this response time.")
    ] = 1.0,
    price: Annotated[float | None, Query(gt=0, le=1e12, description="What all of the flash costs.")] = None,
    headroom_pct: Annotated[float, Query(ge=0, lt=100, description="Share of the flash kept free.")] = 10.0,
    most_moves: Annotated[int | None, Query(ge=0, le=1_000_000, description="Move at most so many segments.")] = None,
    move_at_most: Annotated[str | None, Query(max_length=40, description="Move at most so many bytes: 200GB.")] = None,
    pin: Annotated[
        list[_SegmentName],
        Query(max_length=200, description="OWNER.NAME goes to flash whatever it saves; * for any letters."),
    ] = [],  # noqa: B006  (FastAPI copies it)
    exclude: Annotated[
        list[_SegmentName], Query(max_length=200, description="OWNER.NAME stays where it is; * for any letters.")
    ] = [],  # noqa: B006
    together: Annotated[
        Together, Query(description="Each segment by itself, or a table with its partitions, indexes and LOBs.")
    ] = "segment",
    set_: Annotated[
        list[_SetText],
        Query(alias="set", max_length=20, description="label=OWNER.NAME,OWNER.NAME: forecast beside the best."),
    ] = [],  # noqa: B006
    machine_requests_per_s: Annotated[
        float | None, Query(gt=0, le=1e9, description="What the machine lets through to all of its storage.")
    ] = None,
    machine_rate: Annotated[
        str | None, Query(max_length=40, description="Bytes a second the machine lets through: 800MB.")
    ] = None,
    hold: Annotated[
        Hold, Query(description="The best placement for the hours of the forecast, or one that is good in every hour.")
    ] = "window",
    storage: Annotated[
        str | None,
        Query(max_length=8000, description="All groups of today's storage, as JSON: docs/how-advice-works.md."),
    ] = None,
) -> AskedQuestion:
    return AskedQuestion(
        ssd=ssd if ssd or device else _DEFAULT_SSD,
        device=device,
        count=count,
        mirrored=mirrored,
        shared=shared,
        attachment=attachment,
        measured=read_figures(figure),
        flash_cache_os=flash_cache_os,
        media=media,
        spindles=spindles,
        raid=raid,
        window=window,
        users=users,
        think_time_s=think_time_s,
        response_limit_s=response_limit_s,
        price=price,
        headroom_pct=headroom_pct,
        most_moves=most_moves,
        move_at_most=move_at_most,
        pinned=tuple(pin),
        excluded=tuple(exclude),
        together=together,
        hold=hold,
        sets=tuple(set_),
        machine_requests_per_s=machine_requests_per_s,
        machine_rate=machine_rate,
        storage=read_storage(storage.encode(), "storage") if storage else None,
    )


Question = Annotated[AskedQuestion, Depends(_question)]
