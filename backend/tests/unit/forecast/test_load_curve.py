"""Throughput and response time against users: Little's law at every point, full stations at the end."""

from dataclasses import replace

import numpy as np
import pytest

from segtier.forecast import Basis, Change, load_curve, solve
from segtier.forecast.root import falling_root
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.request import Users
from segtier.oracle.devices import tier
from tests.builders import a_profile, a_wait, a_workload
from tests.sentences import worded

FLASH = tier(700 * 10**9)
ALL = Change(buffered_reads=1, direct_reads=1, writes=1)
DISKS = StorageToday((StorageGroup("data", ("data",), "hdd", 24, "raid10", inferred=False),))
BUSY = a_profile(a_workload((a_wait("db file sequential read", 108_000, 10),)))
"""30 sessions in reads and one on CPU; 100 transactions a second, so 0.31 s each."""
USERS = Users(131, 1.0)
"""Little's law: 100 (1 + 0.31)."""
NOW = Basis(profile=BUSY, tier=FLASH, storage=DISKS, users=USERS, draws=400, seed=1)


def test_today_is_on_the_curve() -> None:
    points = {round(p.users): p for p in load_curve(NOW, Change()).points}
    assert points[131].throughput_ratio == pytest.approx(1.0, abs=1e-3)
    assert points[131].response_ratio == pytest.approx(1.0, abs=5e-3)


@pytest.mark.parametrize("change", [Change(), ALL], ids=["nothing", "all"])
def test_every_point_obeys_littles_law(change: Change) -> None:
    for point in load_curve(NOW, change).points:
        busy = point.response_ratio * BUSY.db_time_per_s
        assert point.throughput_ratio * (100 + busy) == pytest.approx(point.users, rel=1e-6)


@pytest.mark.parametrize("change", [Change(), ALL], ids=["nothing", "all"])
def test_more_users_never_do_less_nor_wait_less(change: Change) -> None:
    points = load_curve(NOW, change).points
    assert len(points) > 10
    done, waited = [p.throughput_ratio for p in points], [p.response_ratio for p in points]
    assert done == sorted(done)
    assert np.all(np.diff(waited) >= -1e-9)


def test_the_more_is_on_flash_the_more_users_at_the_same_response_time() -> None:
    curves = [load_curve(NOW, Change(buffered_reads=share), 0.5) for share in (0.0, 0.3, 0.5, 0.8)]
    users = [curve.limit.users or 0.0 for curve in curves]
    assert USERS.count < users[0] < 1.5 * USERS.count
    assert np.all(np.diff(users) > 0.2 * users[0])
    assert users[-1] > 2 * users[0]


def test_all_on_flash_no_load_tried_is_too_slow() -> None:
    curve = load_curve(NOW, ALL, 0.5)
    assert (curve.limit.users, curve.limit.users_text) == (None, worded("forecast/no-load-tried"))
    most = curve.points[-1]
    assert most.users == pytest.approx(5 * USERS.count)
    assert most.response_ratio * 0.31 < 0.5


def test_without_transactions_there_is_no_response_time_to_count_users_at() -> None:
    quiet = a_profile(a_workload(statistics={"user commits": 0.0}))
    assert load_curve(replace(NOW, profile=quiet), ALL).limit.users is None


def test_the_curve_agrees_with_the_operating_point() -> None:
    point = next(p for p in load_curve(NOW, ALL).points if round(p.users) == 131)
    found = float(np.median(solve(NOW, ALL).throughput_ratio))
    assert point.throughput_ratio == pytest.approx(found, rel=0.1)


@pytest.mark.parametrize(
    ("function", "root"),
    [
        (lambda x: 3 - x, 3.0),
        (lambda x: np.where(x < 5, 1.0, -x), 5.0),
        (lambda x: 1 / x - 7, 1 / 7),
        (lambda x: x * 0 + 1, 1e4),
        (lambda x: x * 0 - 1, 1e-4),
    ],
    ids=["straight", "a wall", "steep", "never falls below zero", "never above"],
)
def test_the_root_of_a_falling_function(function, root: float) -> None:
    assert falling_root(function, 3) == pytest.approx([root] * 3, rel=1e-3 if root > 100 else 1e-5)
