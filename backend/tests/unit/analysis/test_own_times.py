"""A segment's read time by samples beside that of its tablespace: few samples say little, many say all."""

import pytest

from segtier.analysis.storage.own_times import Samples, own_times, samples
from segtier.model.workload import Coverage, SegmentKey, SegmentWait, Workload

STEP_S = 10.0
HALF = {"A": 500.0, "B": 500.0}


def key(name: str) -> SegmentKey:
    return (None, "SHOP", name, None, "TABLE")


def waits(counts: dict[str, float], together: float = 1.0) -> list[SegmentWait]:
    return [
        SegmentWait("SHOP", name, None, None, "TABLE", None, int(n), n * STEP_S, n * STEP_S**2 * together)
        for name, n in counts.items()
        if n
    ]


def sampled(rows: list[SegmentWait], event_s: float | None) -> Workload:
    """As events count their waits; None where no input holds those."""
    seconds = sum(row.read_wait_s or 0.0 for row in rows)
    return Workload(segment_waits=tuple(rows), segment_coverage={"read_wait_s": Coverage(seconds, seconds, event_s)})


def factors(counts: dict[str, float], files: dict[str, float] = HALF, error: float = 0.05, **how) -> dict[str, float]:
    rows = waits(counts, **how)
    workload = sampled(rows, sum(counts.values()) * STEP_S)
    found = own_times(workload, {key(name): own for name, own in files.items()}, error)
    return {name[2]: factor for name, factor in found.items()}


def test_as_the_files_say_changes_nothing() -> None:
    assert factors({"A": 50, "B": 50}) == pytest.approx({"A": 1.0, "B": 1.0})


def test_many_samples_are_believed_and_few_are_not() -> None:
    truth = 1.8
    found = [factors({"A": 0.9 * n, "B": 0.1 * n})["A"] for n in (30, 100, 1_000, 100_000)]
    assert found == sorted(found)
    assert found[-1] == pytest.approx(truth, rel=0.01)
    assert 1.0 < found[0] < truth
    assert factors({"A": 18, "B": 2}) == {}


def test_waits_that_come_together_say_less() -> None:
    alone, together = (factors({"A": 90, "B": 10}, together=one)["A"] for one in (1.0, 3.0))
    assert 1.0 < together < alone


def test_files_that_are_less_sure_yield_more() -> None:
    sure, unsure = (factors({"A": 90, "B": 10}, error=one)["A"] for one in (0.05, 0.5))
    assert sure < unsure


def test_in_no_sample_is_less_and_not_none() -> None:
    found = factors({"A": 100, "B": 0})
    assert 0.0 < found["B"] < 0.5
    rare = factors({"A": 100, "B": 0}, {"A": 999.0, "B": 1.0})
    assert rare["B"] > 0.9


def test_the_sum_stays_and_who_earns_nothing_takes_no_part() -> None:
    files = {"A": 700.0, "B": 300.0, "FAST": 0.0}
    found = factors({"A": 40, "B": 60, "FAST": 500}, files)
    assert sum(files[name] * factor for name, factor in found.items()) == pytest.approx(1_000)
    assert "FAST" not in found
    assert found["B"] > 1.0 > found["A"]


@pytest.mark.parametrize(
    ("waited_s", "event_s", "told"),
    [
        (250.0, 250.0, True),
        (240.0, 240.0, False),
        (0.0, 0.0, False),
        (6_000.0, 6_000.0, True),
        (6_000.0, 7_000.0, True),
        (3_270.0, 6_000.0, False),
        (9_000.0, 6_000.0, False),
        (300.0, 500.0, False),
        (300.0, 400.0, True),
        (6_000.0, None, False),
    ],
    ids=[
        "25 samples",
        "24",
        "none",
        "the waits themselves",
        "nearly",
        "a segment's are missing",
        "far too many",
        "few, and far off",
        "few, and off by chance",
        "waits not known",
    ],
)
def test_samples_tell_segments_where_they_are_enough_and_make_up_the_waits(
    waited_s: float, event_s: float | None, told: bool
) -> None:
    assert Samples(waited_s, waited_s * STEP_S, waited_s, event_s).tell_segments is told


def test_who_waited_unseen_may_be_anybody() -> None:
    """Of 100 samples those of the segment that waits most are gone."""
    rows = waits({"B": 10, "C": 30})
    files = {key("A"): 600.0, key("B"): 100.0, key("C"): 300.0}
    assert own_times(sampled(rows, 400.0), files, 0.05)
    assert own_times(sampled(rows, 1_000.0), files, 0.05) == {}


def test_inputs_add_up_and_one_without_its_waits_leaves_all_unknown() -> None:
    one = samples(sampled(waits({"A": 20}), 200.0))
    assert (one + one).tell_segments
    assert one + Samples() == one
    assert (one + samples(sampled([], 400.0))).event_s == 600.0
    assert not (one + one + samples(sampled(waits({"A": 20}), None))).tell_segments
