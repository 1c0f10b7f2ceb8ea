"""Commits that queue for the log writer: the busier it is, the more of a commit are log writes."""

from itertools import pairwise

import pytest

from segtier.forecast import Basis, Change, ceiling, forecast_change
from segtier.forecast.redo import part_writing
from segtier.model.profile import Profile
from segtier.model.workload import Instance
from segtier.oracle.devices import tier
from tests.builders import a_profile, a_wait, a_workload

WRITE_MS, SYNC_MS = 500, 2_500
LOG_WRITER_BUSY = [0.02 * step for step in range(10, 51)]


def a_log_writer(busy: float, nodes: int = 1, reads_s: float = 14_400, cpu_s: float = 3_600) -> Profile:
    """Log writes of half a second, commits of five of them, a fifth of DB time beside the reads."""
    writes = busy * nodes * 3_600 / (WRITE_MS / 1e3)
    machines = tuple(Instance(number=n, name=f"shop{n}", cpus=32, cores=16) for n in range(1, nodes + 1))
    waits = (
        a_wait("db file sequential read", reads_s, 12),
        a_wait("log file sync", 4_500, SYNC_MS),
        a_wait("log file parallel write", busy * nodes * 3_600, WRITE_MS, foreground=False),
    )
    return a_profile(a_workload(waits, cpu_s=cpu_s, statistics={"redo writes": writes}, instances=machines))


def saved(profile: Profile) -> float:
    basis = Basis(profile=profile, tier=tier(700 * 10**9), draws=200, seed=1)
    return 1 - forecast_change(basis, Change(redo=True)).response_ratio.expected


def test_a_full_log_writer_is_why_a_commit_takes_that_long() -> None:
    assert saved(a_log_writer(0.97)) == pytest.approx(0.2, abs=0.025)


@pytest.mark.parametrize(
    ("busy", "part"), [(0.6, (0.5, 0.6, 0.7)), (0.97, (0.87, 0.97, 1.0)), (0.04, (0.0, 0.04, 0.14))]
)
def test_a_commit_meets_a_log_write_as_often_as_there_is_one(busy: float, part: tuple[float, float, float]) -> None:
    """A tenth more or less."""
    found = part_writing(a_log_writer(busy))
    assert (found.low, found.expected, found.high) == pytest.approx(part)


def test_a_log_writer_with_time_to_spare_is_credited_with_its_own_writes() -> None:
    assert saved(a_log_writer(0.2)) == pytest.approx(0.2 * 1.15 / 5, abs=0.005)


def test_the_part_grows_with_the_log_writer_and_never_jumps() -> None:
    found = [saved(a_log_writer(busy)) for busy in LOG_WRITER_BUSY]
    assert all(-1e-9 <= more - less < 0.03 for less, more in pairwise(found))


def test_full_cpus_keep_the_log_writer_busy_too() -> None:
    most = [saved(a_log_writer(0.97, reads_s=1e-6, cpu_s=cpus * 3_600)) for cpus in (16, 24, 32)]
    found = [gain / (4_500 / (4_500 + cpus * 3_600)) for gain, cpus in zip(most, (16, 24, 32), strict=True)]
    assert found == pytest.approx([0.89, 0.55, 1.15 / 5], abs=0.03)


def test_two_log_writers_half_as_busy_are_not_one_full_one() -> None:
    assert saved(a_log_writer(0.45, nodes=2)) == pytest.approx(saved(a_log_writer(0.45)), abs=1e-3)


@pytest.mark.parametrize("busy", [0.2, 0.7, 0.97])
def test_no_draw_beats_the_ceiling(busy: float) -> None:
    basis = Basis(profile=a_log_writer(busy, reads_s=1e-6), tier=tier(700 * 10**9), draws=200, seed=1)
    saved_pct = (1 - forecast_change(basis, Change(redo=True)).response_ratio.low) * 100
    assert 0 < saved_pct <= ceiling(basis).db_time_pct + 1e-6
