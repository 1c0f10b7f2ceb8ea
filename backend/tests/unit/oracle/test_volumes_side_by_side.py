"""Several volumes as one: limits and price against a second way, which takes each volume by itself and reads the file anew."""

from __future__ import annotations

import math
from importlib.resources import files

import pytest
import yaml

from segtier.model.volume import IoLoad, Machine
from segtier.oracle.volumes import binding, find_volume, month, ordered, refused_count, too_large, volume_models
from segtier.units import GIB

ROWS = {
    row["id"]: row for row in yaml.safe_load(files("segtier.oracle").joinpath("volumes.yaml").read_text())["volumes"]
}
NOTHING = IoLoad(0.0, 0.0)

CASES = [
    (volume, count, gib_each, iops, mb)
    for volume in ROWS
    for count, gib_each, iops, mb in (
        (1, 300, 5_000, 60),
        (2, 150, 40_000, 300),
        (4, 2_000, 300_001, 9_000),
        (7, 1, 90, 3),
    )
]


class Alone:
    """One volume of a row with its part of what is asked."""

    def __init__(self, row: dict, gib: float, iops: float, mb: float) -> None:
        self.unit = 2**20 if row.get("mib") else 10**6
        most_iops = row.get("most_iops", math.inf)
        if "iops_per_gib" in row:
            most_iops = min(most_iops, max(row["iops_per_gib"] * gib, row.get("free_iops", 0)))
        self.free_iops, self.free_mb = row.get("free_iops", 0), row.get("free_mb_s", 0)
        bought = row.get("bought", True)
        wish = max(math.ceil(iops), self.free_iops, row.get("least_iops", 0)) if bought else math.inf
        self.iops = min(wish, most_iops)
        most_mb = min(
            row.get("most_mb_s", math.inf),
            row.get("mb_s_per_gib", math.inf) * gib,
            row.get("mb_s_per_iops", math.inf) * self.iops,
        )
        self.mb = min(max(mb * 1e6 / self.unit, self.free_mb) if bought else math.inf, most_mb)
        self.bills = [(gib, row.get("price_gb_month"))]
        if bought:
            self.bills += [
                (self.iops - self.free_iops, row.get("price_iops_month")),
                (self.mb - self.free_mb, row.get("price_mb_s_month")),
            ]

    @property
    def month(self) -> float | None:
        due = [(amount, price) for amount, price in self.bills if amount > 1e-9]
        return None if any(price is None for _, price in due) else sum(amount * price for amount, price in due)

    def carries(self, iops: float, mb: float) -> bool:
        return iops <= self.iops and mb * 1e6 <= self.mb * self.unit


@pytest.mark.parametrize(("volume", "count", "gib", "iops", "mb"), CASES)
def test_the_set_is_its_volumes_one_by_one(volume: str, count: int, gib: int, iops: float, mb: float) -> None:
    each = [Alone(ROWS[volume], gib, iops / count, mb / count) for _ in range(count)]
    together = ordered(find_volume(volume, volume_models()), count * gib * GIB, iops, mb * 1e6, count)
    assert together.requests_per_s == pytest.approx(sum(one.iops for one in each))
    assert together.bytes_per_s == pytest.approx(sum(one.mb * one.unit for one in each))
    prices = [one.month for one in each]
    assert month(together) == (None if None in prices else pytest.approx(sum(prices)))


@pytest.mark.parametrize("machine", [Machine(), Machine(20_000, 400e6), Machine(bytes_per_s=50e6)], ids=str)
@pytest.mark.parametrize(
    ("volume", "count"), [("aws-gp3", 1), ("aws-gp3", 3), ("azure-premium-v2", 2), ("oci-balanced", 4)]
)
def test_the_load_it_lets_through_is_found_by_trying(volume: str, count: int, machine: Machine) -> None:
    """More and more of an even load, until a volume or the machine has too much."""
    load, beside = IoLoad(2_000.0, 16.384e6), IoLoad(700.0, 8e6)
    each = Alone(ROWS[volume], 200, load.requests_per_s / count, load.bytes_per_s / count / 1e6)
    found = binding(
        ordered(find_volume(volume, volume_models()), count * 200 * GIB, load.requests_per_s, load.bytes_per_s, count),
        machine,
        load,
        NOTHING,
    )
    low, high = 0.0, 1e4
    for _ in range(60):
        times = (low + high) / 2
        requests, mb = times * load.requests_per_s, times * load.bytes_per_s / 1e6
        carried = (
            each.carries(requests / count, mb / count)
            and requests <= (machine.requests_per_s or math.inf)
            and mb * 1e6 <= (machine.bytes_per_s or math.inf)
        )
        low, high = (times, high) if carried else (low, times)
    assert found.times == pytest.approx(low)
    more = binding(None, machine, load, beside).times
    assert more <= binding(None, machine, load, NOTHING).times


@pytest.mark.parametrize(
    ("volume", "count", "can"),
    [("aws-gp3", 64, True), ("rds-gp3", 1, True), ("rds-gp3", 2, False), ("rds-io2", 3, False)],
)
def test_how_many_may_stand_side_by_side(volume: str, count: int, can: bool) -> None:
    assert (refused_count(find_volume(volume, volume_models()), count) == "") is can


@pytest.mark.parametrize(("gib", "count", "large"), [(65_536, 1, False), (65_537, 1, True), (65_537, 2, False)])
def test_each_has_a_largest_size(gib: int, count: int, large: bool) -> None:
    assert too_large(find_volume("rds-io2", volume_models()), gib * GIB, count) is large
