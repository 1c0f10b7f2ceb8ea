"""While a worker's calls to files, database or broker fail an upload waits; once they work again it is read by itself.

`robustness/failing_calls.py` does the same at many points, also for a report and a bundle, and for calls that fail once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from robustness.failing.plan import Plan
from robustness.failing.trial import Stand, a_stand, attempt, cases, count_calls
from tests.integration.contexts import on_both

ERRORS = {"write": "ENOSPC", "read": "EIO", "database": "away", "broker": "away"}


@pytest.fixture(scope="module", params=on_both("failing calls"))
def stand(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    log = tmp_path_factory.mktemp("failing") / "servers.log"
    with log.open("w") as file, a_stand(request.param, file) as running:
        yield running


@pytest.fixture(scope="module")
def all_calls(stand: Stand) -> Mapping[str, int]:
    return count_calls(stand, cases()["zip"])


@pytest.mark.parametrize("kind", ERRORS)
def test_what_fails_for_good_and_is_healed_is_read_by_itself(
    stand: Stand, all_calls: Mapping[str, int], kind: str
) -> None:
    calls = all_calls[kind]
    found = attempt(stand, cases()["zip"], Plan(kind, ERRORS[kind], max(1, calls // 2)))
    print(
        f"\n{kind}: call {found.plan.n} of {calls} and {found.failed - 1} more failed; told: {found.told or 'nothing'}"
    )
    assert (found.outcome, found.words) == ("resumed", "")
    assert kind != "write" or found.told == "disk-full"
