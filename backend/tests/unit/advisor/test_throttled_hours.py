"""A rented volume in every interval: how full its limits are there, by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from segtier.advisor.renting.volumes import volume_answers
from segtier.model.timeline import Window
from segtier.model.volume import InHours, Machine, Wanted
from segtier.model.workload import Workload
from segtier.oracle.volumes import find_volume, volume_models
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload

BEGIN = datetime(2026, 3, 2, tzinfo=UTC)


def an_hour(number: int, times: float) -> Workload:
    """So many times 180,000 reads of 10 ms, all of one table."""
    segments = (replace(a_segment("T", 180_000 * times), size_bytes=20 * GIB),)
    hour = a_workload(
        (a_wait("db file sequential read", 1_800 * times, 10),), segments=segments, snaps=(100 + number, 101 + number)
    )
    begin = BEGIN + timedelta(hours=number)
    return replace(
        hour,
        source=replace(hour.source, sha256=f"{number:064x}"),
        interval=replace(hour.interval, begin_time=begin, end_time=begin + timedelta(hours=1)),
    )


def offered(window: Window, *times: float, machine: Machine | None = None) -> InHours | None:
    hours = [an_hour(number, each) for number, each in enumerate(times)]
    request = a_request(draws=40, window=window, machine=machine or Machine())
    wanted = Wanted()
    answers = volume_answers(hours, [], request, [find_volume("aws-io2", volume_models())], wanted, date(2026, 11, 23))
    offer = answers.volumes[0].most
    assert offer is not None
    return offer.hours


# Ordered is twice the load of the hours used: of 1, 1, 10 the mean is 4, ordered 8.
HOURS: list[tuple[Window, tuple[float, ...], tuple[int, int, float, int]]] = [
    ("busiest", (1.0, 2.0), (0, 0, 0.5, 1)),
    ("average", (1.0, 1.0, 10.0), (1, 1, 10 / 8, 2)),
    ("average", (3.0, 5.0, 1.0), (1, 0, 5 / 6, 1)),
    ("average", (1.0, 2.0, 1.5), (0, 0, 2 / 3, 1)),
]


@pytest.mark.parametrize(("window", "times", "found"), HOURS)
def test_how_full_the_heaviest_hour_makes_it(
    window: Window, times: tuple[float, ...], found: tuple[int, int, float, int]
) -> None:
    near, past, most, heaviest = found
    hours = offered(window, *times)
    assert hours is not None
    assert (hours.intervals, hours.near, hours.past) == (len(times), near, past)
    assert hours.most == pytest.approx(most, rel=0.01)
    assert hours.most_begin == BEGIN + timedelta(hours=heaviest)
    assert hours.most_limit == "volume-requests"


def test_the_machine_counts_what_stays_beside_it() -> None:
    """Of the volume's requests the middle hour takes 3 / (2 * 5 / 3); of the machine's 150 reads, 45 writes, 56 of the log."""
    alone = offered("average", 1.0, 3.0, 1.0, machine=Machine(requests_per_s=300.0))
    beside = offered("average", 1.0, 3.0, 1.0, machine=Machine(requests_per_s=260.0))
    assert alone is not None
    assert beside is not None
    assert (alone.most_limit, alone.most) == ("volume-requests", pytest.approx(0.9, rel=0.01))
    assert (beside.most_limit, beside.most) == ("machine-requests", pytest.approx(251 / 260, rel=0.01))
    assert (beside.near, beside.past) == (1, 0)


def test_of_one_hour_nothing_is_said() -> None:
    assert offered("busiest", 3.0) is None
