"""One second of work, taken apart."""

from dataclasses import replace
from typing import get_args

import pytest

from segtier.analysis.profile import build_profile, db_time_s
from segtier.analysis.read_requests import read_blocks_per_s
from segtier.model.demand import WaitClassName
from segtier.model.profile import UNNAMED_IO
from segtier.model.workload import BufferPoolAdvice, HistogramBucket, WaitClass, WaitEvent, WaitHistogram
from tests.builders import GIB, a_wait, a_workload


def test_parts_and_rest_make_db_time() -> None:
    waits = (a_wait("db file sequential read", 1_800, 5), a_wait("log file sync", 720, 2))
    profile = build_profile(a_workload(waits, cpu_s=360, rest_s=180))
    assert profile.db_time_per_s == pytest.approx((1_800 + 720 + 360 + 180) / 3_600)
    assert profile.unexplained_per_s == pytest.approx(0.05)
    assert profile.demand("single-block-read").latency_us == pytest.approx(5_000)
    assert profile.share("commit") == pytest.approx(720 / 3_060)


def test_parts_beyond_db_time_are_double_counting_not_a_negative_rest() -> None:
    profile = build_profile(a_workload(rest_s=-3_600))
    assert profile.unexplained_per_s == 0
    assert profile.double_counted_per_s == pytest.approx(1.0)


@pytest.mark.parametrize("event", ["SQL*Net message from client", "watchdog main loop", "PX Deq: Execution Msg"])
def test_idle_waits_are_not_db_time(event: str) -> None:
    idle = replace(a_wait(event, 90_000, 1_000), wait_class=None)
    base = a_workload()
    assert build_profile(replace(base, wait_events=(*base.wait_events, idle))) == build_profile(base)


@pytest.mark.parametrize(
    ("wait", "seconds"),
    [
        (a_wait("log file sync", 720, 2), 720),
        (replace(a_wait("log file sync", 720, 2), time_s=None), 720),
        (replace(a_wait("log file sync", 720, 2), time_s=None, waits=None), 0),
        (replace(a_wait("log file sync", 720, 2), time_s=None, avg_wait_us=None), 0),
    ],
    ids=["as printed", "360,000 waits of 2 ms", "only the average", "only the waits"],
)
def test_seconds_of_a_wait(wait: WaitEvent, seconds: float) -> None:
    profile = build_profile(a_workload((wait,), rest_s=720 - (wait.time_s or 0)))
    assert profile.demand("commit").time_per_s == pytest.approx(seconds / 3_600)
    assert profile.unexplained_per_s == pytest.approx((720 - seconds) / 3_600)


@pytest.mark.parametrize("impossible", [{"time_s": -0.5}, {"waits": -1}, {"time_s": None, "avg_wait_us": -5.0}])
def test_what_no_clock_counts_is_no_wait(impossible: dict[str, float | None]) -> None:
    row = replace(a_wait("log file sync", 0.5, 5), **impossible)  # type: ignore[arg-type]
    base = a_workload()
    assert build_profile(replace(base, wait_events=(*base.wait_events, row))) == build_profile(base)


def test_cpu_that_nobody_counted_is_time_without_a_cause() -> None:
    """An hour of it, in neither the time model nor the header."""
    hour = a_workload(cpu_s=3_600)
    interval = replace(hour.interval, db_cpu_s=None)
    profile = build_profile(replace(hour, interval=interval, time_model=hour.time_model[:1]))
    assert (profile.cpu_per_s, profile.unexplained_per_s) == pytest.approx((0.0, 1.0))


@pytest.mark.parametrize(
    ("shares", "seconds"),
    [([(90.0, 45.0)], 200.0), ([(90.0, 0.0), (0.0, 5.0), (None, 5.0), (30.0, 20.0), (90.0, 45.0)], 150.0)],
)
def test_db_time_of_the_first_wait_with_its_share(shares: list[tuple[float | None, float]], seconds: float) -> None:
    waits = tuple(WaitEvent("log file sync", "Commit", True, 9, time_s=time, db_time_pct=pct) for time, pct in shares)
    hour = a_workload()
    interval = replace(hour.interval, db_time_s=None)
    assert db_time_s(replace(hour, interval=interval, time_model=(), wait_events=waits)) == pytest.approx(seconds)


