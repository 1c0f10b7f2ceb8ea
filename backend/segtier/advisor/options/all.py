"""All data files on flash."""

from __future__ import annotations

from segtier.advisor.draft import Draft
from segtier.advisor.options import blocked
from segtier.advisor.options.option import Option, Weighing
from segtier.advisor.today.on_flash_today import all_others, bytes_there


def _draft(weighing: Weighing) -> Draft:
    case = weighing.case
    total = case.segments.total_size_bytes or case.workload.database.size_bytes
    if total is not None:
        total = max(total - bytes_there(case), 0)
    moved = frozenset(load.key for load in case.segments.loads if load.unmovable_reason is None)
    stops = (
        *blocked.not_shared(case, "data files"),
        *blocked.engineered(case),
        *blocked.does_not_fit(case, total, "the whole database"),
        *blocked.kept_out(weighing.ranking.placer.held),
        *blocked.past_limits(case, len(moved), total),
    )
    return Draft("all", all_others(case), total, stops, moved)


OPTION = Option("all", _draft)
