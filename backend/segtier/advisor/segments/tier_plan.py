"""What of an answer over several tiers a plan is written from: each tier with its place, its room, and what goes there."""

from __future__ import annotations

from dataclasses import replace

from segtier.analysis.words import less
from segtier.errors import Refused
from segtier.model.advice import Advice, RankedSegment
from segtier.model.component import Bottleneck
from segtier.model.option import SPECS
from segtier.model.plan import Destination, PlanRequest, PlanSegment, PlanTier
from segtier.model.storage_tier import FLASH
from segtier.model.tier_answer import TierAnswer, TierUse
from segtier.plurals import plural
from segtier.units import format_bytes

STORAGE: tuple[Bottleneck, ...] = ("storage-read", "storage-write")
_OF_ONE_SSD = ("flash_read_us", "flash_write_us")
"""Assumptions that each tier has for itself."""


def over_tiers(request: PlanRequest, advice: Advice, answer: TierAnswer) -> PlanRequest:
    """The request with what goes to each tier in place of what goes to one SSD.

    Raises Refused for another option than the best segments, and where nothing goes to another tier.
    """
    if not SPECS[request.option].chooses:
        raise Refused(
            f"several tiers are for the best segments, not for {request.option}",
            code="not-on-tiers",
            advice="Ask for the option segments, or leave the further tiers out.",
        )
    if not answer.moves_total:
        raise Refused(answer.text, code="nothing-to-move", advice="Give more room on a tier, or a faster one.")
    return replace(
        request,
        move=(),
        left_out=(),
        tiers=tuple(_tier(one, advice, request.targets) for one in answer.tiers),
        verdict_text=_verdict_text(advice),
        forecast_text=_forecast_text(answer),
        assumptions=tuple(one for one in request.assumptions if one.name not in _OF_ONE_SSD),
    )


def _verdict_text(advice: Advice) -> str:
    """What holds the database up, without what one SSD would do."""
    ceiling, storage = advice.verdict.ceiling_db_time_pct, advice.verdict.bottleneck in STORAGE
    if ceiling is None or not storage:
        return f"(of the database with one SSD; this plan is over several tiers) {advice.verdict.text}"
    return f"Storage is the bottleneck: infinitely fast storage would take at most {ceiling:.0f} % off DB time."


def _tier(one: TierUse, advice: Advice, targets: Destination) -> PlanTier:
    data, index = f"{one.name.upper()}_DATA", f"{one.name.upper()}_INDX"
    if one.name == FLASH:
        data, index = targets.data_tablespace, targets.index_tablespace
    return PlanTier(
        name=one.name,
        device=replace(one.device, usable_bytes=one.room_bytes or one.device.usable_bytes),
        free_bytes=None if one.room_bytes is None else max(one.room_bytes - one.bytes_today, 0),
        place=one.place,
        data_tablespace=data,
        index_tablespace=index,
        tablespaces=one.tablespaces,
        move=tuple(
            plan_segment(row, row.tier_reason) for row in advice.segments if row.tier == one.name and row.tier_reason
        ),
    )


def plan_segment(row: RankedSegment, reason: str) -> PlanSegment:
    """As a plan names it, with why it moves or stays."""
    return PlanSegment(
        owner=row.owner,
        name=row.name,
        subobject=row.subobject,
        pdb=row.pdb,
        type=row.type,
        tablespace=row.tablespace,
        size_bytes=row.size_bytes,
        reason=reason,
    )


def _forecast_text(answer: TierAnswer) -> str:
    response, throughput = answer.response_ratio, answer.throughput_ratio
    down = f" {answer.notes[0]}" if answer.demotions else ""
    what = f"{plural(answer.moves_total, 'segment')}, {format_bytes(answer.moved_bytes)}"
    return (
        f"{what}: DB time {less(response)} at the same work (ratio {response.low:.2f} / {response.expected:.2f} /"
        f" {response.high:.2f}, P10 / P50 / P90); throughput with the same sessions driving {throughput.low:.2f} /"
        f" {throughput.expected:.2f} / {throughput.high:.2f}.{down}"
    )
