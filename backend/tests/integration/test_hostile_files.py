"""Hostile files one after the other: each ends within its limits, the worker stays, and good files are read between them.

`robustness/hostile.py` sends a thousand.
"""

from __future__ import annotations

from robustness.hostile import a_target, attack, shown


def test_no_hostile_file_stops_the_reading() -> None:
    with a_target("sqlite") as target:
        found = attack(target, files=30, seed=2026, tiny=300, good_every=15)
    print(f"\n{shown(found)}")
    assert found.faults == []
