"""Usable bytes of a disk group against a calculation by hand, and that the plan keeps to them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from segtier.errors import Infeasible
from segtier.model.inventory import DiskGroup
from segtier.model.plan import Destination, Known
from segtier.plan.storage.disk_group import Redundancy, usable_bytes
from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.unit.plan.requests import GIB, TIER, a_request, a_segment, pages_of, text_of

GB = 10**9
BY_HAND: list[tuple[str, int, int, Redundancy, int]] = [
    ("one bare disk", 350 * GB, 1, "EXTERNAL", 350 * GB),
    ("four bare disks", 1400 * GB, 4, "EXTERNAL", 1400 * GB),
    ("two: half, no third", 700 * GB, 2, "NORMAL", 350 * GB),
    ("three: (1050 - 350) / 2", 1050 * GB, 3, "NORMAL", 350 * GB),
    ("four: (1400 - 350) / 2 = 489 GiB", 1400 * GB, 4, "NORMAL", 525 * GB),
    ("eight: (2800 - 350) / 2", 2800 * GB, 8, "NORMAL", 1225 * GB),
    ("three of HIGH: a third", 1050 * GB, 3, "HIGH", 350 * GB),
    ("four of HIGH: (1400 - 700) / 3", 1400 * GB, 4, "HIGH", 700 * GB // 3),
    ("six of HIGH: (2100 - 700) / 3", 2100 * GB, 6, "HIGH", 1400 * GB // 3),
]


@pytest.mark.parametrize(
    ("raw", "disks", "redundancy", "usable"), [row[1:] for row in BY_HAND], ids=[row[0] for row in BY_HAND]
)
def test_usable_bytes_by_hand(raw: int, disks: int, redundancy: Redundancy, usable: int) -> None:
    assert usable_bytes(raw, disks, redundancy) == usable


FOUR = replace(TIER, count=4)
"""Four cards of 350 GB: 1400 GB, 700 GB after mirroring."""
NORMAL, HALF = "489 GiB", "652 GiB"
DIRECTORY = Destination(data_diskgroup="/u02/ssd")
THERE = Known(disk_groups=(DiskGroup("SSDDATA", "NORMAL", usable_bytes=600 * GIB),))
LIMITS: list[tuple[str, dict[str, Any], str]] = [
    ("four cards, NORMAL", {"tier": FOUR}, NORMAL),
    ("two cards", {}, HALF),
    ("not mirrored", {"tier": replace(FOUR, mirrored=False)}, HALF),
    ("a directory", {"tier": FOUR, "targets": DIRECTORY}, HALF),
    ("a group that is there", {"tier": FOUR, "known": THERE}, "600 GiB"),
    ("perhaps ASM", {"tier": FOUR, "on_asm": None}, NORMAL),
    ("less was said", {"tier": replace(FOUR, usable_bytes=400 * GIB)}, "400 GiB"),
]


@pytest.mark.parametrize(("changes", "limit"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_tablespaces_grow_no_further_than_the_redundancy_allows(changes: dict[str, Any], limit: str) -> None:
    plan = write_plan(a_request(**changes))
    readme = pages_of(plan)
    assert f"* SSD: {limit} usable" in readme
    most = sum(int(mib) for mib in re.findall(r"MAXSIZE '\n?\s*\|\| '(\d+)M'", text_of(plan, "30_tablespaces.sql")))
    assert 0 < most * 2**20 <= float(limit.split(maxsplit=1)[0]) * 1.001 * GIB


BARE = replace(TIER, mirrored=False)
UNMIRRORED: list[tuple[str, str, dict[str, Any], bool]] = [
    ("mirrored", "segments", {}, False),
    ("not mirrored", "segments", {"tier": BARE}, True),
    ("data files, not mirrored", "all", {"tier": BARE}, True),
    ("a directory", "segments", {"tier": BARE, "targets": DIRECTORY}, False),
    ("redo says it in its own words", "redo", {"tier": BARE}, False),
]


@pytest.mark.parametrize(
    ("option", "changes", "told"), [row[1:] for row in UNMIRRORED], ids=[row[0] for row in UNMIRRORED]
)
def test_a_disk_group_without_a_mirror_is_told_of(option: str, changes: dict[str, Any], told: bool) -> None:
    assert (worded("plan/ssd-not-known", "The SSD") in pages_of(write_plan(a_request(option, **changes)))) is told


def test_the_readme_tells_both_ways_to_mirror() -> None:
    readme = pages_of(write_plan(a_request(tier=FOUR)))
    assert worded("plan/normal-redundancy-over-disks", 4, NORMAL) in readme
    assert worded("plan/pairs-md-striped", 2, HALF) in readme
    assert worded("plan/normal-redundancy-over") in pages_of(write_plan(a_request()))
    assert worded("plan/how-many-disks") in pages_of(write_plan(a_request(tier=replace(TIER, count=1))))


LARGE = (a_segment(size_bytes=550 * GB),)


def test_what_fits_on_pairs_of_md_alone_says_so() -> None:
    readme = pages_of(write_plan(a_request(tier=FOUR, move=LARGE)))
    assert worded("plan/moves-fits-mirror") in readme
    assert f"* SSD: {HALF} usable" in readme
    with pytest.raises(Infeasible, match=NORMAL):
        write_plan(a_request(tier=replace(FOUR, shared=True), move=LARGE))
