"""Rented volumes for the best segments: how many, how large, with how many requests and bytes a second, at what price, for
what gain; what becomes free for them; and their rivals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import numpy as np

from segtier.advisor.case import Case, build_case
from segtier.advisor.renting.rivals import rivals_of
from segtier.advisor.segments.frontier import Step, knee_of, steps_of
from segtier.advisor.segments.moved_load import moved_load, whole_load
from segtier.advisor.segments.other_time import of_another_time
from segtier.advisor.segments.placing import Placer
from segtier.advisor.segments.rank import rank_segments
from segtier.advisor.segments.throttled_hours import HourLoad, hour_loads, in_hours
from segtier.analysis.inputs import Given
from segtier.analysis.words import pct, times
from segtier.errors import NotUsable
from segtier.forecast import Change
from segtier.forecast.placed import Placed
from segtier.model.inventory import Inventory
from segtier.model.placement import FrontierPoint
from segtier.model.request import AdviceRequest
from segtier.model.volume import LIMITS, IoLoad, Volume, VolumeAnswer, VolumeAnswers, VolumeModel, VolumeOffer, Wanted
from segtier.oracle.volumes import (
    binding,
    counted,
    is_stale,
    month,
    ordered,
    price_yourself,
    prices_as_of,
    refused_count,
    too_large,
    unpriced,
    volume_tier,
)
from segtier.units import GIB

SPARE = 2.0
"""Ordered is so many times what moves in the hours used: load is not even within an hour, and nobody has measured how uneven."""
Hours = tuple[HourLoad, ...]
STEPS = 40
"""Of the frontier, forecast for each kind of volume."""
_GRAIN = GIB
_PLACED = 25
"""Amounts of flash for which a placement is made where moves are limited."""


def volume_answers(
    reports: Sequence[Given],
    inventories: Sequence[Inventory],
    request: AdviceRequest,
    models: Sequence[VolumeModel],
    wanted: Wanted,
    today: date,
) -> VolumeAnswers:
    """One answer for each kind. Raises NotUsable where no segment with a known size saves anything."""
    case = build_case(reports, inventories, request)
    ranking = rank_segments(case)
    steps = steps_of(ranking.placer) if ranking.placement else []
    if request.constraints.limit_moves:
        steps = _within_limits(ranking.placer, steps)
    if len(steps) < 2:
        raise NotUsable(
            "no segment with a known size would save anything within the limits asked for: there is nothing to rent a volume for",
            code="nothing-to-place",
            advice="Add sizes (a dba_segments export or a bundle of the collector) if they are missing, or raise the limits.",
        )
    points = [step.point for step in steps]
    knee = knee_of(points)
    kept = sorted({*np.linspace(1, len(steps) - 1, STEPS).astype(int).tolist(), *([knee] if knee else [])})
    chosen = [steps[number] for number in kept]
    at_knee = None if knee is None else kept.index(knee)
    hours = hour_loads(case)
    volumes = tuple(_answer(case, hours, model, chosen, at_knee, wanted, is_stale(model, today)) for model in models)
    moves = steps[-1].point.moves
    return VolumeAnswers(
        machine=request.machine,
        volumes=volumes,
        budget=wanted.budget,
        less_db_time=wanted.less_db_time,
        load=whole_load(case.profile),
        moves=moves,
        rivals=rivals_of(case, wanted.prices),
        prices=wanted.prices,
        prices_as_of=prices_as_of(models),
        throttled=_throttled(case),
    )


def _throttled(case: Case) -> str:
    throttle = case.facts.throttle
    return (
        ""
        if throttle is None
        else f"{throttle.text} Nobody has measured whether a new volume is behind the same limit."
    )


def _within_limits(placer: Placer, steps: Sequence[Step]) -> list[Step]:
    """The frontier knows no limits of moves: placed again for some of its amounts of flash."""
    some = np.linspace(0, len(steps) - 1, _PLACED).astype(int).tolist() if steps else []
    rooms = {steps[number].point.bytes for number in some}
    placed = placer.placed
    found: dict[int, Step] = {}
    for room in sorted(rooms):
        one = placer.best(room)
        loads = placer.case.segments.loads
        open_ = of_another_time(loads, [load for load in loads if load.key in one.keys])
        point = FrontierPoint(one.used_bytes, len(one.keys), placed.range(one.shares, open_))
        found[one.used_bytes] = Step(point, one.shares, open_)
    return [found[size] for size in sorted(found)]


def _answer(
    case: Case, hours: Hours, model: VolumeModel, steps: Sequence[Step], knee: int | None, wanted: Wanted, stale: bool
) -> VolumeAnswer:
    how = price_yourself(model)
    refused = refused_count(model, wanted.count)
    if refused:
        return VolumeAnswer(model, stale, None, None, text=refused, unpriced=how)
    offers = [_offer(case, hours, model, step, wanted) for step in steps]
    able = [offer for offer in offers if offer is not None]
    if not able:
        return VolumeAnswer(model, stale, None, None, text=_cannot(case, model, steps[0], wanted.count), unpriced=how)
    most = min(able, key=lambda offer: (offer.response_ratio.expected, offer.bytes))
    found = VolumeAnswer(model, stale, None if knee is None else offers[knee], most, unpriced=how)
    if wanted.budget is not None:
        priced = [offer for offer in able if offer.month is not None and offer.month <= wanted.budget]
        best = min(priced, key=lambda offer: (offer.response_ratio.expected, offer.month or 0.0), default=None)
        found = replace(found, for_budget=best, text="" if best else _too_dear(model, able, wanted.budget))
    if wanted.less_db_time is not None:
        goal = 1 - wanted.less_db_time
        enough = [offer for offer in able if offer.response_ratio.expected <= goal]
        least = min(
            enough, key=lambda offer: (math.inf if offer.month is None else offer.month, offer.bytes), default=None
        )
        text = "" if least else f"At most {pct(1 - most.response_ratio.expected)} less DB time is possible with it."
        found = replace(found, for_target=least, text=f"{found.text} {text}".strip())
    return found


def _offer(case: Case, hours: Hours, model: VolumeModel, step: Step, wanted: Wanted) -> VolumeOffer | None:
    """Ordered with SPARE; None where it, or the machine, does not carry what moves, or it is too small."""
    load, all_of_it = moved_load(case.profile, case.basis.today.requests(step.shares)), whole_load(case.profile)
    size = _with_room(case, model, step, load, wanted.count)
    if too_large(model, size, wanted.count):
        return None
    volume = ordered(model, size, counted(model, load) * SPARE, load.bytes_per_s * SPARE, wanted.count)
    limit = binding(volume, case.request.machine, load, all_of_it.less(load))
    if limit.times < 1:
        return None
    basis = replace(case.basis, tier=volume_tier(volume))
    placed = Placed(basis, case.segments.share_error, Change(share_least=case.segments.share_least))
    response = placed.range(step.shares, step.open)
    if not np.isfinite(response.high) or response.expected >= 1:
        return None
    return VolumeOffer(
        count=wanted.count,
        bytes=size,
        freed_bytes=step.point.bytes,
        moves=step.point.moves,
        requests_per_s=None if math.isinf(volume.requests_per_s) else volume.requests_per_s,
        bytes_per_s=None if math.isinf(volume.bytes_per_s) else volume.bytes_per_s,
        **_costs(volume, step.point.bytes, wanted),
        response_ratio=response,
        binding=limit.limit,
        times=None if math.isinf(limit.times) else limit.times,
        hours=in_hours(hours, volume, case.request.machine, case.basis.today.requests(step.shares)),
    )


def _costs(volume: Volume, freed_bytes: int, wanted: Wanted) -> dict[str, float | None]:
    """Both sides of it, a month."""
    new, a_gib = month(volume), wanted.prices.today_gib
    freed = None if a_gib is None else freed_bytes / GIB * a_gib
    return {"month": new, "freed_month": freed, "net_month": None if new is None or freed is None else new - freed}


def _with_room(case: Case, model: VolumeModel, step: Step, load: IoLoad, count: int) -> int:
    """Bytes to order of all volumes: what moves, what is kept free, and more where requests or bytes a second come with the size
    only, or where so little is not sold. Each has whole GiB.
    """
    kept_free = 1 - case.request.headroom_pct / 100
    sizes = [step.point.bytes / kept_free, float(model.least_bytes * count)]
    if model.requests_per_s_per_gib:
        sizes.append(counted(model, load) * SPARE / model.requests_per_s_per_gib * GIB)
    if model.bytes_per_s_per_gib:
        sizes.append(load.bytes_per_s * SPARE / model.bytes_per_s_per_gib * GIB)
    return math.ceil(max(sizes) / count / _GRAIN) * _GRAIN * count


def _cannot(case: Case, model: VolumeModel, step: Step, count: int) -> str:
    load, all_of_it = moved_load(case.profile, case.basis.today.requests(step.shares)), whole_load(case.profile)
    volume = ordered(model, _with_room(case, model, step, load, count), count=count)
    limit = binding(volume, case.request.machine, load, all_of_it.less(load))
    what = "" if limit.limit is None else f": {LIMITS[limit.limit]} allow {times(limit.times)} times the load"
    return f"It does not carry what would move{what}."


def _too_dear(model: VolumeModel, able: Sequence[VolumeOffer], budget: float) -> str:
    prices = [offer.month for offer in able if offer.month is not None]
    if not prices:
        return f"The catalogue has no price for it ({', '.join(unpriced(model))})."
    return f"The cheapest volume with a gain costs {min(prices):,.2f} {model.currency} a month; your budget is {budget:,.2f}."
