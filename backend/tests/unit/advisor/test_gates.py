"""One case for each gate that once let a wrong figure through."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.model.workload import Instance, PgaAdvice, WaitEvent, Workload
from tests.builders import GIB, a_request, a_segment, a_wait, a_workload, some_sizes

SIZES = some_sizes(("ORDERS", 40), ("ORDERS_PK", 6))
HOT = (a_segment("ORDERS", 1_500_000, 200_000), a_segment("ORDERS_PK", 300_000, 9_000, "INDEX"))


def saved(workload: Workload) -> dict[str, float | None]:
    return {row.name: row.benefit_s_per_hour for row in advise([workload], [SIZES], a_request()).segments}


def uncounted(*kept: str) -> Workload:
    """Without the counts of requests; of the statistics only those named."""
    workload = a_workload(segments=HOT)
    return replace(
        workload,
        io_filetypes=(),
        instance_statistics=tuple(row for row in workload.instance_statistics if row.name in ("user commits", *kept)),
    )


@pytest.mark.parametrize("kept", [("physical reads", "physical writes"), ()], ids=["blocks and waits", "waits"])
def test_requests_that_nothing_counts_are_not_zero(kept: tuple[str, ...]) -> None:
    """As with 10.2, Statspack and typed documents: the waits say it."""
    counted, found = saved(a_workload(segments=HOT)), saved(uncounted(*kept))
    assert found["ORDERS"] == pytest.approx(counted["ORDERS"], rel=0.01)
    warned = {warn.code for warn in advise([uncounted(*kept)], [SIZES], a_request()).warnings}
    assert "requests-not-counted" in warned


def test_nobody_knows_the_part_of_an_unknown_total() -> None:
    untold = replace(
        uncounted(),
        load_profile=(),
        segment_coverage={},
        wait_events=(WaitEvent("db file sequential read", "User I/O", True, None, None, 18_000.0),),
    )
    assert saved(untold)["ORDERS"] is None


PX = "PX Deq Credit: send blkd"


@pytest.mark.parametrize(
    ("printed", "shown"), [("Other", True), ("Idle", False), (None, False)], ids=["Other", "Idle", "no class"]
)
def test_the_printed_class_says_what_is_idle(printed: str | None, shown: bool) -> None:
    row = replace(a_wait(PX, 10_000, 5), wait_class=printed)
    advice = advise([a_workload((a_wait("db file sequential read", 9_000, 5), row))], [], a_request())
    assert (PX in {event.event for event in advice.top_events}) == shown


def test_an_event_of_ours_that_the_report_calls_idle_is_idle() -> None:
    row = replace(a_wait("enq: TX - row lock contention", 10_000, 900), wait_class="Idle")
    advice = advise([a_workload((a_wait("db file sequential read", 9_000, 5), row))], [], a_request())
    assert [event.event for event in advice.top_events] == ["db file sequential read"]


def test_every_large_event_is_shown_however_many() -> None:
    waits = tuple(a_wait(f"wait number {number}", 1_000, 5) for number in range(15))
    advice = advise([a_workload(waits, cpu_s=600)], [], a_request())
    assert len(advice.top_events) == 15


def of_memory(gib: float, workload: Workload) -> Workload:
    return replace(workload, instances=(Instance(number=1, cpus=32, cores=16, memory_bytes=round(gib * GIB)),))


PGA = (
    PgaAdvice(target_bytes=4 * GIB, size_factor=1.0, est_extra_bytes=1e12),
    PgaAdvice(target_bytes=36 * GIB, size_factor=9.0, est_extra_bytes=1e10),
)


@pytest.mark.parametrize(("server_gib", "advised"), [(31.4, False), (44, False), (64, True)])
def test_no_target_beyond_the_memory_of_the_server(server_gib: float, advised: bool) -> None:
    """36 GiB beside a buffer cache of 8 GiB, and a fifth of the server for the rest."""
    workload = a_workload((a_wait("direct path read temp", 18_000, 8),), pga_advisory=PGA)
    advice = advise([of_memory(server_gib, workload)], [], a_request())
    said = " ".join([advice.verdict.text, *(finding.text for finding in advice.findings)])
    assert ("36 GiB" in said) == advised
    assert (advice.verdict.cause == "more-pga") == advised


@pytest.mark.parametrize(("server_gib", "advised"), [(18, False), (24, True)])
def test_no_cache_beyond_the_memory_of_the_server(server_gib: float, advised: bool) -> None:
    workload = a_workload(cache_factor_at_double=0.2)
    advice = advise([of_memory(server_gib, workload)], [], a_request())
    memory = next(option for option in advice.options if option.option == "buffer-cache")
    assert (memory.response_ratio is not None) == advised
    assert ("bigger-cache-helps" in {finding.code for finding in advice.findings}) == advised


@pytest.mark.parametrize("read_ms", [1.6, 2.0])
def test_a_wait_that_flash_would_lengthen_has_a_range(read_ms: float) -> None:
    """Reads of 1 MiB in 2 ms are faster than the data sheet: what they take on flash is drawn, no limit of the model."""
    million = {"physical reads": 1_440_000_000.0, "physical read IO requests": 11_250_000.0}
    fast = a_workload((a_wait("db file scattered read", 11_250 * read_ms, read_ms),), statistics=million)
    advice = advise([fast], [], a_request())
    after = next(option for option in advice.options if option.option == "all").wait_events_after
    row = next(row for row in after if row.event == "db file scattered read")
    assert row.time_s_low is not None
    assert row.time_s_high is not None
    assert row.time_s_low < row.time_s < row.time_s_high


def test_the_bandwidth_of_the_flash_is_a_range() -> None:
    advice = advise([a_workload(segments=HOT)], [SIZES], a_request())
    every = next(option for option in advice.options if option.option == "all")
    row = next(one for one in every.assumptions if one.name == "flash_bandwidth")
    assert row.low is not None
    assert row.high is not None
    assert row.low < 1.0 < row.high
