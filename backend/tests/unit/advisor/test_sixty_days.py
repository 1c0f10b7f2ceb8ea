"""What was put into 60 days is found, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from segtier.advisor.case import build_case
from segtier.advisor.drift.answer import drift_of
from segtier.advisor.drift.base import Base
from segtier.model.drift import Drift
from segtier.placement.calendar import known_times, time_of
from segtier.units import GIB
from tests.builders import a_request
from tests.over_time import DISK_MS, MONDAY, SIXTY_ON, SSD_MS, sixty_days, sizes
from tests.sentences import like, tells, worded

MONTH_END = worded("placement/last-two-days")
PLAN = tuple(f"SHOP.{name}" for name in sorted(SIXTY_ON))


def found_in(seed: int, still: bool = False, days: int = 60) -> Drift:
    segments, reports = sixty_days(seed, still=still)
    case = build_case(reports[: 2 * days], [sizes(segments)], a_request(30 * GIB, draws=40, headroom_pct=0.0))
    return drift_of(case, Base("set", PLAN))


@pytest.mark.parametrize("seed", range(2))
def test_drift_and_calendar_find_what_was_put_in(seed: int) -> None:
    found = found_in(seed)
    assert [one.name for one in found.take_off] == ["SHOP.STOCK"]
    assert [one.name for one in found.bring] == ["SHOP.AUDIT"]
    assert {group.when: (group.segments, group.occurrences) for group in found.calendar} == {
        "weekends": (("SHOP.REPORTS",), 8),
        MONTH_END: (("SHOP.LEDGER",), 2),
    }


def test_three_offers_have_their_price() -> None:
    group = next(one for one in found_in(0).calendar if one.segments == ("SHOP.LEDGER",))
    hot = 20_000 * 30 * (DISK_MS - SSD_MS) / 1_000 * 48
    assert group.saves_s.low < hot < group.saves_s.high
    assert (group.size_bytes, group.moved_bytes, group.on_flash) == (10 * GIB, 20 * GIB, 0)
    always, moved, never = group.offers
    assert tells(always, like("advisor/always-ssd-takes", "10 GiB"))
    assert tells(moved, like("advisor/moved-there-back", "20 GiB", ..., ...))
    assert tells(never, like("advisor/never-costs-db"))
    assert tells(group.text, like("advisor/hot-cold-otherwise", "1 segment (10 GiB)", MONTH_END, 2))


def test_one_month_end_is_no_calendar() -> None:
    assert [group.when for group in found_in(0, days=40).calendar] == ["weekends"]


@pytest.mark.parametrize("seed", range(2))
def test_in_noise_nothing_is_found(seed: int) -> None:
    found = found_in(seed, still=True)
    assert (found.state, found.calendar) == ("stays", ())


@pytest.mark.parametrize("spread", [0.3, 0.6, 1.0])
def test_no_time_explains_noise(spread: float) -> None:
    chance = np.random.default_rng([42, int(spread * 10)])
    times = known_times([MONDAY + timedelta(days=day, hours=hour) for day in range(60) for hour in (10, 15)])
    assert len(times) == 10
    figures = np.exp(chance.normal(0, spread, (1_000, 120)))
    assert not any(time_of(row, row, times) for row in figures)


def test_a_time_needs_to_be_hot_in_two_occurrences() -> None:
    middles = [MONDAY + timedelta(days=day, hours=12) for day in range(60)]
    times = known_times(middles)
    hot = np.array(
        [20.0 if middle.day == 31 or (middle.day == 30 and middle.month == 3) else 1.0 for middle in middles]
    )
    assert time_of(hot, hot, times) is None
    unlisted = np.where(hot > 1, 0.0, hot)
    assert time_of(unlisted, hot, times) is None
