"""Figures and sentences of a README, against what a DBA would work out from the request."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from segtier.model.inventory import DiskGroup
from segtier.model.plan import PlanSegment
from segtier.plan.storage.disk_group import room_bytes
from segtier.plan.write_plan import write_plan
from segtier.units import MIB
from tests.sentences import worded
from tests.unit.plan.requests import GIB, a_request, a_segment, pages_of

BLOCKS = worded("plan/block-writes-table")
SAID: list[tuple[str, str, dict[str, Any], str]] = [
    # (what, option, changes, sentence)
    (
        "redo of twenty minutes: 5 MB/s x 1,200 s, as the README counts bytes",
        "redo",
        {"redo_bytes_per_s": 5 * MIB},
        worded("plan/report-shows-redo", "5 MiB", "5.86 GiB"),
    ),
    (
        "a quarter more than the peak of temp",
        "temp",
        {"temp_peak_bytes": 20 * GIB},
        worded("plan/size-new-temporary", "25 GiB"),
    ),
    ("temp without a peak", "temp", {"temp_peak_bytes": None}, worded("plan/big-present-default")),
    (
        "tables that may not move online",
        "segments",
        {"release": "11.2.0.3.0"},
        BLOCKS,
    ),
    (
        "some that may",
        "segments",
        {"edition": "EE", "compatible": "19.0.0"},
        worded("plan/move-online-no"),
    ),
    ("nobody knows", "segments", {"release": None}, worded("plan/move-online-database")),
    ("an index that cannot", "indexes", {"edition": "SE2"}, BLOCKS),
    (
        "a step counts its statements, and an index sorts",
        "segments",
        {"edition": "SE2", "move": (a_segment(), a_segment("ORDERS_PK", "INDEX"))},
        f"| 2 of 2 {BLOCKS} | redo 4 GiB, temp 2 GiB, 1 to 2 min |",
    ),
    ("one machine", "redo", {"rac": False}, "root, before 20"),
    ("a cluster", "redo", {"rac": True, "tier": replace(a_request().tier, shared=True)}, "root, every node, before 20"),
]


@pytest.mark.parametrize(("option", "changes", "sentence"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_the_readme_says(option: str, changes: dict[str, Any], sentence: str) -> None:
    assert sentence in pages_of(write_plan(a_request(option, **changes)))


@pytest.mark.parametrize(
    ("usable", "free", "room"),
    [
        (7 * GIB, 20 * GIB, 7 * GIB),
        (0, 20 * GIB, 20 * GIB),
        (0, None, 0),
        (-3 * GIB, 20 * GIB, 0),
        (None, 20 * GIB, None),
    ],
    ids=[
        "after mirroring",
        "FLEX shows 0: what is free",
        "FLEX, nothing known",
        "a failure group is missing",
        "not known",
    ],
)
def test_room_of_a_disk_group(usable: int | None, free: int | None, room: int | None) -> None:
    assert room_bytes(DiskGroup("SSD", usable_bytes=usable, free_bytes=free)) == room


INDEX = a_segment("ORDERS_PK", "INDEX")
MADE: list[tuple[str, tuple[PlanSegment, ...], list[str]]] = [
    ("a table", (a_segment(),), ["SSD_DATA`"]),
    ("an index", (INDEX,), ["SSD_INDX`"]),
    ("an encrypted table", (replace(a_segment(), facts={"tablespace_encrypted": True}),), ["SSD_DATA_ENC`"]),
    (
        "containers",
        (replace(a_segment(), pdb="PDB1"), replace(INDEX, pdb="PDB2")),
        ["SSD_DATA` in PDB1", "SSD_INDX` in PDB2"],
    ),
]


@pytest.mark.parametrize(("move", "dropped"), [row[1:] for row in MADE], ids=[row[0] for row in MADE])
def test_p14_going_back_drops_what_the_plan_made(move: tuple[PlanSegment, ...], dropped: list[str]) -> None:
    """It named both names of the request, whatever was made."""
    page = pages_of(write_plan(a_request(move=move, cdb=move[0].pdb is not None)))
    back = page.partition("## Going back")[2].partition("## ")[0]
    assert re.findall(r"`DROP TABLESPACE (\w+`(?: in \w+)?)", back) == dropped


_MINUTES = re.compile(r"\d+ to \d+ min\b")


@pytest.mark.parametrize("option", ["segments", "indexes", "redo", "temp", "all"])
def test_what_a_script_expects_of_time_the_page_says_of_it(option: str) -> None:
    """A window is planned by plan.md: what only the script says comes as a surprise."""
    plan = write_plan(a_request(option=option))
    page = next(file.text for file in plan.files if file.path == "plan.md").splitlines()
    expected = {
        file.path: _MINUTES.findall(line)
        for file in plan.files
        for line in file.text.splitlines()
        if file.path.startswith("steps/") and line.startswith("PROMPT Expected")
    }
    told = {path: _MINUTES.findall(line) for path in expected for line in page if line.startswith(f"| `{path}`")}
    assert told == {path: minutes for path, minutes in expected.items() if path in told}
    assert option not in ("segments", "indexes") or told["steps/30_tablespaces.sql"]
