"""Rented volumes: what they may be given and what that costs, by hand; and which limit published tests met."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date

import pytest

from segtier.errors import NotFound, UnreadableInput
from segtier.model.volume import IoLoad, Machine, VolumeModel
from segtier.oracle.volumes import (
    binding,
    counted,
    find_volume,
    is_stale,
    month,
    most_bytes_per_s,
    most_requests_per_s,
    ordered,
    price_yourself,
    read_volumes,
    unpriced,
    volume_models,
    volume_tier,
)
from segtier.units import GIB

KIB, MIB, TIB = 2**10, 2**20, 2**40
NOTHING = IoLoad(0.0, 0.0)


def model(name: str):
    return find_volume(name, volume_models())


@pytest.mark.parametrize(
    ("volume", "size_bytes", "requests", "mib", "price"),
    [
        # 500 GiB at 0.08; 3,000 beyond the free 3,000 at 0.005; 125 MiB/s beyond the free ones at 0.04.
        ("aws-gp3", 500 * GIB, 6_000, 250, 40 + 15 + 5),
        ("aws-gp3", 500 * GIB, 100, 10, 40),
        # 200 GiB at 0.125, each request at 0.065.
        ("aws-io2", 200 * GIB, 10_000, 100, 25 + 650),
        # What is included costs nothing, and of RDS that is more; beyond it a request costs 0.02 and a MiB/s 0.08.
        ("rds-gp3", 1_000 * GIB, 12_000, 500, 115),
        ("rds-gp3", 1_000 * GIB, 14_000, 500, 115 + 40),
        ("rds-gp3", 1_000 * GIB, 12_000, 501, 115 + 0.08),
        # Azure: a GiB at 0.0803, 1,000 beyond the free ones at 0.00511 each.
        ("azure-premium-v2", 200 * GIB, 4_000, 100, 16.06 + 5.11),
        # 120 units of performance at 0.0017 a GiB, on 0.0255 of storage.
        ("oci-ultra", 1_000 * GIB, 10, 10, 25.5 + 120 * 1.7),
    ],
)
def test_price_of_a_month(volume: str, size_bytes: int, requests: float, mib: float, price: float | None) -> None:
    assert month(ordered(model(volume), size_bytes, requests, mib * MIB)) == (
        None if price is None else pytest.approx(price)
    )


@pytest.mark.parametrize(
    ("volume", "gib", "requests", "mb"),
    [
        ("aws-gp3", 100, 50_000, 2_097.152),
        ("aws-gp3", 1_000, 80_000, 2_097.152),
        ("aws-io2", 10, 10_000, 2_684.35456),
        ("rds-gp3", 200, 64_000, 4_194.304),
        ("azure-premium-v2", 6, 3_000, 750),
        ("azure-premium-v2", 100, 50_000, 2_000),
        ("aws-fsx-ontap", 1_000, 3_000, math.inf),
        ("azure-netapp-ultra", 1_024, math.inf, 134.217728),
    ],
)
def test_what_a_volume_of_a_size_may_be_given(volume: str, gib: int, requests: float, mb: float) -> None:
    kind = model(volume)
    assert most_requests_per_s(kind, gib * GIB) == pytest.approx(requests)
    assert most_bytes_per_s(kind, gib * GIB, requests) == pytest.approx(mb * 1e6)


def test_ordered_is_the_free_part_at_least_and_what_may_be_given_at_most() -> None:
    small = ordered(model("aws-gp3"), 93 * GIB, 10, 10)
    large = ordered(model("aws-gp3"), 93 * GIB, 10**6, 10**12)
    with_size = ordered(model("oci-balanced"), 100 * GIB, 10, 10)
    assert (small.requests_per_s, small.bytes_per_s) == (3_000, 125 * MIB)
    assert (large.requests_per_s, large.bytes_per_s) == (46_500, 2_000 * MIB)
    assert (with_size.requests_per_s, with_size.bytes_per_s) == (pytest.approx(6_000), pytest.approx(48e6))


@pytest.mark.parametrize(("kib", "times"), [(8, 1), (256, 1), (257, 2), (512, 2), (1_024, 4)])
def test_a_large_request_counts_several_times(kib: int, times: int) -> None:
    """io2 counts in 256 KiB."""
    assert counted(model("aws-io2"), IoLoad(1_000, 1_000 * kib * KIB)) == 1_000 * times
    assert counted(model("azure-ultra"), IoLoad(1_000, 1_000 * kib * KIB)) == 1_000


def random_io(requests: float) -> IoLoad:
    return IoLoad(requests, requests * 8 * KIB)


PUBLISHED = [
    # Azure NetApp Files, Ultra: 8 TiB stop at 1 GiB/s whatever the load; 32 TiB scan at 3,900 MB/s.
    ("8 TiB", "azure-netapp-ultra", 8 * TIB, Machine(), random_io(200_000), NOTHING, "volume-bytes", 2**30),
    ("32 TiB scans", "azure-netapp-ultra", 32 * TIB, Machine(), IoLoad(8_000, 8_000 * MIB), NOTHING, "volume-bytes", 3.9e9),
    # A database moved to AWS (database-investigator.com, 2026): the machine let some 800 MB/s through to data, redo and archiver.
    (
        "redo beside data at the machine's limit", "aws-io2", 10**12, Machine(bytes_per_s=800e6),
        IoLoad(2_000, 30e6), IoLoad(90_000, 770e6), "machine-bytes", 30e6,
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("volume", "size_bytes", "machine", "load", "beside", "limit", "met_bytes"),
    [row[1:] for row in PUBLISHED],
    ids=[row[0] for row in PUBLISHED],
)
def test_the_limit_a_published_test_met(
    volume: str, size_bytes: int, machine: Machine, load: IoLoad, beside: IoLoad, limit: str, met_bytes: float
) -> None:
    found = binding(ordered(model(volume), size_bytes), machine, load, beside)
    assert found.limit == limit
    assert met_bytes == pytest.approx(found.times * load.bytes_per_s, rel=0.1)


def test_without_limits_nothing_binds() -> None:
    assert binding(None, Machine(), random_io(1e6), NOTHING) == binding(None, Machine(), NOTHING, NOTHING)
    assert math.isinf(binding(None, Machine(), random_io(1e6), NOTHING).times)


def test_requests_of_the_machine_are_those_of_all_its_volumes() -> None:
    found = binding(None, Machine(requests_per_s=10_000), random_io(2_000), random_io(3_000))
    assert (found.limit, found.times) == ("machine-requests", 2.0)


def test_as_flash_at_hand_reads_and_writes_share_one_limit() -> None:
    tier = volume_tier(ordered(model("aws-gp3"), 10**12, 8_000, 500e6))
    assert (tier.read_iops, tier.write_iops, tier.read_bytes_per_s, tier.usable_bytes) == (8_000, 8_000, 500e6, 10**12)
    assert (tier.read_us_low, tier.read_us, tier.read_us_high, tier.shared) == (500, 1_000, 2_000, True)


def test_every_kind_of_the_catalogue_says_where_it_is_from() -> None:
    kinds = volume_models()
    assert len({kind.id for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert kind.source
        assert kind.read_us_low <= kind.read_us <= kind.read_us_high
        assert kind.price_gib_month is None or (kind.currency and kind.region)
        assert bool(price_yourself(kind)) is bool(unpriced(kind))


@pytest.mark.parametrize("kind", volume_models(), ids=lambda kind: kind.id)
def test_a_figure_that_is_not_assumed_has_sources_with_names(kind: VolumeModel) -> None:
    """A price is never assumed, and no source is told twice of a figure, or by a key that stands for nothing."""
    for figure in kind.figures:
        assert len(set(figure.sources)) == len(figure.sources)
        assert all(" " in source for source in figure.sources), figure
        assert figure.sources or not figure.name.startswith("price")


def test_of_one_kind_that_is_delivered_sources_differ_about_the_price() -> None:
    assert [kind.id for kind in volume_models() if unpriced(kind)] == ["google-hyperdisk-balanced"]


@pytest.mark.parametrize(
    ("volume", "missing"),
    [
        ("aws-io2", ("price_gb_month", "price_iops_month")),
        ("rds-gp3", ("price_gb_month", "price_iops_month", "price_mb_s_month")),
        ("azure-netapp-ultra", ("price_gb_month",)),
    ],
)
def test_what_to_type_where_a_price_is_missing(volume: str, missing: tuple[str, ...]) -> None:
    """Of bytes that come without a price, or with the size, none is asked."""
    kind = replace(model(volume), price_gib_month=None, price_request_per_s_month=None, price_mb_per_s_month=None)
    assert unpriced(kind) == missing
    assert all(name in price_yourself(kind) for name in missing)


@pytest.mark.parametrize(("today", "stale"), [("2027-11-28", False), ("2027-11-29", True)])
def test_a_year_later_it_is_stale(today: str, stale: bool) -> None:
    assert is_stale(model("aws-gp3"), date.fromisoformat(today)) is stale


MINE = b"""
as_of: 2026-01-02
stale_after_days: 30
volumes:
  - {id: mine, name: Ours, read_us: [100, 200, 300], source: the contract, most_iops: 5000, price_gb_month: 0.5, currency: EUR}
