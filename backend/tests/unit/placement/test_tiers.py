"""Placement over tiers: its laws, and cases by hand. Against every choice there is: benchmarks/tiers.py."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from segtier.errors import Infeasible, Refused
from segtier.model.device import DeviceModel, Raid
from segtier.model.storage_tier import StorageTier
from segtier.oracle.raid import raid_tier
from segtier.placement.problem import NOWHERE, Floats, one_device
from segtier.placement.solve import solve
from segtier.placement.tier_frontier import tier_frontier
from segtier.placement.tiers import ANYWHERE, STAYS, Moves, Segments, built, place

SSD, DISK = 0, 1
TIERS = [StorageTier("ssd", True, 10), StorageTier("disk", True, 100)]


def some(size: list[float], lies: list[int], **other: object) -> Segments:
    count = len(size)
    none = np.zeros(count)
    plain = Segments(
        np.array(size), none, none, none, none, none, np.array(lies), np.arange(count), np.full(count, ANYWHERE)
    )
    return replace(plain, **{name: np.array(value) for name, value in other.items()})


def drawn(seed: int, count: int = 7) -> tuple[list[StorageTier], Segments, Floats]:
    chance = np.random.default_rng([9, seed])
    size, reads = chance.integers(1, 50, count).astype(float), chance.exponential(10, count)
    lies = chance.integers(0, 3, count)
    segments = replace(some(size.tolist(), lies.tolist()), reads_per_s=reads)
    latency = np.array([0.1, 0.5, 5.0])
    saves = reads[:, np.newaxis] * (latency[lies][:, np.newaxis] - latency)
    tiers = [StorageTier(str(at), True, int(size.sum() * chance.uniform(0.2, 0.8)), reads.sum() / 2) for at in range(3)]
    return tiers, segments, saves


DEMOTES = Moves(demotion=True)


@pytest.mark.parametrize(
    ("moves", "held", "tier", "gained"),
    [
        (Moves(), [ANYWHERE] * 2, [SSD, DISK], 0.0),
        (DEMOTES, [ANYWHERE] * 2, [DISK, SSD], 4.0),
        (DEMOTES, [STAYS, ANYWHERE], [SSD, DISK], 0.0),
        (Moves(), [DISK, ANYWHERE], [DISK, SSD], 4.0),
        (Moves(demotion=True, most_bytes=19), [ANYWHERE] * 2, [SSD, DISK], 0.0),
        (Moves(demotion=True, most_segments=1), [ANYWHERE] * 2, [SSD, DISK], 0.0),
        (Moves(True, None, None, 1.0, 10.0), [ANYWHERE] * 2, [DISK, SSD], 2.0),
        (Moves(True, None, None, 1.0, 4.0), [ANYWHERE] * 2, [SSD, DISK], 0.0),
    ],
)
def test_a_cold_segment_makes_room_for_a_hot_one(moves: Moves, held: list[int], tier: list[int], gained: float) -> None:
    saves = np.array([[0.0, -1.0], [5.0, 0.0]])
    found = place(TIERS, some([10, 10], [SSD, DISK], held=held), saves, moves)
    assert (found.tier.tolist(), found.gained, found.bound) == (tier, gained, gained)


@pytest.mark.parametrize("name", ["bytes", "writes_per_s", "written_bytes_per_day"])
def test_a_segment_whose_load_is_not_known_goes_to_no_tier_that_limits_it(name: str) -> None:
    tiers = [replace(TIERS[0], today=False, writes_per_s=9.0, written_bytes_per_day=9.0), TIERS[1]]
    segments, saves = some([10], [DISK]), np.array([[5.0, 0.0]])
    assert place(tiers, segments, saves).tier.tolist() == [SSD]
    assert place(tiers, replace(segments, **{name: np.array([np.nan])}), saves).tier.tolist() == [DISK]


def test_todays_tier_takes_no_more_of_what_is_not_known() -> None:
    """Nobody says how much the disks hold: one may leave for another, none may come besides."""
    tiers = [TIERS[0], replace(TIERS[1], usable_bytes=None)]
    saves = np.array([[0.0, 1.0], [5.0, 0.0], [0.0, 1.0]])
    found = place(tiers, some([5, 5, 5], [SSD, DISK, SSD]), saves, DEMOTES)
    assert found.tier[1] == SSD
    assert (found.tier == DISK).sum() == 1


@pytest.mark.parametrize(
    ("segments", "code"),
    [
        (some([10, 10], [DISK, DISK], held=[SSD, SSD]), "held-does-not-fit"),
        (some([10, 10], [DISK, DISK], held=[SSD, STAYS], unit=[0, 0]), "held-apart"),
        (some([np.nan], [DISK], held=[SSD]), "held-unknown"),
    ],
)
def test_what_is_held_and_cannot_be(segments: Segments, code: str) -> None:
    with pytest.raises(Infeasible) as refused:
        place(TIERS, segments, np.zeros((len(segments.lies), 2)))
    assert refused.value.code == code


def test_a_tier_without_requests_is_refused() -> None:
    with pytest.raises(Refused, match="ssd"):
        place([replace(TIERS[0], reads_per_s=0.0)], some([1], [NOWHERE]), np.ones((1, 1)))


@pytest.mark.parametrize("seed", range(12))
def test_one_tier_is_the_placement_on_one_device(seed: int) -> None:
    chance = np.random.default_rng(seed)
    size, gain = chance.integers(1, 10**12, 25), chance.exponential(1, 25)
    room = int(size.sum() * chance.uniform(0.05, 0.9))
    alone = solve(one_device(gain, size, room))
    segments = some(size.astype(float).tolist(), [NOWHERE] * 25)
    found = place([StorageTier("ssd", False, room)], segments, gain[:, np.newaxis])
    assert found.tier.tolist() == alone.places.tolist()
    assert (found.gained, found.bound) == pytest.approx((alone.gained, alone.bound), rel=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_more_room_another_tier_and_more_evidence_are_never_worse(seed: int) -> None:
    tiers, segments, saves = drawn(seed)
    gained = place(tiers, segments, saves, DEMOTES).gained
    larger = [replace(tiers[0], usable_bytes=tiers[0].usable_bytes * 2), *tiers[1:]]
    fourth = [*tiers, StorageTier("new", False, 40)]
    more = np.column_stack([saves, saves[:, 0] + 0.01])
    unknown = replace(segments, reads_per_s=np.where(np.arange(7) == seed % 7, np.nan, segments.reads_per_s))
    assert gained <= place(larger, segments, saves, DEMOTES).gained + 1e-9
    assert gained <= place(fourth, segments, more, DEMOTES).gained + 1e-9
    assert gained >= place(tiers, unknown, saves, DEMOTES).gained - 1e-9


@pytest.mark.parametrize("seed", range(6))
def test_names_and_order_of_tiers_do_not_matter(seed: int) -> None:
    tiers, segments, saves = drawn(seed)
    gained = place(tiers, segments, saves, DEMOTES).gained
    turned = place(tiers[::-1], replace(segments, lies=2 - segments.lies), saves[:, ::-1], DEMOTES)
    assert turned.gained == pytest.approx(gained)


@pytest.mark.parametrize("seed", range(12))
def test_a_move_that_gains_nothing_is_made_only_for_its_room(seed: int) -> None:
    """Undone, any one of them breaks a limit."""
    tiers, segments, saves = drawn(seed)
    saves = np.where(np.abs(saves) < 1, 0.0, saves)
    found = place(tiers, segments, saves, DEMOTES)
    problem = built(tiers, segments, saves, DEMOTES).problem
    idle = np.flatnonzero(found.moved & (saves[np.arange(len(saves)), found.tier] <= 0))
    for at in idle:
        undone = found.tier.copy()
        undone[at] = segments.lies[at]
        assert not problem.fits(undone)


def test_a_frontier_rises_and_its_ends_are_placements() -> None:
    tiers, segments, saves = drawn(3)
    points = tier_frontier(tiers, 0, range(0, 200, 20), segments, saves, DEMOTES)
    gained = [point.placement.gained for point in points]
    assert gained == sorted(gained)
    assert all(point.bound >= point.placement.gained for point in points)
    last = place([replace(tiers[0], usable_bytes=180), *tiers[1:]], segments, saves, DEMOTES)
    assert gained[-1] == pytest.approx(last.gained)


@pytest.mark.parametrize(
    ("raid", "usable", "writes", "a_day"),
    [("raid0", 400, 40.0, 4.0), ("raid10", 200, 20.0, 2.0), ("raid5", 300, 10.0, 2.0), ("raid6", 200, 40 / 6, 4 / 3)],
)
def test_a_raid_level_takes_bytes_and_writes(raid: Raid, usable: int, writes: float, a_day: float) -> None:
    model = DeviceModel("d", "d", "sas", 100, 1, 1, 10, 10, 10, 10, endurance_bytes=365.25)
    tier = raid_tier("t", model, 4, raid, 1.0)
    assert (tier.usable_bytes, tier.reads_per_s) == (usable, 40)
    assert (tier.writes_per_s, tier.written_bytes_per_day) == pytest.approx((writes, a_day))


@pytest.mark.parametrize(("raid", "count", "years"), [("raid5", 2, 1.0), ("raid10", 3, 1.0), ("raid0", 1, 0.0)])
def test_what_makes_no_array_is_refused(raid: Raid, count: int, years: float) -> None:
    with pytest.raises(Refused):
        raid_tier("t", DeviceModel("d", "d", "sas", 100, 1, 1, 10, 10, 10, 10), count, raid, years)
