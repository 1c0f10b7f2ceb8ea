"""Several intervals as one: totals add, latencies weigh by waits, rates by time, nothing counts twice."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from segtier.analysis.merge import rules_of, with_source
from segtier.errors import NotUsable
from segtier.model.evidence import Evidence
from segtier.model.merging import Key
from segtier.model.names import Word
from segtier.model.workload import (
    BufferPool,
    BufferPoolAdvice,
    Instance,
    IoFiletype,
    LoadMetric,
    OsStatistic,
    Parameter,
    PgaAdvice,
    Source,
    WaitEvent,
    Workload,
)
from tests.builders import a_segment, a_wait, a_workload, merge_intervals

READ = "db file sequential read"


def an_hour(snaps: tuple[int, int], seconds: float, ms: float, **changed: object) -> Workload:
    return replace(a_workload((a_wait(READ, seconds, ms),), snaps=snaps), **changed)  # type: ignore[arg-type]


def test_latency_is_weighted_by_waits_never_an_average_of_averages() -> None:
    merged, _ = merge_intervals([an_hour((1, 2), 100, 1), an_hour((2, 3), 9_900, 11)])
    row = merged.wait_events[0]
    assert row.waits == 100_000 + 900_000
    assert row.avg_wait_us == pytest.approx(10_000)
    assert merged.interval.elapsed_s == 7_200


def test_rates_are_weighted_by_elapsed_time() -> None:
    long = replace(an_hour((2, 3), 10, 1), load_profile=(LoadMetric("executes", per_s=10.0),))
    long = replace(long, interval=replace(long.interval, elapsed_s=7_200.0))
    short = replace(an_hour((1, 2), 10, 1), load_profile=(LoadMetric("executes", per_s=40.0),))
    merged, _ = merge_intervals([short, long])
    assert merged.load_profile[0].per_s == pytest.approx(20.0)


def test_instances_of_one_interval_add_up_and_its_time_counts_once() -> None:
    second = replace(an_hour((1, 2), 300, 10), instances=(Instance(number=2, cpus=32, cores=16),))
    merged, warnings = merge_intervals([an_hour((1, 2), 100, 10), second])
    assert merged.interval.elapsed_s == 3_600
    assert merged.wait_events[0].time_s == 400
    assert warnings == ()


def test_a_duplicate_is_left_out_and_named() -> None:
    merged, warnings = merge_intervals([an_hour((1, 2), 100, 10), an_hour((1, 2), 100, 10)])
    assert merged.wait_events[0].time_s == 100
    assert [w.code for w in warnings] == ["duplicate-interval"]
    assert "snapshots 1-2 are in" in warnings[0].message


def test_unknown_stays_unknown_and_zero_stays_zero() -> None:
    parts = [
        an_hour((n, n + 1), 100, 10, io_filetypes=(IoFiletype("Temp File", read_requests_per_s=rate),))
        for n, rate in ((1, None), (2, None))
    ]
    assert merge_intervals(parts)[0].io_filetypes[0].read_requests_per_s is None
    parts = [replace(p, io_filetypes=(IoFiletype("Temp File", read_requests_per_s=0.0),)) for p in parts]
    assert merge_intervals(parts)[0].io_filetypes[0].read_requests_per_s == 0


def test_bounds_of_unlisted_segments_add_up() -> None:
    listed = a_segment("ORDERS", 500, 70)
    bounded = replace(listed, physical_write_requests=None, below={"physical_write_requests": 40.0})
    parts = [an_hour((1, 2), 100, 10, segments=(listed,)), an_hour((2, 3), 100, 10, segments=(bounded,))]
    row = merge_intervals(parts)[0].segments[0]
    assert (row.physical_read_requests, row.physical_write_requests) == (1_000, 70)
    assert row.below == {"physical_write_requests": 40.0}


@pytest.mark.parametrize("requests", ["physical_read_requests", "physical_write_requests"])
def test_requests_that_one_hour_does_not_tell_beside_its_blocks_are_not_known(requests: str) -> None:
    """The sum of some of them would be a smaller figure, and as certain."""
    blocks = requests.removesuffix("_requests") + "s_blocks"
    whole = replace(a_segment("ORDERS", 500, 70), physical_reads_blocks=600.0, physical_writes_blocks=90.0)
    untold: dict[str, Any] = {requests: None}
    less = replace(whole, **untold)
    parts = [an_hour((n, n + 1), 100, 10, segments=(one,)) for n, one in ((1, whole), (2, less))]
    row = merge_intervals(parts)[0].segments[0]
    assert (getattr(row, requests), getattr(row, blocks)) == (None, 2 * getattr(whole, blocks))


def test_a_table_and_an_index_of_one_name_stay_two() -> None:
    both = (a_segment("X", 10), a_segment("X", 20, kind="INDEX"))
    merged, _ = merge_intervals([an_hour((n, n + 1), 100, 10, segments=both) for n in (1, 2)])
    assert {(s.type, s.physical_read_requests) for s in merged.segments} == {("TABLE", 20), ("INDEX", 40)}


def test_every_figure_names_its_file() -> None:
    parts = []
    for n, digest in ((1, "a" * 64), (2, "b" * 64)):
        hour = an_hour((n, n + 1), 100, 10)
        row = replace(hour.wait_events[0], evidence=(Evidence("Foreground Wait Events", row=3),))
        parts.append(replace(hour, source=replace(hour.source, sha256=digest), wait_events=(row,)))
    merged, _ = merge_intervals(parts)
    assert [(e.source, e.row) for e in merged.wait_events[0].evidence] == [("a" * 64, 3), ("b" * 64, 3)]


def test_nothing_to_merge() -> None:
    with pytest.raises(NotUsable, match="DB time"):
        merge_intervals([Workload()])


def of_instance(row: object, instance: int | None, **changed: object) -> object:
    return replace(row, instance=instance, **changed)  # type: ignore[type-var]


@pytest.mark.parametrize("total_printed", [True, False])
def test_a_report_of_two_instances_counts_each_second_once(total_printed: bool) -> None:
    one, two, both = (a_wait(READ, seconds, 10) for seconds in (100, 300, 400))
    waits = [of_instance(one, 1), of_instance(two, 2), *([both] if total_printed else [])]
    rates = [
        IoFiletype("Data File", read_requests_per_s=rate, instance=number) for rate, number in ((3.0, 1), (9.0, 2))
    ]
    report = replace(an_hour((1, 2), 400, 10), wait_events=tuple(waits), io_filetypes=tuple(rates))  # type: ignore[arg-type]
    merged, _ = merge_intervals([report])
    assert [(w.time_s, w.waits) for w in merged.wait_events] == [(400, 40_000)]
    assert merged.wait_events[0].avg_wait_us == pytest.approx(10_000)
    assert merged.io_filetypes[0].read_requests_per_s == pytest.approx(12.0)


@dataclass(frozen=True)
class Unruled:
    io_functions: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Row:
    name: Key[Word]
    waits: int | None = None


@dataclass(frozen=True)
class HalfRuled:
    io_functions: tuple[Row, ...] = ()


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (Unruled, r"Unruled\.io_functions: mark .*Evidence.*\(.*test_merge\.py\)"),
        (HalfRuled, r"HalfRuled\.io_functions: how does Row\.waits merge\?.*model/merging\.py.* in .*test_merge\.py"),
    ],
)
def test_a_list_or_a_figure_without_a_rule_is_refused_with_the_file_to_edit(document: type, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        rules_of(document)


def test_counters_of_a_pool_add_up_and_a_value_at_the_end_is_not_told_of_several() -> None:
    pools = BufferPool("DEFAULT", buffer_busy_waits=3.0), BufferPool("DEFAULT", buffer_busy_waits=4.0)
    memory = OsStatistic("FREE_MEMORY_BYTES", end_value=5.0)
    hours = [
        an_hour((n, n + 1), 100, 10, buffer_pool_statistics=(pool,), os_statistics=(memory,))
        for n, pool in enumerate(pools)
    ]
    merged, _ = merge_intervals(hours)
    assert [pool.buffer_busy_waits for pool in merged.buffer_pool_statistics] == [7.0]
    assert [row.end_value for row in merged.os_statistics] == [None]


def test_evidence_of_every_list_names_its_file() -> None:
    """Whatever a finding is drawn from can be found again in the file."""
    digest = "d" * 64
    mine = (Evidence("A section", 0, 1),)
    rows = {
        "pga_advisory": (PgaAdvice(evidence=mine),),
        "buffer_pool_advisory": (BufferPoolAdvice("DEFAULT", evidence=mine),),
        "parameters": (Parameter("db_block_size", evidence=mine),),
        "wait_events": (WaitEvent("db file sequential read", evidence=mine),),
    }
    named = with_source(Workload(source=Source("awr-html", "a.html", digest), **rows))  # type: ignore[arg-type]
    assert {e.source for name in rows for row in getattr(named, name) for e in row.evidence} == {digest}
