"""The options side by side: what each moves, what it takes, what stands in its way and what it gives."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor import blocked
from segtier.advisor.buffer_cache import buffer_cache
from segtier.advisor.case import Case
from segtier.advisor.combination import assumed, combination, title_of
from segtier.advisor.cost import cost_per_txn_per_s, endurance_years
from segtier.advisor.draft import Draft
from segtier.advisor.events_after import events_after
from segtier.advisor.flash_cache import flash_cache, sizing
from segtier.advisor.rank import Ranking
from segtier.advisor.share_of import share_of
from segtier.advisor.unexplained import rest_assumed, rest_told
from segtier.advisor.worth import worth
from segtier.analysis.coverage import HALF_LISTED
from segtier.forecast import Change, forecast_change, load_curve
from segtier.model.advice import OptionAdvice
from segtier.model.forecast import Assumption
from segtier.model.workload import SegmentKey

TITLES = {
    "none": "Do nothing",
    "all": "All data on SSD",
    "indexes": "All indexes on SSD",
    "segments": "Best segments on SSD",
    "redo": "Redo logs on SSD",
    "temp": "Temp on SSD",
    "flash-cache": "Smart Flash Cache",
    "buffer-cache": "Bigger buffer cache instead",
}
WITHOUT_FLASH = ("none", "buffer-cache")


def all_options(case: Case, ranking: Ranking) -> tuple[tuple[OptionAdvice, ...], dict[str, frozenset[SegmentKey]]]:
    """Every option with its forecast, and the segments each one moves."""
    drafts = [
        Draft("none", Change(), 0),
        _everything(case),
        _indexes(case),
        _segments(case, ranking),
        _files(case, "redo", Change(redo=True), case.redo_bytes, "redo logs"),
        _files(case, "temp", Change(temp=True), case.temp_bytes, "temp files"),
        flash_cache(case),
        buffer_cache(case),
    ]
    advices = {draft.option: _advice(case, draft) for draft in drafts}
    several = combination(case, ranking, drafts, advices)
    moved = {draft.option: draft.moved for draft in (*drafts, several)}
    return (*advices.values(), _advice(case, several)), moved


def _everything(case: Case) -> Draft:
    total = case.segments.total_size_bytes
    stops = (
        *blocked.not_shared(case, "data files"),
        *blocked.engineered(case),
        *blocked.does_not_fit(case, total, "the whole database"),
    )
    moved = frozenset(load.key for load in case.segments.loads if load.unmovable_reason is None)
    return Draft("all", Change(buffered_reads=1.0, direct_reads=1.0, writes=1.0), total, stops, moved)


def _indexes(case: Case) -> Draft:
    rows = [load for load in case.segments.loads if load.is_index and load.unmovable_reason is None]
    used = case.segments.index_size_bytes
    stops = (
        *blocked.not_shared(case, "index data files"),
        *blocked.engineered(case),
        *blocked.does_not_fit(case, used, "all indexes together"),
    )
    change = share_of(case, rows)
    # Indexes that no list names move as well; how much of the unlisted I/O is theirs is not known.
    unseen_reads = 1 - (case.segments.read_coverage or 0.0)
    unseen_writes = 1 - (case.segments.write_coverage or 0.0)
    change = replace(change, reads_extra=unseen_reads, writes_extra=unseen_writes)
    return Draft("indexes", change, used, stops, frozenset(row.key for row in rows))


def _files(case: Case, option: str, change: Change, size_bytes: int | None, what: str) -> Draft:
    """Redo logs or temp files: blocked by their size only where it is known, else the scripts look it up."""
    stops = (
        *blocked.not_shared(case, what),
        *blocked.engineered(case),
        *(blocked.does_not_fit(case, size_bytes, f"the space of the {what}") if size_bytes is not None else ()),
    )
    return Draft(option, change, size_bytes, stops)


def _segments(case: Case, ranking: Ranking) -> Draft:
    stops = [*blocked.not_shared(case, "data files"), *blocked.engineered(case)]
    keys = frozenset(ranking.solution.chosen) if ranking.solution else frozenset(ranking.wanted)
    used: int | None = ranking.solution.used_bytes if ranking.solution else None
    if not case.segments.loads:
        stops.append("The inputs list no segments, so which of them to move is not known.")
        return Draft("segments", Change(), None, tuple(stops), known=False)
    if not ranking.wanted:
        stops.append("No movable segment that the inputs list saves enough to be worth a move.")
        used = 0
    elif ranking.solution is None:
        several = f"The sizes of the {len(ranking.wanted)} segments worth moving are not known"
        one = "The size of the one segment worth moving is not known"
        what = several if len(ranking.wanted) > 1 else one
        stops.append(f"{what}: add a dba_segments export or type it. The forecast holds if it fits.")
    elif not ranking.solution.chosen:
        stops.append("No segment worth moving fits into the capacity.")
    rows = [load for load in case.segments.loads if load.key in keys]
    return Draft("segments", share_of(case, rows), used, tuple(stops), keys)


def _not_known(draft: Draft) -> OptionAdvice:
    """An option whose inputs are missing: nothing is forecast, which is not the same as no change."""
    return OptionAdvice(
        option=draft.option,
        title=_title(draft),
        feasible=False,
        blocked_by=draft.blocked_by,
        used_bytes=draft.used_bytes,
        parts=draft.made_of,
        worth_text="" if draft.option == "combination" else "Not known: the inputs do not say enough.",
    )


def _advice(case: Case, draft: Draft) -> OptionAdvice:
    if not draft.known:
        return _not_known(draft)
    forecast = forecast_change(case.basis, draft.change)
    worth_it, text = worth(case, draft, forecast.response_ratio)
    return OptionAdvice(
        option=draft.option,
        title=_title(draft),
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
        cost=None if draft.option in WITHOUT_FLASH else case.request.price,
        cost_per_txn_per_s=None if draft.option in WITHOUT_FLASH else cost_per_txn_per_s(case, forecast),
        load_curve=load_curve(case.basis, draft.change, case.request.response_limit_s),
        flash_cache=sizing(case, draft, forecast),
        assumptions=(
            *forecast.assumptions,
            *_unconfirmed_os(case, draft),
            *_headroom(case, draft),
            *assumed(draft.parts),
            *rest_assumed(case, draft.option),
        ),
        dominant_input=forecast.dominant_input,
        worth_it=worth_it,
        worth_text=f"{text} {rest_told(case, draft.option, forecast.response_ratio)}".rstrip(),
    )


def _title(draft: Draft) -> str:
    return title_of(draft.parts) if draft.option == "combination" else TITLES[draft.option]


def _ranges_only(case: Case, draft: Draft) -> bool:
    """What goes by the names of segments has no point figure where most reads have none."""
    table = case.segments
    by_name = {"segments", "indexes"} & {*draft.made_of}
    return bool(by_name) and table.basis == "listed" and (table.named_reads or 0.0) < HALF_LISTED


def _unconfirmed_os(case: Case, draft: Draft) -> tuple[Assumption, ...]:
    """A report says Linux, not which one; Smart Flash Cache cares."""
    if "flash-cache" not in draft.made_of or case.request.flash_cache_os is not None:
        return ()
    seen = case.workload.database.platform or "no platform"
    return (Assumption("server_os", "Oracle Linux or Solaris", source=f"not confirmed; the report says {seen}"),)


def _headroom(case: Case, draft: Draft) -> tuple[Assumption, ...]:
    """What a placement leaves free, so that the tablespaces on the flash can grow."""
    if not {"all", "indexes", "segments"} & {*draft.made_of}:
        return ()
    kept = case.request.headroom_pct
    source = "of the usable flash, kept free for growth and rebuilds; nobody has measured how fast this database grows"
    return (Assumption("headroom", kept, unit="%", source=source),)
