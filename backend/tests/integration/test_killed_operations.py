"""Operations killed with -9 at a point that matters: each is whole, absent, or refused until it is repeated.

`robustness/kill_operations.py` does the same at as many points as asked, and at random moments of the program as it is run.
"""

from __future__ import annotations

import pytest

from robustness.kill_operations import Stand, operations_on
from robustness.killed.kill import FINE, Kill
from tests.servers import Servers
from tests.stack import SETUPS

SHARES = {
    "draft": (0.9,),
    "submit": (0.9,),
    "approve": (0.8,),
    "mark applied": (1.0,),
    "restore": (0.25, 0.6),
    "migrate-to": (0.7,),
    "retention": (0.4, 0.8),
}
"""At which of all its calls: amid what one transaction writes, before anybody is told, amid files, amid several uploads."""


CASES = [
    pytest.param(setup, name, id=f"{setup}, {name}", marks=pytest.mark.xdist_group(f"killed operations, {setup}"))
    for setup in SETUPS
    for name in operations_on(setup)
]


@pytest.fixture(scope="module")
def stand(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Stand:
    return Stand(tmp_path_factory.mktemp("killed"), servers)


@pytest.mark.parametrize(("setup", "name"), CASES)
def test_what_is_killed_is_whole_or_absent_or_refused(stand: Stand, setup: str, name: str) -> None:
    operation = stand.operation(name, setup, "point")
    for share in SHARES[name]:
        outcome = operation.kill(Kill(at=max(1, round(share * operation.extent))))
        print(f"\n{setup} {name}, of {operation.extent:g} calls: {outcome}")
        assert outcome is not None, "it was over before"
        assert outcome.found in FINE, outcome.words
