"""A segment's read time by samples beside that of its tablespace: few samples say little, many say all."""

import pytest

from segtier.analysis.storage.own_times import own_times, tell_segments
from segtier.model.workload import SegmentKey, SegmentWait

STEP_S = 10.0
HALF = {"A": 500.0, "B": 500.0}


def key(name: str) -> SegmentKey:
    return (None, "SHOP", name, None, "TABLE")


def waits(samples: dict[str, float], together: float = 1.0) -> list[SegmentWait]:
    return [
        SegmentWait("SHOP", name, None, None, "TABLE", None, int(n), n * STEP_S, n * STEP_S**2 * together)
        for name, n in samples.items()
        if n
    ]


def factors(samples: dict[str, float], files: dict[str, float] = HALF, error: float = 0.05, **how) -> dict[str, float]:
    found = own_times(waits(samples, **how), {key(name): own for name, own in files.items()}, error)
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


def test_how_many_tell() -> None:
    assert tell_segments(25 * STEP_S, 25 * STEP_S**2)
    assert not tell_segments(24 * STEP_S, 24 * STEP_S**2)
    assert not tell_segments(0.0, 0.0)
