"""What to do: advice, ranking, comparison and the bundle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from anyio import to_thread
from fastapi import Depends, Query, Response
from pydantic import StringConstraints

from segtier import documents
from segtier.answers.read import Answer
from segtier.answers.segments import Direction, Place, SegmentQuery, SegmentSort
from segtier.api.dependencies import Ctx, Question, RentingAsked
from segtier.api.earlier import Insists, RefusedBefore, marked, with_field
from segtier.api.etags import IfNoneMatch, new_etag
from segtier.api.routing import API, router_of
from segtier.api.schemas.advice import GivenSummary, SegmentList
from segtier.api.schemas.before_upload import BeforeUpload
from segtier.api.schemas.option import AskedOption
from segtier.api.schemas.place import OVERRIDE, PlanPlace
from segtier.api.turns import ADVICE, waits_for_advisers
from segtier.dataclass import dataclass
from segtier.errors import SegtierError
from segtier.model.advice import FrontierPiece, OptionDetails, Piece, Sources
from segtier.model.comparison import Comparison
from segtier.model.drift import Drift
from segtier.model.heat_map import HeatMap
from segtier.model.plan import Destination
from segtier.model.plan_document import PlanDocument
from segtier.model.segment_map import SegmentFacets, SegmentMap
from segtier.model.volume import VolumeAnswers
from segtier.question import Question as AskedQuestion
from segtier.question.hours import read_hours
from segtier.services.before_upload import find_earlier, look_earlier, make_anew
from segtier.services.context import Context
from segtier.services.export_bundle import export_bundle
from segtier.services.give_advice import (
    advice_from,
    advice_key,
    compare_periods,
    find_drift,
    is_kept,
    map_hours,
    offer_volumes,
    plan_option,
)
from segtier.services.read_documents import list_inputs

router = router_of("advice", f"{API}/databases/{{database_id}}")
_ZIP: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The files of the plan",
        "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_FILTER = (
    "Words that all stand in name, type, tablespace or tier, whole ones in quotes; `in` and `out` ask for the place."
)
_AFTER_FROM = (
    "Compares two windows, whatever the reports count as. After: the hours from this time on, by the database's own clock."
    " Before: the hours from `hours_from` to `hours_to`, or all earlier hours."
)
_VolumeId = Annotated[str, StringConstraints(min_length=1, max_length=80)]
_Exact = Annotated[str | None, Query(max_length=200, description="Only segments with exactly this value.")]
_Placing = Annotated[AskedOption, Query(description="The option that decides which segments are in and out.")]
Override = Annotated[bool, Query(description=OVERRIDE)]


@dataclass(frozen=True, slots=True)
class _Asking:
    ctx: Context
    database_id: str
    question: AskedQuestion
    insists: bool
    if_none_match: str | None


async def _asking(
    ctx: Ctx, database_id: str, question: Question, insists: Insists, if_none_match: IfNoneMatch = None
) -> _Asking:
    return _Asking(ctx, database_id, question, insists, if_none_match)


_Asked = Annotated[_Asking, Depends(_asking)]
"""What every part of the advice is asked with."""


@router.get("/advice", operation_id="getAdvice", summary="The advice on one page", response_model=GivenSummary)
async def get_advice(asked: _Asked) -> Response:
    return await _advice(asked, "summary", lambda answer: answer.piece("summary"), with_field)


@router.get(
    "/advice/options",
    operation_id="getAdviceOptions",
    summary="The options in depth: assumptions, wait events and load curves",
    response_model=OptionDetails,
)
async def get_advice_options(asked: _Asked) -> Response:
    return await _piece(asked, "options")


@router.get(
    "/advice/frontier",
    operation_id="getAdviceFrontier",
    summary="What the best segments save for every amount of SSD",
    response_model=FrontierPiece,
)
async def get_advice_frontier(asked: _Asked) -> Response:
    return await _piece(asked, "frontier")


@router.get(
    "/advice/sources",
    operation_id="getAdviceSources",
    summary="Inputs of the advice: files, hours, warnings",
    response_model=Sources,
)
async def get_advice_sources(asked: _Asked) -> Response:
    return await _piece(asked, "sources")


async def _piece(asked: _Asking, name: Piece) -> Response:
    return await _advice(asked, name, lambda answer: answer.piece(name))


async def _advice(
    asked: _Asking,
    part: object,
    look: Callable[[Answer], bytes],
    finished: Callable[[bytes, BeforeUpload | None], bytes] = lambda document, _: document,
) -> Response:
    """A part of the advice; nothing is worked out for who has it already.

    Where one from before an upload may be shown, that is given at once, and the present one is made meanwhile.
    """
    ctx, question = asked.ctx, asked.question
    inputs = await to_thread.run_sync(list_inputs, ctx, asked.database_id)
    key = advice_key(inputs, question)
    etag, there = new_etag(asked.if_none_match, (key, repr(part))), is_kept(ctx, key)
    earlier = None if there or asked.insists else await to_thread.run_sync(find_earlier, ctx, inputs, question)
    if earlier is not None:
        make_anew(ctx, inputs, question)
        before = BeforeUpload.model_validate(earlier.before)
        etag_then = new_etag(asked.if_none_match, (earlier.key, repr(part), before))
        try:
            found = await to_thread.run_sync(look_earlier, ctx, earlier, look)
        except SegtierError as refusal:
            raise RefusedBefore(refusal, before) from None
        if found is not None:
            return marked(_json(finished(found, before), etag_then), before)
    take = to_thread.run_sync if there else ADVICE.take
    return _json(finished(await take(advice_from, ctx, inputs, question, look), None), etag)


async def _segment_query(
    option: _Placing = "segments",
    sort: SegmentSort = "rank",
    direction: Direction = "asc",
    filter_: Annotated[str, Query(alias="filter", max_length=200, description=_FILTER)] = "",
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1_000)] = 100,
    owner: _Exact = None,
    tablespace: _Exact = None,
    type_: Annotated[_Exact, Query(alias="type")] = None,
    place: Annotated[Place | None, Query(description="In the option or not.")] = None,
) -> SegmentQuery:
    return SegmentQuery(option, sort, direction, filter_, offset, limit, owner, tablespace, type_, place)


@router.get(
    "/segments", operation_id="getSegments", summary="Ranked segments, a page at a time", response_model=SegmentList
)
async def get_segments(asked: _Asked, query: Annotated[SegmentQuery, Depends(_segment_query)]) -> Response:
    def look(answer: Answer) -> bytes:
        return documents.encode(answer.segments(query))

    return await _advice(asked, query, look)


@router.get(
    "/segments/facets",
    operation_id="getSegmentFacets",
    summary="Owners, tablespaces and types of the segments, with how many each has",
    response_model=SegmentFacets,
)
async def get_segment_facets(asked: _Asked) -> Response:
    return await _advice(asked, "facets", lambda answer: documents.encode(answer.segment_facets()))


@router.get(
    "/segments/map",
    operation_id="getSegmentMap",
    summary="Segments by size: the largest one by one, the others by owner and place",
    response_model=SegmentMap,
)
async def get_segment_map(asked: _Asked, option: _Placing = "segments") -> Response:
    return await _advice(asked, ("map", option), lambda answer: documents.encode(answer.segment_map(option)))


@router.get(
    "/segments/hours",
    operation_id="getSegmentHours",
    summary="What segments read over time: the busiest one by one, the others by owner",
    response_model=HeatMap,
)
async def get_segment_hours(asked: _Asked, option: _Placing = "segments") -> Response:
    inputs = await to_thread.run_sync(list_inputs, asked.ctx, asked.database_id)
    heat = await ADVICE.take(map_hours, asked.ctx, inputs, asked.question)
    return await _advice(asked, ("hours", option), lambda answer: documents.encode(answer.heat(heat, option)))


@router.get(
    "/comparison",
    operation_id="getComparison",
    summary="Before and after, with the forecast of an option",
    response_model=Comparison,
)
@waits_for_advisers
def get_comparison(
    ctx: Ctx,
    database_id: str,
    question: Question,
    option: AskedOption | None = None,
    after_from: Annotated[str | None, Query(max_length=40, description=_AFTER_FROM)] = None,
    after_to: Annotated[
        str | None, Query(max_length=40, description="... and before this time; a day counts whole.")
    ] = None,
) -> Response:
    return _json(compare_periods(ctx, database_id, question, option, read_hours(after_from, after_to)))


@router.get(
    "/volumes",
    operation_id="getVolumes",
    summary="Rented volumes for the best segments: size, price and gain",
    response_model=VolumeAnswers,
)
@waits_for_advisers
def get_volumes(
    ctx: Ctx,
    database_id: str,
    question: Question,
    renting: RentingAsked,
    volume: Annotated[list[_VolumeId], Query(max_length=50, description="Only these volume types.")] = [],  # noqa: B006
) -> Response:
    return _json(offer_volumes(ctx, database_id, question, volume, renting))


@router.get(
    "/drift",
    operation_id="getDrift",
    summary="Whether the segments on SSD still earn their place: what to move off, what to move on",
    response_model=Drift,
)
@waits_for_advisers
def get_drift(ctx: Ctx, database_id: str, question: Question) -> Response:
    return _json(find_drift(ctx, database_id, question))


async def _where(place: Annotated[PlanPlace, Query()]) -> Destination:
    return place.targets()


@router.get(
    "/plan",
    operation_id="getPlan",
    summary="The plan of one option as data: operations, what they need, the files of its bundle",
    response_model=PlanDocument,
)
@waits_for_advisers
def get_plan(
    ctx: Ctx,
    database_id: str,
    question: Question,
    targets: Annotated[Destination, Depends(_where)],
    option: AskedOption,
    override: Override = False,
) -> Response:
    from segtier.plan.document import plan_document  # noqa: PLC0415 - for who plans; a start goes without

    return _json(documents.encode(plan_document(plan_option(ctx, database_id, question, option, targets, override))))


@router.get(
    "/bundle",
    operation_id="getBundle",
    summary="The scripts of one option as a ZIP",
    responses=_ZIP,
    response_class=Response,
)
@waits_for_advisers
def get_bundle(
    ctx: Ctx,
    database_id: str,
    question: Question,
    targets: Annotated[Destination, Depends(_where)],
    option: AskedOption,
    override: Override = False,
) -> Response:
    plan = plan_option(ctx, database_id, question, option, targets, override)
    name = f'attachment; filename="segtier-{option}.zip"'
    return Response(export_bundle(plan), media_type="application/zip", headers={"Content-Disposition": name})


def _json(document: bytes, etag: str | None = None) -> Response:
    return Response(document, media_type="application/json", headers={"ETag": etag} if etag else {})
