"""Typed segments that make nearly all reads and writes, each with its size, are the whole database."""

from dataclasses import replace

import pytest

from segtier.advisor.case import build_case
from segtier.model.workload import Coverage, Segment, Source
from tests.builders import GIB, a_request, a_segment, a_workload

TABLE, INDEX = a_segment("ORDERS", 1e6, size_bytes=3 * GIB), a_segment("ORDERS_PK", 8e5, kind="INDEX", size_bytes=GIB)


@pytest.mark.parametrize(
    ("kind", "segments", "part", "totals"),
    [
        ("typed", (TABLE, INDEX), 1.0, (4 * GIB, GIB)),
        ("typed", (TABLE, INDEX), 0.9, (4 * GIB, GIB)),
        ("typed", (TABLE, INDEX), 0.89, (None, None)),
        ("typed", (TABLE, replace(INDEX, size_bytes=None)), 1.0, (None, None)),
        ("awr-html", (TABLE, INDEX), 1.0, (None, None)),
    ],
    ids=["all", "nearly all", "others may be there", "one without a size", "a report lists what it lists"],
)
def test_the_size_of_the_whole(
    kind: str, segments: tuple[Segment, ...], part: float, totals: tuple[int | None, int | None]
) -> None:
    listed = Coverage(listed=part * 1e6, captured=1e6, total=1e6)
    coverage = dict.fromkeys(("physical_reads_blocks", "physical_writes_blocks"), listed)
    hour = a_workload(segments=segments, source=Source(kind=kind, file=None), segment_coverage=coverage)  # type: ignore[arg-type]
    found = build_case([hour], [], a_request()).segments
    assert (found.total_size_bytes, found.index_size_bytes) == totals
