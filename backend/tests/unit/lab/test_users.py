"""The search for users at a response time, against queues of which the users are known exactly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lab.ground import gates
from lab.ground.clock import SLOWED
from lab.ground.device.memory import Counted, PlaceCount
from lab.ground.foretell import Teller
from lab.ground.measured import Measured
from lab.ground.moves import Move
from lab.ground.rows import AtLimit, Thrown, append, read_users
from lab.ground.users import MOST_USERS, RUNS, first_users, found, search, users_in_words
from lab.ground.users_report import users_section
from segtier.model.forecast import Range
from tests.unit.lab.runs import CONFIGURATION, a_run

MOVE = Move("indexes", ("stock_pk",))
Faults = tuple[str, ...]


def exact(users: int, think_s: float, delay_s: float, station_s: float) -> tuple[float, float]:
    """(throughput, response) of a closed queue by exact mean value analysis."""
    queue = x = response = 0.0
    for present in range(1, users + 1):
        waits = station_s * (1 + queue)
        response = delay_s + waits
        x = present / (think_s + response)
        queue = x * waits
    return x, response


@pytest.mark.parametrize("off", [0.4, 1.0, 2.5], ids="first tried: {} of the truth".format)
@pytest.mark.parametrize(
    ("think_s", "delay_s", "station_s", "limit_s"),
    [
        (0.0, 0.1, 0.01, 0.5),  # 40 users keep the station full
        (0.0, 0.1, 0.01, 0.12),  # hardly any queue
        (2.0, 0.01, 0.02, 0.1),  # a short response beside a long think time
        (2.0, 0.01, 0.02, 1.0),
        (1.0, 0.2, 0.01, 0.3),
    ],
)
def test_the_users_that_are_found(think_s: float, delay_s: float, station_s: float, limit_s: float, off: float) -> None:
    def measured(users: int) -> tuple[Measured, Faults]:
        x, response = exact(users, think_s, delay_s, station_s)
        done = x * 1000
        return replace(
            a_run(),
            users=users,
            think_s=think_s * SLOWED,
            elapsed_s=1000.0 * SLOWED,
            transactions=round(done),
            db_time_s=round(done) * response * SLOWED,
        ), ()

    truth = max(one for one in range(1, MOST_USERS) if exact(one, think_s, delay_s, station_s)[1] <= limit_s)
    runs, faults = search(measured, limit_s, min(round(off * truth), MOST_USERS))
    assert not faults
    assert len(runs) <= RUNS
    assert found(runs, limit_s) == pytest.approx(truth, rel=0.1, abs=2)


def test_what_is_not_found_is_said() -> None:
    never = lambda users: (replace(a_run(), users=users, db_time_s=1.0), ())  # noqa: E731
    _, faults = search(never, 1.0, 100)
    assert f"up to {MOST_USERS} users" in faults[0]
    _, faults = search(lambda _: (a_run(), ("noise",)), 1.0, 100)
    assert faults == ("100 users: noise",)


@pytest.mark.parametrize(("told", "first"), [(40.4, 40), (0.2, 1), (9_000.0, MOST_USERS), (float("inf"), 24)], ids=str)
def test_the_first_run_is_at_the_forecasts_own_number(told: float, first: int) -> None:
    assert first_users(Range(told / 2, told, told * 2), 12) == first


@pytest.mark.parametrize(("read", "said"), [(4_000, ""), (4_300, ""), (4_500, "12.5%"), (3_500, "12.5%")])
def test_a_run_whose_cache_is_another_is_left_out(read: int, said: str) -> None:
    places = {
        "flash": PlaceCount(read=Counted(read - 1_000, 30.0, 9.0)),
        "disks": PlaceCount(read=Counted(1_000, 60.0, 24.0)),
    }
    found = gates.other_work(a_run(), replace(a_run(), users=99, places=places))
    assert [said in one for one in found] == ([True] if said else [])


def test_rows_of_users_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "users.ndjson"
    row = AtLimit(7, "d", "e", 2, CONFIGURATION, a_run(), 0.2, MOVE, Range(10.0, 12.0, 20.0), "00", (a_run(),))
    for one in (row, Thrown(8, ("noise",))):
        append(one, path)
    assert list(read_users(path)) == [row, Thrown(8, ("noise",))]
    assert users_in_words(row).startswith("users at 200 ms after indexes: 12; forecast 12 (10 to 20)")


def test_the_page_says_what_was_found_and_what_was_left_out() -> None:
    teller = Teller(CONFIGURATION, a_run(), 2)
    told, _, sha256 = teller.sealed_users(MOVE, 0.2)
    run = replace(a_run(), users=round(told.expected / 2), transactions=300 * round(told.expected / 2), db_time_s=1.0)
    near = replace(run, db_time_s=0.2 * run.transactions * SLOWED)
    row = AtLimit(7, "d", "e", 2, CONFIGURATION, a_run(), 0.2, MOVE, told, sha256, (near,))
    text = users_section([row, Thrown(8, ("noise",))])
    for line in ("| Kept, left out | 1, 1 |", "| SHA-256 given again | 1 of 1 |", "| 8 | noise |"):
        assert line in text
    assert users_section([Thrown(8, ("noise",))]) == ""