"""


def test_where_requests_come_with_the_size_only_the_size_is_paid() -> None:
    (mine,) = read_volumes(MINE.replace(b"price_gb", b"bought: false, price_gb"), "mine.yaml")
    assert month(ordered(mine, 100 * GIB)) == pytest.approx(50)


def test_an_own_catalogue() -> None:
    (mine,) = read_volumes(MINE, "mine.yaml")
    assert (mine.id, mine.most_requests_per_s, mine.as_of, mine.currency) == ("mine", 5_000, date(2026, 1, 2), "EUR")
    assert is_stale(mine, date(2026, 2, 2))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MINE.replace(b"as_of: 2026-01-02", b""), "as_of"),
        (b"as_of: 2026-01-02\nvolumes: []", "length >= 1"),
        (MINE.replace(b"5000", b"-5"), "most_iops"),
        (MINE.replace(b"most_iops", b"most_iop"), "most_iop"),
        (MINE.replace(b"most_iops: 5000", b"least_iops: 6000, most_iops: 5000"), "least_iops 6000"),
        (MINE.replace(b"[100, 200, 300]", b"[100, 400, 300]"), "does not rise"),
        (MINE.replace(b"read_us: [100, 200, 300], ", b""), "read_us"),
        (b"as_of: [", "mine.yaml"),
        (b"\x05", "in mine.yaml, position"),
    ],
)
def test_a_faulty_catalogue_is_refused_with_what_and_where(text: bytes, words: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        read_volumes(text, "mine.yaml")
    assert refused.value.code == "bad-volumes"
    assert words in str(refused.value)


def test_who_says_what_is_no_figure_is_refused() -> None:
    with pytest.raises(UnreadableInput, match="most_iop'") as refused:
        read_volumes(MINE.replace(b"most_iops: 5000", b"most_iops: 5000, by: {most_iop: [me]}"), "mine.yaml")
    assert refused.value.code == "bad-volumes"


def test_an_own_catalogue_has_one_source_for_all_or_says_more() -> None:
    (mine,) = read_volumes(MINE, "mine.yaml")
    assert {figure.sources for figure in mine.figures} == {("the contract",)}
    (two,) = read_volumes(MINE.replace(b"price_gb", b"by: {most_iops: [us, them]}, price_gb"), "mine.yaml")
    assert {figure.name: len(figure.sources) for figure in two.figures} == {
        "read_us": 0, "most_iops": 2, "price_gb_month": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("typed", "named", "others"), [("gp9", "aws-gp3", True), ("aws-gp4", "aws-gp3", False)])
def test_an_unknown_kind_names_the_nearest_or_all(typed: str, named: str, others: bool) -> None:
    with pytest.raises(NotFound) as refused:
        find_volume(typed, volume_models())
    assert named in str(refused.value.advice)
    assert ("azure-ultra" in str(refused.value.advice)) == others
