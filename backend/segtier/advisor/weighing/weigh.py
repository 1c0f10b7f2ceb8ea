"""The options side by side: each drafted, forecast and judged."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options import OPTIONS
from segtier.advisor.options.blocked import leaves_pins
from segtier.advisor.options.flash_cache import hits_by_size, sizing
from segtier.advisor.options.option import Weighed, Weighing
from segtier.advisor.options.set import option_of, sets_of
from segtier.advisor.options.tiers import option_over
from segtier.advisor.segments.flash_cache_use import told
from segtier.advisor.segments.rank import Ranking
from segtier.advisor.segments.tier_placing import Tiering
from segtier.advisor.weighing.assumptions import assumptions_of
from segtier.advisor.weighing.cost import cost_per_txn_per_s, endurance_years, price_of
from segtier.advisor.weighing.events_after import events_after
from segtier.advisor.weighing.not_known import not_known, nothing_chosen
from segtier.advisor.weighing.throttled import within_limit
from segtier.advisor.weighing.worth import worth
from segtier.analysis.coverage import HALF_LISTED
from segtier.analysis.words import less
from segtier.forecast import forecast_change, load_curve
from segtier.model.advice import OptionAdvice
from segtier.model.forecast import Range
from segtier.model.option import OPTIONS as NAMES
from segtier.model.option import OptionName
from segtier.model.verdict import NotKnown


def weigh_options(case: Case, ranking: Ranking, tiering: Tiering | None = None) -> tuple[Weighed, ...]:
    """Every option with its draft and its forecast, in the order in which lists show them, those that somebody asks for last."""
    weighed: dict[OptionName, Weighed] = {}
    for option in (*(OPTIONS[name] for name in NAMES), *option_over(tiering), *map(option_of, sets_of(case))):
        draft = _with_pins(option.draft(Weighing(case, ranking, weighed)), ranking)
        weighed[option.name] = Weighed(option, draft, _advice(case, draft))
    return tuple(weighed.values())


def _with_pins(draft: Draft, ranking: Ranking) -> Draft:
    """Blocked where it leaves what must go to flash."""
    if draft.changes_nothing or not draft.known:
        return draft
    left = leaves_pins(ranking.placer.held, draft.moved)
    return replace(draft, blocked_by=(*draft.blocked_by, *left)) if left else draft


def _not_known(draft: Draft) -> OptionAdvice:
    """An option whose inputs are missing: nothing is forecast, which is not the same as no change."""
    return OptionAdvice(
        option=draft.option,
        title=draft.title,
        feasible=False,
        blocked_by=draft.blocked_by,
        used_bytes=draft.used_bytes,
        parts=draft.made_of,
        notes=draft.notes,
        worth_text="" if draft.is_combination else "Not known: the inputs do not say enough.",
    )


def _advice(case: Case, draft: Draft) -> OptionAdvice:
    if not draft.known:
        return _not_known(draft)
    basis = case.over_tiers if draft.change.onto else case.basis
    forecast = within_limit(case, draft, forecast_change(basis, draft.change))
    chosen = nothing_chosen(case, draft)
    if isinstance(chosen, Range):
        forecast = replace(forecast, response_ratio=chosen)
    unknown = not_known(case, draft, forecast) if chosen is None else chosen
    if isinstance(unknown, NotKnown):
        ends = Range(1 - unknown.most_pct / 100, 1.0, 1 - unknown.least_pct / 100)
        text = f"Not known: DB time {less(ends)}. {unknown.text} {unknown.bring}"
        return replace(_not_known(draft), not_known=unknown, worth_text=text)
    cache = sizing(case, draft, forecast)
    curve = load_curve(basis, draft.change, case.request.response_limit_s)
    price = price_of(case.request, draft)
    worth_it, text = worth(case, draft, forecast.response_ratio)
    return OptionAdvice(
        option=draft.option,
        title=draft.title,
        feasible=not draft.blocked_by,
        blocked_by=draft.blocked_by,
        used_bytes=draft.used_bytes,
        response_ratio=forecast.response_ratio,
        db_time_saved_s_per_hour=forecast.db_time_saved_s_per_hour,
        throughput_ratio=forecast.throughput_ratio,
        ranges_only=_ranges_only(case, draft),
        limited_by=forecast.limited_by,
        limited_by_text=forecast.limited_by_text,
        wait_events_after=events_after(case, forecast),
        parts=draft.made_of,
        endurance_years=endurance_years(case.request.tier, case.profile, draft.change, forecast.flash_hit_share),
        cost=price,
        cost_per_txn_per_s=cost_per_txn_per_s(case, forecast, price),
        load_limit=curve.limit,
        load_curve=curve.points,
        flash_cache_curve=tuple(hits_by_size(case, draft.change)) if cache else (),
        flash_cache=cache,
        notes=(*draft.notes, *told(case, cache)),
        assumptions=assumptions_of(case, draft, forecast),
        dominant_input=forecast.dominant_input,
        worth_it=worth_it,
        worth_text=text,
    )


def _ranges_only(case: Case, draft: Draft) -> bool:
    """What goes by the names of segments has no point figure where most reads have none."""
    table = case.segments
    by_name = any(spec.by_name for spec in draft.specs)
    return by_name and table.basis == "listed" and (table.named_reads or 0.0) < HALF_LISTED
