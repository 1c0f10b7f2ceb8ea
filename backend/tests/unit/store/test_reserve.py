"""A deletion that finds no room runs once more in the room of the reserve, and only then."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from segtier.passing import DISK_FULL
from segtier.store.engine import Store
from segtier.store.faults import passing_fault
from segtier.store.reserve import RESERVE_BYTES, deleting, keep_reserve


def full(code: int = sqlite3.SQLITE_FULL) -> sqlite3.OperationalError:
    fault = sqlite3.OperationalError("database or disk is full")
    fault.sqlite_errorcode = code
    return fault


@pytest.mark.parametrize(
    ("faults", "runs", "gives", "left"),
    [
        ([], 1, True, True),
        ([full()], 2, True, False),
        ([full(), full()], 2, False, False),
        ([full(sqlite3.SQLITE_BUSY)], 1, False, True),
    ],
)
def test_a_deletion(tmp_path: Path, faults: list[Exception], runs: int, gives: bool, left: bool) -> None:
    ran = 0

    def act() -> str:
        nonlocal ran
        ran += 1
        if ran <= len(faults):
            raise faults[ran - 1]
        return "gone"

    with closing(Store(f"sqlite:///{tmp_path}/segtier.db")) as store:
        keep_reserve(store)
        reserve = tmp_path / "segtier.db-reserve"
        assert reserve.stat().st_blocks * 512 >= RESERVE_BYTES
        if gives:
            assert deleting(store, act) == "gone"
        else:
            with pytest.raises(sqlite3.OperationalError):
                deleting(store, act)
        assert (ran, reserve.exists()) == (runs, left)
        keep_reserve(store)
        assert reserve.exists()


def test_without_a_reserve_a_full_disk_is_told(tmp_path: Path) -> None:
    def act() -> None:
        raise full()

    with closing(Store(f"sqlite:///{tmp_path}/segtier.db")) as store, pytest.raises(sqlite3.OperationalError) as raised:
        deleting(store, act)
    assert passing_fault(raised.value) == DISK_FULL
