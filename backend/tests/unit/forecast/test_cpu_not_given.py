"""Time that no wait holds may be CPU where the inputs do not give DB CPU."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.analysis.profile import build_profile
from segtier.forecast import Basis, Change, forecast_change
from segtier.model.forecast import Range
from segtier.model.workload import WaitClass, Workload
from segtier.oracle.devices import tier
from tests.builders import a_wait, a_workload

CHANGES = [Change(redo=True), Change(buffered_reads=1, direct_reads=1, writes=1)]
CLASSES = (
    WaitClass("User I/O", time_s=400),
    WaitClass("Commit", time_s=500),
    *(WaitClass(name, time_s=0.0) for name in ("Network", "Other", "Concurrency", "Application", "Configuration")),
)
GIVEN = a_workload(
    (
        a_wait("db file sequential read", 400, 9),
        a_wait("log file sync", 500, 8),
        a_wait("log file parallel write", 400, 7, foreground=False),
    ),
    cpu_s=9_000,
    wait_classes=CLASSES,
)
NOT_GIVEN = replace(
    GIVEN,
    interval=replace(GIVEN.interval, db_cpu_s=None),
    time_model=tuple(row for row in GIVEN.time_model if row.name != "DB CPU"),
)


def ratio(workload: Workload, change: Change) -> Range:
    basis = Basis(profile=build_profile(workload), tier=tier(700 * 10**9), storage=None, draws=200, seed=7)
    return forecast_change(basis, change).response_ratio


@pytest.mark.parametrize("change", CHANGES, ids=["redo", "all"])
def test_the_range_holds_what_it_is_where_all_of_it_is_cpu(change: Change) -> None:
    told, untold = (ratio(one, change) for one in (GIVEN, NOT_GIVEN))

    assert untold.low < told.low
    assert untold.low <= told.expected <= untold.high
    assert untold.high == pytest.approx(told.high, abs=0.02)
