"""Each station against a formula that can be looked up."""

import math

import numpy as np
import pytest

from segtier.forecast.stations import disk_stretch, flash_stretch, pressure_today, wait_factor


def erlang_c_wait(servers: int, busy: float) -> float:
    """Mean wait of M/M/c over the service time, by the exact Erlang C formula."""
    load = servers * busy
    last = load**servers / math.factorial(servers) / (1 - busy)
    queue = last / (sum(load**n / math.factorial(n) for n in range(servers)) + last)
    return queue / (servers * (1 - busy))


@pytest.mark.parametrize("servers", [1, 2, 8, 16, 32])
@pytest.mark.parametrize("busy", [0.3, 0.7, 0.9])
def test_cpu_wait_follows_erlang_c(servers: int, busy: float) -> None:
    approximate = float(wait_factor(np.array([busy]), np.array([float(servers)]))[0])
    exact = erlang_c_wait(servers, busy)
    assert approximate == pytest.approx(exact, rel=0.1, abs=0.03)


def test_one_server_is_exactly_mm1() -> None:
    assert float(wait_factor(np.array([0.8]), np.array([1.0]))[0]) == pytest.approx(0.8 / 0.2)


@pytest.mark.parametrize(
    ("today", "load", "stretch"), [(0.5, 1.0, 1.0), (0.5, 0.0, 0.5), (0.5, 1.5, 2.0), (0.0, 9.0, 1.0)]
)
def test_disk_stretch_is_mm1(today: float, load: float, stretch: float) -> None:
    assert float(disk_stretch(np.array([today]), np.array([load]))[0]) == pytest.approx(stretch)


def test_pressure_today_gives_back_the_measured_latency() -> None:
    service_s, per_spindle = 0.006, 80.0
    latency_s = service_s / (1 - per_spindle * service_s)
    assert pressure_today(8 * per_spindle, 0.0, latency_s * 1e6, 8, seen=1.0) == pytest.approx(per_spindle * service_s)


def test_one_queue_of_n_users_holds_them_all() -> None:
    """Arrival theorem: with one disk and nothing else, each of N users waits N services."""
    users, service_s = 10, 0.005
    seen = (users - 1) / users
    pressure = pressure_today(1 / service_s, 0.0, users * service_s * 1e6, 1, seen)
    assert pressure == pytest.approx(seen)


def test_a_full_disk_has_no_end() -> None:
    stretch = disk_stretch(np.array([0.5, 0.5]), np.array([2.0, 1.99]))
    assert list(np.isinf(stretch)) == [True, False]


def test_reordering_lets_a_disk_do_more_before_it_is_full() -> None:
    assert np.isfinite(disk_stretch(np.array([0.8]), np.array([1.3]), 0.3)[0])
    assert np.isinf(disk_stretch(np.array([0.8]), np.array([1.3]), 0.0)[0])


def test_flash_slows_near_its_limit_only() -> None:
    assert float(flash_stretch(np.array([0.1]), 30.0)[0]) == pytest.approx(1.0, abs=1e-3)
    assert float(flash_stretch(np.array([0.99]), 30.0)[0]) > 3
