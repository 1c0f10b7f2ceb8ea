"""A figure that is lost is not zero: what hangs on it is not known, and nothing certain is said in its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from robustness import less_evidence
from segtier.advisor import advise
from segtier.analysis.unnamed import left_out
from segtier.model.advice import Advice
from segtier.model.inventory import Inventory
from segtier.model.option import OptionName
from segtier.model.verdict import OptionState
from segtier.model.workload import (
    Coverage,
    HistogramBucket,
    LoadMetric,
    TablespaceIo,
    WaitClass,
    WaitEvent,
    WaitHistogram,
    Workload,
)
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes

SLOW = a_wait("db file sequential read", 18_000, 9)
OTHER = a_wait("log file sync", 10, 1)
HOT = (a_segment("ORDERS", 1_500_000), a_segment("HISTORY", 900_000))
SIZES = some_sizes(("ORDERS", 40), ("HISTORY", 400))
WHOLE = a_workload((SLOW, OTHER), segments=HOT, wait_classes=())
COUNTED = WaitHistogram("db file sequential read", SLOW.waits, (HistogramBucket(8_000, 16_000, 100.0),))
FILES = TablespaceIo("SHOP_DATA", read_requests=2_000_000.0, avg_read_us=9_000.0)
NOT_TIMED: dict[str, Any] = {"time_s": None, "avg_wait_us": None}


def events(*rows: WaitEvent, **changed: Any) -> Workload:
    return replace(WHOLE, wait_events=rows, **changed)


def answer(workload: Workload) -> Advice:
    return advise([workload], [SIZES], a_request(draws=60))


def state(advice: Advice, name: OptionName) -> OptionState:
    return next(option.state for option in advice.options if option.option == name)


@pytest.mark.parametrize(
    ("less", "workload"),
    [
        ("no time", events(replace(SLOW, **NOT_TIMED), OTHER)),
        ("no figure", events(replace(SLOW, waits=None, **NOT_TIMED), OTHER)),
        ("no second for two million reads", events(replace(SLOW, time_s=0.0, avg_wait_us=None), OTHER)),
        ("the files alone tell", events(OTHER, tablespace_io=(FILES,))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wait_whose_time_nobody_tells_is_not_known(less: str, workload: Workload) -> None:
    advice = answer(workload)
    assert advice.verdict.cause == "unseen-waits", less
    assert state(advice, "all") == "unknown"
    unknown = next(option.not_known for option in advice.options if option.option == "all")
    whole = next(option.response_ratio for option in answer(WHOLE).options if option.option == "all")
    assert unknown is not None
    assert whole is not None
    assert unknown.least_pct <= 100 * (1 - whole.expected) <= unknown.most_pct
    assert "db file sequential read" not in {event.event for event in advice.top_events if event.db_time_pct == 0}


def test_a_row_without_its_time_leaves_open_what_its_list_leaves_out() -> None:
    left = left_out(events(replace(SLOW, **NOT_TIMED), OTHER))
    assert left.most_s("db file sequential read", "User I/O") == float("inf")
    assert left.most_s("log file sync", "Commit") == 0
    assert left_out(WHOLE).most_s("db file sequential read", "User I/O") == 0


def test_a_histogram_tells_the_least_and_how_long_one_takes() -> None:
    lost = answer(events(OTHER, wait_histograms=(COUNTED,)))
    unknown = next(option.not_known for option in lost.options if option.option == "all")
    assert unknown is None or unknown.least_pct > 30
    assert lost.verdict.ceiling_db_time_pct is not None
    assert lost.verdict.ceiling_db_time_pct > 70
    uncounted = answer(events(replace(SLOW, waits=None, avg_wait_us=None), OTHER, wait_histograms=(COUNTED,)))
    reads = next(event for event in uncounted.top_events if event.event == "db file sequential read")
    assert reads.avg_wait_us == pytest.approx(12_000, rel=0.3)


def test_a_table_of_classes_that_prints_zeros_has_lost_the_class_it_lacks() -> None:
    classes = (
        WaitClass("Application", time_s=0.0),
        WaitClass("Commit", time_s=10.0),
        WaitClass("Network", time_s=9.0),
    )
    advice = answer(events(OTHER, wait_classes=classes))
    assert state(advice, "all") == "unknown"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [((("ORDERS", 40), ("HISTORY", 400)), True), ((("ORDERS", 40),), False)],
    ids=["whole", "one is missing"],
)
def test_an_export_without_a_segment_that_is_read_has_no_sum(
    rows: tuple[tuple[str, float], ...], expected: bool
) -> None:
    advice = advise([WHOLE], [some_sizes(*rows)], a_request(draws=60))
    whole = next(option for option in advice.options if option.option == "all")
    assert (whole.used_bytes is not None) == expected
    assert advice.verdict.option != "all" or expected


def test_segments_without_their_reads_are_none_to_choose_from() -> None:
    bare = tuple(replace(row, physical_reads_blocks=None, physical_read_requests=None) for row in HOT)
    found = next(option for option in answer(replace(WHOLE, segments=bare)).options if option.option == "segments")
    assert (found.state, found.response_ratio) == ("needs", None)


def test_no_answer_leaves_storage_alone_beside_what_nobody_knows() -> None:
    """Reads are fast; a third of DB time has only a class, which may be writes that stall."""
    fast = a_wait("db file sequential read", 9_000, 0.4)
    classes = (WaitClass("User I/O", time_s=9_000.0), WaitClass("Configuration", time_s=8_000.0))
    workload = a_workload((fast,), rest_s=8_000, wait_classes=classes, segments=HOT)
    assert answer(workload).verdict.state == "not-enough-data"


def counted(times: float, **changed: Any) -> Workload:
    """So many read requests, and as many blocks, to each that sessions waited for: the listed segments make the rest of it."""
    reads = 2_000_000 * times
    return replace(
        a_workload(
            (SLOW, OTHER),
            segments=HOT,
            statistics={"physical reads": reads, "physical read IO requests": reads},
        ),
        **changed,
    )


NO_TOTALS: dict[str, Any] = {"instance_statistics": (), "io_filetypes": (), "load_profile": (), "segment_coverage": {}}
BLOCKS_ALONE = {"physical_reads_blocks": Coverage(total=8_000_000.0)}


@pytest.mark.parametrize("sizes", [(), (SIZES,)], ids=["no sizes", "sizes"])
@pytest.mark.parametrize("times", [1.2, 4, 8])
def test_where_no_total_of_reads_is_known_the_range_holds_what_any_would_give(
    times: float, sizes: tuple[Inventory, ...]
) -> None:
    """Least of all is a gain sure that a total may take away."""
    whole, less = (advise([one], sizes, a_request(draws=60)) for one in (counted(times), counted(times, **NO_TOTALS)))

    assert list(less_evidence.broken(whole, less)) == []
    assert (less.quality.coverage["physical_reads"], less.verdict.option) != (None, "segments")
    assert not any(option.worth_it for option in less.options if option.option in ("segments", "indexes"))
    assert all(option.ranges_only for option in less.options if option.option == "segments")


def test_blocks_bound_how_many_requests_there_are() -> None:
    """Eight million blocks are eight million requests at most, of which these segments make 2.4 million."""
    rows = {True: counted(4, **NO_TOTALS | {"segment_coverage": BLOCKS_ALONE}), False: counted(4, **NO_TOTALS)}
    highs = {}
    for bounded, workload in rows.items():
        found = next(option for option in answer(workload).options if option.option == "segments")
        assert found.response_ratio is not None
        highs[bounded] = found.response_ratio.high
    assert highs[True] < 0.95 < highs[False]


@pytest.mark.parametrize("lacking", ["instance_statistics", "load_profile"])
def test_the_load_profile_counts_what_the_statistics_do(lacking: str) -> None:
    per_s = 2_000_000 * 4 / 3_600
    profile = (
        LoadMetric("physical_reads_blocks", "Physical read (blocks)", per_s),
        LoadMetric("physical_read_requests", "Read IO requests", per_s),
    )
    whole = counted(4, io_filetypes=(), segment_coverage={}, load_profile=profile)
    coverage = [answer(one).quality.coverage["physical_reads"] for one in (whole, replace(whole, **{lacking: ()}))]

    assert coverage[0] == pytest.approx(coverage[1])