@pytest.mark.parametrize(("temp", "per_s"), [(0.0, 2.0), (1_800.0, 1.5), (14_400.0, 0.0)])
def test_blocks_read_without_those_of_temp(temp: float, per_s: float) -> None:
    """7,200 blocks in an hour are two a second; temp is counted among them."""
    counted = {"physical reads": 7_200.0, "physical reads direct temporary tablespace": temp}
    assert read_blocks_per_s(a_workload(statistics=counted)) == pytest.approx(per_s)


def test_a_demand_that_does_not_occur_has_no_latency() -> None:
    assert build_profile(a_workload()).demand("temp-read").latency_us is None


def test_cache_advice_never_rises_with_size() -> None:
    rows = [(0.5, 1.4), (1.0, 1.0), (1.5, 1.02), (2.0, 0.9)]
    advice = tuple(
        BufferPoolAdvice("DEFAULT", size_bytes=round(f * GIB), size_factor=f, est_physical_read_factor=r)
        for f, r in rows
    )
    keep = BufferPoolAdvice("KEEP", size_bytes=GIB, size_factor=1.0, est_physical_read_factor=9.0)
    profile = build_profile(replace(a_workload(), buffer_pool_advisory=(*advice, keep)))
    assert [p.read_factor for p in profile.cache_advice] == [1.4, 1.0, 1.0, 0.9]


@pytest.mark.parametrize("ms_us", [1_000, 1_024])
def test_share_of_reads_below_a_millisecond(ms_us: float) -> None:
    """Oracle's millisecond has 1000 microseconds up to 12.1, 1024 from 12.2 on."""
    buckets = (
        HistogramBucket(0, ms_us / 2, 40.0),
        HistogramBucket(ms_us / 2, ms_us, 22.5),
        HistogramBucket(ms_us, 2 * ms_us, 20.0),
        HistogramBucket(2 * ms_us, None, 17.5),
    )
    histogram = WaitHistogram("db file sequential read", 1_000, buckets)
    assert build_profile(replace(a_workload(), wait_histograms=(histogram,))).below_1ms_pct == pytest.approx(62.5)
    assert build_profile(a_workload()).below_1ms_pct is None


def unnamed(classes: dict[str, float], *waits: WaitEvent) -> dict[str, tuple[str, float]]:
    workload = replace(a_workload(waits, rest_s=1_000), wait_classes=tuple(WaitClass(*row) for row in _rows(classes)))
    events = build_profile(workload).events
    return {row.event: (row.demand, round(row.time_per_s * 3_600)) for row in events if row.event.startswith("unnamed")}


def _rows(classes: dict[str, float]) -> list[tuple[str, None, float]]:
    """With all the others that a report prints, in which nothing was waited for."""
    return [(name, None, time_s) for name, time_s in (dict.fromkeys(get_args(WaitClassName), 0.0) | classes).items()]


READS = a_wait("db file sequential read", 600, 5)


@pytest.mark.parametrize(
    ("classes", "waits", "rest"),
    [
        ({"User I/O": 1_000}, (), {"unnamed User I/O waits": ("unnamed-io", 1_000)}),
        ({"User I/O": 1_000, "DB CPU": 500, "Idle": 9_000}, (READS,), {"unnamed User I/O waits": ("unnamed-io", 400)}),
        ({"User I/O": 609, "Commit": 0.2}, (READS,), {}),
        ({"User I/O": 500, "Network": 150}, (READS,), {"unnamed Network waits": ("network", 50)}),
        ({"User I/O": 600, "Commit": 50}, (READS,), {"unnamed Commit waits": ("commit", 50)}),
        ({"User I/O": 600, "Other": 300}, (READS,), {"unnamed Other waits": ("other", 300)}),
        # The same time in another class than its event's: nothing is unnamed.
        ({"User I/O": 600, "Concurrency": 900}, (READS, a_wait("free buffer waits", 900, 5)), {}),
        ({"User I/O": 600, "System I/O": 300}, (READS, a_wait("log file parallel write", 300, 5, False)), {}),
        (
            {"User I/O": 600, "System I/O": 1_000},
            (READS, a_wait("log file parallel write", 300, 5, False)),
            {"unnamed System I/O waits": ("other-io", 700)},
        ),
    ],
)
def test_what_a_class_holds_beyond_its_events(
    classes: dict[str, float], waits: tuple[WaitEvent, ...], rest: dict[str, tuple[str, float]]
) -> None:
    assert unnamed(classes, *waits) == rest


