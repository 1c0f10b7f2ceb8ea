"""What of an answer over several tiers a plan is written from: each tier with its place, its room, and what goes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.model.advice import Advice, RankedSegment
from segtier.model.option import TIERS
from segtier.model.plan import Destination, PlanRequest, PlanSegment, PlanTier
from segtier.model.storage_tier import FLASH
from segtier.model.tier_answer import TierAnswer, TierUse
from segtier.plurals import plural
from segtier.units import format_bytes

_OF_ONE_SSD = ("flash_read_us", "flash_write_us")
"""Assumptions that each tier has for itself."""


def over_tiers(request: PlanRequest, advice: Advice, answer: TierAnswer) -> PlanRequest:
    """The request with what goes to each tier in place of what goes to one SSD, and with what the answer says beside it."""
    rows = advice.placed(TIERS)
    return replace(
        request,
        move=(),
        left_out=(),
        tiers=tuple(_tier(one, rows, request.targets) for one in answer.tiers),
        forecast_text=_forecast_text(request.forecast_text, answer),
        warnings=(*request.warnings, *(answer.notes[1:] if answer.demotions else answer.notes)),
        assumptions=tuple(one for one in request.assumptions if one.name not in _OF_ONE_SSD),
    )


def _tier(one: TierUse, rows: Sequence[RankedSegment], targets: Destination) -> PlanTier:
    data, index = f"{one.name.upper()}_DATA", f"{one.name.upper()}_INDX"
    if one.name == FLASH:
        data, index = targets.data_tablespace, targets.index_tablespace
    return PlanTier(
        name=one.name,
        device=replace(one.device, usable_bytes=one.room_bytes or one.device.usable_bytes),
        free_bytes=_free(one),
        place=one.place,
        data_tablespace=data,
        index_tablespace=index,
        tablespaces=one.tablespaces,
        move=tuple(plan_segment(row, row.reason) for row in rows if row.tier == one.name and row.included),
    )


def _free(one: TierUse) -> int | None:
    return None if one.room_bytes is None or one.bytes_today is None else max(one.room_bytes - one.bytes_today, 0)


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


def _forecast_text(told: str, answer: TierAnswer) -> str:
    down = f" {answer.notes[0]}" if answer.demotions else ""
    return f"{plural(answer.moves_total, 'segment')}, {format_bytes(answer.moved_bytes)}: {told}{down}"
