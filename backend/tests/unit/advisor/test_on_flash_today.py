"""Segments that lie on flash today, as stated: they stay, and no option is credited with them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.errors import Infeasible
from segtier.model.advice import Advice
from segtier.model.constraints import Constraints
from segtier.model.device import Held, StorageGroup, StorageToday
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_workload, some_sizes
from tests.sentences import like, worded

READS = {"ORDERS": 900_000, "STOCK": 540_000, "HISTORY": 180_000, "ORDERS_IX": 180_000}
SIZES = {"ORDERS": 40.0, "STOCK": 30.0, "HISTORY": 200.0, "ORDERS_IX": 6.0}
DISKS = StorageGroup("disks", media="hdd", spindles=8, raid="raid10", inferred=False)

DISKS_OF_DATA = replace(DISKS, holds=("data",))


def flash_holding(*tablespaces: str) -> StorageGroup:
    return StorageGroup("flash", holds=("data",), media="flash", tablespaces=tablespaces, inferred=False)


def asked(groups: tuple[StorageGroup, ...] | None, *pinned: str) -> Advice:
    segments = tuple(
        replace(a_segment(name, reads, 1_000, "INDEX" if name.endswith("_IX") else "TABLE"), tablespace=f"TS_{name}")
        for name, reads in READS.items()
    )
    sizes = some_sizes(*SIZES.items())
    rows = tuple(replace(row, tablespace=f"TS_{row.name}") for row in sizes.segments)
    storage = None if groups is None else StorageToday(groups)
    request = a_request(
        300 * GIB, draws=80, headroom_pct=0.0, storage_today=storage, constraints=Constraints(pinned=pinned)
    )
    return advise([a_workload(segments=segments)], [replace(sizes, segments=rows)], request)


PLACES: list[tuple[str, tuple[StorageGroup, ...], set[str]]] = [
    ("no group", (), set()),
    ("disks alone", (DISKS,), set()),
    ("one tablespace", (DISKS, flash_holding("TS_ORDERS")), {"ORDERS"}),
    ("before the disks", (flash_holding("TS_ORDERS"), DISKS), {"ORDERS"}),
    ("in small letters", (DISKS, flash_holding("ts_orders_ix", "Ts_Stock")), {"ORDERS_IX", "STOCK"}),
    ("disks that hold one", (replace(DISKS, tablespaces=("TS_ORDERS",)),), set()),
]


@pytest.mark.parametrize(("groups", "there"), [case[1:] for case in PLACES], ids=[case[0] for case in PLACES])
def test_what_lies_on_flash_stays_and_the_rest_moves(groups: tuple[StorageGroup, ...], there: set[str]) -> None:
    advice = asked(groups)
    stays = {row.name: row.reason for row in advice.segments if not row.movable}
    assert stays == {name: worded("analysis/lies-ssd-today", f"TS_{name}") for name in there}
    assert {row.name for row in advice.segments if row.included} == set(READS) - there
    assert advice.verdict.cause != "on-flash"


def test_no_option_gains_or_takes_room_for_it() -> None:
    groups = (DISKS, flash_holding("TS_ORDERS", "TS_ORDERS_IX"))
    before = {one.option: one for one in asked((DISKS,)).options}
    after = {one.option: one for one in asked(groups).options}
    assert before["all"].used_bytes == 276 * GIB
    assert after["all"].used_bytes == 230 * GIB
    assert (before["indexes"].used_bytes, after["indexes"].used_bytes) == (6 * GIB, 0)
    for name in ("all", "segments", "indexes"):
        less, more = after[name].response_ratio, before[name].response_ratio
        assert less is not None
        assert more is not None
        assert less.expected > more.expected + 0.02, name
    # 900,000 and 180,000 of 1,800,000 reads.
    (stated,) = [one for one in after["all"].assumptions if one.name == "on_flash_today"]
    assert (stated.value, stated.unit) == (60.0, "%")
    assert not [one for one in after["redo"].assumptions if one.name == "on_flash_today"]
    assert not [one for one in before["all"].assumptions if one.name == "on_flash_today"]


def test_a_flash_cache_gains_nothing_for_reads_from_flash() -> None:
    """Of 1,800,000 reads 1,080,000 come from flash today: the cache saves two fifths of what it would save."""
    cases = [(DISKS,), (DISKS, flash_holding("TS_ORDERS", "TS_ORDERS_IX"))]
    before, after = ({one.option: one for one in asked(groups).options}["flash-cache"] for groups in cases)
    assert before.response_ratio is not None
    assert after.response_ratio is not None
    assert 1 - after.response_ratio.expected == pytest.approx((1 - before.response_ratio.expected) * 0.4, rel=0.25)


@pytest.mark.parametrize(
    ("tablespaces", "cause"),
    [(("TS_ORDERS",), False), (("TS_ORDERS", "TS_STOCK"), False), (tuple(f"TS_{name}" for name in READS), True)],
    ids=["half of the reads", "four fifths", "all"],
)
@pytest.mark.parametrize("beside", [(), (DISKS,)], ids=["stated alone", "beside disks"])
def test_it_is_the_answer_where_nearly_all_reads_come_from_it(
    tablespaces: tuple[str, ...], cause: bool, beside: tuple[StorageGroup, ...]
) -> None:
    assert (asked((*beside, flash_holding(*tablespaces))).verdict.cause == "on-flash") is cause


TITLES = {"redo": "Redo logs", "temp": "Temp files"}


@pytest.mark.parametrize("files", ["redo", "temp"])
def test_redo_or_temp_on_flash_is_no_option_any_more(files: Held) -> None:
    there = StorageGroup("cards", holds=(files,), media="flash", inferred=False)
    rows = {one.option: one for one in asked((DISKS_OF_DATA, there)).options}
    for name in ("redo", "temp"):
        told = [blocker.text for blocker in rows[name].blocked_by if blocker.code == "on-flash-already"]
        assert told == ([worded("advisor/ssd-today-you", TITLES[files], "")] if name == files else [])
    assert files not in rows["combination"].parts


def test_a_tablespace_where_nothing_lies_is_told() -> None:
    advice = asked((DISKS, flash_holding("TS_ORDERS", "SSDDATA")))
    (told,) = [warn.message for warn in advice.warnings if warn.code == "no-segment-on-flash"]
    assert told == worded("advisor/said-ssd-today", "SSDDATA")


def test_it_cannot_be_pinned() -> None:
    lies = worded("analysis/lies-ssd-today", "TS_ORDERS")
    with pytest.raises(Infeasible, match=like("advisor/must-go-ssd-asked", "SHOP.ORDERS", lies)):
        asked((DISKS, flash_holding("TS_ORDERS")), "SHOP.ORDERS")


def test_all_of_the_data_on_flash_is_another_matter() -> None:
    whole = StorageGroup("flash", media="flash", inferred=False)
    assert asked((whole,)).verdict.cause == "on-flash"
    assert all(row.movable for row in asked((whole,)).segments)
