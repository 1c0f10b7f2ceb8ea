"""What a segment may have made where a table of no rank has no row of it."""

from dataclasses import replace

import pytest

from segtier.analysis.not_listed import NotListed
from segtier.model.document_kind import DUMP
from segtier.model.workload import Workload
from tests.builders import a_segment, a_workload

ORDERS = (None, "SHOP", "ORDERS", None, "TABLE")
READS, WRITES = 1000.0, 400.0


def interval(
    rows: dict[str, float], *, reads: float | None = READS, writes: float | None = WRITES, kind: str = DUMP
) -> Workload:
    """`rows`: blocks read by segment; it writes a tenth of that."""
    totals = {"physical reads": reads, "physical writes": writes}
    made = a_workload(
        segment_coverage={}, segments=tuple(a_segment(name, blocks, blocks / 10) for name, blocks in rows.items())
    )
    told = tuple(
        replace(row, total=totals[row.name]) if row.name in totals else row for row in made.instance_statistics
    )
    return replace(made, instance_statistics=told, source=replace(made.source, kind=kind))


FULL, HALF = {"ORDERS": 600.0, "LINES": 400.0}, {"LINES": 500.0}


@pytest.mark.parametrize(
    ("intervals", "reads", "writes"),
    [
        ([interval(FULL), interval(FULL)], 0.0, 0.0),
        ([interval(HALF)], 0.0, 0.0),
        ([interval({"ORDERS": 600.0}), interval(HALF)], 0.25, 350 / 800),
        # Its row is where rows name all there is.
        ([interval({"ORDERS": 1000.0}, writes=100.0), interval(HALF)], 0.25, 350 / 500),
        # Nobody knows how much there is: it may be all.
        ([interval({"ORDERS": 600.0}), interval(HALF, reads=None)], 1.0, 350 / 800),
        ([interval({"ORDERS": 600.0}), interval(HALF, writes=None)], 0.25, 1.0),
        # Where it has a row that row stands, whatever there is beside it.
        ([interval(FULL, reads=None), interval(FULL, reads=None)], 0.0, 0.0),
        ([interval({"ORDERS": 600.0}), interval(HALF, reads=None, kind="awr-html")], 0.0, 0.0),
    ],
)
def test_what_it_may_have_made_without_a_row(intervals: list[Workload], reads: float, writes: float) -> None:
    found = NotListed()
    for one in intervals:
        found.add(one)
    assert found.most([ORDERS]) == pytest.approx((reads, writes))
