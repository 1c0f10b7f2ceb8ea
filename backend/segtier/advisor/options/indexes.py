"""All indexes on flash, those that no list names included."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options import blocked
from segtier.advisor.options.option import Option, Weighing
from segtier.advisor.segments.members import all_indexes, change_of_members, hangs_on_unlisted, used_bytes


def _draft(weighing: Weighing) -> Draft:
    case = weighing.case
    members = all_indexes(case, weighing.ranking.placer.held)
    used = used_bytes(case, members)
    stops = (
        *blocked.not_shared(case, "index data files"),
        *blocked.engineered(case),
        *blocked.does_not_fit(case, used, "all indexes together"),
        *blocked.past_limits(case, len(members.rows), used),
    )
    return Draft("indexes", change_of_members(case, members), used, stops, members.keys)


def _unlisted(_: Case, draft: Draft) -> str | None:
    return hangs_on_unlisted(draft.change, "indexes")


OPTION = Option("indexes", _draft, doubt=_unlisted)
