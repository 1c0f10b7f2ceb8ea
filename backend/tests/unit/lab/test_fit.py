"""Constants fitted on moves: what is least off wins, what no row tells stays, and a group is judged by the others' choice."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from lab.ground.bootstrap import by_family, intervals, section, summary
from lab.ground.comparison import Compared
from lab.ground.fit import FITTED, Errors, Pins, Trial, as_table, fits, fitted, held_out, trial
from lab.ground.moves import Move
from segtier.model.forecast import Range
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


def compared(error: float, *, family: str = "a", seed: int = 0) -> Compared:
    """P90 is twice P10, and the forecast is off by `error`."""
    told = Range(0.75, 1.0, 1.5)
    return Compared(seed, family, "disks-plain", Move("all"), "response", True, 0.5, told, math.exp(-error))


def test_a_group_is_forecast_with_the_fit_that_left_it_out() -> None:
    seen: list[tuple[str, float]] = []

    def part(name: str, best: float) -> Trial:
        def held(pins: Pins) -> list[Compared]:
            seen.append((name, pins["stall_gain"]))
            return [compared(0.1, family=name)]

        return Trial((f"load {name}",), off("stall_gain", best), held)

    trials = [part("a", 0.0), part("b", 0.5)]
    found = held_out(trials, list(fits(trials, off("follow_locks", 0.5))), "load")
    assert seen == [("a", 0.5), ("b", 0.0)]
    assert (len(found["throughput"]), len(found["response"])) == (0, 2)


def test_a_summary_of_errors() -> None:
    found = summary([compared(0.0), compared(0.2), compared(-0.6)])
    assert found == pytest.approx((2 / 3, 2 / 3, 0.2, -0.4 / 3, 2.0))


def test_families_that_err_alike_say_less_than_rows_that_do_not() -> None:
    """Forty rows of two families, one always right and one always wrong: what others would do is open from end to end."""
    rows = [compared(0.0 if number % 2 else 1.0, family="ab"[number % 2]) for number in range(40)]
    inside = intervals(by_family(rows))[0]
    assert inside == (0.0, 1.0)
    alone = {str(number): [one] for number, one in enumerate(rows)}
    low, high = intervals(alone)[0]
    assert 0.3 < low < 0.5 < high < 0.7
    assert "50% (0% to 100%)" in section("All", {"response": rows, "none": []})