ANY = "unnamed waits"


@pytest.mark.parametrize(
    ("classes", "waits", "rest"),
    [
        # 4,000 s beside the CPU, in what neither a class nor an event was printed for.
        ({}, (), {ANY: 4_000}),
        # The list ends at a wait of 600 s: 100 more as long may stand behind it.
        ({}, (READS,), {ANY: 3_400}),
        # It ends at one of 3 s: no more than 300 s are behind it.
        ({}, (READS, a_wait("log file sync", 3, 5)), {ANY: 300}),
        ({}, (READS, a_wait("log file sync", 0, 5)), {}),
        # The table of classes ends at 200 s: ten more classes hold no more than 2,000 s.
        ({"User I/O": 600, "Commit": 200}, (READS, a_wait("log file sync", 200, 5)), {ANY: 2_000}),
        ({"User I/O": 600, "Commit": 0}, (READS,), {}),
        # Of a class that Oracle does not have, all of it may be anything.
        ({"Benutzer-E/A": 600, "Leerlauf": 0}, (), {"unnamed Benutzer-E/A waits": 600}),
    ],
)
def test_what_lists_leave_out(classes: dict[str, float], waits: tuple[WaitEvent, ...], rest: dict[str, float]) -> None:
    rows = tuple(WaitClass(name, time_s=time_s) for name, time_s in classes.items())
    named = sum(row.time_s or 0.0 for row in waits)
    profile = build_profile(replace(a_workload(waits, rest_s=4_000 - named), wait_classes=rows))
    events = {row.event: round(row.time_per_s * 3_600) for row in profile.events if row.event.startswith("unnamed")}
    assert events == rest
    assert {row.demand for row in profile.events if row.event in rest} <= {UNNAMED_IO}
    assert profile.db_time_s_per_hour == pytest.approx(
        3_600 * (profile.cpu_per_s + sum(row.time_per_s for row in profile.events) + profile.unexplained_per_s)
    )


@pytest.mark.parametrize(
    ("wait_class", "demand"),
    [
        ("User I/O", UNNAMED_IO),
        ("Configuration", UNNAMED_IO),
        ("Network", "network"),
        ("Other", "other"),
        (None, UNNAMED_IO),
    ],
)
def test_an_event_of_no_catalogue_is_what_its_class_may_be(wait_class: str | None, demand: str) -> None:
    wait = replace(a_wait("wait of another release", 900, 5), wait_class=wait_class)
    classes = (WaitClass(wait_class or "Other", time_s=900), WaitClass("Commit", time_s=0))
    profile = build_profile(replace(a_workload((wait,)), wait_classes=classes))
    assert [(row.event, row.demand) for row in profile.events] == [("wait of another release", demand)]
    assert [one.why for one in profile.unnamed] == (["unknown-event"] if demand == UNNAMED_IO else [])


def test_unnamed_waits_are_as_long_as_those_of_their_demand() -> None:
    classes = (WaitClass("Commit", time_s=300), WaitClass("Other", time_s=0))
    workload = replace(a_workload((a_wait("log file sync", 100, 2),)), wait_classes=classes)

    commits = build_profile(workload).demand("commit")

    assert (commits.time_per_s, commits.latency_us) == pytest.approx((300 / 3_600, 2_000))


def a_histogram(
    event: str, *buckets: tuple[float, float | None, float | None], waits: int | None = 100_000
) -> WaitHistogram:
    """Buckets in ms, with the share of the waits in each."""
    rows = [HistogramBucket(low * 1_000, None if high is None else high * 1_000, pct) for low, high, pct in buckets]
    return WaitHistogram(event, waits, tuple(rows))


SINGLE, SEVERAL = "db file sequential read", "db file scattered read"
FROM_4_MS = (a_histogram(SINGLE, (4, 8, 99.99), (1, 2, 0.01)),)
"""100,000 reads of 4 ms at least: 400 s, of which the foreground took 380."""
REST = "unnamed User I/O waits"


