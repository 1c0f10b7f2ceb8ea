"""The one word an option leads with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.advisor.material import MATERIAL
from segtier.advisor.weighing.option_states import with_states
from segtier.model.advice import Advice
from segtier.model.forecast import Range
from segtier.model.option import NONE
from segtier.model.verdict import Blocker, OptionState, State
from tests.builders import a_request, a_segment, a_workload, some_sizes


@pytest.fixture(scope="module")
def advice() -> Advice:
    return advise(
        [a_workload(segments=(a_segment("ORDERS", 900_000),))], [some_sizes(("ORDERS", 40))], a_request(draws=40)
    )


BASE: dict[str, Any] = {
    "feasible": True,
    "blocked_by": (),
    "worth_it": False,
    "used_bytes": 10,
    "response_ratio": Range(0.6, 0.7, 1 - MATERIAL - 0.01),
}
FOR_GOOD, UNTIL = Blocker("engineered", "It cannot be."), Blocker("size-unknown", "Add sizes.", "sizes")
NONE_OF_IT = Range(1 - MATERIAL, 1.0, 1.02)
NOT_HIGH = Range(0.6, 0.7, 1 - MATERIAL + 0.01)

CASES: list[tuple[str, dict[str, Any], OptionState]] = [
    ("worth it", {"worth_it": True}, "possible"),
    ("not worth its bytes", {}, "possible"),
    ("takes none and gains for certain", {"used_bytes": 0}, "possible"),
    ("takes none and may gain nothing", {"used_bytes": 0, "response_ratio": NOT_HIGH}, "possible"),
    ("nothing of its range is a gain", {"response_ratio": NONE_OF_IT}, "no-gain"),
    ("takes none and nobody can tell", {"used_bytes": 0, "response_ratio": None}, "possible"),
    ("nobody knows what it takes", {"used_bytes": None}, "possible"),
    ("cannot be", {"feasible": False, "blocked_by": (FOR_GOOD,), "worth_it": True}, "blocked"),
    ("cannot be, and needs something", {"feasible": False, "blocked_by": (UNTIL, FOR_GOOD)}, "blocked"),
    ("needs something", {"feasible": False, "blocked_by": (UNTIL,), "worth_it": True}, "needs"),
    ("needs it to be known", {"feasible": False, "blocked_by": (UNTIL,), "response_ratio": None}, "needs"),
    ("needs something and may gain", {"feasible": False, "blocked_by": (UNTIL,)}, "possible"),
    (
        "needs something for nothing",
        {"feasible": False, "blocked_by": (UNTIL,), "response_ratio": NONE_OF_IT},
        "no-gain",
    ),
]


@pytest.mark.parametrize(("part", "state"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_beside_what_is_advised(advice: Advice, part: dict[str, Any], state: OptionState) -> None:
    assert advice.verdict.option != "redo"
    redo = next(one for one in advice.options if one.option == "redo")
    (found,) = with_states([replace(redo, **(BASE | part))], advice.verdict)
    assert found.state == state


@pytest.mark.parametrize(
    ("state", "expected"), [("leave", "advised"), ("not-enough-data", "no-gain"), ("memory-first", "no-gain")]
)
def test_nothing_is_advised_where_too_little_is_known(advice: Advice, state: State, expected: OptionState) -> None:
    none = next(one for one in advice.options if one.option == NONE)
    (found,) = with_states([none], replace(advice.verdict, state=state, option=NONE))
    assert found.state == expected
