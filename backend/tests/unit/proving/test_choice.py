"""What is proved this time: the oldest first, within the budget, and nothing is left out for ever."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.proving.choice import UNKNOWN_S, cost_s, not_proved_for_longest, reached
from tests.proving.ledger import NEVER, Proof

OLD, NEW = "2026-01-01T00:00Z", "2026-02-01T00:00Z"
LEDGER = {
    "a.py": Proof(30, NEW),
    "b.py@postgresql": Proof(50, OLD),
    "c.py::test_it@sqlite": Proof(20, OLD),
    "d.py": Proof(70, NEVER),
    "e.py": Proof(500, NEVER),
}
PIECES = [*LEDGER, "unknown.py"]


@pytest.mark.parametrize(
    ("budget_s", "chosen"),
    [
        (0, []),
        (UNKNOWN_S, ["unknown.py"]),
        (69, ["unknown.py", "c.py::test_it@sqlite"]),
        (70, ["d.py"]),
        (120, ["d.py", "unknown.py", "c.py::test_it@sqlite"]),
        (140, ["d.py", "unknown.py", "b.py@postgresql"]),
        (190, ["d.py", "unknown.py", "b.py@postgresql", "c.py::test_it@sqlite", "a.py"]),
        (690, ["d.py", "e.py", "unknown.py", "b.py@postgresql", "c.py::test_it@sqlite", "a.py"]),
    ],
)
def test_oldest_first_as_many_as_fit(budget_s: float, chosen: list[str]) -> None:
    assert not_proved_for_longest(PIECES, LEDGER, budget_s) == chosen


@pytest.mark.parametrize(
    ("near", "budget_s", "fit", "left_out"),
    [
        (set(), 100, [], []),
        ({"a.py", "c.py"}, 100, ["c.py::test_it@sqlite", "a.py"], []),
        ({"a.py", "b.py", "c.py"}, 60, ["b.py@postgresql"], ["c.py::test_it@sqlite", "a.py"]),
        ({"e.py"}, 100, [], ["e.py"]),
    ],
)
def test_what_a_change_reaches(near: set[str], budget_s: float, fit: list[str], left_out: list[str]) -> None:
    assert reached(PIECES, near, LEDGER, budget_s) == (fit, left_out)


@given(st.dictionaries(st.text("abcdefgh", min_size=1, max_size=3), st.floats(0, 100), min_size=1), st.floats(100, 300))
def test_each_comes_in_turn(costs: dict[str, float], budget_s: float) -> None:
    """As often as there are pieces is enough, whatever they cost, where each fits in a budget."""
    ledger = {piece: Proof(cost, NEVER) for piece, cost in costs.items()}
    for run in range(len(costs)):
        chosen = not_proved_for_longest(costs, ledger, budget_s)
        assert sum(cost_s(ledger, piece) for piece in chosen) <= budget_s + 1e-9
        ledger |= {piece: Proof(ledger[piece].processor_s, f"run {run:03}") for piece in chosen}
    assert all(proof.proved != NEVER for proof in ledger.values())