@pytest.mark.parametrize(
    ("histograms", "waits", "told"),
    [
        (FROM_4_MS, (), {REST: 620, SINGLE: 380}),
        # What a list of waits names, and what the background took of it.
        (FROM_4_MS, (READS,), {SINGLE: 600, REST: 400}),
        (FROM_4_MS, (a_wait(SINGLE, 300, 5, False),), {REST: 920, SINGLE: 80}),
        (FROM_4_MS, (a_wait(SINGLE, 400, 5, False),), {REST: 1_000}),
        # Of both together the background took 140 s at least, and may have taken it of either one.
        ((*FROM_4_MS, a_histogram(SEVERAL, (8, 16, 99.99), (1, 2, 0.01))), (), {SEVERAL: 620, SINGLE: 240, REST: 140}),
        # An open bucket begins somewhere; shares in tenths are rounded; below 1 ms there is no least.
        ((a_histogram(SINGLE, (4, None, 99.99), (1, 2, 0.01)),), (), {REST: 620, SINGLE: 380}),
        ((a_histogram(SINGLE, (4, 8, 50.0), (1_000, 2_000, 0.1), (0, 4, 49.9)),), (), {REST: 763, SINGLE: 237}),
        ((a_histogram(SINGLE, (0, 1, 100.0)),), (), {REST: 1_000}),
        # Nothing is told by what cannot be read, by a class of other waits, and by one name of two events.
        ((a_histogram(SINGLE, (4, 8, None)),), (), {REST: 1_000}),
        ((a_histogram(SINGLE, (4, 8, 100.0), waits=None),), (), {REST: 1_000}),
        ((a_histogram("log file sync", (4, 8, 100.0)),), (), {REST: 1_000}),
        (FROM_4_MS * 2, (), {REST: 1_000}),
    ],
)
def test_a_histogram_names_the_least_an_event_took(
    histograms: tuple[WaitHistogram, ...], waits: tuple[WaitEvent, ...], told: dict[str, float]
) -> None:
    classes = tuple(WaitClass(*row) for row in _rows({"User I/O": 1_000}))
    workload = replace(a_workload(waits, rest_s=1_000), wait_classes=classes, wait_histograms=histograms)
    events = build_profile(workload).events
    assert {row.event: round(row.time_per_s * 3_600) for row in events} == told


def test_a_class_of_one_demand_needs_no_histogram() -> None:
    histogram = a_histogram("log file sync", (4, 8, 99.99), (1, 2, 0.01))
    classes = tuple(WaitClass(*row) for row in _rows({"Commit": 1_000}))
    workload = replace(a_workload((), rest_s=1_000), wait_classes=classes, wait_histograms=(histogram,))
    assert [row.event for row in build_profile(workload).events] == ["unnamed Commit waits"]


def test_reads_that_a_histogram_names_are_as_long_as_its_buckets_have_it() -> None:
    workload = replace(
        a_workload((), rest_s=1_000), wait_classes=(WaitClass("User I/O", time_s=1_000),), wait_histograms=FROM_4_MS
    )
    assert build_profile(workload).demand("single-block-read").latency_us == pytest.approx(4_000 * 2**0.5, rel=0.01)


@pytest.mark.parametrize(
    ("histogram", "others"),
    [
        # 10,000 s at most: all of the class may be that.
        (a_histogram(SEVERAL, (0, 100, 100.0)), None),
        # 102.4 s at most, and the half of a tenth that rounding took: 898 s are other waits.
        (a_histogram(SEVERAL, (0, 1, 100.0)), 898),
        (a_histogram(SEVERAL, (0, 1, 99.9), (8, None, 0.1)), None),
        # Reads of one block may as well be those of other events.
        (a_histogram(SINGLE, (0, 1, 100.0)), None),
    ],
)
def test_few_waits_of_all_events_of_a_demand_do_not_fill_a_class(
    histogram: WaitHistogram, others: float | None
) -> None:
    classes = tuple(WaitClass(*row) for row in _rows({"User I/O": 1_000}))
    unnamed = build_profile(
        replace(a_workload((), rest_s=1_000), wait_classes=classes, wait_histograms=(histogram,))
    ).unnamed
    without = [round(one.time_s) for one in unnamed if "multi-block-read" not in one.demands]
    assert without == ([] if others is None else [others])
    assert sum(one.time_s for one in unnamed) == pytest.approx(1_000, rel=0.02)
