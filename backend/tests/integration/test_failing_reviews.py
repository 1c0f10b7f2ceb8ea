"""While calls of the web server to files or database fail, an action on a plan is done as a whole or not at all.

`robustness/failing_reviews.py` does the same at many points, for every kind of call and for calls that fail once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest

from robustness.failing.acting import ACTIONS, FINE, Stand, Whole, a_stand, attempt, measured
from robustness.failing.plan import Plan
from tests.integration.contexts import on_both

POINTS = [
    ("draft", "read", "EIO", 1.0),
    ("draft", "write", "ENOSPC", 0.5),
    ("submit", "database", "full", 0.8),
    ("comment", "database", "away", 0.8),
    ("approve", "database", "away", 0.7),
    ("mark applied", "database", "full", 0.9),
    ("withdraw", "database", "away", 1.0),
    ("seal a forecast", "database", "full", 0.9),
]
"""An action, calls of which kind fail how, and from which one on, as a share of all of them."""


@pytest.fixture(scope="module", params=on_both("failing reviews"))
def stand(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    log = tmp_path_factory.mktemp("failing") / "servers.log"
    with log.open("w") as file, a_stand(request.param, file) as running:
        yield running


@pytest.fixture(scope="module")
def whole(stand: Stand) -> Callable[[str], Whole]:
    """What an action is, looked at once."""
    return cache(partial(measured, stand))


@pytest.mark.parametrize(("action", "kind", "error", "share"), POINTS, ids=[f"{row[0]}, {row[1]}" for row in POINTS])
def test_an_action_is_whole_or_not_there_and_can_be_asked_for_again(
    stand: Stand, whole: Callable[[str], Whole], action: str, kind: str, error: str, share: float
) -> None:
    calls = whole(action).calls[kind]
    assert calls, "there is nothing that could fail"
    found = attempt(stand, action, Plan(kind, error, max(1, round(share * calls))), whole(action))
    print(f"\n{action}: {found.plan} of {calls}: {found.outcome}, {found.failed} calls failed")
    assert found.outcome in FINE, found.words


def test_what_an_action_does_as_a_whole(whole: Callable[[str], Whole]) -> None:
    """What is compared is there: rows, the line of the trail, the event, the sealed forecast."""
    approved = whole("approve").adds
    assert {"plan_acts", "sealed_forecasts", "audit plan.approved", "audit forecast.sealed"} <= approved.keys()
    assert {"events plan.approved", "events forecast.sealed", "audit plan.superseded"} <= approved.keys()
    assert set(ACTIONS) == {point[0] for point in POINTS}
