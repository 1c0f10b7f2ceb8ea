"""DB time that is in neither CPU nor a wait: forecasts leave it as it is, and where that makes a range narrow, they say so.

It may be waits for storage that no event counts, which flash would shorten, or a queue for the CPUs, which more work a
second would lengthen. Nothing in a report tells which, so no option is credited with it and no ceiling counts it in.
"""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.analysis.words import pct
from segtier.model.forecast import Assumption, Range

MUCH = 0.15
"""Of DB time; less is hardly more than the rounding of a report."""
NARROW = 0.005
"""Of DB time: ends of a range that the reader sees as one figure."""
_SOURCE = (
    "of DB time, in neither CPU nor a wait: taken to stay as it is. Waits for storage that no event counts would make the "
    "gain larger; a queue for the CPUs would grow with the throughput"
)


def rest_assumed(case: Case, draft: Draft) -> tuple[Assumption, ...]:
    """What is taken of the rest, where it is much."""
    share = _share(case)
    if draft.changes_nothing or share <= MUCH:
        return ()
    return (Assumption("unexplained_rest", round(100 * share, 1), unit="%", source=_SOURCE),)


def rest_told(case: Case, draft: Draft, ratio: Range) -> str:
    """Why a range is as narrow as that, though much of DB time is not known; empty where it is not."""
    share = _share(case)
    if draft.changes_nothing or share <= MUCH:
        return ""
    if ratio.high - ratio.low < NARROW:
        return f"That is for what the report explains: {pct(share)} of DB time is in neither CPU nor a wait."
    if ratio.expected - ratio.low < NARROW:
        return (
            f"The range ends at the most that storage can take off: {pct(share)} of DB time is in neither CPU nor a wait "
            "and taken to stay."
        )
    return ""


def _share(case: Case) -> float:
    return case.profile.unexplained_share
