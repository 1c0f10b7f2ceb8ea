"""Redo logs and temporary space need room as well: where their size is known it counts, else it is said to be missing."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.advisor import advise
from segtier.advisor.options.redo import redo_bytes
from segtier.advisor.options.temp import temp_bytes
from segtier.model.inventory import DatabaseFile, Inventory, RedoGroup
from tests.builders import GIB, a_request, a_wait, a_workload
from tests.sentences import worded

GROUPS = tuple(RedoGroup(number, thread=1, size_bytes=4 * GIB) for number in (1, 2, 3))
BUSY = a_workload(
    (
        a_wait("log file sync", 9_000, 12),
        a_wait("log file parallel write", 7_000, 9, foreground=False),
        a_wait("direct path read temp", 9_000, 15),
    )
)


@pytest.mark.parametrize(
    ("inventories", "expected"),
    [
        ((), None),
        ((Inventory(),), None),
        ((Inventory(redo_groups=GROUPS),), 12 * GIB),
        ((Inventory(redo_groups=(*GROUPS, RedoGroup(4, size_bytes=4 * GIB, standby=True))),), 12 * GIB),
        ((Inventory(redo_groups=(*GROUPS, RedoGroup(4))),), None),
        ((Inventory(redo_groups=GROUPS), Inventory()), 12 * GIB),
        ((Inventory(redo_groups=GROUPS), Inventory(redo_groups=GROUPS[:2])), 8 * GIB),
    ],
)
def test_redo(inventories: tuple[Inventory, ...], expected: int | None) -> None:
    assert redo_bytes(inventories) == expected


@pytest.mark.parametrize(
    ("inventory", "expected"),
    [
        (Inventory(), None),
        (Inventory(temp_files=(DatabaseFile("t1", size_bytes=GIB), DatabaseFile("t2", size_bytes=2 * GIB))), 3 * GIB),
        (Inventory(temp_files=(DatabaseFile("t1", size_bytes=GIB), DatabaseFile("t2"))), None),
        (Inventory(temp_files=(DatabaseFile("t1", size_bytes=99 * GIB),), temp_peak_bytes=0), 99 * GIB),
    ],
)
def test_temp(inventory: Inventory, expected: int | None) -> None:
    assert temp_bytes((inventory,)) == expected


def test_a_peak_counts_before_the_files_and_with_room_to_spare() -> None:
    needed = temp_bytes((Inventory(temp_files=(DatabaseFile("t", size_bytes=GIB),), temp_peak_bytes=10 * GIB),))
    assert needed is not None
    assert 10 * GIB < needed < 20 * GIB
    assert needed % GIB == 0


@pytest.mark.parametrize("option", ["redo", "temp"])
@pytest.mark.parametrize(
    ("known", "usable", "fits", "words"),
    [
        (False, 1 * GIB, True, worded("advisor/size-not-known-see")),
        (True, 100 * GIB, True, ""),
        (True, 1 * GIB, False, ""),
    ],
)
def test_the_option_says_whether_it_fits(option: str, known: bool, usable: int, fits: bool, words: str) -> None:
    sizes: dict[str, Any] = {"redo_groups": GROUPS, "temp_files": (DatabaseFile("t", size_bytes=20 * GIB),)}
    inventory = Inventory(**sizes) if known else Inventory()
    advice = advise([BUSY], [inventory], a_request(usable))
    chosen = next(one for one in advice.options if one.option == option)
    assert (chosen.feasible, chosen.used_bytes is not None) == (fits, known)
    assert any(stop.code == "does-not-fit" for stop in chosen.blocked_by) is not fits
    assert chosen.worth_it
    assert chosen.worth_text.endswith(words)
    assert known is not ("not known" in chosen.worth_text)
