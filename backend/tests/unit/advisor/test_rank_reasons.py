"""Why a segment is in or out, where the inputs do not give its reads."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from segtier.advisor import advise
from segtier.model.workload import Interval, Segment, Source, Workload
from tests.builders import a_request, a_segment, a_workload, some_sizes
from tests.sentences import like, worded

TEN, ELEVEN = map(datetime.fromisoformat, ("2026-03-02T10:00", "2026-03-02T11:00"))
HOT = ("ORDERS", "STOCK", "ITEMS")
SIZES = some_sizes(*((name, 10) for name in (*HOT, "ODD")))


def an_export(at: datetime, odd: Segment | None, reads: float) -> Workload:
    hot = tuple(a_segment(name, reads, reads / 10) for name in HOT)
    return Workload(
        source=Source(kind="segment-counters", file=f"{at:%H}.csv", sha256=f"{at:%H}" * 32),
        interval=Interval(end_time=at),
        segments=(*hot, odd) if odd else hot,
        segment_basis={"kind": "cumulative", "from": None, "to": at.isoformat()},
    )


def reason_of(name: str, exports: list[Workload], **report: object) -> str:
    advice = advise([a_workload(**report), *exports], [SIZES], a_request())  # type: ignore[arg-type]
    return next(row.reason for row in advice.segments if row.name == name)


MOVED = replace(a_segment("ODD", 100, 10), data_object_id=8)
REASONS: list[tuple[str, Segment | None, Segment | None, str]] = [
    ("moved in between", replace(a_segment("ODD", 50, 5), data_object_id=7), MOVED, worded("analysis/new-data-object")),
    ("smaller", a_segment("ODD", 500, 50), a_segment("ODD", 400, 50), worded("analysis/smaller-figure-later")),
    ("gone", a_segment("ODD", 500, 50), None, worded("analysis/not-later-export")),
]


@pytest.mark.parametrize(("old", "new", "why"), [row[1:] for row in REASONS], ids=[row[0] for row in REASONS])
def test_a_refused_difference_is_named(old: Segment | None, new: Segment | None, why: str) -> None:
    reason = reason_of("ODD", [an_export(TEN, old, 1e5), an_export(ELEVEN, new, 2e6)])
    assert reason.startswith(worded("advisor/two-counter-exports", why))
    assert "not listed" not in reason


def test_what_no_list_names_is_not_listed() -> None:
    listed = (a_segment("ORDERS", 1_500_000, 200_000), replace(a_segment("ODD", 0), physical_reads_blocks=None,
              physical_read_requests=None, physical_writes_blocks=None, physical_write_requests=None))  # fmt: skip
    assert like("advisor/reads-not-listed").match(reason_of("ODD", [], segments=listed))
