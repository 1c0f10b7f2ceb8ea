"""Operations killed with -9 at a point that matters: each is whole, absent, or refused until it is repeated.

`robustness/kill_operations.py` does the same at as many points as asked, and at random moments of the program as it is run.
"""

from __future__ import annotations

import pytest

from robustness.kill_operations import OPERATIONS, Stand
from robustness.killed.kill import FINE, Kill
from tests.servers import Servers

CASES = [
    ("sqlite", "submit", 0.9),
    ("sqlite", "approve", 0.8),
    ("sqlite", "restore", 0.25),
    ("sqlite", "retention", 0.4),
    ("postgresql", "approve", 0.8),
    ("postgresql", "mark applied", 1.0),
    ("postgresql", "restore", 0.25),
    ("postgresql", "migrate-to", 0.7),
    ("postgresql", "retention", 0.8),
]
"""At which of all its calls: amid what one transaction writes, before anybody is told, amid files, amid several uploads."""
_DEAR = {"draft"}
"""Each starts an adviser, which imports for seconds; `test_failing_reviews.py` has it."""


@pytest.fixture(scope="module")
def stand(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Stand:
    return Stand(tmp_path_factory.mktemp("killed"), servers)


@pytest.mark.xdist_group("killed operations")
@pytest.mark.parametrize(("database", "name", "share"), CASES, ids=[f"{one[0]}, {one[1]}" for one in CASES])
def test_what_is_killed_is_whole_or_absent_or_refused(stand: Stand, database: str, name: str, share: float) -> None:
    operation = stand.operation(name, database, "point")
    outcome = operation.kill(Kill(at=max(1, round(share * operation.extent))))
    print(f"\n{database} {name}, of {operation.extent:g} calls: {outcome}")
    assert outcome is not None, "it was over before"
    assert outcome.found in FINE, outcome.words


def test_every_operation_is_killed() -> None:
    assert {name for _, name, _ in CASES} == set(OPERATIONS) - _DEAR
