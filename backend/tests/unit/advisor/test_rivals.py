"""More memory and more disks beside a volume: the same forecast as elsewhere, and nothing told that nobody knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.renting.rivals import rivals_of
from segtier.model.device import Media, StorageGroup, StorageToday
from segtier.model.volume import Prices, Rival
from segtier.model.workload import Workload
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload

READS = a_wait("db file sequential read", 18_000, 10)


def a_database(factor_at_double: float | None = None) -> Workload:
    """A buffer cache of 8 GiB; with twice that so much of its physical reads are left. None: no advisory."""
    segments = (replace(a_segment("T", 600_000, 20_000), size_bytes=10 * GIB),)
    return a_workload((READS,), segments=segments, cache_gib=8.0, cache_factor_at_double=factor_at_double)


def disks(media: Media = "hdd", spindles: int | None = 12) -> StorageToday:
    return StorageToday((StorageGroup("data", ("data", "temp"), media, spindles, inferred=False),))


def rivals(workload: Workload, prices: Prices | None = None, **asked: object) -> dict[str, Rival]:
    case = build_case([workload], [], replace(a_request(draws=80), **asked))
    return {one.name: one for one in rivals_of(case, prices or Prices())}


@pytest.mark.parametrize(("price", "month"), [(None, None), (0.0, 0.0), (3.0, 24.0)])
def test_more_memory_is_the_option_of_the_advice_with_a_price(price: float | None, month: float | None) -> None:
    workload = a_database(0.4)
    memory = rivals(workload, Prices(memory_gib=price))["memory"]
    options = {one.option: one for one in advise([workload], [], a_request(draws=80)).options}
    assert memory.amount == pytest.approx(8)
    assert memory.month == (None if month is None else pytest.approx(month))
    assert memory.response_ratio == options["buffer-cache"].response_ratio


def test_without_an_advisory_nothing_is_said_of_memory() -> None:
    memory = rivals(a_database(), Prices(memory_gib=3.0))["memory"]
    assert (memory.amount, memory.month, memory.response_ratio) == (None, None, None)
    assert memory.text


@pytest.mark.parametrize("busy", [0.2, 0.5, 0.8])
def test_twice_the_disks_by_hand(busy: float) -> None:
    """Each disk gets half of the requests: R = S / (1 - U), so reads take (1 - U) / (1 - U / 2) of what they took."""
    pinned = (("disk_utilisation", busy), ("seek_reordering", 0.0))
    workload = a_database()
    found = rivals(workload, storage_today=disks(), assumed=pinned)["disks"]
    case = build_case([workload], [], a_request(draws=80))
    reads = 18_000 / case.profile.elapsed_s / case.profile.db_time_per_s
    by_hand = 1 - reads * (1 - (1 - busy) / (1 - busy / 2))
    assert found.response_ratio.expected == pytest.approx(by_hand, abs=0.03)


@pytest.mark.parametrize(
    ("spindles", "price", "amount", "month"),
    [(12, None, 12, None), (12, 10.0, 12, 120.0), (12, 0.0, 12, 0.0), (None, 10.0, None, None)],
)
def test_what_more_disks_cost(
    spindles: int | None, price: float | None, amount: float | None, month: float | None
) -> None:
    """How many there are nobody guesses; what they would change has a range even so."""
    found = rivals(a_database(), Prices(disk=price), storage_today=disks(spindles=spindles))["disks"]
    assert (found.amount, found.month) == (amount, month)
    assert found.response_ratio.low < found.response_ratio.expected < found.response_ratio.high <= 1.01


def test_of_disks_that_are_not_counted_less_is_known() -> None:
    """The range of a stated number lies within that of none, or it moved because the number says how busy they are."""
    unknown = rivals(a_database(), storage_today=disks(spindles=None))["disks"].response_ratio
    stated = rivals(a_database(), storage_today=disks(spindles=12))["disks"].response_ratio
    assert stated.high - stated.low < unknown.high - unknown.low


@pytest.mark.parametrize("media", ["flash", "cached-array"])
def test_more_of_what_is_no_disks_is_not_forecast(media: Media) -> None:
    found = rivals(a_database(), Prices(disk=10.0), storage_today=disks(media))["disks"]
    assert (found.amount, found.month, found.response_ratio) == (None, None, None)
    assert found.text
