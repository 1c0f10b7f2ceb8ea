"""Writes that nobody counts may load today's disks: what they leave to others is in the range."""

from dataclasses import replace

import pytest

from segtier.forecast import Basis, Change, forecast_change
from segtier.model.forecast import Forecast
from segtier.oracle.devices import tier
from tests.builders import a_profile, a_wait, a_workload

TEMP = a_wait("direct path read temp", 9_000, 5)
SEQUENTIAL = a_wait("db file sequential read", 3_000, 6)


@pytest.mark.parametrize("waits", [(TEMP,), (TEMP, SEQUENTIAL)])
@pytest.mark.parametrize("change", [Change(buffered_reads=1.0, direct_reads=1.0, writes=1.0), Change(writes_extra=1.0)])
@pytest.mark.parametrize("per_wait", [0.1, 0.5, 1.0])
def test_the_range_holds_what_counted_writes_say(waits: tuple, change: Change, per_wait: float) -> None:
    profile = a_profile(a_workload(waits))
    counted = replace(
        profile,
        temp_read_requests_per_s=None,
        data_write_requests_per_s=per_wait * sum(row.waits or 0 for row in waits) / profile.elapsed_s,
    )

    def foreseen(writes: float | None) -> Forecast:
        known = replace(counted, data_write_requests_per_s=writes)
        return forecast_change(Basis(profile=known, tier=tier(700 * 10**9), draws=400, seed=1), change)

    told, untold = foreseen(counted.data_write_requests_per_s).response_ratio, foreseen(None).response_ratio
    assert untold.low - 0.005 <= told.expected <= untold.high + 0.005
    assert untold.low < 0.999


def test_where_no_data_file_moves_nothing_is_open() -> None:
    profile = replace(a_profile(a_workload((TEMP,))), data_write_requests_per_s=None)
    found = forecast_change(Basis(profile=profile, tier=tier(700 * 10**9), draws=400, seed=1), Change())
    assert (found.response_ratio.low, found.response_ratio.high) == (1.0, 1.0)
