"""The way back for segments: by the tablespaces the report gave, and by those the moving scripts found and recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.duration import for_segments
from segtier.plan.moves.lists import MoveList
from segtier.plan.moves.segments import MODE, PROBLEMS, RECORDED, walk
from segtier.plan.recording import replay
from segtier.plan.sqlplus import script


def rollback_files(lists: Sequence[MoveList], request: PlanRequest) -> Iterable[BundleFile]:
    """`90_rollback.sql` to the tablespaces of the report, `91_rollback_recorded.sql` to those found at run time."""
    expected = for_segments([move.segment for each in lists for move in each.moves])
    yield script(
        "90_rollback.sql",
        "moves everything back to the tablespaces the report gives (SYSDBA)",
        walk(lists, "UNDO") + PROBLEMS,
        request,
        expected=expected,
    )
    recorded = MODE.replace("%%MODE%%", "UNDO") + replay(RECORDED) + PROBLEMS
    yield script(
        "91_rollback_recorded.sql",
        f"moves everything back to where {RECORDED} says it was (SYSDBA)",
        recorded,
        request,
        expected=expected,
    )
