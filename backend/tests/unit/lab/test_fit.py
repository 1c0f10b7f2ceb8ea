"""Constants fitted on moves: what is least off wins, what no row tells stays, and a group is judged by the others' choice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lab.ground.fit import FITTED, Errors, Pins, Trial, as_table, fits, fitted, trial
from tests.unit.lab.runs import a_row


def off(name: str, best: float, size: float = 1.0) -> Errors:
    """Wrong by how far one constant is from its best value."""

    def errors(pins: Pins) -> Sequence[float]:
        return [size * (pins.get(name, FITTED[name].expected) - best)]

    return errors


@pytest.mark.parametrize("best", [0.0, 0.25, 1.0])
def test_the_value_that_is_least_off_wins_and_the_others_stay(best: float) -> None:
    shipped = {name: spread.expected for name, spread in FITTED.items()}
    assert fitted([off("stall_gain", best)]) == {**shipped, "stall_gain": best}


def test_a_group_is_held_against_what_the_others_chose() -> None:
    trials = [Trial(("load a",), off("stall_gain", 0.0)), Trial(("load b",), off("stall_gain", 0.5))]
    found = {one.fitted_on: one for one in fits(trials, off("follow_locks", 0.5))}
    without_a = found["the ground without load a, held on that"]
    assert (without_a.pins["stall_gain"], list(without_a.lab)) == (0.5, [0.5])
    assert found["the papers"].pins["follow_locks"] == 0.5
    assert list(found["nothing: as shipped"].lab) == [1.0, 0.5]
    assert as_table(found.values()).count("\n") == len(found) + 1


def test_a_stored_row_is_forecast_with_what_is_pinned() -> None:
    """Two of its twelve sessions wait for locks."""
    row = trial(a_row())
    follow, stay = (row.errors({"follow_locks": part}) for part in (1.0, 0.0))
    assert len(follow) == len(stay)
    assert max(one - other for one, other in zip(follow, stay, strict=True)) > 0.05
