"""What an option costs: in money for each transaction per second it gains, and in the flash's writes."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.forecast import Change
from segtier.model.device import Tier
from segtier.model.forecast import Forecast, Range
from segtier.model.option import SPECS, TIERS
from segtier.model.profile import Profile
from segtier.model.request import AdviceRequest

S_PER_YEAR = 86_400 * 365


def price_of(request: AdviceRequest, draft: Draft) -> float | None:
    """Of the flash, or of all new tiers that get something; None where nobody said it, or where it needs none."""
    if not SPECS[draft.option].needs_flash:
        return None
    if draft.option != TIERS:
        return request.price
    first = request.first_tier.tablespaces if request.first_tier else ()
    tiers = [(request.price, first), *((one.price, one.tablespaces) for one in request.further_tiers)]
    prices = [price for (price, today), gets in zip(tiers, draft.gets, strict=True) if gets and not today]
    known = [price for price in prices if price is not None]
    return sum(known) if prices and len(known) == len(prices) else None


def cost_per_txn_per_s(case: Case, forecast: Forecast, price: float | None) -> float | None:
    """Price over the transactions per second gained with today's users; None where one of them is not known or not there."""
    rate = case.profile.txn_per_s
    gained = (forecast.throughput_ratio.expected - 1) * (rate or 0.0)
    return price / gained if price and gained > 0.01 * (rate or 0.0) > 0 else None


def written_bytes_per_s(profile: Profile, change: Change, hit_share: Range | None) -> float | None:
    """What goes to the flash each second at today's load; None where any of it is not known.

    A flash cache takes in every block read that it missed.
    """
    parts: list[float | None] = []
    if change.writes:
        parts.append(_times(profile.data_write_bytes_per_s, change.writes))
    if change.redo:
        parts.append(profile.redo_bytes_per_s)
    if change.temp:
        parts.append(_times(profile.temp_write_requests_per_s, profile.block_size_bytes))
    if change.flash_cache_bytes and hit_share is not None:
        missed = (1 - change.buffered_reads) * (1 - hit_share.expected)
        parts.append(_times(profile.buffered_read_requests_per_s, missed * profile.block_size_bytes))
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _times(rate: float | None, factor: float) -> float | None:
    return None if rate is None else rate * factor


def endurance_years(tier: Tier, profile: Profile, change: Change, hit_share: Range | None = None) -> float | None:
    """Years until the rated writes are used up at today's rate; None where the rating or the rate is not known."""
    per_s = written_bytes_per_s(profile, change, hit_share)
    if tier.endurance_bytes is None or not per_s:
        return None
    return tier.endurance_bytes / (per_s * S_PER_YEAR)
