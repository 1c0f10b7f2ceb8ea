"""KEEP, NONE and the documented size of a flash cache, by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.advisor.plan_option import plan_option
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.plan import Destination
from segtier.model.workload import Cache, Workload
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_workload
from tests.sentences import like, tells, worded

# Reads and GiB: 1,800,000 reads of 300 GiB in all, 6,000 for each; four times that is 24,000.
SEGMENTS = {
    "HOT": (600_000, 6),
    "WARM": (250_000, 10),
    "LARGE": (700_000, 24),
    "JUST_NOT": (47_000, 2),
    "COLD": (203_000, 258),
}


def advised(
    capacity_gib: int = 60, sga_target: int | None = None, storage: StorageToday | None = None, **changed: object
) -> tuple[Advice, Workload]:
    segments = tuple(
        replace(a_segment(name, reads), size_bytes=gib * GIB, tablespace=f"TS_{name}", **changed.get(name, {}))
        for name, (reads, gib) in SEGMENTS.items()
    )
    cache = (Cache(buffer_cache_bytes=6 * GIB, sga_target_bytes=sga_target),)
    workload = replace(a_workload(segments=segments), cache=cache)
    request = a_request(capacity_gib * GIB, 80, headroom_pct=0.0, storage_today=storage)
    return advise([workload], [], request), workload


def flash_cache(*given: Any, **changed: Any) -> OptionAdvice:
    return next(one for one in advised(*given, **changed)[0].options if one.option == "flash-cache")


def kept(option: OptionAdvice) -> list[str]:
    assert option.flash_cache is not None
    return [name.removeprefix("SHOP.") for name in option.flash_cache.use.keep]


@pytest.mark.parametrize(
    ("capacity", "size", "keep"),
    [(60, 60, ["HOT", "LARGE"]), (24, 24, ["HOT"]), (48, 48, ["HOT", "WARM"]), (12, 12, ["HOT"])],
    ids=["thirty to keep", "twelve to keep", "the next that fits", "six to keep"],
)
def test_the_densest_are_kept_in_half_of_it(capacity: int, size: int, keep: list[str]) -> None:
    option = flash_cache(capacity)
    assert option.flash_cache is not None
    assert option.flash_cache.size_bytes == size * GIB
    assert kept(option) == keep
    use = option.flash_cache.use
    assert use.keep_bytes == sum(SEGMENTS[name][1] for name in keep) * GIB
    assert (use.keep_count, use.none_count) == (len(keep), 0)
    assert use.keep_bytes <= size * GIB / 2


def test_scans_are_no_reason_to_keep() -> None:
    """Direct path reads pass the cache by."""
    option = flash_cache(60, LARGE={"direct_reads_blocks": 700_000.0})
    assert "LARGE" not in kept(option)


def test_what_lies_on_flash_already_is_not_taken_in() -> None:
    there = StorageGroup("cards", holds=("data",), media="flash", tablespaces=("TS_HOT",), inferred=False)
    option = flash_cache(60, storage=StorageToday((StorageGroup("disks", media="hdd", inferred=False), there)))
    assert "HOT" not in kept(option)
    assert option.flash_cache is not None
    assert option.flash_cache.use.none == ("SHOP.HOT",)
    assert worded("advisor/flash-cache-none", "1 segment") in option.notes


RULE = worded("advisor/oracles-rule-size", 2, 10, "12 GiB to 60 GiB")


@pytest.mark.parametrize(
    ("sga_gib", "rule"),
    [
        (None, f"{RULE}."),
        (
            10,
            worded("advisor/sga-target-many", RULE, "16 GiB to 80 GiB"),
        ),
    ],
)
def test_the_documented_rule_stands_beside_it(sga_gib: int | None, rule: str) -> None:
    option = flash_cache(60, None if sga_gib is None else sga_gib * GIB)
    assert option.notes[0] == rule
    assert tells(option.notes[1], like("advisor/flash-cache-keep", "SHOP.HOT, SHOP.LARGE", "30 GiB", "50 %"))


def test_the_scripts_keep_what_the_advice_names() -> None:
    there = StorageGroup("cards", holds=("data",), media="flash", tablespaces=("TS_JUST_NOT",), inferred=False)
    storage = StorageToday((StorageGroup("disks", media="hdd", inferred=False), there))
    advice, workload = advised(60, storage=storage)
    option = next(one for one in advice.options if one.option == "flash-cache")
    plan = plan_option(advice, [workload], "flash-cache", Destination(), True)
    listed = next(file.text for file in plan.files if file.path == "lib/list_flash_cache_use.sql")
    names = re.findall(r":s_name := '(\w+)';.*?:s_to_ts := '(\w+)';", listed, re.DOTALL)
    assert names == sorted([*((name, "KEEP") for name in kept(option)), ("JUST_NOT", "NONE")])
    assert ("HOT", "KEEP") in names
