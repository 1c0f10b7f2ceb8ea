"""One tier is the SSD of the question; of several one stands for it; what cannot be meant is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from segtier.errors import SegtierError
from segtier.oracle.measured import as_stated
from segtier.question import Question, compose_request, read_parts
from segtier.question.table import ROWS
from segtier.question.tiers import AskedTier

NVME = AskedTier(name="NVME", device="nvme-9400-6400", place="+NVME")
SAS = AskedTier(name="SAS", size="2TB", read_us=600, place="+SAS")
DISKS = AskedTier(name="DISKS", size="9TB", read_us=8_000, tablespaces=("USERS",))
(ROW,) = (row for row in ROWS if row.name == "tiers")


@pytest.mark.parametrize(
    ("tier", "alone"),
    [
        ({"device": "nvme-9400-6400"}, {"device": "nvme-9400-6400"}),
        (
            {"device": "nvme-9400-6400", "count": 4, "raid": "raid10"},
            {"device": "nvme-9400-6400", "count": 4, "mirrored": True},
        ),
        ({"device": "nvme-9400-6400", "size": "700GB", "price": 9.5}, {"device": "nvme-9400-6400", "ssd": "700GB", "price": 9.5}),
        ({"size": "700GB", "read_us": 200.0}, {"ssd": "700GB", "figures": ("read_us=200", "write_us=200")}),
        ({"device": "generic-pcie", "shared": True}, {"device": "generic-pcie", "shared": True}),
        ({"device": "generic-san", "shared": False}, {"device": "generic-san", "shared": False}),
        ({"device": "generic-pcie", "writes_per_s": 9e4}, {"device": "generic-pcie", "figures": ("write_iops=90000",)}),
    ],
)  # fmt: skip
def test_one_tier_is_the_ssd_and_gives_its_answer(tier: dict[str, Any], alone: dict[str, Any]) -> None:
    """The same request, so the same answer; but what is stated is not measured, as it is not of several tiers."""
    request = compose_request(Question(**alone))
    found = compose_request(Question(tiers=(AskedTier(name="ANY", **tier),)))
    assert found == replace(request, tier=as_stated(request.tier))
    assert not found.tier.is_measured("read_us")


def test_one_tier_may_say_its_place() -> None:
    assert compose_request(Question(tiers=(SAS,))).tier.place == "+SAS"


@pytest.mark.parametrize(
    ("tiers", "ssd", "first", "further"),
    [
        ((NVME, SAS), {}, "NVME", ["SAS"]),
        ((SAS, NVME), {}, "NVME", ["SAS"]),
        ((DISKS, SAS), {}, "SAS", ["DISKS"]),
        ((DISKS, AskedTier(name="B", size="1TB", read_us=90, tablespaces=("X",))), {}, "B", ["DISKS"]),
        ((NVME, SAS), {"ssd": "700GB"}, None, ["NVME", "SAS"]),
        ((SAS,), {"device": "generic-pcie"}, None, ["SAS"]),
    ],
)
def test_the_fastest_new_one_stands_for_the_ssd(
    tiers: tuple[AskedTier, ...], ssd: dict[str, Any], first: str | None, further: list[str]
) -> None:
    request = compose_request(Question(tiers=tiers, **ssd))
    assert (request.first_tier.limits.name if request.first_tier else None) == first
    assert [one.limits.name for one in request.further_tiers] == further
    if request.first_tier is not None:
        assert request.tier == request.first_tier.tier


@pytest.mark.parametrize(
    ("tiers", "code"),
    [
        ((AskedTier(name="A B", size="1TB", read_us=90), SAS), "bad-name"),
        ((AskedTier(name="ssd", size="1TB", read_us=90), SAS), "tier-twice"),
        ((DISKS,), "one-tier"),
        ((AskedTier(name="A", device="generic-pcie", count=4, raid="raid5"),), "one-tier"),
        ((AskedTier(name="A", device="no-such"), SAS), "unknown-device"),
    ],
)
def test_what_cannot_be_meant(tiers: tuple[AskedTier, ...], code: str) -> None:
    with pytest.raises(SegtierError) as refused:
        compose_request(Question(tiers=tiers))
    assert refused.value.code == code


def test_tablespaces_are_named_as_often_as_there_are_some() -> None:
    read = read_parts(ROW, "name=OLD, size=1TB, read_us=8000, tablespaces=USERS, tablespaces=INDX")
    assert list(read.tablespaces) == ["USERS", "INDX"]
